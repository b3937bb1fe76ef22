"""The second stage: cut a text into words. Every token is within one word.

>>> parts = [WhitespaceSplit(), Punctuation("removed"), Digits()]
>>> for part in (*parts, Split("l", "isolated"), ByteLevel(), Metaspace()):
...     print(*[word for word, _ in part.pre_tokenize_str("Hello, 42")], sep="|")
Hello,|42
Hello| 42
Hello, |42
He|l|l|o, 42
Hello|,|Ġ42
▁Hello,|▁42
"""

import re
from collections import abc
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain, repeat, takewhile
from typing import ClassVar, Literal

from minitok.part import Part
from minitok.patterns import (
    BERT_PATTERN,
    CHAR_TO_BYTE,
    DEEPSEEK_PATTERN,
    DEEPSEEK_PATTERNS,
    KNOWN_PATTERNS,
    PUNCTUATION,
    Pattern,
    Regex,
    compile_pattern,
    find_matches,
    spell_bytes,
    word_finder,
)
from minitok.patterns import GPT2_PATTERN as GPT2_PATTERN
from minitok.patterns import GPT4_PATTERN as GPT4_PATTERN
from minitok.patterns import GPT4O_PATTERN as GPT4O_PATTERN
from minitok.steps import Offsets
from minitok.text import AlignedText, CharMap, Words
from minitok.validation import (
    check_char,
    check_text,
    surrogate_error,
)

Behavior = Literal[
    "isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"
]
Scheme = Literal["always", "first", "never"]

BYTE_SPELLING = CharMap(spell_bytes)


# The pieces that `Split` joins: whether the first is a match, and the second
JOINS = {}
JOINS["merged_with_previous"] = [(False, True)]
JOINS["merged_with_next"] = [(True, False)]
JOINS["contiguous"] = [(False, False), (True, True)]


class PreTokenizer(Part):
    """From text to words. By itself, it leaves a text whole.

    >>> PreTokenizer().pre_tokenize_str("Hi you")
    [('Hi you', (0, 6))]

    A word comes about in two steps. `cut` reads the text; `finish`, or `spell` where
    nobody asks for spans, reads one word, and so runs once for words that repeat.

    >>> ByteLevel().cut(AlignedText("hé hé hé")).words
    ['hé', ' hé', ' hé']
    >>> ByteLevel().spell(" hé"), ByteLevel().minds_start
    (['ĠhÃ©'], False)
    >>> Metaspace(prepend_scheme="first").minds_start  # only there is a `▁` put
    True
    """

    @property
    def minds_start(self) -> bool:
        """Whether `cut` treats the start of the source in a special way.

        Then texts need spans.
        """
        return False

    def cut(self, text: AlignedText) -> Words:
        """The words of a text.

        They may differ from its characters: `Metaspace` writes spaces as `▁`.
        """
        words = [text.text] if text.text else []
        return Words(text, words, [0])

    def finish(self, word: AlignedText) -> list[AlignedText]:
        """What the model gets for a word, such as its bytes.

        It runs once for each different word.
        """
        return [word]

    def spell(self, word: str) -> list[str]:
        """What `finish` gives, as strings."""
        return [part.text for part in self.finish(AlignedText(word))]

    def alphabet(self) -> list[str]:
        """The characters that every vocabulary learned with it contains."""
        return []

    def pre_tokenize(self, text: AlignedText) -> list[AlignedText]:
        """The words as the model gets them, none of them empty."""
        words = []
        for word in self.cut(text).aligned():
            words += self.finish(word)
        return [word for word in words if word.text]

    def pre_tokenize_str(self, text: str) -> list[tuple[str, Offsets]]:
        """The words as the model gets them.

        Each has its `(start, end)` in characters of `text`.
        """
        source = AlignedText.with_spans(check_text(text)).join_surrogates()
        try:
            words = self.pre_tokenize(source)
        except UnicodeEncodeError as error:
            raise surrogate_error(error, text) from None
        return [(word.text, word.source_span()) for word in words]


NO_SPLIT = PreTokenizer()


class Splitter(PreTokenizer):
    """Cuts a text, but leaves its characters and its words as they are."""


def _is_splitter(part: PreTokenizer) -> bool:
    return isinstance(part, Splitter)


def _cut_words(words: Words, splitter: PreTokenizer) -> Words:
    """Cut words into smaller ones, each with its place in the whole text."""
    pieces: list[str] = []
    starts: list[int] = []
    for place, word in zip(words.starts or repeat(0), words.aligned()):
        cut = splitter.cut(word)
        pieces += cut.words
        starts += [place + start for start in cut.starts]
    return Words(words.text, pieces, starts)


def _join_splits(parts: abc.Sequence[PreTokenizer]) -> abc.Sequence[PreTokenizer]:
    """The parts, with one in place of DeepSeek's three, which takes a fifth as long."""
    count = len(DEEPSEEK_PATTERNS)
    patterns = tuple(getattr(part, "isolates", None) for part in parts[:count])
    if patterns != DEEPSEEK_PATTERNS:
        return parts
    return [Split(DEEPSEEK_PATTERN), *parts[count:]]


class Sequence(PreTokenizer):
    """Several pre-tokenizers in a row: each cuts the words of the one before it."""

    pre_tokenizers: abc.Sequence[PreTokenizer]

    def prepare(self) -> None:
        parts = list(_join_splits(self.pre_tokenizers)) or [NO_SPLIT]
        # Optimization only: running the parts one after another gives the same words.
        # The splitters at the start cut the text, and the other parts run in `finish`.
        # A cache has the tokens of short words, which occur again and again.
        self._cutters = list(takewhile(_is_splitter, parts)) or parts[:1]
        self._others = parts[len(self._cutters) :]
        cuts_only = _is_splitter(self._cutters[-1])
        self._spells_bytes = cuts_only and self._others == [ByteLevel(None)]

    @cached_property
    def minds_start(self) -> bool:
        return any(part.minds_start for part in self.pre_tokenizers)

    def alphabet(self) -> list[str]:
        alphabets = [part.alphabet() for part in self.pre_tokenizers]
        return sorted(set().union(*alphabets))

    def cut(self, text: AlignedText) -> Words:
        first, *others = self._cutters
        words = first.cut(text)
        for splitter in others:
            words = _cut_words(words, splitter)
        if self.minds_start:  # `finish` could not tell which word it is
            return Words.of(self._finish(words.aligned()))
        return words

    def finish(self, word: AlignedText) -> list[AlignedText]:
        if self.minds_start:
            return [word]
        return list(self._finish([word]))

    def _finish(self, words: Iterable[AlignedText]) -> Iterable[AlignedText]:
        words = chain.from_iterable(map(self._cutters[-1].finish, words))
        for part in self._others:
            words = chain.from_iterable(map(part.pre_tokenize, words))
        return words

    def spell(self, word: str) -> list[str]:
        # After today's patterns, only the bytes remain to be written. With no text and
        # words in between, new words are encoded a sixth faster.
        if self._spells_bytes:
            return [word.translate(BYTE_SPELLING)]
        return super().spell(word)


class Split(Splitter):
    r"""Cut at every match of a pattern: `Split(Regex(r"\s"), behavior="removed")`.

    A match becomes a word (`"isolated"`), the end of the word before it
    (`"merged_with_previous"`) or the start of the next (`"merged_with_next"`), one word
    with the matches it touches (`"contiguous"`), or nothing (`"removed"`).
    """

    pattern: Pattern  # a `Regex`, or a plain string to match literally
    behavior: Behavior = "isolated"
    invert: bool = False  # swap the matches and the text between them

    def prepare(self) -> None:
        self._compiled = compile_pattern(self.pattern)
        self._joins = JOINS.get(self.behavior, ())

    @cached_property
    def isolates(self) -> Regex | None:
        """The pattern, if its matches and the text between them are the words."""
        if self.invert or self.behavior != "isolated":
            return None
        return self.pattern if isinstance(self.pattern, Regex) else None

    def cut(self, text: AlignedText) -> Words:
        if self.isolates in KNOWN_PATTERNS:  # then all of the text is in matches
            return _cut_by_pattern(self.pattern, text)
        words = []
        starts = []
        for start, end in self._spans(text.text):
            if start < end:
                words.append(text.text[start:end])
                starts.append(start)
        return Words(text, words, starts)

    def _spans(self, text: str) -> list[Offsets]:
        spans: list[Offsets] = []
        previous = None
        for start, end, is_match in self._pieces(text):
            if (previous, is_match) in self._joins:
                start, _ = spans.pop()
            if not is_match or self.behavior != "removed":
                spans.append((start, end))
            previous = is_match
        return spans

    def _pieces(self, text: str) -> Iterator[tuple[int, int, bool]]:
        """The matches, and the text between them, and which of the two each is."""
        done = 0
        for start, end in find_matches(self._compiled, text):
            if done < start:
                yield done, start, self.invert
            yield start, end, not self.invert
            done = end
        if done < len(text):
            yield done, len(text), self.invert


def _cut_by_pattern(pattern: str, text: AlignedText) -> Words:
    return text.find_words(word_finder(pattern)(text.text))


class WhitespaceSplit(Splitter):
    """Cut at whitespace, and remove it: `Hey, you!` → `Hey,`  `you!`."""

    word: ClassVar[str] = r"\S+"

    def cut(self, text: AlignedText) -> Words:
        return _cut_by_pattern(self.word, text)


class BertPreTokenizer(WhitespaceSplit):
    """Cut at whitespace, and make each punctuation character a word.

    `Hey, you!` → `Hey`  `,`  `you`  `!`
    """

    word = BERT_PATTERN


class Whitespace(WhitespaceSplit):
    """Runs of word characters and runs of other characters, but no whitespace.

    `Hey, you!` → `Hey`  `,`  `you`  `!`
    """

    word = r"\w+|[^\w\s]+"


class Punctuation(Splitter):
    """Split at each punctuation character, including ASCII `+` and `$`.

    `Hey, you!` → `Hey`  `,`  ` you`  `!`
    """

    behavior: Behavior = "isolated"

    def prepare(self) -> None:
        self._split = Split(Regex(f"[{PUNCTUATION}]"), self.behavior)

    def cut(self, text: AlignedText) -> Words:
        return self._split.cut(text)


class Digits(Splitter):
    """Make each run of digits (`½` counts) a word, or each digit by itself.

    `911` → `911`, or `9`  `1`  `1`
    """

    individual_digits: bool = False

    def cut(self, text: AlignedText) -> Words:
        digits = r"\p{N}" if self.individual_digits else r"\p{N}+"
        return _cut_by_pattern(rf"{digits}|[^\p{{N}}]+", text)


class ByteLevel(PreTokenizer):
    """Cut by a pattern, then write each word as UTF-8 bytes: ` café` → `ĠcafÃ©`.

    ValueError on a lone surrogate.
    """

    pattern: Pattern | None = GPT2_PATTERN  # None leaves the text whole
    add_prefix_space: bool = False  # before a text that does not begin with a space

    def prepare(self) -> None:
        self._split = NO_SPLIT
        if self.pattern is not None:
            self.keep(pattern=Regex(self.pattern))
            self._split = Split(self.pattern)

    @staticmethod
    def alphabet() -> list[str]:  # as in `tokenizers`
        """The 256 characters that stand for bytes."""
        return sorted(CHAR_TO_BYTE)

    def cut(self, text: AlignedText) -> Words:
        text.text.encode()  # fails for a surrogate here, where its place is known
        if self.add_prefix_space and text.text and not text.text.startswith(" "):
            text = text.prepend(" ", shares=False)
        return self._split.cut(text)

    def finish(self, word: AlignedText) -> list[AlignedText]:
        return [word.translate(BYTE_SPELLING)]

    def spell(self, word: str) -> list[str]:
        return [word.translate(BYTE_SPELLING)]


class Metaspace(PreTokenizer):
    """Write spaces as visible characters that begin words: `Hey you` → `▁Hey`  `▁you`.

    As SentencePiece does.
    """

    replacement: str = "▁"
    # Which parts of a text get a space in front: "first" is the start of the text.
    prepend_scheme: Scheme = "always"
    split: bool = True  # whether the text is cut

    def prepare(self) -> None:
        space = re.escape(check_char(self.replacement, "replacement"))
        words = rf"[\s\S][^{space}]*" if self.split else r"[\s\S]+"
        self._words = re.compile(words)

    @property
    def minds_start(self) -> bool:
        return self.prepend_scheme == "first"

    def cut(self, text: AlignedText) -> Words:
        text = text.with_chars(text.text.replace(" ", self.replacement))
        if self._needs_space(text):
            text = text.prepend(self.replacement, shares=True)
        return text.find_words(self._words)

    def _needs_space(self, text: AlignedText) -> bool:
        if not text.text or text.text.startswith(self.replacement):
            return False
        if self.prepend_scheme == "first":
            return text.at_start
        return self.prepend_scheme == "always"
