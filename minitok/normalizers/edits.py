"""Normalizers that edit a text as one would by hand."""

from minitok.normalizers.base import WHITESPACE, Normalizer
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
