"""What errors say: what was given, what is wanted, and what to write.

`idioms.json` has what people write who know `tokenizers`, `transformers` or tiktoken, and what to write here.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from types import FunctionType
from typing import TYPE_CHECKING, Any, get_origin

MAX_SHOWN = 80  # characters of a value in a message


def shown(value: object) -> str:
    """A value as a message shows it, cut if it is long."""
    is_long = type(value) is int and value.bit_length() > 9999  # Python writes no number of more than 4,300 digits
    written = "a number that is too long to show" if is_long else repr(value)
    return written if len(written) <= MAX_SHOWN else f"{written[:MAX_SHOWN]}..."


def idioms(of: str) -> dict[str, str]:
    """What to write here for each name of another library that is not found in `of`."""
    import json  # these are imported here to keep `import minitok` fast
    from importlib.resources import files

    return dict(json.loads(files("minitok").joinpath("idioms.json").read_text(encoding="utf-8"))[of])


def no_such(what: str, name: str, known: Iterable[str], of: str) -> str:
    """`no_such("a Tokenizer has no attribute", "n_vocab", ...)`: the message for a wrong name, with what to write."""
    from difflib import get_close_matches  # imported here to keep `import minitok` fast

    if (instead := idioms(of).get(name)) is not None:
        return f"{what} {name!r}: write {instead}"
    near = get_close_matches(name, known := list(known), n=1, cutoff=0.75)
    names = ", ".join(known[:14] + ["and more"] * (len(known) > 14)) or "none"
    return f"{what} {name!r}: {f'do you mean {near[0]!r}?' if near else f'it has {names}'}"


def answering(method: Callable[..., Any]) -> Callable[..., Any]:
    """The same function; the TypeError for arguments that it does not take says which it takes."""

    @wraps(method)
    def call(*args: Any, **named: Any) -> Any:
        try:
            return method(*args, **named)
        except TypeError as error:
            if error.__traceback__ is None or error.__traceback__.tb_next is not None:  # raised inside the method
                raise
            name = "tok" if method.__name__ == "__call__" else method.__name__
            name = type(args[0]).__name__ if name[0] == "_" else name
            raise TypeError(wrong_call(name, method, named)) from None

    return call


def wrong_call(name: str, method: Callable[..., Any], named: Iterable[str]) -> str:
    """The message for a call with arguments that do not fit, of which some are given by name."""
    from inspect import Parameter, signature  # imported here to keep `import minitok` fast

    parts = [part for part in signature(method).parameters.values() if part.kind is not Parameter.VAR_KEYWORD]
    takes = {part.name: part.kind for part in parts if part.name not in ("self", "cls")}
    if wrong := [option for option in named if option not in takes]:
        return no_such(f"{name} has no option", wrong[0], takes, "a call")
    by_name = [option for option, kind in takes.items() if kind is Parameter.KEYWORD_ONLY]
    values = ", ".join(option for option in takes if option not in by_name) or "no values"
    advice = idioms("a call").get(name)
    ending = (f"; by name {', '.join(by_name)}" if by_name else "") + (f": write {advice}" if advice else "")
    return f"{name} takes {values}{ending}"


class Named:
    """An object that answers a wrong name, or wrong arguments, with the right ones."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, method in list(vars(cls).items()):
            inner = getattr(method, "__func__", method)  # of a class method or a static one
            if isinstance(inner, FunctionType) and (name[0] != "_" or name in ("__init__", "__call__")):
                setattr(cls, name, answering(inner) if inner is method else type(method)(answering(inner)))

    if not TYPE_CHECKING:  # a type checker is to find a wrong name by itself

        def __getattr__(self, name: str) -> Any:
            if name[0] == "_":
                raise AttributeError(name)
            kind, known = type(self).__name__, [known for known in dir(self) if known[0] != "_"]
            raise AttributeError(no_such(f"this {kind} has no attribute", name, known, kind))


def remedy(value: Any, type_: type) -> str:
    """What to write instead of a value that is not of this type, after a colon; "" if there is no telling."""
    if advice := idioms("a part").get(type_.__name__):
        return f": {advice}"
    if hasattr(type_, "__abstractmethods__"):
        home = sys.modules[".".join(type_.__module__.split(".")[:2])]
        classes = [made for made in vars(home).values() if isinstance(made, type) and get_origin(made) is None]
        kinds = [kind for kind in classes if issubclass(kind, type_)]  # in Python 3.10, `list[int]` is a type, too
        given = value if isinstance(value, str) else getattr(value, "__name__", type(value).__name__)
        given = "Sequence" if given == "list" else given
        if same := [kind.__name__ for kind in kinds if kind.__name__.lower() == given.lower()]:
            return f": write {home.__name__.removeprefix('minitok.')}.{same[0]}(...)"
        bases = {base for kind in kinds for base in kind.__bases__ if not getattr(base, "fields", None)}
        offered = [kind for kind in kinds if kind not in bases and not getattr(kind, "__abstractmethods__", None)]
        return f": {home.__name__} has {', '.join(kind.__name__ for kind in offered)}"
    if type_ is int and str(value).removesuffix(".0").isdecimal():
        return f": write {int(float(value))}"
    if isinstance(value, (bytes, str)) and type_ in (bytes, str):
        return f": {(how := 'encode' if type_ is bytes else 'decode')} it first, with .{how}()"
    return ""


def checked_text(text: Any) -> str:
    """The text itself. TypeError if it is not a string."""
    if isinstance(text, str):
        return text
    several = "several texts go to tok(texts) or tok.encode_batch(texts), a pair to tok(text, pair)"
    advice: dict[type, str] = {bytes: "decode it, with .decode()", dict: 'give the text in it, such as row["text"]'}
    wanted = advice.get(type(text), several if isinstance(text, Iterable) else "give a string")
    raise TypeError(f"a text is a str, not {type(text).__name__}: {shown(text)}; {wanted}")


def checked_texts(texts: Any) -> Iterable[Any]:
    """The texts themselves. TypeError if they are not a list, or something else to go through."""
    if isinstance(texts, str):
        raise TypeError("texts is a string, which would be read letter by letter: put it in a list, [text]")
    return checked_list(texts, "texts", "strings, or a generator of them")


def checked_list(values: Any, name: str, entries: str) -> Iterable[Any]:
    """The values themselves. TypeError if they are not a list of the `entries`, nor something else to go through."""
    if isinstance(values, (bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} is {shown(values)}, and should be a list of {entries}")
    return values


@contextmanager
def naming_ids(ids: Any) -> Iterator[None]:
    """Turn the TypeError for what is not a list of ids into one that says what to write."""
    try:
        yield
    except TypeError:
        advice = "[1, 2]: of an Encoding, take encoding.ids; tok.decode takes one list, tok.decode_batch several"
        raise TypeError(f"{shown(ids)} is not a list of ids such as {advice}") from None


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Turn the error for a library that is not installed into one that says which extra has it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(f"{error.name} is not installed: {how_to_install(extra)}", name=error.name) from error


def how_to_install(extra: str) -> str:
    """What to type to install an extra of this package; no package index has it."""
    return f'run pip install -e ".[{extra}]" in your copy of the course, the folder with pyproject.toml'
