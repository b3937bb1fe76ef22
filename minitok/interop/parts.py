"""Parts that no lesson needs, and that files of Hugging Face's `tokenizers` do."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from minitok.decoders import Decoder
from minitok.interop.sentencepiece_parts import CharsMap
from minitok.models import BPE
from minitok.normalizers import Normalizer
from minitok.patterns import Regex, compile_pattern
from minitok.text import AlignedText, Change, CharMap


class Prepend(Normalizer):
    """Put `chars` in front of a text, if it is not empty, with the span of its first character: `Hey` → `▁Hey`."""

    chars: str

    def normalize(self, text: AlignedText) -> AlignedText:
        return text.prepend(self.chars, shares=True) if text.text else text


class Precompiled(Normalizer):
    """Apply SentencePiece's character map as Hugging Face does: `①` → `1`.

    If a grapheme cluster of fewer than 6 bytes begins with a string of the map, the replacement of the shortest such
    string replaces the whole cluster: `①` with an accent → `1`. Others are replaced character by character.
    """

    charsmap: bytes

    sizes = {"charsmap": "bytes"}

    def prepare(self) -> None:
        self._replaced = lru_cache(2**16)(CharsMap(self.charsmap).replaced)
        self._find = compile_pattern(Regex(r"\X")).findall
        self._map = CharMap(
            lambda char: "".join(new for new, _ in self._replaced(char))
        )

    def normalize(self, text: AlignedText) -> AlignedText:
        if text.text.isascii() and "\r\n" not in text.text:
            return text.translate(self._map)  # each character is a cluster
        clusters = self._find(text.text)
        found = {cluster: self._replaced(cluster) for cluster in set(clusters)}
        unchanged = {
            cluster for cluster, new in found.items() if new == ((cluster, 1),)
        }
        changes: list[Change] = []
        end = 0
        for cluster in clusters:
            if cluster in unchanged:
                end += 1
                continue
            for new, length in found[cluster]:
                changes.append((end, end + length, new))
                end += length
        return text.replace(changes)


class TiktokenBPE(BPE):
    """BPE in which the rank is the token's: all merges that make one have the rank of the first, the leftmost wins."""

    def _index(self, hidden: frozenset[int]) -> None:
        super()._index(hidden)
        first: dict[int, int] = {}
        for pair, rank in self._ranks.items():
            self._ranks[pair] = first.setdefault(self._joined[rank], rank)


class Fuse(Decoder):
    """Make all tokens one for the next decoder: `Hey` `▁you` → `Hey▁you`."""

    fuses = True

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        return iter(tokens)
