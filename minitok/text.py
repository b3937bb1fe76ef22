"""Text that can record which source characters each of its characters came from."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby
from os.path import commonprefix
from typing import Any, Literal, NamedTuple
from unicodedata import combining, is_normalized, normalize

from minitok.patterns import Compiled
from minitok.steps import Offsets

UnicodeForm = Literal["NFC", "NFD", "NFKC", "NFKD"]

# The start and end of some characters, and the string that replaces them
Change = tuple[int, int, str]

SURROGATE_PAIR = "[\ud800-\udbff][\udc00-\udfff]"
# Stands for an added token while texts are searched or decoded: no bytes give it
PLACEHOLDER = "\udbff"


class AlignedText:
    r"""Characters, each with its span: the `(start, end)` of its source characters.

    >>> text = AlignedText.with_spans("Straße").translate(CharMap(str.upper))
    >>> text.text, text.spans[4:]
    ('STRASSE', [(4, 5), (4, 5), (5, 6)])

    In `cafe` + combining acute + `s`, the fourth and fifth characters become one:

    >>> text = AlignedText.with_spans("cafe\u0301s").normalize_unicode("NFC")
    >>> text.text, text.spans[3:]
    ('cafés', [(3, 5), (5, 6)])

    `AlignedText("Straße")` is a plain text: its `starts`, `ends` and `spans` are None.
    Every operation returns a new text, which has spans if this one does. The spans of
    an unchanged text are two ranges, which cost nothing.
    """

    __slots__ = ("ends", "starts", "text")
    starts: Any  # the start of each character's span
    ends: Any  # the end of each character's span

    def __init__(
        self,
        text: str,
        starts: Sequence[int] | None = None,
        ends: Sequence[int] | None = None,
    ) -> None:
        self.text = text
        self.starts = starts
        self.ends = ends

    @classmethod
    def with_spans(cls, text: str) -> "AlignedText":
        """A text that is its own source."""
        end = len(text)
        return cls(text, range(end), range(1, end + 1))

    @property
    def spans(self) -> list[Offsets] | None:
        """The `(start, end)` of each character, or None."""
        if self.starts is None:
            return None
        return list(zip(self.starts, self.ends))

    @property
    def at_start(self) -> bool:
        """Whether the text begins with the first character of the source.

        It is False for a plain text.
        """
        return bool(self.starts) and self.starts[0] == 0

    def source_span(self, start: int = 0, end: int | None = None) -> Offsets:
        """The source span of the characters from `start` to `end`.

        A plain text has none.
        """
        if end is None:
            end = len(self.text)
        if start < end:
            return self.starts[start], self.ends[end - 1]
        place = 0
        if start < len(self.text):
            place = self.starts[start]
        elif self.text:
            place = self.ends[-1]
        return place, place

    def __getitem__(self, part: slice) -> "AlignedText":
        if self.starts is None:
            return AlignedText(self.text[part])
        return AlignedText(self.text[part], self.starts[part], self.ends[part])

    def with_chars(self, chars: str) -> "AlignedText":
        """A text with other characters, one for one, and these spans."""
        return AlignedText(chars, self.starts, self.ends)

    def prepend(self, chars: str, *, shares: bool) -> "AlignedText":
        """Put `chars` in front.

        If `shares`, they have the span of the first character, else empty spans.
        """
        first = self.text[:1] if shares else ""
        return self.replace([(0, len(first), chars + first)])

    def translate(self, table: "CharMap") -> "AlignedText":
        """Replace each character by the string that the table has for it."""
        text = self.text.translate(table)
        if self.starts is None or table.resized.isdisjoint(self.text):
            return self.with_chars(text)
        resized = table.resized
        places = [i for i, char in enumerate(self.text) if char in resized]
        changes = [(i, i + 1, table[ord(self.text[i])]) for i in places]
        return self._replace_spans(changes, text)

    def replace(self, changes: Iterable[Change]) -> "AlignedText":
        """Make changes, listed from left to right.

        Each new character spans all the characters that it replaces.
        """
        changes = list(changes)
        if not changes:
            return self
        pieces = []
        done = 0
        for start, end, new in changes:
            pieces += [self.text[done:start], new]
            done = end
        pieces.append(self.text[done:])
        text = "".join(pieces)
        if self.starts is None:
            return AlignedText(text)
        return self._replace_spans(changes, text)

    def _replace_spans(self, changes: list[Change], text: str) -> "AlignedText":
        """The new text, with the spans that the changes give it."""
        starts: list[int] = []
        ends: list[int] = []
        old_starts = self.starts
        old_ends = self.ends
        if isinstance(old_starts, range):  # the text is unchanged so far
            # Lists are quicker to cut and join. That they share their numbers halves
            # the memory, and makes a call with offsets a tenth faster.
            numbers = [*old_starts, old_starts.stop]
            old_starts = numbers[:-1]
            old_ends = numbers[1:]
        done = 0
        for start, end, new in changes:
            first, last = self.source_span(start, end)
            starts += old_starts[done:start]
            starts += [first] * len(new)
            ends += old_ends[done:start]
            ends += [last] * len(new)
            done = end
        starts += old_starts[done:]
        ends += old_ends[done:]
        return AlignedText(text, starts, ends)

    def normalize_unicode(self, form: UnicodeForm) -> "AlignedText":
        """Normalize to a Unicode form: `e` + combining acute → `é`, spanning both."""
        if is_normalized(form, self.text):
            return self
        if self.starts is None:
            return AlignedText(normalize(form, self.text))
        if form in ("NFC", "NFKC"):
            return self.replace(_compositions(form, self.text))
        decomposed = self.translate(CharMap(lambda char: normalize(form, char)))
        return decomposed.replace(_reorderings(decomposed.text))

    def join_surrogates(self) -> "AlignedText":
        """Make each pair of surrogates the character that it spells."""
        try:
            self.text.encode()  # much faster than a search for pairs
        except UnicodeEncodeError:
            pairs = re.finditer(SURROGATE_PAIR, self.text)
            return self.replace((*pair.span(), _spell(pair[0])) for pair in pairs)
        return self

    def find_words(self, pattern: Compiled) -> "Words":
        """The matches of a pattern."""
        words = pattern.findall(self.text)
        if self.starts is None:
            return Words(self, words)
        starts = list(accumulate(map(len, words), initial=0))
        end = starts.pop()
        if end < len(self.text):  # some characters are in no word
            starts = [match.start() for match in pattern.finditer(self.text)]
        return Words(self, words, starts)


class Words(NamedTuple):
    """The words of a text, and where each starts in it.

    The words of a plain text need no starts.
    """

    text: AlignedText
    words: list[str]
    starts: Sequence[int] = ()

    @classmethod
    def of(cls, texts: Iterable[AlignedText]) -> "Words":
        """Texts with spans as words of one."""
        words = []
        starts: list[int] = []
        ends: list[int] = []
        places = []
        for text in texts:
            places.append(len(starts))
            words.append(text.text)
            starts += text.starts
            ends += text.ends
        return cls(AlignedText("".join(words), starts, ends), words, places)

    def aligned(self) -> Iterator[AlignedText]:
        """The words as texts, with spans if the text has them."""
        if self.text.starts is None:
            return map(AlignedText, self.words)
        spans = zip(self.starts, self.words)
        return (self.text[start : start + len(word)] for start, word in spans)

    def source_spans(
        self, spans_of_words: Iterable[Iterable[Offsets]]
    ) -> list[Offsets]:
        """The source spans of some `(start, end)`, listed for each word.

        They are in characters of that word.
        """
        sources = []
        starts = self.text.starts
        ends = self.text.ends
        if isinstance(starts, range):  # an unchanged text
            origin = starts.start
            for place, spans in zip(self.starts, spans_of_words):
                place += origin
                for start, end in spans:
                    sources.append((place + start, place + end))
            return sources
        for place, spans in zip(self.starts, spans_of_words):
            for start, end in spans:
                if start < end:
                    source = starts[place + start], ends[place + end - 1]
                else:
                    source = self.text.source_span(place + start, place + start)
                sources.append(source)
        return sources


class CharMap(dict[int, str]):
    """A function from a character to a string, for `str.translate`.

    It computes the string of each character once.
    """

    def __init__(self, function: Callable[[str], str]) -> None:
        self._function = function
        # The characters seen so far whose string is not of length 1
        self.resized: set[str] = set()

    def __missing__(self, code_point: int) -> str:
        mapped = self._function(chr(code_point))
        if len(mapped) != 1:
            # This comes first, since another thread may find what is set next.
            self.resized.add(chr(code_point))
        return self.setdefault(code_point, mapped)


def _spell(pair: str) -> str:
    return pair.encode("utf-16", "surrogatepass").decode("utf-16")


def _compositions(form: UnicodeForm, text: str) -> Iterator[Change]:
    """The changes that compose a text.

    It is cut where nothing composes or reorders, so letters keep their marks.
    """
    start = 0
    for end in range(1, len(text) + 1):
        before = text[start:end]
        if end < len(text) and _interacts(form, before, text[end]):
            continue
        composed = normalize(form, before)
        if composed != before:
            same = len(commonprefix([before[:-1], composed]))  # noqa: RUF071 (no paths)
            yield start + same, end, composed[same:]
        start = end


def _interacts(form: UnicodeForm, before: str, char: str) -> bool:
    """Whether a character is a mark of those before it, or composes with them."""
    if char.isascii():
        return False
    normal = normalize(form, char)
    # A space keeps its own span: it can't carry a mark.
    if combining(normal[0]) and not before.isspace():
        return True
    return normalize(form, before + char) != normalize(form, before) + normal


def _reorderings(text: str) -> Iterator[Change]:
    """The changes that bring each run of marks into Unicode's order."""
    start = 0
    for are_marks, run in groupby(text, key=lambda char: combining(char) > 0):
        chars = "".join(run)
        end = start + len(chars)
        if are_marks:
            ordered = "".join(sorted(chars, key=combining))
            if ordered != chars:
                yield start, end, ordered
        start = end
