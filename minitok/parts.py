"""The base class of the parts of a tokenizer: a dataclass that never changes.

    class Strip(Normalizer):
        left: bool = True
        right: bool = True

The fields give `Strip(left=False)` its arguments, `repr`, equality, copies and pickles, and its entry in
`tokenizer.json`. Since a part never changes, what it has computed stays true; `part.replace(left=False)` makes another.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import MISSING, dataclass, fields, replace
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Self, dataclass_transform

MAX_SHOWN = 80  # characters of a value in a message


@dataclass_transform(frozen_default=True)
class Part:
    """A dataclass whose fields are set once. With `kw_only=True` the arguments of a class are given by name only."""

    kw_only: ClassVar[bool] = False
    sizes: ClassVar[
        Mapping[str, str]
    ] = {}  # fields of which `repr` shows only the length: {"merges": "merges"}

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        super().__init_subclass__()
        cls.kw_only = cls.kw_only or kw_only
        dataclass(eq=False, repr=False, kw_only=cls.kw_only)(cls)

    def __post_init__(self) -> None:
        self.prepare()

    def prepare(self) -> None:
        """Check the fields, and compute what is needed often, for attributes that start with `_`."""

    def keep(self, **values: Any) -> None:
        """Set fields to what `prepare` made of them, such as a tuple of a list."""
        self.__dict__.update(values)

    @property
    def options(self) -> dict[str, Any]:
        """The fields and their values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def replace(self, **changes: Any) -> Self:
        """A copy with other values for some fields."""
        return replace(self, **changes)  # type: ignore[type-var]

    def __setattr__(self, name: str, value: Any) -> None:
        is_field = name in self.__dataclass_fields__  # type: ignore[attr-defined]
        is_new = is_field and name not in self.__dict__
        if not name.startswith("_") and not is_new:
            raise AttributeError(
                f"this {type(self).__name__} doesn't change: make a new one, with .replace(...)"
            )
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        pairs = zip(self.options.values(), other.options.values())
        return all(
            type(mine) is type(theirs) and mine == theirs for mine, theirs in pairs
        )

    def __hash__(self) -> int:
        return hash(repr(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields alone; `prepare` computes the rest again."""
        options = {
            k: dict(v) if isinstance(v, MappingProxyType) else v
            for k, v in self.options.items()
        }
        return partial(type(self), **options), ()

    def __repr__(self) -> str:
        written = []
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if field.name in self.sizes:
                written.append(f"{len(value)} {self.sizes[field.name]}")
            elif field.default is MISSING:
                written.append(listed(value))
            elif value != field.default:
                written.append(f"{field.name}={listed(value)}")
        return f"{type(self).__name__}({', '.join(written)})"


def listed(value: Any, most: int = 20) -> str:
    """A value as `repr` shows it, and of a tuple only so many entries."""
    if not isinstance(value, tuple):
        return repr(value)
    more = f" and {len(value) - most} more" if len(value) > most else ""
    return f"{list(value[:most])}{more}"


def as_tuple(value: Any, name: str) -> tuple[Any, ...]:
    """Entries as a tuple. TypeError for a string, which would be read letter by letter, and for what has no entries."""
    return tuple(checked_list(value, name, "entries"))


def whole_number(value: Any, name: str, least: int = 0, most: int = 2**64 - 1) -> int:
    """A whole number from `least` to `most`, also one of NumPy's."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(
            f"{name}={shown(value)} should be of type int, not {type(value).__name__}"
        )
    number = int(value.__index__())
    if number < least:
        raise ValueError(f"{name}={number} is too small: make it {least} or more")
    if number > most:
        raise ValueError(f"{name} is too large: make it {most:,} or less")
    return number


def one_of(value: Any, name: str, choices: Collection[Any]) -> Any:
    """One of a few choices."""
    if value in choices:
        return value
    raise ValueError(
        f"no {name} {shown(value)}: choose one of {', '.join(map(str, choices))}"
    )


def one_char(value: Any, name: str) -> str:
    """A single character."""
    if not isinstance(value, str) or len(value) != 1:
        raise ValueError(f"{name}={shown(value)} must be one character, such as '▁'")
    return value


def shown(value: object) -> str:
    """A value as a message shows it, cut if it is long."""
    is_long = (
        type(value) is int and value.bit_length() > 9999
    )  # Python writes no number of more than 4,300 digits
    written = "a number that is too long to show" if is_long else repr(value)
    return written if len(written) <= MAX_SHOWN else f"{written[:MAX_SHOWN]}..."


def checked_text(text: Any) -> str:
    """The text itself. TypeError if it is not a string."""
    if isinstance(text, str):
        return text
    advice = "several texts go to tok(texts) or tok.encode_batch(texts), a pair to tok(text, pair)"
    if isinstance(text, bytes):
        advice = "decode it, with .decode()"
    raise TypeError(
        f"a text is a str, not {type(text).__name__}: {shown(text)}; {advice}"
    )


def checked_list(values: Any, name: str, entries: str) -> Iterable[Any]:
    """The values themselves. TypeError for a string, which would be read letter by letter, and for what is no list."""
    if isinstance(values, str):
        raise TypeError(
            f"{name} is a string, which would be read letter by letter: write {name}=[{shown(values)}]"
        )
    if isinstance(values, (bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} is {shown(values)}, and should be a list of {entries}")
    return values


def checked_texts(texts: Any) -> Iterable[Any]:
    """The same for texts."""
    return checked_list(texts, "texts", "strings, or a generator of them")


def lone_surrogate(error: UnicodeEncodeError, text: str) -> ValueError:
    """The error for a lone surrogate, which says where in the text it is."""
    found = error.object[error.start]
    wrong = f"character {text.find(found)} of the text, {found!a}, is a lone surrogate, which UTF-8 cannot write"
    return ValueError(
        f'{wrong}: clean the text first, such as with text.encode("utf-8", "replace").decode()'
    )


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Turn the error for a library that is not installed into one that says which extra of minitok brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(
            f"{error.name} is not installed: {how_to_install(extra)}", name=error.name
        ) from error


def how_to_install(extra: str) -> str:
    """What to type to install an extra of this package."""
    return f'run pip install "minitok[{extra}]"'
