"""The way back: tokens to text."""

import codecs
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from minitok.byte_alphabet import CHAR_TO_BYTE
from minitok.steps import StreamStep
from minitok.text import PrependScheme, check_metaspace


class Decoder(ABC):
    """Tokens to text."""

    @abstractmethod
    def decode(self, tokens: Sequence[str], *, errors: str = "replace") -> str:
        """The text of `tokens`. `errors` says what becomes of bytes that are no character, as in `bytes.decode`."""

    def stream(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        """The same text in parts, none of them empty, each as soon as it is certain: what each token adds."""
        before: list[str] = []
        for token in tokens:
            if added := self.decode([*before, token], errors=errors)[len(self.decode(before, errors=errors)) :]:
                yield added
            before = [token]

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class ByteLevel(Decoder):
    """Undo the byte-level spelling: `caf` `Ã` `©` → `café`."""

    def to_bytes(self, token: str) -> bytes:
        """The bytes that a token stands for; the UTF-8 of one that is not spelled in byte-level characters."""
        return _to_bytes(token)

    def decode(self, tokens: Sequence[str], *, errors: str = "replace") -> str:
        return b"".join(map(_to_bytes, tokens)).decode("utf-8", errors)

    def stream(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        decoder = StreamDecoder(errors=errors)
        for token in tokens:
            if text := decoder.feed(_to_bytes(token)):
                yield text
        if text := decoder.finish():
            yield text


@lru_cache(maxsize=2**18)
def _to_bytes(token: str) -> bytes:
    try:
        return bytes(map(CHAR_TO_BYTE.__getitem__, token))
    except KeyError:
        return token.encode("utf-8", "surrogatepass")


class BPEDecoder(Decoder):
    """Turn the end-of-word suffix into spaces: `hug</w>` `s</w>` → `hug s`."""

    def __init__(self, suffix: str = "</w>") -> None:
        self.suffix = suffix

    def decode(self, tokens: Sequence[str], *, errors: str = "replace") -> str:
        if not tokens or not self.suffix:
            return "".join(tokens)
        *before, last = tokens
        return "".join(token.replace(self.suffix, " ") for token in before) + last.replace(self.suffix, "")

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

    def decode(self, tokens: Sequence[str], *, errors: str = "replace") -> str:
        return "".join(self.stream(tokens, errors=errors))

    def stream(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for i, token in enumerate(tokens):
            if i > 0:
                token = token[len(self.prefix) :] if token.startswith(self.prefix) else f" {token}"
            for spaced, clean in CLEANUP if self.cleanup else ():
                token = token.replace(spaced, clean)
            if token:
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

    def decode(self, tokens: Sequence[str], *, errors: str = "replace") -> str:
        if not tokens or self.prepend_scheme == "never":
            return "".join(tokens).replace(self.replacement, " ")
        first, *others = tokens
        return first.replace(self.replacement, "") + "".join(others).replace(self.replacement, " ")

    def __repr__(self) -> str:
        return f"Metaspace({self.replacement!r}, prepend_scheme={self.prepend_scheme!r})"


class StreamDecoder:
    """Decode UTF-8 that arrives in pieces, holding back the bytes of a character that is not whole yet.

    >>> decoder = StreamDecoder()
    >>> decoder.feed(b"caf\\xc3"), decoder.pending, decoder.feed(b"\\xa9")
    ('caf', b'\\xc3', 'é')
    """

    def __init__(self, *, errors: str = "replace") -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")(errors)

    @property
    def pending(self) -> bytes:
        """The bytes that wait for the rest of their character: three at the most."""
        return self._decoder.getstate()[0]

    def feed(self, data: bytes) -> str:
        """Take the next bytes and give the characters that are now whole."""
        return self._decoder.decode(data)

    def finish(self) -> str:
        """Say that no more bytes will come, and give what `errors` makes of those that are still pending."""
        return self._decoder.decode(b"", final=True)

    def steps(self, pieces: Iterable[bytes]) -> Iterator[StreamStep]:
        """Feed one piece after the other, then finish, with a record of each: what came, what is whole, what waits."""
        for data in pieces:
            yield StreamStep(data, self.feed(data), self.pending)
        yield StreamStep(b"", self.finish(), self.pending)
