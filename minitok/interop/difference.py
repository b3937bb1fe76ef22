"""Where do two tokenizers part? The shortest text on which they disagree says more than a page of their tokens."""

from collections.abc import Callable, Iterable
from typing import Any

from minitok.libraries import ids_of


def smallest_difference(a: Any, b: Any, texts: Iterable[str]) -> str | None:
    """The shortest text found that `a` and `b` give different ids, or None if they agree on all of `texts`.

    Both may come from minitok, `tokenizers`, tiktoken, sentencepiece or transformers, or be any function from a text to
    tokens. Every text on which they disagree is cut down as far as it goes; of equally short ones the first counts. No
    character can be taken from the text that comes out without the two agreeing.
    """

    def differ(text: str) -> bool:
        return ids_of(a, text) != ids_of(b, text)

    if differ(""):
        return ""
    smallest: str | None = None
    for text in texts:
        if differ(text):
            shrunk = shrink(text, differ)
            if smallest is None or len(shrunk) < len(smallest):
                smallest = shrunk
            if len(smallest) == 1:
                break
    return smallest


def shrink(text: str, fails: Callable[[str], bool]) -> str:
    """What is left of a text that fails when no character can be taken from it any more: `xxaxbx` → `ab`.

    First the end goes and then the start, as far as halving finds what can; then parts from anywhere, large ones first.
    As in Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input" (2002). `fails("")` must be false.
    """
    text = text[: _least(len(text), lambda length: fails(text[:length]))]
    text = text[-_least(len(text), lambda length: fails(text[-length:])) :]
    size = len(text) // 2
    while size:
        shorter = _without_parts(text, size, fails)
        if shorter == text:
            size //= 2
        text = shorter
    return text


def _least(length: int, fails: Callable[[int], bool]) -> int:
    """A length that fails, where one less does not, given that `length` fails and 0 does not."""
    works = 0
    while length - works > 1:
        half = (works + length) // 2
        works, length = (works, half) if fails(half) else (half, length)
    return length


def _without_parts(text: str, size: int, fails: Callable[[str], bool]) -> str:
    """A text that fails, without each part of this size that it does not need for that."""
    start = 0
    while start < len(text):
        rest = text[:start] + text[start + size :]
        if fails(rest):
            text = rest
        else:
            start += size
    return text
