"""Decoders of tokens that stand for bytes, which make a character only together."""

import re
from collections.abc import Iterable, Iterator

from minitok.byte_alphabet import CHAR_TO_BYTE
from minitok.decoders.base import Decoder
from minitok.decoders.stream import StreamDecoder


class ByteLevel(Decoder):
    """Undo the byte-level spelling: `caf` `Ã` `©` → `café`."""

    fuses = True

    def to_bytes(self, token: str) -> bytes:
        """The bytes that a token stands for; the UTF-8 of one that is not spelled in byte-level characters."""
        return _BYTES[token]

    def decode(self, tokens: Iterable[str], *, errors: str = "replace") -> str:
        return b"".join(map(_BYTES.__getitem__, tokens)).decode("utf-8", errors)

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        decoder = StreamDecoder(errors=errors)
        for token in tokens:
            yield decoder.feed(_BYTES[token])
        yield decoder.finish()


class _Bytes(dict[str, bytes]):
    """Tokens and the bytes that they stand for, filled as they are met; a look-up is a tenth of spelling one out."""

    most = 2**18  # beyond which everything is forgotten

    def __missing__(self, token: str) -> bytes:
        try:
            found = bytes(map(CHAR_TO_BYTE.__getitem__, token))
        except KeyError:
            found = token.encode("utf-8", "surrogatepass")
        if len(self) >= self.most:
            self.clear()
        self[token] = found
        return found


_BYTES = _Bytes()


class ByteFallback(Decoder):
    """Undo the spelling of a model's `byte_fallback`: `caf` `<0xC3>` `<0xA9>` → `café`.

    A row of such tokens is one piece of UTF-8. If it is not valid as a whole, then with `errors="replace"` every
    byte of it becomes a `�`, as in Hugging Face's decoder.
    """

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        row = b""
        for token in tokens:
            if re.fullmatch("<0x[+0-9A-Fa-f][0-9A-Fa-f]>", token):
                row += bytes([int(token[3:5], 16)])
                continue
            if row:
                yield from _decoded(row, errors)
                row = b""
            yield token
        if row:
            yield from _decoded(row, errors)


def _decoded(row: bytes, errors: str) -> Iterable[str]:
    try:
        return [row.decode()]
    except UnicodeDecodeError:
        return "�" * len(row) if errors == "replace" else [row.decode(errors=errors)]
