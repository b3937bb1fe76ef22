"""Pre-tokenizers that cut where a pattern says, and write the words as they stand in the text."""

from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from minitok.patterns import BERT_PATTERN, NAMES, PUNCTUATION, compile_pattern, find_matches, find_words, pieces
from minitok.pre_tokenizers.base import PreTokenizer
from minitok.steps import Offsets
from minitok.text import AlignedText

Behavior = Literal["isolated", "removed", "merged_with_previous", "merged_with_next", "contiguous"]


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
        self._compiled = compile_pattern(pattern)
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
        for start, end in find_matches(self._compiled, text):
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
