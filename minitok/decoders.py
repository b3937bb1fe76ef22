"""Decoders, a part of a tokenizer: they turn tokens into text.

A decoder has one method, `chain`, which yields the text of each token.

>>> WordPiece().decode(["hug", "##s"]), Metaspace().decode(["▁a", "▁pun"])
('hugs', 'a pun')
>>> BPEDecoder().decode(["hu", "gs</w>"]), ByteLevel().decode(["caf", "Ã©"])
('hugs', 'café')
>>> ByteFallback().decode(["<0xC3>", "<0xA9>"]), Strip("a", 1).decode(["ab"])
('é', 'b')
"""

import codecs
import re
from abc import ABC, abstractmethod
from collections import abc
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

from minitok.part import Part
from minitok.patterns import CHAR_TO_BYTE, Pattern, Regex
from minitok.pre_tokenizers import Scheme
from minitok.steps import StreamStep
from minitok.text import PLACEHOLDER
from minitok.validation import check_char, check_list

# What `WordPiece` cleans up in each token by itself, in this order
SPACED = (" .", " ?", " !", " ,", " ' ", " n't", " 'm", " 's", " 've", " 're")
CLEANUP = [(spaced, spaced.strip()) for spaced in SPACED]
CLEANUP.append((" do not", " don't"))


class Decoder(Part, ABC):
    """From tokens to text."""

    @property
    def fuses(self) -> bool:
        """Whether all tokens become one, which `chain` yields in parts."""
        return False

    @abstractmethod
    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        """The text of each token, in order.

        Each comes as soon as no later token can change it.
        """

    def chain_fused(
        self, parts: Iterable[str], *, errors: str = "replace"
    ) -> Iterator[str]:
        """The text of a single token that comes in parts."""
        yield from self.chain(["".join(parts)], errors=errors)

    def decode(self, tokens: Iterable[str], *, errors: str = "replace") -> str:
        """The text of some tokens.

        `errors` says what to do with invalid UTF-8, as in `bytes.decode`.
        """
        strings = check_list(tokens, "tokens", "strings")
        return "".join(self.chain(strings, errors=errors))


class Sequence(Decoder):
    """Several decoders in a row.

    After one that fuses the tokens, the next ones get the whole text as one token.
    """

    decoders: abc.Sequence[Decoder]

    @property
    def fuses(self) -> bool:
        return any(decoder.fuses for decoder in self.decoders)

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        is_fused = False
        for decoder in self.decoders:
            if is_fused:
                tokens = decoder.chain_fused(tokens, errors=errors)
            else:
                tokens = decoder.chain(tokens, errors=errors)
                is_fused = decoder.fuses
        return iter(tokens)


class Replace(Decoder):
    """Replace a string wherever it stands in a token: `▁Hey` → ` Hey`."""

    pattern: Pattern
    content: str

    def prepare(self) -> None:
        if isinstance(self.pattern, Regex):
            raise ValueError(
                f"a decoder replaces a string, not a Regex, {self.pattern!r}: "
                'write one, such as decoders.Replace("▁", " ")'
            )

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for token in tokens:
            yield token.replace(self.pattern, self.content)


class Strip(Decoder):
    """Remove a character from the ends of each token: ` Hey` → `Hey`."""

    content: str = " "
    left: int = 0  # at most this many
    right: int = 0

    def prepare(self) -> None:
        check_char(self.content, "content")

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for token in tokens:
            yield "".join(self.chain_fused([token]))

    def chain_fused(
        self, parts: Iterable[str], *, errors: str = "replace"
    ) -> Iterator[str]:
        left = self.left
        waiting = ""  # its end may be that of the token
        for part in parts:
            count = len(part) - len(part.lstrip(self.content))
            part = part[min(count, left) :]
            left = 0 if part else left - count
            waiting += part
            count = len(waiting) - len(waiting.rstrip(self.content))
            end = len(waiting) - min(count, self.right)
            yield waiting[:end]
            waiting = waiting[end:]


class Metaspace(Decoder):
    """Turn visible spaces into spaces: `▁Hey` `▁y` `ou` → `Hey you`."""

    replacement: str = "▁"
    prepend_scheme: Scheme = "always"  # unless "never", the first token loses its own

    def prepare(self) -> None:
        check_char(self.replacement, "replacement")

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        space = " " if self.prepend_scheme == "never" else ""
        for token in tokens:
            yield token.replace(self.replacement, space)
            space = " "


class BPEDecoder(Decoder):
    """Turn end-of-word suffixes into spaces: `hug</w>` `s</w>` → `hug s`.

    That of the last token is removed.
    """

    suffix: str = "</w>"

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        waiting: str | None = None  # a token with the suffix, perhaps the last
        for token in tokens:
            if waiting is not None:
                yield waiting.replace(self.suffix, " ")
                waiting = None
            if self.suffix in token:
                waiting = token
            else:
                yield token
        if waiting is not None:
            yield waiting.replace(self.suffix, "")


class WordPiece(Decoder):
    """Put a space before each token but the first, unless it has the prefix.

    `hug` `##s` `me` → `hugs me`
    """

    prefix: str = "##"
    cleanup: bool = True  # remove the space before punctuation and contractions

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        cleanup = CLEANUP if self.cleanup else []
        for i, token in enumerate(tokens):
            if i > 0:
                token = self._attach(token)
            for spaced, clean in cleanup:
                token = token.replace(spaced, clean)
            yield token

    def _attach(self, token: str) -> str:
        if token.startswith(self.prefix):
            return token.removeprefix(self.prefix)
        return f" {token}"


class StreamDecoder:
    """Decode UTF-8 that arrives in pieces.

    `pending` has the bytes of a character that is not complete, at most three.

    >>> decoder = StreamDecoder()
    >>> decoder.feed(b"caf\\xc3"), decoder.pending, decoder.feed(b"\\xa9")
    ('caf', b'\\xc3', 'é')
    """

    def __init__(self, *, errors: str = "replace") -> None:
        self._errors = errors
        self.pending = b""

    def feed(self, data: bytes, *, final: bool = False) -> str:
        """Take the next bytes, and return the characters that are now complete."""
        data = self.pending + data
        text, end = codecs.utf_8_decode(data, self._errors, final)
        self.pending = data[end:]
        return text

    def finish(self) -> str:
        """End the stream: what `errors` makes of the bytes that are still pending."""
        return self.feed(b"", final=True)

    def steps(self, pieces: Iterable[bytes]) -> Iterator[StreamStep]:
        """Feed all the pieces, then finish: a record for each piece and for the end."""
        for data in check_list(pieces, "pieces", "bytes"):
            yield StreamStep(data, self.feed(data), self.pending)
        yield StreamStep(b"", self.finish(), self.pending)


class ByteLevel(Decoder):
    """Turn byte-level tokens into text: `caf` `Ã` `©` → `café`."""

    @property
    def fuses(self) -> bool:
        return True

    @staticmethod
    @lru_cache(2**18)
    def to_bytes(token: str) -> bytes:
        """The bytes of a token.

        If it has a character that is not in the byte-level alphabet, its UTF-8.
        """
        try:
            return bytes(map(CHAR_TO_BYTE.__getitem__, token))
        except KeyError:
            return token.encode("utf-8", "surrogatepass")

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        decoder = StreamDecoder(errors=errors)
        for token in tokens:
            if PLACEHOLDER in token:  # with a space in front, after `WordPiece`
                yield decoder.finish() + token
            else:
                yield decoder.feed(self.to_bytes(token))
        yield decoder.finish()

    def chain_fused(
        self, parts: Iterable[str], *, errors: str = "replace"
    ) -> Iterator[str]:
        tokens = re.split(f"({PLACEHOLDER})", "".join(parts))
        return self.chain(tokens, errors=errors)


class ByteFallback(Decoder):
    """Turn the byte tokens of a model into text: `caf` `<0xC3>` `<0xA9>` → `café`."""

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for are_bytes, row in groupby(tokens, key=_is_byte):
            if are_bytes:
                data = bytes(int(token[3:5], 16) for token in row)
                yield from _decode_bytes(data, errors)
            else:
                yield from row


def _is_byte(token: str) -> bool:
    # `tokenizers` reads `<0x+A>`, too: Rust's parser of numbers takes a plus.
    return re.fullmatch("<0x[+0-9A-Fa-f][0-9A-Fa-f]>", token) is not None


def _decode_bytes(data: bytes, errors: str) -> list[str]:
    try:
        return [data.decode()]
    except UnicodeDecodeError:
        if errors == "replace":  # each byte by itself
            return ["�"] * len(data)
        return [data.decode(errors=errors)]
