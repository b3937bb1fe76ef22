"""Text that can record which characters of the source each of its characters came from."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, compress, count, groupby, takewhile
from typing import Any, Literal, NamedTuple
from unicodedata import combining, is_normalized, normalize

from minitok.steps import Offsets

UnicodeForm = Literal["NFC", "NFD", "NFKC", "NFKD"]
Change = tuple[int, int, str]  # the start and end of some characters, and the string that replaces them
Compiled = Any  # a pattern, of `re` or of `regex`

SAFE_LENGTH, MOST_GROWTH = 1_000_000, 20  # past a million characters, a text may grow to 20 times its length
CHUNK = 8192  # the approximate length of a chunk of a long text, in characters: it fits in a processor's cache


class AlignedText:
    """Characters, each with its span: the `(start, end)` of the source characters it came from.

    >>> text = AlignedText.with_spans("Straße").map_chars(str.upper)
    >>> text.text, text.spans[4:]
    ('STRASSE', [(4, 5), (4, 5), (5, 6)])

    `AlignedText("Straße")` is a plain text: its `starts`, `ends` and `spans` are None. Every operation returns a new
    text, which has spans if this one does. The spans of an unchanged text are two ranges, which cost nothing.
    """

    __slots__ = ("ends", "starts", "text")

    def __init__(self, text: str, starts: Sequence[int] | None = None, ends: Sequence[int] | None = None) -> None:
        self.text, self.starts, self.ends = text, starts, ends

    @classmethod
    def with_spans(cls, text: str, start: int = 0) -> "AlignedText":
        """A text that is its own source, or the part of a source that begins at character `start`."""
        return cls(text, range(start, start + len(text)), range(start + 1, start + len(text) + 1))

    @property
    def spans(self) -> list[Offsets] | None:
        """The `(start, end)` of each character, or None."""
        return None if self.starts is None or self.ends is None else list(zip(self.starts, self.ends))

    @property
    def at_start(self) -> bool:
        """Whether the text begins with the first character of the source; False for a plain text."""
        return bool(self.starts) and self.starts[0] == 0  # type: ignore[index]

    def source_span(self, start: int = 0, end: int | None = None) -> Offsets:
        """The span in the source of the characters from `start` to `end`."""
        starts, ends = self._starts_and_ends()
        end = len(self.text) if end is None else end
        if start < end:
            return starts[start], ends[end - 1]
        here = starts[start] if start < len(self.text) else ends[-1] if self.text else 0
        return here, here

    def source_spans(self, spans: Iterable[Offsets], origin: int = 0) -> Iterable[Offsets]:
        """The same for several `(start, end)`, counted from character `origin` of the source."""
        starts, ends = self._starts_and_ends()
        if isinstance(starts, range) and starts.start == origin:
            return spans
        return [(starts[s] - origin, (ends[e - 1] if s < e else starts[s]) - origin) for s, e in spans]

    def _starts_and_ends(self) -> tuple[Sequence[int], Sequence[int]]:
        if self.starts is None or self.ends is None:
            raise TypeError("a plain text has no spans: make it with AlignedText.with_spans")
        return self.starts, self.ends

    def __repr__(self) -> str:
        return f"AlignedText({self.text!r}{'' if self.spans is None else f', spans={self.spans}'})"

    def __getitem__(self, part: slice) -> "AlignedText":
        if self.starts is None or self.ends is None:
            return AlignedText(self.text[part])
        return AlignedText(self.text[part], self.starts[part], self.ends[part])

    def with_chars(self, chars: str) -> "AlignedText":
        """The same spans with other characters, one for one."""
        return AlignedText(chars, self.starts, self.ends)

    def prepend(self, chars: str, *, shares: bool) -> "AlignedText":
        """Put `chars` in front. If `shares`, they have the span of the first character, else empty spans."""
        check_growth(len(chars), len(self.text))
        if self.starts is None or self.ends is None:
            return AlignedText(chars + self.text)
        start, end = self.source_span(0, len(self.text[:1]) if shares else 0)
        return AlignedText(chars + self.text, [start] * len(chars) + [*self.starts], [end] * len(chars) + [*self.ends])

    def map_chars(self, function: Callable[[str], str]) -> "AlignedText":
        """Replace each character by the string that `function` returns for it, of any length."""
        return self.translate(CharMap(function))

    def translate(self, table: "CharMap") -> "AlignedText":
        """The same with a `CharMap`, which calls its function once for each different character."""
        text = self.text.translate(table)
        check_growth(len(text), len(self.text))
        if self.starts is None or table.resized.isdisjoint(self.text):
            return self.with_chars(text)
        resized = compress(count(), map(table.resized.__contains__, self.text))
        return self.replace((i, i + 1, table[ord(self.text[i])]) for i in resized).with_chars(text)

    def replace(self, changes: Iterable[Change]) -> "AlignedText":
        """Make changes, listed from left to right; each new character spans all the characters it replaces."""
        chars: list[str] = []
        starts: list[int] = []
        ends: list[int] = []
        old_starts, old_ends = self.starts, self.ends
        if isinstance(old_starts, range):  # as lists, whose slices are quicker to join
            numbers = [*old_starts, old_starts.stop]
            old_starts, old_ends = numbers[:-1], numbers[1:]
        done = grown = 0
        for start, end, new in changes:
            grown += len(new)
            if grown > SAFE_LENGTH:  # asked here, since a call takes longer
                check_growth(grown, len(self.text))
            chars += self.text[done:start], new
            if old_starts is not None and old_ends is not None:
                first, last = self.source_span(start, end)
                starts += old_starts[done:start]
                starts += [first] * len(new)
                ends += old_ends[done:start]
                ends += [last] * len(new)
            done = end
        if not chars:
            return self
        text = "".join(chars) + self.text[done:]
        if old_starts is None or old_ends is None:
            return AlignedText(text)
        return AlignedText(text, [*starts, *old_starts[done:]], [*ends, *old_ends[done:]])

    def normalize_unicode(self, form: UnicodeForm) -> "AlignedText":
        """Normalize to a Unicode form: `e` + combining acute → `é`, which spans both."""
        if is_normalized(form, self.text):
            return self
        if self.starts is None:
            return AlignedText(normalize(form, self.text))
        if form in ("NFC", "NFKC"):
            return self.replace(_compositions(form, self.text))
        decomposed = self.map_chars(lambda char: normalize(form, char))
        return decomposed.replace(_reorderings(decomposed.text))

    def find_words(self, pattern: Compiled, *, cuts: Compiled | None = None) -> "Words":
        """The matches of a pattern. To save memory, a long plain text is cut where `cuts` matches, between words."""
        if self.starts is None and cuts is not None:
            return Words(self, chain.from_iterable(map(pattern.findall, _chunks(self.text, cuts))))
        words = pattern.findall(self.text)
        *starts, end = accumulate(map(len, words), initial=0) if self.starts is not None else [len(self.text)]
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
        at_start = sum(1 for _ in takewhile(lambda place: starts[place] == 0, self.starts))
        return words[:at_start], words[at_start:]

    def aligned(self) -> Iterator[AlignedText]:
        """Each word as a text."""
        if self.text.starts is None:
            return map(AlignedText, self.words)
        return (self.text[start : start + len(word)] for word, start in zip(self.words, self.starts))

    def source_spans(self, spans_of_words: Iterable[Sequence[Offsets]]) -> list[Offsets]:
        """The spans in the source of some `(start, end)`, given for each word in characters of that word."""
        starts, ends = self.text._starts_and_ends()
        if isinstance(starts, range):
            places = [place + starts.start for place in self.starts] if starts.start else self.starts
            return [(at + start, at + end) for at, spans in zip(places, spans_of_words) for start, end in spans]
        return [
            (starts[at + start], ends[at + end - 1] if start < end else starts[at + start])
            for at, spans in zip(self.starts, spans_of_words)
            for start, end in spans
        ]


class CharMap(dict[int, str]):
    """A function from a character to a string, for `str.translate`: it computes the string of each character once."""

    def __init__(self, function: Callable[[str], str]) -> None:
        self._function = function
        self.resized: set[str] = set()  # the characters seen so far whose string is not of length 1

    def __missing__(self, code_point: int) -> str:
        mapped = self._function(chr(code_point))
        if len(mapped) != 1:
            self.resized.add(chr(code_point))  # first, since another thread may find what is set next
        return self.setdefault(code_point, mapped)


def check_growth(length: int, before: int) -> None:
    """Stop a text that grows without end, as from a file that doubles it a hundred times: ValueError."""
    if length > SAFE_LENGTH and length > MOST_GROWTH * before:
        wrong = f"a normalizer or decoder makes {length:,} or more characters of {before:,}"
        raise ValueError(f"{wrong}: let it put in less, or split the text")


def _chunks(text: str, cuts: Compiled) -> Iterator[str]:
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
            if marks or normalize(form, before + char) != normalize(form, before) + normal:
                continue
        if (composed := normalize(form, before)) != before:
            yield start, i, composed
        start = i


def _reorderings(text: str) -> Iterator[Change]:
    """The changes that bring each run of marks into Unicode's order."""
    start = 0
    for are_marks, run in groupby(text, key=lambda char: combining(char) > 0):
        marks = "".join(run)
        if are_marks and (ordered := "".join(sorted(marks, key=combining))) != marks:
            yield start, start + len(marks), ordered
        start += len(marks)


class naming_surrogates:
    """Turn the UnicodeEncodeError for a lone surrogate into a ValueError that says where in `text` it is."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, traceback: object) -> None:
        if isinstance(error, UnicodeEncodeError):
            found = error.object[error.start]
            raise ValueError(
                f"character {self.text.find(found)} of the text, {found!a}, is a lone surrogate, which UTF-8 cannot "
                'write: clean the text first, for example with text.encode("utf-8", "replace").decode()'
            ) from None
