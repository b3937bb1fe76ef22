"""Decoders that edit tokens as one would by hand."""

from collections.abc import Iterable, Iterator

from minitok.decoders.base import Decoder
from minitok.patterns import compile_pattern, replace_matches


class Fuse(Decoder):
    """Make all tokens one, for what comes next: `Hey` `▁you` → `Hey▁you`."""

    fuses = True

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        return iter(tokens)


class Replace(Decoder):
    """Put `content` in the place of every match of a pattern, a regular expression: `▁Hey` → ` Hey`."""

    def __init__(self, pattern: str, content: str) -> None:
        self.pattern = pattern
        self.content = content
        self._compiled = compile_pattern(pattern)

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for token in tokens:
            yield replace_matches(self._compiled, token, self.content)

    def __repr__(self) -> str:
        return f"Replace({self.pattern!r}, {self.content!r})"


class Strip(Decoder):
    """Take up to `left` and `right` times a character from the ends of each token: ` Hey` → `Hey`."""

    def __init__(self, content: str = " ", *, left: int = 0, right: int = 0) -> None:
        if len(content) != 1:
            raise ValueError(f"content={content!r} must be one character, such as ' '")
        self.content = content
        self.left = left
        self.right = right

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for token in tokens:
            yield "".join(self.chain_fused([token]))

    def chain_fused(self, parts: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        left, waiting = self.left, ""
        for part in parts:
            found = min(left, len(part) - len(part.lstrip(self.content)))
            left = left - found if found == len(part) else 0
            waiting += part[found:]
            end = len(waiting) - min(self.right, len(waiting) - len(waiting.rstrip(self.content)))
            yield waiting[:end]
            waiting = waiting[end:]

    def __repr__(self) -> str:
        return f"Strip({self.content!r}, left={self.left}, right={self.right})"
