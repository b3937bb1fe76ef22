"""Text that can record which characters of the source each of its characters came from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, compress, count, groupby, takewhile
from typing import Any, Literal, NamedTuple
from unicodedata import combining, is_normalized, normalize

from minitok.patterns import Compiled
from minitok.steps import Offsets
from minitok.validation import check_text

UnicodeForm = Literal["NFC", "NFD", "NFKC", "NFKD"]
Change = tuple[
    int, int, str
]  # the start and end of some characters, and the string that replaces them

PLACEHOLDER = "\udbff"  # stands for an added token while texts are searched or decoded: no bytes give this character

BATCH_SIZE = 250_000  # roughly how many characters another process gets at a time
CHUNK = 8192  # the approximate length of a chunk of a long text, in characters: it fits in a processor's cache


class AlignedText:
    """Characters, each with its span: the `(start, end)` of the source characters it came from.

    >>> text = AlignedText.with_spans("Straße").translate(CharMap(str.upper))
    >>> text.text, text.spans[4:]
    ('STRASSE', [(4, 5), (4, 5), (5, 6)])

    `AlignedText("Straße")` is a plain text: its `starts`, `ends` and `spans` are None. Every operation returns a new
    text, which has spans if this one does. The spans of an unchanged text are two ranges, which cost nothing.
    """

    __slots__ = ("ends", "starts", "text")

    def __init__(
        self, text: str, starts: Sequence[int] | None = None, ends: Any = None
    ) -> None:
        self.text, self.starts, self.ends = text, starts, ends

    @classmethod
    def with_spans(cls, text: str, start: int = 0) -> "AlignedText":
        """A text that is its own source, or the part of a source that begins at character `start`."""
        return cls(
            text,
            range(start, start + len(text)),
            range(start + 1, start + len(text) + 1),
        )

    @property
    def spans(self) -> list[Offsets] | None:
        """The `(start, end)` of each character, or None."""
        return None if self.starts is None else list(zip(self.starts, self.ends))

    @property
    def at_start(self) -> bool:
        """Whether the text begins with the first character of the source; False for a plain text."""
        return self.starts is not None and self.text != "" and self.starts[0] == 0

    def source_span(self, start: int = 0, end: int | None = None) -> Offsets:
        """The span in the source of the characters from `start` to `end`; not for a plain text."""
        starts: Any = self.starts
        end = len(self.text) if end is None else end
        if start < end:
            return starts[start], self.ends[end - 1]
        if start < len(self.text):
            return starts[start], starts[start]
        end = self.ends[-1] if self.text else 0
        return end, end

    def source_spans(
        self, spans: Iterable[Offsets], origin: int = 0
    ) -> Iterable[Offsets]:
        """The same for several `(start, end)`, counted from character `origin` of the source."""
        if isinstance(self.starts, range) and self.starts.start == origin:
            return spans
        found = (self.source_span(start, end) for start, end in spans)
        return [(start - origin, end - origin) for start, end in found]

    def __getitem__(self, part: slice) -> "AlignedText":
        if self.starts is None:
            return AlignedText(self.text[part])
        return AlignedText(self.text[part], self.starts[part], self.ends[part])

    def with_chars(self, chars: str) -> "AlignedText":
        """The same spans with other characters, one for one."""
        return AlignedText(chars, self.starts, self.ends)

    def prepend(self, chars: str, *, shares: bool) -> "AlignedText":
        """Put `chars` in front. If `shares`, they have the span of the first character, else empty spans."""
        if self.starts is None:
            return AlignedText(chars + self.text)
        start, end = self.source_span(0, len(self.text[:1]) if shares else 0)
        return AlignedText(
            chars + self.text,
            [start] * len(chars) + [*self.starts],
            [end] * len(chars) + [*self.ends],
        )

    def translate(self, table: "CharMap") -> "AlignedText":
        """Replace each character by the string that the table has for it, of any length."""
        text = self.text.translate(table)
        if self.starts is None or table.resized.isdisjoint(self.text):
            return self.with_chars(text)
        resized = compress(count(), map(table.resized.__contains__, self.text))
        return self.replace(
            (i, i + 1, table[ord(self.text[i])]) for i in resized
        ).with_chars(text)

    def replace(self, changes: Iterable[Change]) -> "AlignedText":
        """Make changes, listed from left to right; each new character spans all the characters it replaces."""
        chars: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        old_starts, old_ends = self.starts, self.ends
        if isinstance(old_starts, range):  # as lists, whose slices are quicker to join
            numbers = [*old_starts, old_starts.stop]
            old_starts, old_ends = numbers[:-1], numbers[1:]
        done = 0
        for start, end, new in changes:
            chars += self.text[done:start], new
            if old_starts is not None:
                first, last = self.source_span(start, end)
                starts += old_starts[done:start]
                starts += [first] * len(new)
                ends += old_ends[done:start]
                ends += [last] * len(new)
            done = end
        if not chars:
            return self
        text = "".join(chars) + self.text[done:]
        if old_starts is None:
            return AlignedText(text)
        return AlignedText(
            text, [*starts, *old_starts[done:]], [*ends, *old_ends[done:]]
        )

    def normalize_unicode(self, form: UnicodeForm) -> "AlignedText":
        """Normalize to a Unicode form: `e` + combining acute → `é`, which spans both."""
        if is_normalized(form, self.text):
            return self
        if self.starts is None:
            return AlignedText(normalize(form, self.text))
        if form in ("NFC", "NFKC"):
            return self.replace(_compositions(form, self.text))
        decomposed = self.translate(CharMap(lambda char: normalize(form, char)))
        return decomposed.replace(_reorderings(decomposed.text))

    def find_words(self, pattern: Compiled, *, cuts: Compiled | None = None) -> "Words":
        """The matches of a pattern. To save memory, a long plain text is cut where `cuts` matches, between words."""
        if self.starts is None:
            is_long = cuts is not None and len(self.text) > CHUNK
            parts = chunks(self.text, cuts) if is_long else [self.text]
            return Words(self, chain.from_iterable(map(pattern.findall, parts)))
        words = pattern.findall(self.text)
        *starts, end = accumulate(map(len, words), initial=0)
        if end < len(self.text):  # some characters are in no word
            starts = [match.start() for match in pattern.finditer(self.text)]
        return Words(self, words, starts)


class Words(NamedTuple):
    """The words of a text, and where each starts in it; the words of a plain text need no starts."""

    text: AlignedText
    words: Iterable[str]
    starts: Sequence[int] = ()

    def split_start(self) -> tuple[list[str], Iterable[str]]:
        """The words that come from the first character of the source (sometimes several), and all the others."""
        starts = self.text.starts
        if starts is None or not self.text.at_start:
            return [], self.words
        words = list(self.words)
        at_start = sum(
            1 for _ in takewhile(lambda place: starts[place] == 0, self.starts)
        )
        return words[:at_start], words[at_start:]

    def aligned(self) -> Iterator[AlignedText]:
        if self.text.starts is None:
            return map(AlignedText, self.words)
        return (
            self.text[start : start + len(word)]
            for word, start in zip(self.words, self.starts)
        )

    def source_spans(
        self, spans_of_words: Iterable[Sequence[Offsets]]
    ) -> list[Offsets]:
        """The spans in the source of some `(start, end)`, given for each word in characters of that word."""
        starts, ends = self.text.starts or (), self.text.ends
        if isinstance(starts, range):
            places = (
                [place + starts.start for place in self.starts]
                if starts.start
                else self.starts
            )
            return [
                (at + start, at + end)
                for at, spans in zip(places, spans_of_words)
                for start, end in spans
            ]
        return [
            (
                starts[at + start],
                ends[at + end - 1] if start < end else starts[at + start],
            )
            for at, spans in zip(self.starts, spans_of_words)
            for start, end in spans
        ]


class CharMap(dict[int, str]):
    """A function from a character to a string, for `str.translate`: it computes the string of each character once."""

    def __init__(self, function: Callable[[str], str]) -> None:
        self._function = function
        self.resized: set[str] = (
            set()
        )  # the characters seen so far whose string is not of length 1

    def __missing__(self, code_point: int) -> str:
        mapped = self._function(chr(code_point))
        if len(mapped) != 1:
            self.resized.add(
                chr(code_point)
            )  # first, since another thread may find what is set next
        return self.setdefault(code_point, mapped)


def chunks(text: str, cuts: Compiled) -> Iterator[str]:
    """A long text in parts of `CHUNK` characters or a few more, cut where `cuts` matches."""
    start = 0
    while found := cuts.search(text, start + CHUNK):
        yield text[start : found.start()]
        start = found.start()
    yield text[start:]


def _compositions(form: UnicodeForm, text: str) -> Iterator[Change]:
    """The changes that compose a text. It is cut only where nothing composes or reorders: letters keep their marks."""
    start = 0
    for i in range(1, len(text) + 1):
        before, char = text[start:i], text[i : i + 1]
        if char and not char.isascii():
            normal = normalize(form, char)
            marks = combining(normal[0]) and not before.isspace()
            if (
                marks
                or normalize(form, before + char) != normalize(form, before) + normal
            ):
                continue
        if (composed := normalize(form, before)) != before:
            same = next(
                (n for n, (old, new) in enumerate(zip(before, composed)) if old != new),
                len(before) - 1,
            )
            yield start + same, i, composed[same:]
        start = i


def _reorderings(text: str) -> Iterator[Change]:
    """The changes that bring each run of marks into Unicode's order."""
    start = 0
    for are_marks, run in groupby(text, key=lambda char: combining(char) > 0):
        marks = "".join(run)
        if are_marks and (ordered := "".join(sorted(marks, key=combining))) != marks:
            yield start, start + len(marks), ordered
        start += len(marks)


def batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Lists of texts with about `BATCH_SIZE` characters each; a longer text is not cut."""
    batch: list[str] = []
    size = 0
    for text in texts:
        batch.append(text)
        size += len(check_text(text))
        if size >= BATCH_SIZE:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
