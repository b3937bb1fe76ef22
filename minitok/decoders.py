"""The way back: tokens to text."""

import codecs
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from minitok.pre_tokenizers import CHAR_TO_BYTE


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

    def __repr__(self) -> str:
        return f"BPEDecoder({self.suffix!r})"


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
