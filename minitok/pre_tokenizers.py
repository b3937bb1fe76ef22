"""The second stage: cut a text into words. Every token is within one word.

>>> for part in WhitespaceSplit(), Punctuation("removed"), Digits(), Split("l", "isolated"), ByteLevel(), Metaspace():
...     print(*[word for word, _ in part.pre_tokenize_str("Hello, 42")], sep="|")
Hello,|42
Hello| 42
Hello, |42
He|l|l|o, 42
Hello|,|Ġ42
▁Hello,|▁42
"""

import re
from abc import ABC, abstractmethod
from collections import abc
from itertools import chain, cycle, pairwise
from typing import ClassVar, Literal, get_args

from minitok import patterns
from minitok.part import Part
from minitok.patterns import (
    BERT_PATTERN,
    CUTS,
    GPT2_PATTERN,
    GPT4_PATTERN,
    GPT4O_PATTERN,
    Compiled,
    Pattern,
    Regex,
)
from minitok.steps import Offsets
from minitok.text import AlignedText, CharMap, Words
from minitok.validation import (
    check_char,
    check_choice,
    check_text,
    check_tuple,
    surrogate_error,
)

__all__ = [
    "GPT2_PATTERN",
    "GPT4O_PATTERN",
    "GPT4_PATTERN",
    "Behavior",
    "BertPreTokenizer",
    "ByteLevel",
    "Digits",
]
__all__ += [
    "Metaspace",
    "PreTokenizer",
    "Punctuation",
    "Sequence",
    "Split",
    "Whitespace",
    "WhitespaceSplit",
]

Behavior = Literal[
    "isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"
]
Scheme = Literal["always", "first", "never"]

JOINS = {"merged_with_previous": [(False, True)], "merged_with_next": [(True, False)]}
JOINS |= {"contiguous": [(False, False), (True, True)]}
"""The pairs of parts that `Split` joins: whether the first part is a match, and whether the second is."""

CUTS_AT_SPACES = re.compile(r"(?<=[^\W_])(?= )")


class PreTokenizer(Part, ABC):
    """From text to words."""

    minds_start: ClassVar[bool] = (
        False  # whether the start of the source is special, so that texts need spans
    )
    drops_spaces: ClassVar[bool] = (
        False  # whether spaces only separate words, and are in none
    )
    cuts: ClassVar[Compiled | None] = (
        None  # places where a long text can be cut, and its parts have the same words
    )

    @abstractmethod
    def cut(self, text: AlignedText) -> Words:
        """The words of a text. They may differ from its characters: `Metaspace` writes spaces as `▁`."""

    def finish(self, word: AlignedText) -> list[AlignedText]:
        """What the model gets for a word, such as its bytes. It runs once for each different word (and `at_start`)."""
        return [word]

    def spell(self, word: str) -> list[str]:
        """The same for a word that is not at the start of the text, as strings."""
        return [part.text for part in self.finish(AlignedText(word))]

    def alphabet(self) -> list[str]:
        """The characters that every vocabulary learned with this pre-tokenizer contains."""
        return []

    def pre_tokenize(self, text: AlignedText) -> list[AlignedText]:
        """The words as the model gets them, none of them empty."""
        return [
            part
            for word in self.cut(text).aligned()
            for part in self.finish(word)
            if part.text
        ]

    def pre_tokenize_str(self, text: str) -> list[tuple[str, Offsets]]:
        """The words as the model gets them, with their `(start, end)` in characters of `text`."""
        try:
            words = self.pre_tokenize(AlignedText.with_spans(check_text(text)))
        except UnicodeEncodeError as error:
            raise surrogate_error(error, text) from None
        return [(word.text, word.source_span()) for word in words]


class Sequence(PreTokenizer):
    """Several pre-tokenizers in a row: each cuts the words of the one before it."""

    pre_tokenizers: abc.Sequence[PreTokenizer]

    def prepare(self) -> None:
        self.keep(pre_tokenizers=check_tuple(self.pre_tokenizers, "pre_tokenizers"))
        self._first, *self._others = self.pre_tokenizers or (Split(Regex("(?!)")),)
        others_mind_start = any(
            part.minds_start for part in self._others
        )  # which see words, and no spaces
        self.keep(
            minds_start=self._first.minds_start or others_mind_start,
            drops_spaces=self._first.drops_spaces,
        )
        self.keep(cuts=None if others_mind_start else self._first.cuts)

    def alphabet(self) -> list[str]:
        return sorted(
            {char for part in self.pre_tokenizers for char in part.alphabet()}
        )

    def cut(self, text: AlignedText) -> Words:
        return self._first.cut(text)

    def finish(self, word: AlignedText) -> list[AlignedText]:
        words = self._first.finish(word)
        for part in self._others:
            words = [
                shorter for longer in words for shorter in part.pre_tokenize(longer)
            ]
        return words


class Split(PreTokenizer):
    r"""Cut at every match of a pattern: `Split(Regex(r"\s"), behavior="removed")`.

    A match becomes a word (`"isolated"`), the end of the word before it (`"merged_with_previous"`) or the start of the
    next (`"merged_with_next"`), one word with the matches it touches (`"contiguous"`), or nothing (`"removed"`).
    """

    pattern: Pattern  # a `Regex`, or a plain string to match literally
    behavior: Behavior = "isolated"
    invert: bool = False  # swap the matches and the text between them

    def prepare(self) -> None:
        check_choice(self.behavior, "behavior", get_args(Behavior))
        self._compiled = patterns.compile_pattern(self.pattern)
        is_known = isinstance(self.pattern, Regex) and self.pattern in patterns.NAMES
        self.keep(
            cuts=CUTS
            if is_known and self.behavior == "isolated" and not self.invert
            else None
        )

    def cut(self, text: AlignedText) -> Words:
        if self.cuts is not None:  # the matches are the words
            return text.find_words(
                patterns.word_finder(self.pattern)(text.text), cuts=CUTS
            )
        bounds = [
            0,
            *chain.from_iterable(patterns.find_matches(self._compiled, text.text)),
            len(text.text),
        ]
        spans: list[Offsets] = []
        joins, before = JOINS.get(self.behavior, ()), None
        for (start, end), is_match in zip(
            pairwise(bounds), cycle([self.invert, not self.invert])
        ):
            if start == end and is_match == self.invert:
                continue  # nothing lies between two matches
            if (before, is_match) in joins:
                spans[-1] = spans[-1][0], end
            elif not (self.behavior == "removed" and is_match):
                spans.append((start, end))
            before = is_match
        spans = [(start, end) for start, end in spans if start < end]
        return Words(
            text,
            [text.text[start:end] for start, end in spans],
            [start for start, _ in spans],
        )


class WhitespaceSplit(PreTokenizer):
    """Cut at whitespace, and remove it: `Hey, you!` → `Hey,`  `you!`."""

    word: ClassVar[str] = r"\S+"
    drops_spaces = True
    cuts = CUTS

    def cut(self, text: AlignedText) -> Words:
        return text.find_words(patterns.word_finder(self.word)(text.text), cuts=CUTS)


class BertPreTokenizer(WhitespaceSplit):
    """Cut at whitespace, and make each punctuation character a word: `Hey, you!` → `Hey`  `,`  `you`  `!`."""

    word = BERT_PATTERN


class Whitespace(WhitespaceSplit):
    """Runs of word characters and runs of other characters, but no whitespace: `Hey, you!` → `Hey`  `,`  `you`  `!`."""

    word = r"\w+|[^\w\s]+"


class Punctuation(PreTokenizer):
    """Split at each punctuation character, including ASCII `+` and `$`: `Hey, you!` → `Hey`  `,`  ` you`  `!`."""

    behavior: Behavior = "isolated"

    def prepare(self) -> None:
        self._split = Split(Regex(f"[{patterns.PUNCTUATION}]"), self.behavior)

    def cut(self, text: AlignedText) -> Words:
        return self._split.cut(text)


class Digits(PreTokenizer):
    """Make each run of digits (`½` is one, too) a word, or each digit by itself: `911` → `911`, or `9`  `1`  `1`."""

    individual_digits: bool = False

    def cut(self, text: AlignedText) -> Words:
        pattern = r"\p{N}|[^\p{N}]+" if self.individual_digits else r"\p{N}+|[^\p{N}]+"
        return text.find_words(patterns.word_finder(pattern)(text.text))


BYTE_SPELLING = CharMap(
    lambda char: "".join(map(patterns.BYTE_TO_CHAR.__getitem__, char.encode()))
)


class ByteLevel(PreTokenizer):
    """Cut by a pattern, then write each word as UTF-8 bytes: ` café` → `ĠcafÃ©`. ValueError for a lone surrogate."""

    pattern: Regex | None = GPT2_PATTERN  # None leaves the text whole
    add_prefix_space: bool = (
        False  # put a space before a text that does not begin with one
    )

    def prepare(self) -> None:
        self.keep(pattern=None if self.pattern is None else Regex(self.pattern))
        self._split = None if self.pattern is None else Split(self.pattern)
        cuts = None if self._split is None else self._split.cuts
        self.keep(cuts=CUTS_AT_SPACES if cuts and self.add_prefix_space else cuts)

    @staticmethod
    def alphabet() -> list[str]:  # as in `tokenizers`
        """The 256 characters that stand for bytes."""
        return sorted(patterns.CHAR_TO_BYTE)

    def cut(self, text: AlignedText) -> Words:
        text.text.encode()  # finds a lone surrogate here, where its position in the text is known
        if self.add_prefix_space and text.text and text.text[0] != " ":
            text = text.prepend(" ", shares=False)
        return (
            Words(text, [text.text] if text.text else [], [0])
            if self._split is None
            else self._split.cut(text)
        )

    def finish(self, word: AlignedText) -> list[AlignedText]:
        return [word.translate(BYTE_SPELLING)]

    def spell(self, word: str) -> list[str]:
        return [word.translate(BYTE_SPELLING)]


class Metaspace(PreTokenizer):
    """Write spaces as a visible character, at the start of words, as SentencePiece does: `Hey you` → `▁Hey`  `▁you`."""

    replacement: str = "▁"
    prepend_scheme: Scheme = "always"  # which parts of a text get a space in front: "first" is the start of the text
    split: bool = True  # whether the text is cut

    def prepare(self) -> None:
        check_choice(self.prepend_scheme, "prepend_scheme", get_args(Scheme))
        space = re.escape(check_char(self.replacement, "replacement"))
        self._words = re.compile(rf"[\s\S][^{space}]*" if self.split else r"[\s\S]+")
        self._cuts = re.compile(f"(?={space})" if self.split else "(?!)")
        self.keep(
            minds_start=self.prepend_scheme == "first",
            cuts=CUTS_AT_SPACES if self.split else None,
        )

    def cut(self, text: AlignedText) -> Words:
        text = text.with_chars(text.text.replace(" ", self.replacement))
        prepends = self.prepend_scheme == "always" or (
            self.prepend_scheme == "first" and text.at_start
        )
        if prepends and text.text and text.text[0] != self.replacement:
            text = text.prepend(self.replacement, shares=True)
        return text.find_words(self._words, cuts=self._cuts)
