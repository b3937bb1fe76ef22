"""Byte-pair encoding: replay on each word the merges that training learned, lowest rank first.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from itertools import chain, pairwise, repeat
from math import inf
from typing import Any

from minitok.errors import checked_text, shown
from minitok.models.long_words import merge_by_queue
from minitok.models.model import Model, Segmentation, checked_vocab, spans_of
from minitok.steps import MergeStep, Offsets, Pair, RankedMergeStep

LONG = 256  # a word of this many symbols or more is merged with a queue


class BPE(Model):
    """A vocabulary, and the merges in the order in which they were learned: the rank of a merge is its index.

    >>> model = BPE({"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4}, [("u", "g"), ("h", "ug")])
    >>> [step.symbols for step in model.steps("hug")]
    [('h', 'u', 'g'), ('h', 'ug'), ('hug',)]

    With `byte_fallback`, an unknown character becomes the tokens `<0x00>` to `<0xFF>` of its UTF-8 bytes. Otherwise it
    becomes `unk_token` (one for several in a row with `fuse_unk`), or is dropped if there is none. `ignore_merges`
    makes each word in the vocabulary one token. `end_of_word_suffix` marks the last character of a word, and
    `continuing_subword_prefix` all but the first. `dropout` is the probability with which each possible merge is left
    out, a new draw for each (Provilkov, Emelianenko and Voita, "BPE-Dropout", 2020).
    """

    vocab: Mapping[str, int] = field(default_factory=dict)
    merges: Sequence[Pair] = ()
    unk_token: str | None = None
    fuse_unk: bool = False
    byte_fallback: bool = False
    ignore_merges: bool = False
    end_of_word_suffix: str | None = None
    continuing_subword_prefix: str | None = None
    dropout: float | None = None

    sizes = {"vocab": "tokens", "merges": "merges"}

    def prepare(self) -> None:
        from random import Random  # imported here to keep `import minitok` fast

        if not 0 <= (self.dropout or 0) <= 1:
            raise ValueError(f"dropout={self.dropout} is not a probability: make it 0 to 1, such as 0.1")
        self.keep(vocab=checked_vocab(self.vocab), merges=_pairs(self.merges), dropout=self.dropout or None)
        self._random = Random(0)
        self._marks = bool(self.continuing_subword_prefix or self.end_of_word_suffix)
        super().prepare()

    def _index(self, hidden: frozenset[int]) -> None:
        super()._index(hidden)
        vocab, prefix = self.vocab, self.continuing_subword_prefix or ""
        self._ranks: dict[tuple[int, int], int] = {}
        self._joined: list[int] = []
        for rank, (left, right) in enumerate(self.merges):
            if "" in (left, right):
                raise ValueError(f"merge {rank} joins {left!r} and {right!r}, but an empty token joins nothing")
            if not right.startswith(prefix):
                raise ValueError(f"merge {rank} joins {right!r} to a token, so it should start with {shown(prefix)}")
            try:
                pair, made = (vocab[left], vocab[right]), vocab[left + right[len(prefix) :]]
            except KeyError as token:
                raise ValueError(f"merge {rank} needs {token}, which is not in the vocabulary") from None
            self._joined.append(made)
            self._ranks.pop(pair, None)  # of a merge that is there twice, the last rank counts, as in `tokenizers`
            if hidden.isdisjoint((*pair, made)):
                self._ranks[pair] = rank

    @cached_property
    def _whole(self) -> Mapping[str, int]:
        """The words that are one token for certain, to be looked up instead of merged."""
        if self.dropout:
            return {}
        if self.ignore_merges:
            return self._ids
        return {} if self._marks else whole_tokens(self._ids, self._ranks, self._joined)

    @property
    def is_random(self) -> bool:  # type: ignore[override]
        return bool(self.dropout)

    def ids(self, word: str) -> Sequence[int]:
        if (whole := self._whole.get(word)) is not None:
            return [whole]
        ids, _ = self._symbols(word)
        self._merge(ids)
        return ids

    def segment(self, word: str) -> Segmentation:
        if (whole := self._whole.get(word)) is not None:
            return Segmentation([whole], [word], [(0, len(word))])
        ids, spans = self._symbols(word)
        if spans is None:
            self._merge(ids)
            values = self.tokens(ids)
            return Segmentation(ids, values, spans_of(values))
        starts = list(range(len(ids)))
        self._merge(ids, starts)
        offsets = [(spans[start][0], spans[end - 1][1]) for start, end in pairwise([*starts, len(spans)])]
        return Segmentation(ids, self.tokens(ids), offsets)

    def steps(self, word: str) -> Iterator[MergeStep]:
        """Yield the merges that turn a word into its tokens."""
        ids, _ = self._symbols(checked_text(word))
        symbols = self.tokens(ids)

        def step(pair: Pair | None, rank: int | None) -> MergeStep:
            step = RankedMergeStep(tuple(symbols), pair, rank)
            step.ranks = tuple(map(self._ranks.get, pairwise(ids[:LONG])))
            return step

        yield step(None, None)
        if self.ignore_merges and word in self._whole:
            yield MergeStep((word,), None, None)
            return
        for rank, i in merges(ids, self._ranks, self._joined):
            pair, symbols[i : i + 2] = (symbols[i], symbols[i + 1]), self.tokens(ids[i : i + 1])
            yield step(pair, rank)

    def _symbols(self, word: str) -> tuple[list[int], list[Offsets] | None]:
        """The ids of the symbols that merging starts from, and their offsets, or None if each is one character."""
        if not self._marks and None not in (plain := list(map(self._ids.get, word))):
            return plain, None  # type: ignore[return-value]
        if not self._ids:
            raise ValueError("this BPE has no tokens yet: train the tokenizer with a BpeTrainer, or load one")
        ids: list[int] = []
        spans: list[Offsets] = []
        unknown_before = False
        for char, (start, end) in self._chars(word):
            found = [self._ids[char]] if char in self._ids else self._byte_ids(char) if self.byte_fallback else []
            ids += found
            spans += [(start, end)] * len(found)
            if not found and self.unk_token is not None:
                if self.fuse_unk and unknown_before:
                    ids.pop()
                    start = spans.pop()[0]
                ids.append(self._id_of_unknown(self.unk_token, char))
                spans.append((start, end))
            unknown_before = not found
        return ids, spans

    def _chars(self, word: str) -> Iterator[tuple[str, Offsets]]:
        """Each character of a word with its marks, and its offsets: `hug` → `h` `##u` `##g</w>`."""
        prefix, suffix, last = self.continuing_subword_prefix or "", self.end_of_word_suffix or "", len(word) - 1
        for i, char in enumerate(word):
            yield (prefix if i > 0 else "") + char + (suffix if i == last else ""), (i, i + 1)

    def _merge(self, ids: list[int], starts: list[int] | None = None) -> None:
        """Apply all merges to `ids`, and to `starts`, if given: the index of each token's first symbol."""
        if len(ids) >= LONG or self.dropout:
            kept = merge_by_queue(ids, self._ranks, self._joined, dropout=self.dropout or 0, random=self._random)
            if starts is not None:
                starts[:] = kept
            return
        for _, i in merges(ids, self._ranks, self._joined):
            if starts is not None:
                del starts[i + 1]


def merges(ids: list[int], ranks: Mapping[tuple[int, int], int], joined: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Join the adjacent pair of lowest rank, the leftmost first, until no pair has a rank. Yields each rank and place.

    Changes `ids` in place; `ranks` has the rank of each pair of ids, `joined` the new ids, by rank.
    """
    rank_of, unranked = ranks.get, len(joined)
    found = list(map(rank_of, pairwise(ids), repeat(unranked)))
    while found and (rank := min(found)) < unranked:
        i = found.index(rank)
        ids[i] = new = joined[rank]
        del ids[i + 1], found[i]
        if i > 0:
            found[i - 1] = rank_of((ids[i - 1], new), unranked)
        if i < len(found):
            found[i] = rank_of((new, ids[i + 1]), unranked)
        yield rank, i


def whole_tokens(ids: Mapping[str, int], ranks: Mapping[tuple[int, int], int], joined: Sequence[int]) -> dict[str, int]:
    """The tokens, of those in `ids`, that are whole: as a word by themselves, merging makes them again.

    All that training made are. A token is whole if its halves are, and if no merge across the place where they meet
    comes before the merges that make the halves. So undo these, latest first, along the two edges, and look at the pair
    that meets there. Of one merge on both sides the left is made first, so the right is undone first. A token that two
    merges make is left out. `ranks` are in order.
    """
    times = Counter(joined[rank] for rank in ranks.values())
    whole = {id for token, id in ids.items() if len(token) == 1}
    halves: dict[int, tuple[int, int, int]] = {}  # of each token, its rank, its left half and its right half
    rank_of, half_of, letter = ranks.get, halves.get, (-1, -1, -1)
    for (left, right), rank in ranks.items():
        made = joined[rank]
        halves[made] = rank, left, right
        if left not in whole or right not in whole or times[made] > 1:
            continue
        undone, on_the_right = rank, False
        while True:
            left_rank, _, left_edge = half_of(left, letter)
            right_rank, right_edge, _ = half_of(right, letter)
            if left_rank == right_rank == -1:
                whole.add(made)
                break
            if left_rank > right_rank:
                undone, left, on_the_right = left_rank, left_edge, False
            else:
                undone, right, on_the_right = right_rank, right_edge, True
            meeting = rank_of((left, right), inf)
            if meeting < undone or (meeting == undone and on_the_right):
                break
    return {token: id for token, id in ids.items() if id in whole}


def _pairs(merges: Any) -> tuple[Pair, ...]:
    given = [] if merges is None else list(merges) if isinstance(merges, Iterable) else [merges]
    given = [() if isinstance(merge, str) else merge for merge in given]  # "ug" is not a pair
    try:
        pairs = tuple([(left, right) for left, right in given])
        "".join(chain.from_iterable(pairs))
    except (TypeError, ValueError):
        raise TypeError('merges should hold pairs of tokens: merges=[("u", "g"), ("h", "ug")]') from None
    return pairs
