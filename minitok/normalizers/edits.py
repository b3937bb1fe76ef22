"""Normalizers that edit a text as one would by hand."""

from minitok.normalizers.base import WHITESPACE, Normalizer
from minitok.patterns import compile_pattern, find_matches, replace_matches
from minitok.steps import Offsets
from minitok.text import AlignedText


class Strip(Normalizer):
    """Take the whitespace from both ends: `  a b ` → `a b`; with `left=False` or `right=False` from one only."""

    def __init__(self, *, left: bool = True, right: bool = True) -> None:
        self.left = left
        self.right = right

    def normalize_str(self, text: str) -> str:
        start, end = self._rest(text)
        return text[start:end]

    def normalize(self, text: AlignedText) -> AlignedText:
        start, end = self._rest(text.text)
        return text[start:end]

    def _rest(self, text: str) -> Offsets:
        """Where what is left begins and ends."""
        start = len(text) - len(text.lstrip(WHITESPACE)) if self.left else 0
        return start, max(start, len(text.rstrip(WHITESPACE)) if self.right else len(text))

    def __repr__(self) -> str:
        return f"Strip(left={self.left}, right={self.right})"


class Replace(Normalizer):
    """Put `content` in the place of every match of a pattern: `Replace(" {2,}", " ")` makes `a   b` → `a b`.

    `pattern` is a regular expression of the `regex` module, as in `Split` (`re.escape` makes one of plain text);
    `content` is plain text. Each of its characters spans the whole match.
    """

    def __init__(self, pattern: str, content: str) -> None:
        self.pattern = pattern
        self.content = content
        self._compiled = compile_pattern(pattern)

    def normalize_str(self, text: str) -> str:
        return replace_matches(self._compiled, text, self.content)

    def normalize(self, text: AlignedText) -> AlignedText:
        spans: list[Offsets] = []
        done = 0
        for start, end in find_matches(self._compiled, text.text) if text.text else ():
            spans += [*text.spans[done:start], *[text.source_span(start, end)] * len(self.content)]
            done = end
        return AlignedText(self.normalize_str(text.text), [*spans, *text.spans[done:]])

    def __repr__(self) -> str:
        return f"Replace({self.pattern!r}, {self.content!r})"


class Prepend(Normalizer):
    """Put `chars` in front of a text that is not empty: `Prepend("▁")` makes `Hey` → `▁Hey`.

    They share the place of its first character, like the space that `Metaspace` puts there.
    """

    def __init__(self, chars: str) -> None:
        self.chars = chars

    def normalize_str(self, text: str) -> str:
        return self.chars + text if text else text

    def normalize(self, text: AlignedText) -> AlignedText:
        here = list(text.spans[:1]) * len(self.chars)
        return AlignedText(self.normalize_str(text.text), [*here, *text.spans])

    def __repr__(self) -> str:
        return f"Prepend({self.chars!r})"
