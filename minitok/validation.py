"""Checks of arguments, whose messages say what was given and what to do."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from operator import index
from types import UnionType
from typing import Any, Literal, Never, get_args, get_origin

from minitok.advice import advice

MAX_SHOWN = 80  # of a value in a message, in characters


def format_entries(value: Any, most: int = 20) -> str:
    """A value as `repr` shows it, and of a tuple only so many entries."""
    if not isinstance(value, tuple):
        return repr(value)
    more = f" and {len(value) - most} more" if len(value) > most else ""
    return f"{list(value[:most])}{more}"


def check_tuple(value: Any, name: str) -> tuple[Any, ...]:
    """Entries as a tuple, checked as in `check_list`."""
    return tuple(check_list(value, name, "entries"))


def check_int(value: Any, name: str, minimum: int = 0) -> int:
    """A whole number from `minimum` up, NumPy's included."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise wrong_type(value, int, name)
    number = index(value)
    if number < minimum:
        raise ValueError(f"{name}={number} is too small: make it {minimum} or more")
    return number


def wrong_type(value: Any, type_: type, name: str) -> TypeError:
    """The error for a value that is of another type."""
    return TypeError(
        f"{name}={format_value(value)} should be of type {type_.__name__}, "
        f"not {type(value).__name__}"
    )


def check_type(value: Any, type_: Any, name: str) -> Any:
    """A value of the type that a field declares: `check_type(1, float, "dropout")`.

    Raises TypeError or ValueError if it is of another type. A whole number is from 0
    up. A value for a union is of its first type, or exactly of another. For any type
    but these, a plain one or a `Literal` a value stays as it is.
    """
    if type_ is int:
        return check_int(value, name)
    if type_ is float and type(value) is int:
        return float(value)
    if type_ is not Any and isinstance(type_, type) and not isinstance(value, type_):
        raise wrong_type(value, type_, name)
    if isinstance(type_, UnionType):
        first, *others = get_args(type_)
        if type(value) in others:
            return value
        return check_type(value, first, name)
    if get_origin(type_) is Literal:
        return check_choice(value, name, get_args(type_))
    return value


def check_choice(value: Any, name: str, choices: Collection[Any]) -> Any:
    """One of a few choices."""
    if value in choices:
        return value
    names = ", ".join(map(str, choices))
    raise ValueError(f"no {name} {format_value(value)}: choose one of {names}")


def check_char(value: str, name: str) -> str:
    """A single character."""
    if len(value) != 1:
        raise ValueError(
            f"{name}={format_value(value)} must be one character, such as '▁'"
        )
    return value


def format_value(value: object) -> str:
    """A value as a message shows it, cut if it is long."""
    text = repr(value)
    if len(text) > MAX_SHOWN:
        return f"{text[:MAX_SHOWN]}..."
    return text


def check_text(text: Any) -> str:
    """The text itself. TypeError if it is not a string."""
    if isinstance(text, str):
        return text
    raise TypeError(
        f"a text is a str, not {type(text).__name__}: {format_value(text)}; leave out "
        "what has no text, decode bytes, take the text out of a record, such as "
        "record['text'], and give several texts to tok(texts) or "
        "tok.encode_batch(texts), a pair to tok(text, pair)"
    )


def check_list(values: Any, name: str, entries: str) -> Iterable[Any]:
    """The values themselves.

    TypeError for a string, which would be read letter by letter, for bytes and dicts,
    and for anything that can't be iterated over.
    """
    if isinstance(values, str):
        raise TypeError(
            f"{name} is a string, which would be read letter by letter: "
            f"write {name}=[{format_value(values)}]"
        )
    if isinstance(values, (bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(
            f"{name} is {format_value(values)}, and should be a list of {entries}"
        )
    return values


def check_options(
    call: str, options: Collection[str], known: Collection[str] = ()
) -> None:
    """TypeError for an option that a call lacks, with what to write here instead."""
    for name in options:
        if name not in known:
            otherwise = "leave it out"
            if known:
                otherwise += f", or choose from {', '.join(sorted(known))}"
            way = advice(name, otherwise)
            raise TypeError(f"there is no option {name!r} for {call}: {way}")


def refuse_attribute(owner: object, name: str) -> Never:
    """AttributeError for what an object lacks, with what to write here instead."""
    message = f"{type(owner).__name__!r} object has no attribute {name!r}"
    if not name.startswith("_"):  # Python and Jupyter ask for many of these
        message += f": {advice(name, 'dir() lists what it has')}"
    raise AttributeError(message, name=name, obj=owner)


def check_texts(texts: Any) -> Iterable[Any]:
    """The texts themselves, checked as in `check_list`."""
    return check_list(texts, "texts", "strings, or a generator of them")


def surrogate_error(error: UnicodeEncodeError, text: str) -> ValueError:
    """The error for a lone surrogate, which says where in the text it is."""
    surrogate = error.object[error.start]
    place = text.find(surrogate)
    return ValueError(
        f"character {place} of {format_value(text)}, {surrogate!a}, is half of a "
        "surrogate pair, which UTF-8 cannot write: clean the text first, such as with "
        'text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")'
    )


def new_id(token: str, vocab: Mapping[str, int], use: str, remedy: str) -> int:
    """The id of a token in another vocabulary. ValueError if it isn't there.

    The message says what the token is used for, and what to do without it.
    """
    if token not in vocab:
        raise ValueError(
            f"the new vocabulary lacks {token!r}, which {use}: "
            f"train with special_tokens=[{token!r}], or {remedy} first"
        )
    return vocab[token]


@contextmanager
def require_extra(extra: str) -> Iterator[None]:
    """Turn the error for a missing library into one that says what to install."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{error.name} is not installed: {how_to_install(extra)}", name=error.name
        ) from error


def how_to_install(extra: str) -> str:
    """What to type to install an extra of this package."""
    return f'run pip install "minitok[{extra}]"'
