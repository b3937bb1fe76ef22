"""Normalizers, a decoder and a model that files need but no lesson teaches."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

from minitok.decoders import Decoder
from minitok.interop.charsmap import CharsMap
from minitok.models import BPE
from minitok.normalizers import Normalizer
from minitok.patterns import compile_source
from minitok.text import AlignedText, Change, CharMap


class Prepend(Normalizer):
    """Put `prepend` in front of a text that is not empty: `Hey` → `▁Hey`.

    It has the span of the first character.
    """

    prepend: str

    def normalize(self, text: AlignedText) -> AlignedText:
        if not text.text:
            return text
        return text.prepend(self.prepend, shares=True)


class Precompiled(Normalizer):
    """Apply SentencePiece's character map as Hugging Face does: `①` → `1`.

    If a grapheme cluster of fewer than 6 bytes begins with a string of the map, the
    replacement of the shortest such string replaces the whole cluster: `①` with an
    accent → `1`. Others are replaced character by character.
    """

    precompiled_charsmap: bytes

    sizes = {"precompiled_charsmap": "bytes"}

    def prepare(self) -> None:
        self._parts = lru_cache(2**16)(
            CharsMap(self.precompiled_charsmap).replace_cluster
        )
        self._clusters = compile_source(r"\X").findall
        self._map = CharMap(self._replace)

    def _replace(self, char: str) -> str:
        return "".join(replacement for replacement, _ in self._parts(char))

    def normalize(self, text: AlignedText) -> AlignedText:
        if text.text.isascii() and "\r\n" not in text.text:
            return text.translate(self._map)  # each character is a cluster
        clusters = self._clusters(text.text)
        # Each different cluster is looked up once: most occur often, and stay.
        changed = {}
        for cluster in set(clusters):
            parts = self._parts(cluster)
            if parts != ((cluster, 1),):
                changed[cluster] = parts
        changes: list[Change] = []
        end = 0
        for cluster in clusters:
            if cluster not in changed:
                end += 1
                continue
            for replacement, length in changed[cluster]:
                changes.append((end, end + length, replacement))
                end += length
        return text.replace(changes)


class TiktokenBPE(BPE):
    """BPE that ranks a merge by the token it makes.

    All merges that make the same token have the rank of the first of them. Of pairs
    with the same rank, the leftmost is merged first.
    """

    def _prepare_tables(self, hidden: frozenset[int]) -> None:
        super()._prepare_tables(hidden)
        share_ranks(self._ranks, [self._joined[pair] for pair in self._ranks])


def share_ranks(ranks: dict[tuple[int, int], int], keys: list[Any]) -> None:
    """Give all merges with the same key the rank of the first of them."""
    first_ranks: dict[Any, int] = {}
    for key, (pair, rank) in zip(keys, ranks.items()):
        ranks[pair] = first_ranks.setdefault(key, rank)


class Fuse(Decoder):
    """Make all tokens one for the next decoder: `Hey` `▁you` → `Hey▁you`."""

    fuses = True

    def chain(self, tokens: Iterable[str], *, errors: str = "replace") -> Iterator[str]:
        return iter(tokens)
