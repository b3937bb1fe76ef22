"""Bytes to characters while the bytes are still coming."""

import codecs
from collections.abc import Iterable, Iterator

from minitok.steps import StreamStep


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
