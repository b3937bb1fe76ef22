"""What errors say: what was given, what is wanted, and what to write."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

MAX_SHOWN = 80  # characters of a value in a message


def shown(value: object) -> str:
    """A value as a message shows it, cut if it is long."""
    is_long = type(value) is int and value.bit_length() > 9999  # Python writes no number of more than 4,300 digits
    written = "a number that is too long to show" if is_long else repr(value)
    return written if len(written) <= MAX_SHOWN else f"{written[:MAX_SHOWN]}..."


def checked_text(text: Any) -> str:
    """The text itself. TypeError if it is not a string."""
    if isinstance(text, str):
        return text
    advice = "several texts go to tok(texts) or tok.encode_batch(texts), a pair to tok(text, pair)"
    if isinstance(text, bytes):
        advice = "decode it, with .decode()"
    raise TypeError(f"a text is a str, not {type(text).__name__}: {shown(text)}; {advice}")


def checked_list(values: Any, name: str, entries: str) -> Iterable[Any]:
    """The values themselves. TypeError for a string, which would be read letter by letter, and for what is no list."""
    if isinstance(values, str):
        raise TypeError(f"{name} is a string, which would be read letter by letter: write [{shown(values)}]")
    if isinstance(values, (bytes, Mapping)) or not isinstance(values, Iterable):
        raise TypeError(f"{name} is {shown(values)}, and should be a list of {entries}")
    return values


def checked_texts(texts: Any) -> Iterable[Any]:
    """The same for texts."""
    return checked_list(texts, "texts", "strings, or a generator of them")


def lone_surrogate(error: UnicodeEncodeError, text: str) -> ValueError:
    """The error for a lone surrogate, which says where in the text it is."""
    found = error.object[error.start]
    return ValueError(
        f"character {text.find(found)} of the text, {found!a}, is a lone surrogate, which UTF-8 cannot write: "
        'clean the text first, for example with text.encode("utf-8", "replace").decode()'
    )


def no_token(id: object, highest: int) -> ValueError:
    """The error for an id that no token has."""
    return ValueError(f"no token has the id {shown(id)}: the highest id of the model is {highest}")


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Turn the error for a library that is not installed into one that says which extra of minitok brings it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(f"{error.name} is not installed: {how_to_install(extra)}", name=error.name) from error


def how_to_install(extra: str) -> str:
    """What to type to install an extra of this package."""
    return f'run pip install "minitok[{extra}]", or in a copy of the course pip install -e ".[{extra}]"'
