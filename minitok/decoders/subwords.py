"""Decoders of pieces of words: what marks a piece says where the spaces were."""

from collections.abc import Iterable, Iterator

from minitok.decoders.base import Decoder
from minitok.text import PrependScheme, check_metaspace


class BPEDecoder(Decoder):
    """Turn the end-of-word suffix into spaces: `hug</w>` `s</w>` → `hug s`."""

    def __init__(self, suffix: str = "</w>") -> None:
        self.suffix = suffix

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        waiting: str | None = None  # a token with its suffix: what it means depends on whether another one comes
        for token in tokens:
            if waiting is not None:
                yield waiting.replace(self.suffix, " ")
            waiting = token if self.suffix and self.suffix in token else None
            if waiting is None:
                yield token
        if waiting is not None:
            yield waiting.replace(self.suffix, "")

    def stream(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        if not self.suffix:
            yield from filter(None, tokens)
            return
        waiting = ""  # a token from its suffix on: what it means depends on whether another one comes
        for token in tokens:
            before, suffix, after = token.partition(self.suffix)
            if text := waiting.replace(self.suffix, " ") + before:
                yield text
            waiting = suffix + after
        if text := waiting.replace(self.suffix, ""):
            yield text

    def __repr__(self) -> str:
        return f"BPEDecoder({self.suffix!r})"


class WordPiece(Decoder):
    """A space before each token but the first, unless it carries the prefix: `hug` `##s` `me` → `hugs me`.

    `cleanup` takes out, in each token by itself, the space that stood before a sign or a short form, as Hugging
    Face's decoder does: `do` `not` `!` → `do not!`, and ` do not` in one token → ` don't`.
    """

    def __init__(self, prefix: str = "##", cleanup: bool = True) -> None:
        self.prefix = prefix
        self.cleanup = cleanup

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for i, token in enumerate(tokens):
            if i > 0:
                token = token[len(self.prefix) :] if token.startswith(self.prefix) else f" {token}"
            for spaced, clean in CLEANUP if self.cleanup else ():
                token = token.replace(spaced, clean)
            yield token

    def __repr__(self) -> str:
        return f"WordPiece(prefix={self.prefix!r}, cleanup={self.cleanup})"


CLEANUP = (
    *((f" {sign}", sign) for sign in ".?!,"),
    (" ' ", "'"),
    (" n't", "n't"),
    (" 'm", "'m"),
    (" do not", " don't"),
    (" 's", "'s"),
    (" 've", "'ve"),
    (" 're", "'re"),
)
"""What `WordPiece` replaces by what, in this order."""


class Metaspace(Decoder):
    """Turn the visible spaces back: `▁Hey` `▁y` `ou` → `Hey you`.

    The first token's are taken out, since the pre-tokenizer put one there, unless `prepend_scheme` is `"never"`.
    """

    def __init__(self, replacement: str = "▁", *, prepend_scheme: PrependScheme = "always") -> None:
        check_metaspace(replacement, prepend_scheme)
        self.replacement = replacement
        self.prepend_scheme = prepend_scheme

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for i, token in enumerate(tokens):
            yield token.replace(self.replacement, "" if i == 0 and self.prepend_scheme != "never" else " ")

    def __repr__(self) -> str:
        return f"Metaspace({self.replacement!r}, prepend_scheme={self.prepend_scheme!r})"
