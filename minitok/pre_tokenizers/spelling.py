"""Pre-tokenizers that write words in other characters: bytes that can be printed, spaces that can be seen."""

from collections.abc import Iterable
from itertools import pairwise

from minitok.byte_alphabet import BYTE_TO_CHAR, CHAR_TO_BYTE
from minitok.patterns import GPT2_PATTERN, NAMES, pieces_before
from minitok.pre_tokenizers.base import PreTokenizer
from minitok.pre_tokenizers.splitting import Split
from minitok.text import AlignedText, PrependScheme, check_metaspace


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
        if not self.cuts or self.replacement not in text[1:]:
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
