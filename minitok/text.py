"""A text in which every character knows where it came from."""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import Literal, get_args

from minitok.steps import Offsets

UnicodeForm = Literal["NFC", "NFD", "NFKC", "NFKD"]
PrependScheme = Literal["always", "first", "never"]


class AlignedText:
    """Characters, each with the `(start, end)` of the source characters that it came from.

    >>> text = AlignedText("Straße").map_chars(str.upper)
    >>> text.text, text.spans[4:]
    ('STRASSE', [(4, 5), (4, 5), (5, 6)])

    Normalizers and pre-tokenizers only ever take one of these and give new ones, so offsets are right at
    every stage with no bookkeeping of their own. All positions are in characters (code points).
    """

    __slots__ = ("spans", "text")

    def __init__(self, text: str, spans: Sequence[Offsets] | None = None, *, start: int = 0) -> None:
        """Take `text` as its own source, its first character at `start`, unless `spans` says otherwise."""
        self.text = text
        self.spans = [(i, i + 1) for i in range(start, start + len(text))] if spans is None else spans

    def __repr__(self) -> str:
        return f"AlignedText({self.text!r}, {list(self.spans)})"

    def __getitem__(self, part: slice) -> "AlignedText":
        return AlignedText(self.text[part], self.spans[part])

    def source_span(self, start: int = 0, end: int | None = None) -> Offsets:
        """Where in the source the characters from `start` to `end` came from, as one `(start, end)`."""
        end = len(self.text) if end is None else end
        if start == end:
            here = self.spans[start][0] if start < len(self.spans) else self.spans[-1][1] if self.spans else 0
            return here, here
        return self.spans[start][0], self.spans[end - 1][1]

    def map_chars(self, function: Callable[[str], str]) -> "AlignedText":
        """Replace each character by what `function` makes of it: none, one or several characters."""
        mapped = [function(char) for char in self.text]
        spans = [span for chars, span in zip(mapped, self.spans) for _ in chars]
        return AlignedText("".join(mapped), spans)

    def prepend(self, chars: str) -> "AlignedText":
        """Put `chars` in front; they come from no character, so their spans are empty."""
        here = self.source_span(0, 0)
        return AlignedText(chars + self.text, [here] * len(chars) + list(self.spans))

    def normalize_unicode(self, form: UnicodeForm) -> "AlignedText":
        """Bring the text into a Unicode normalization form: `e` + `´` → `é`, which spans both."""
        if unicodedata.is_normalized(form, self.text):
            return self
        if form in ("NFD", "NFKD"):
            return self._decomposed(form)
        chars: list[str] = []
        spans: list[Offsets] = []
        for start, end in _independent_parts(form, self.text):
            part = self.text[start:end]
            normal = unicodedata.normalize(form, part)
            chars.append(normal)
            spans += self.spans[start:end] if normal == part else [self.source_span(start, end)] * len(normal)
        return AlignedText("".join(chars), spans)

    def _decomposed(self, form: UnicodeForm) -> "AlignedText":
        """Each character by itself, then the marks of each letter in their order: those that change places span all."""
        chars: list[str] = []
        spans: list[Offsets] = []
        parts = [
            (part, span) for char, span in zip(self.text, self.spans) for part in unicodedata.normalize(form, char)
        ]
        for are_marks, run in groupby(parts, key=lambda part: unicodedata.combining(part[0]) > 0):
            found, of_found = zip(*run)
            ordered = sorted(found, key=unicodedata.combining) if are_marks else list(found)
            chars += ordered
            spans += of_found if ordered == list(found) else [(of_found[0][0], of_found[-1][1])] * len(found)
        return AlignedText("".join(chars), spans)


def _independent_parts(form: UnicodeForm, text: str) -> list[Offsets]:
    """Cut `text` where nothing composes or reorders across the cut: a letter with its marks stays whole."""
    cuts = [0]
    for i in range(1, len(text)):
        before, char = text[cuts[-1] : i], text[i]
        normal = unicodedata.normalize(form, char)
        if char.isascii() or (
            not unicodedata.combining(normal[0])
            and unicodedata.normalize(form, before + char) == unicodedata.normalize(form, before) + normal
        ):
            cuts.append(i)
    return list(zip(cuts, [*cuts[1:], len(text)]))


def check_metaspace(replacement: str, prepend_scheme: str) -> None:
    """ValueError on options that neither the pre-tokenizer nor the decoder of this name could follow."""
    if len(replacement) != 1:
        raise ValueError(f"replacement={replacement!r} must be one character, such as '▁'")
    if prepend_scheme not in get_args(PrependScheme):
        raise ValueError(f"no prepend_scheme {prepend_scheme!r}: choose one of {', '.join(get_args(PrependScheme))}")


@contextmanager
def naming_surrogates(text: str) -> Iterator[None]:
    """Turn the failure to write a lone surrogate as UTF-8 into a ValueError that says where in `text` it is."""
    try:
        yield
    except UnicodeEncodeError as error:
        found = error.object[error.start]
        raise ValueError(
            f"character {text.find(found)} of the text, {found!a}, is a lone surrogate, which UTF-8 cannot write: "
            'clean the text first, for example with text.encode("utf-8", "replace").decode()'
        ) from None
