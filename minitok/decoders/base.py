"""What every decoder can do, and how several are used one after the other."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator


class Decoder(ABC):
    """Tokens to text."""

    fuses = False
    """Whether all tokens become one, which `chain` then gives in parts."""

    @abstractmethod
    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        """What becomes of each token, in their order, each as soon as it is certain."""

    def chain_fused(self, parts: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        """The same for a single token that comes in parts."""
        yield from self.chain(["".join(parts)], errors=errors)

    def decode(self, tokens: Iterable[str], *, errors: str = "replace") -> str:
        """The text of `tokens`. `errors` says what becomes of bytes that are no character, as in `bytes.decode`."""
        return "".join(self.chain(tokens, errors=errors))

    def stream(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        """The same text in parts, none of them empty, each as soon as it is certain."""
        return filter(None, self.chain(tokens, errors=errors))

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Sequence(Decoder):
    """One decoder after the other: `Sequence([Replace("▁", " "), ByteFallback(), Fuse(), Strip(" ", left=1)])`.

    What comes after a decoder that fuses sees the whole text as one token.
    """

    def __init__(self, decoders: Iterable[Decoder]) -> None:
        self.decoders = tuple(decoders)
        self.fuses = any(decoder.fuses for decoder in self.decoders)

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        fused = False
        for decoder in self.decoders:
            tokens = (decoder.chain_fused if fused else decoder.chain)(tokens, errors=errors)
            fused = fused or decoder.fuses
        return iter(tokens)

    def __repr__(self) -> str:
        return f"Sequence({list(self.decoders)})"
