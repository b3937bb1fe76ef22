"""The way back: turn tokens, or ids, into text. A decoder has one method, `chain`, which yields the text of each token.

>>> WordPiece().decode(["hug", "##s"]), Metaspace().decode(["▁a", "▁pun"]), BPEDecoder().decode(["hu", "gs</w>"])
('hugs', 'a pun', 'hugs')
>>> ByteLevel().decode(["caf", "Ã©"]), ByteFallback().decode(["<0xC3>", "<0xA9>"]), Strip("a", 1).decode(["ab"])
('café', 'é', 'b')
"""

import codecs
import re
from abc import ABC, abstractmethod
from collections import abc
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from typing import ClassVar, Literal, get_args

from minitok import normalizers
from minitok.part import Part
from minitok.patterns import CHAR_TO_BYTE, Pattern, Regex
from minitok.steps import StreamStep
from minitok.text import PLACEHOLDER
from minitok.validation import (
    check_char,
    check_choice,
    check_list,
    check_text,
    check_tuple,
)

Errors = Literal[
    "replace",
    "strict",
    "ignore",
    "backslashreplace",
    "surrogateescape",
    "surrogatepass",
]


class Decoder(Part, ABC):
    """From tokens to text."""

    fuses: ClassVar[bool] = (
        False  # whether all tokens become one, which `chain` yields in parts
    )

    @abstractmethod
    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        """The text of each token, in order, each as soon as no later token can change it."""

    def chain_fused(
        self, parts: Iterable[str], *, errors: str = "replace"
    ) -> Iterator[str]:
        """The same for a single token, given in parts."""
        yield from self.chain(["".join(parts)], errors=errors)

    def decode(self, tokens: Iterable[str], *, errors: str = "replace") -> str:
        """The text of some tokens. `errors` says what to do with invalid UTF-8, as in `bytes.decode`."""
        strings = map(check_text, check_list(tokens, "tokens", "strings"))
        return "".join(
            self.chain(strings, errors=check_choice(errors, "errors", get_args(Errors)))
        )


class Sequence(Decoder):
    """Several decoders in a row. After one that fuses the tokens, the next ones get the whole text as one token."""

    decoders: abc.Sequence[Decoder]

    def prepare(self) -> None:
        self.keep(decoders=check_tuple(self.decoders, "decoders"))
        self.keep(fuses=any(decoder.fuses for decoder in self.decoders))

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        fused = False
        for decoder in self.decoders:
            tokens = (decoder.chain_fused if fused else decoder.chain)(
                tokens, errors=errors
            )
            fused = fused or decoder.fuses
        return iter(tokens)


class Replace(Decoder):
    """Replace every match of a `Regex` or of a plain string with `content`: `▁Hey` → ` Hey`."""

    pattern: Pattern
    content: str

    def prepare(self) -> None:
        self._replace: Callable[[str], str] = normalizers.Replace(
            self.pattern, self.content
        ).normalize_str
        if self.pattern != "" and not isinstance(self.pattern, Regex):
            self._replace = lambda token: token.replace(self.pattern, self.content)

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        return map(self._replace, tokens)


class Strip(Decoder):
    """Remove a character from the ends of each token, at most `left` and `right` times: ` Hey` → `Hey`."""

    content: str = " "
    left: int = 0
    right: int = 0

    def prepare(self) -> None:
        check_char(self.content, "content")

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        return ("".join(self.chain_fused([token])) for token in tokens)

    def chain_fused(
        self, parts: Iterable[str], *, errors: str = "replace"
    ) -> Iterator[str]:
        left, waiting = self.left, ""
        for part in parts:
            found = min(left, len(part) - len(part.lstrip(self.content)))
            left = left - found if found == len(part) else 0
            waiting += part[found:]
            end = len(waiting) - min(
                self.right, len(waiting) - len(waiting.rstrip(self.content))
            )
            yield waiting[:end]
            waiting = waiting[end:]


class Metaspace(Decoder):
    """Turn visible spaces into spaces: `▁Hey` `▁y` `ou` → `Hey you`."""

    replacement: str = "▁"
    prepend_scheme: Literal["always", "first", "never"] = (
        "always"  # unless "never", the first token loses its spaces
    )

    def prepare(self) -> None:
        check_char(self.replacement, "replacement")
        check_choice(
            self.prepend_scheme, "prepend_scheme", ("always", "first", "never")
        )

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for i, token in enumerate(tokens):
            yield token.replace(
                self.replacement,
                "" if i == 0 and self.prepend_scheme != "never" else " ",
            )


class BPEDecoder(Decoder):
    """Turn end-of-word suffixes into spaces, except the last: `hug</w>` `s</w>` → `hug s`."""

    suffix: str = "</w>"

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        waiting: str | None = (
            None  # a token with the suffix, which becomes a space if another token follows
        )
        for token in tokens:
            if waiting is not None:
                yield waiting.replace(self.suffix, " ")
            waiting = token if self.suffix in token else None
            if waiting is None:
                yield token
        if waiting is not None:
            yield waiting.replace(self.suffix, "")


class WordPiece(Decoder):
    """Put a space before each token but the first, unless it has the prefix: `hug` `##s` `me` → `hugs me`."""

    prefix: str = "##"
    cleanup: bool = True  # remove the space before punctuation and contractions, in each token by itself

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        for i, token in enumerate(tokens):
            if i > 0:
                token = (
                    token[len(self.prefix) :]
                    if token.startswith(self.prefix)
                    else f" {token}"
                )
            for spaced, clean in CLEANUP if self.cleanup else ():
                token = token.replace(spaced, clean)
            yield token


CLEANUP = [
    (" .", "."),
    (" ?", "?"),
    (" !", "!"),
    (" ,", ","),
    (" ' ", "'"),
    (" n't", "n't"),
    (" 'm", "'m"),
]
CLEANUP += [
    (" do not", " don't"),
    (" 's", "'s"),
    (" 've", "'ve"),
    (" 're", "'re"),
]  # in this order


class StreamDecoder:
    """Decode UTF-8 that arrives in pieces. `pending` has the bytes of a character that is not complete, at most three.

    >>> decoder = StreamDecoder()
    >>> decoder.feed(b"caf\\xc3"), decoder.pending, decoder.feed(b"\\xa9")
    ('caf', b'\\xc3', 'é')
    """

    def __init__(self, *, errors: str = "replace") -> None:
        self._errors, self.pending = (
            check_choice(errors, "errors", get_args(Errors)),
            b"",
        )

    def feed(self, data: bytes, *, final: bool = False) -> str:
        """Take the next bytes, and return the characters that are now complete."""
        data = self.pending + data
        text, end = codecs.utf_8_decode(data, self._errors, final)
        self.pending = data[end:]
        return text

    def finish(self) -> str:
        """End the stream, and return what `errors` makes of the bytes that are still pending."""
        return self.feed(b"", final=True)

    def steps(self, pieces: Iterable[bytes]) -> Iterator[StreamStep]:
        """Feed all the pieces, then finish: one record for each piece and one for the end."""
        for data in check_list(pieces, "pieces", "bytes"):
            yield StreamStep(data, self.feed(data), self.pending)
        yield StreamStep(b"", self.finish(), self.pending)


class ByteLevel(Decoder):
    """Turn byte-level tokens into text: `caf` `Ã` `©` → `café`."""

    fuses = True

    @staticmethod
    @lru_cache(2**18)
    def to_bytes(token: str) -> bytes:
        """The bytes of a token, or its UTF-8 if it has a character that is not in the byte-level alphabet."""
        try:
            return bytes(map(CHAR_TO_BYTE.__getitem__, token))
        except (KeyError, TypeError):
            return check_text(token).encode("utf-8", "surrogatepass")

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        decoder = StreamDecoder(errors=errors)
        for token in tokens:
            yield (
                decoder.finish() + token
                if token == PLACEHOLDER
                else decoder.feed(self.to_bytes(token))
            )
        yield decoder.finish()

    def chain_fused(
        self, parts: Iterable[str], *, errors: str = "replace"
    ) -> Iterator[str]:
        yield from self.chain(
            re.split(f"({PLACEHOLDER})", "".join(parts)), errors=errors
        )


class ByteFallback(Decoder):
    """Turn the tokens of a model's `byte_fallback` into text: `caf` `<0xC3>` `<0xA9>` → `café`."""

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        is_byte = re.compile("<0x[+0-9A-Fa-f][0-9A-Fa-f]>").fullmatch
        for are_bytes, row in groupby(
            tokens, key=lambda token: is_byte(token) is not None
        ):
            if not are_bytes:
                yield from row
                continue
            data = bytes(int(token[3:5], 16) for token in row)
            try:
                yield data.decode()
            except (
                UnicodeDecodeError
            ):  # then `errors="replace"` makes each of them a `�`
                yield from (
                    "�" * len(data)
                    if errors == "replace"
                    else [data.decode(errors=errors)]
                )
