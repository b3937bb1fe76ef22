r"""The second stage: cut a text into words, which no token will ever cross.

A pre-tokenizer says where the words are (`split`) and how the model is to read them (`spell`); `pre_tokenize`
does both and keeps the offsets. The split patterns of the GPT models live in `patterns` and are named here.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Literal, get_args

from minitok.byte_alphabet import BYTE_TO_CHAR, CHAR_TO_BYTE
from minitok.patterns import (
    BERT_PATTERN,
    GPT2_PATTERN,
    GPT4_PATTERN,
    GPT4O_PATTERN,
    NAMES,
    PUNCTUATION,
    compile_pattern,
    find_words,
    pieces,
    pieces_before,
)
from minitok.steps import Offsets
from minitok.text import AlignedText, PrependScheme, check_metaspace, naming_surrogates

__all__ = ["GPT2_PATTERN", "GPT4O_PATTERN", "GPT4_PATTERN", "ByteLevel", "PreTokenizer", "Sequence", "Split"]
__all__ += ["BertPreTokenizer", "Digits", "Metaspace", "Punctuation", "Whitespace", "WhitespaceSplit"]

Behavior = Literal["isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"]


class PreTokenizer(ABC):
    """Text to words."""

    alphabet: tuple[str, ...] = ()
    """The characters that every model behind this pre-tokenizer should know, whatever its training text."""

    @property
    def continued(self) -> "PreTokenizer":
        """What cuts the rest of a text whose start has been cut: the same, for all but those that treat it apart."""
        return self

    @abstractmethod
    def split(self, text: str) -> list[str]:
        """The words of `text`, as they stand in it."""

    def spell(self, word: str) -> str:
        """A word in the characters that the model reads."""
        return word

    @abstractmethod
    def pre_tokenize(self, text: AlignedText) -> list[AlignedText]:
        """The words as the model reads them, each character with the span that it came from."""

    def pre_tokenize_str(self, text: str) -> list[tuple[str, Offsets]]:
        """The words as the model reads them, with their `(start, end)` in characters of `text`."""
        with naming_surrogates(text):
            words = self.pre_tokenize(AlignedText(text))
        return [(word.text, word.source_span()) for word in words]

    def pieces(self, text: str) -> Iterable[str]:
        """Cut a long text into shorter ones that have the same words, so that work on it stays in bounds."""
        return (text,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Split(PreTokenizer):
    r"""Cut at every match of a pattern: `Split(r"\s", behavior="removed")`.

    `pattern` is a regular expression of the `regex` module, or one of the published patterns. `behavior` says
    what becomes of a match: a word of its own (`"isolated"`), nothing (`"removed"`), the end of the word before
    it (`"merged_with_previous"`), the start of the next (`"merged_with_next"`), or, where matches touch, one
    word together (`"contiguous"`). With `invert=True` matches and what lies between them change places.
    """

    def __init__(self, pattern: str, *, behavior: Behavior = "isolated", invert: bool = False) -> None:
        if behavior not in get_args(Behavior):
            raise ValueError(f"no behavior {behavior!r}: choose one of {', '.join(get_args(Behavior))}")
        self.pattern = pattern
        self.behavior = behavior
        self.invert = invert
        self._finditer = compile_pattern(pattern).finditer
        self._whole = pattern in NAMES and behavior == "isolated" and not invert

    def split(self, text: str) -> list[str]:
        if self._whole:
            return find_words(self.pattern)(text)
        return [text[start:end] for start, end in self._spans(text)]

    def pre_tokenize(self, text: AlignedText) -> list[AlignedText]:
        return [text[start:end] for start, end in self._spans(text.text)]

    def pieces(self, text: str) -> Iterable[str]:
        return pieces(text) if self._whole else (text,)

    def _spans(self, text: str) -> Iterator[Offsets]:
        """The words' `(start, end)`, none of them empty."""
        words: list[tuple[int, int, bool]] = []
        before = False
        for start, end, is_match in self._parts(text):
            joins = bool(words) and (
                (self.behavior == "merged_with_previous" and is_match and not before)
                or (self.behavior == "merged_with_next" and before and not is_match)
                or (self.behavior == "contiguous" and is_match == before)
            )
            if joins:
                words[-1] = (words[-1][0], end, is_match)
            else:
                words.append((start, end, is_match))
            before = is_match
        for start, end, is_match in words:
            if start < end and not (is_match and self.behavior == "removed"):
                yield start, end

    def _parts(self, text: str) -> Iterator[tuple[int, int, bool]]:
        """Matches (True) and what lies between them (False), in the order of the text."""
        done = 0
        for match in self._finditer(text):
            start, end = match.span()
            if start > done:
                yield done, start, self.invert
            elif start == end:
                continue  # an empty match is a place to cut, which here is one already
            yield start, end, not self.invert
            done = end
        if done < len(text):
            yield done, len(text), self.invert

    def __repr__(self) -> str:
        pattern = NAMES.get(self.pattern) or repr(self.pattern)
        return f"Split({pattern}, behavior={self.behavior!r}{', invert=True' if self.invert else ''})"


class Whitespace(Split):
    """Runs of word characters and runs of other signs: `Hey, you!` → `Hey`  `,`  `you`  `!`."""

    def __init__(self) -> None:
        super().__init__(r"\w+|[^\w\s]+", behavior="removed", invert=True)

    __repr__ = PreTokenizer.__repr__


class WhitespaceSplit(Split):
    """What stands between whitespace: `Hey, you!` → `Hey,`  `you!`."""

    def __init__(self) -> None:
        super().__init__(r"\s+", behavior="removed")

    __repr__ = PreTokenizer.__repr__


class Punctuation(Split):
    """Each punctuation sign is a match, `+` and `$` of ASCII too: `Hey, you!` → `Hey`  `,`  ` you`  `!`."""

    def __init__(self, *, behavior: Behavior = "isolated") -> None:
        super().__init__(f"[{PUNCTUATION}]", behavior=behavior)

    def __repr__(self) -> str:
        return f"Punctuation(behavior={self.behavior!r})"


class Digits(Split):
    """Runs of digits are words, or, with `individual_digits`, each digit is: `call 911!` → `911` → `9`  `1`  `1`."""

    def __init__(self, *, individual_digits: bool = False) -> None:
        super().__init__(r"\p{N}", behavior="isolated" if individual_digits else "contiguous")
        self.individual_digits = individual_digits

    def __repr__(self) -> str:
        return f"Digits(individual_digits={self.individual_digits})"


class BertPreTokenizer(Split):
    """Cut at whitespace, and make each punctuation sign a word: `Hey, you!` → `Hey`  `,`  `you`  `!`."""

    def __init__(self) -> None:
        super().__init__(BERT_PATTERN, behavior="removed", invert=True)

    def split(self, text: str) -> list[str]:
        return find_words(BERT_PATTERN)(text)

    def pieces(self, text: str) -> Iterable[str]:
        return pieces(text)

    __repr__ = PreTokenizer.__repr__


class ByteLevel(PreTokenizer):
    """Cut by a pattern, then write each word as its UTF-8 bytes: ` café` → `ĠcafÃ©`.

    With `pattern=None` the text is not cut. With `add_prefix_space=True` a text that does not begin with a space
    is given one. UTF-8 has no way to write a lone surrogate: a ValueError says where it stands.
    """

    alphabet = tuple(sorted(CHAR_TO_BYTE))

    def __init__(self, pattern: str | None = GPT2_PATTERN, add_prefix_space: bool = False) -> None:
        self.pattern = pattern
        self.add_prefix_space = add_prefix_space
        self._splitter = None if pattern is None else Split(pattern)

    def split(self, text: str) -> list[str]:
        if self.add_prefix_space and text and text[0] != " ":
            text = " " + text
        text.encode()  # so that a lone surrogate is found here, where its place in the text is known
        if self._splitter is None:
            return [text] if text else []
        return self._splitter.split(text)

    def spell(self, word: str) -> str:
        return word.encode().decode("latin-1").translate(BYTE_TO_CHAR)

    def pre_tokenize(self, text: AlignedText) -> list[AlignedText]:
        if self.add_prefix_space and text.text and text.text[0] != " ":
            text = text.prepend(" ")
        words = [text] if self._splitter is None else self._splitter.pre_tokenize(text)
        return [word.map_chars(self.spell) for word in words if word.text]

    def pieces(self, text: str) -> Iterable[str]:
        return (text,) if self._splitter is None or self.add_prefix_space else self._splitter.pieces(text)

    def __repr__(self) -> str:
        pattern = NAMES.get(self.pattern or "") or repr(self.pattern)
        return f"ByteLevel({pattern}{', add_prefix_space=True' if self.add_prefix_space else ''})"


class Metaspace(PreTokenizer):
    """Write spaces as a visible character, which begins the word after them: `Hey you` → `▁Hey`  `▁you`.

    So a word's pieces say where the spaces were, and the text can be written back. With `prepend_scheme="always"`
    every part of a text that does not begin with a space is given one, with `"first"` only the start of the text,
    which a special token may have taken; with `"never"` none. With `split=False` the text is not cut.
    As in SentencePiece (Kudo and Richardson, 2018).
    """

    def __init__(self, replacement: str = "▁", *, prepend_scheme: PrependScheme = "always", split: bool = True) -> None:
        check_metaspace(replacement, prepend_scheme)
        self.replacement = replacement
        self.prepend_scheme = prepend_scheme
        self.cuts = split

    @property
    def continued(self) -> PreTokenizer:
        if self.prepend_scheme != "first":
            return self
        return Metaspace(self.replacement, prepend_scheme="never", split=self.cuts)

    def split(self, text: str) -> list[str]:
        text = text.replace(" ", self.replacement)
        if text and self.prepend_scheme != "never" and text[0] != self.replacement:
            text = self.replacement + text
        if not self.cuts:
            return [text] if text else []
        first, *others = text.split(self.replacement)
        words = [self.replacement + word for word in others]
        return [first, *words] if first else words

    def pre_tokenize(self, text: AlignedText) -> list[AlignedText]:
        text = AlignedText(text.text.replace(" ", self.replacement), text.spans)
        prepends = self.prepend_scheme == "always" or (self.prepend_scheme == "first" and text.source_span()[0] == 0)
        if text.text and prepends and text.text[0] != self.replacement:
            text = AlignedText(self.replacement + text.text, [text.spans[0], *text.spans])
        inside = range(1, len(text.text) if self.cuts else 1)
        cuts = [0, *(i for i in inside if text.text[i] == self.replacement), len(text.text)]
        return [text[start:end] for start, end in pairwise(cuts) if start < end]

    def pieces(self, text: str) -> Iterable[str]:
        return pieces_before(" ", text) if self.cuts else (text,)

    def __repr__(self) -> str:
        return f"Metaspace({self.replacement!r}, prepend_scheme={self.prepend_scheme!r}, split={self.cuts})"


class Sequence(PreTokenizer):
    """One pre-tokenizer after the other, each on the words of the one before."""

    def __init__(self, pre_tokenizers: Iterable[PreTokenizer]) -> None:
        self.pre_tokenizers = tuple(pre_tokenizers)
        self.alphabet = tuple(sorted({char for part in self.pre_tokenizers for char in part.alphabet}))
        for part in self.pre_tokenizers[1:]:
            if part.continued is not part:
                raise ValueError(f"{part} treats the start of a text apart, so it has to come first in a Sequence")

    @property
    def continued(self) -> PreTokenizer:
        if not self.pre_tokenizers or self.pre_tokenizers[0].continued is self.pre_tokenizers[0]:
            return self
        return Sequence([self.pre_tokenizers[0].continued, *self.pre_tokenizers[1:]])

    def split(self, text: str) -> list[str]:
        words = [text] if text else []
        for part, following in zip(self.pre_tokenizers, [*self.pre_tokenizers[1:], None]):
            words = [word for longer in words for word in part.split(longer)]
            if following is not None:
                words = [part.spell(word) for word in words]
        return words

    def spell(self, word: str) -> str:
        return self.pre_tokenizers[-1].spell(word) if self.pre_tokenizers else word

    def pre_tokenize(self, text: AlignedText) -> list[AlignedText]:
        words = [text] if text.text else []
        for part in self.pre_tokenizers:
            words = [word for longer in words for word in part.pre_tokenize(longer)]
        return words

    def pieces(self, text: str) -> Iterable[str]:
        return self.pre_tokenizers[0].pieces(text) if self.pre_tokenizers else (text,)

    def __repr__(self) -> str:
        return f"Sequence({list(self.pre_tokenizers)})"
