"""Byte-pair encoding: replay on each word the merges that training learned, lowest rank first.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016).
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain, pairwise
from typing import Annotated, Any, NamedTuple

from minitok.mistakes import checked_text
from minitok.models.model import Model, Segmentation
from minitok.parts import Kind
from minitok.steps import MergeStep, Offsets, Pair, RankedMergeStep

HEAP_THRESHOLD = 256  # a word of this many symbols or more is merged with a heap
UNKNOWN = -1
Ranks = Mapping[tuple[int, int], int]  # the rank of each pair of ids


def _checked(merges: Any, name: str) -> tuple[Pair, ...]:
    given = list(merges or ()) if isinstance(merges, Iterable | None) else [merges]
    given = [() if isinstance(merge, str) else merge for merge in given]  # "ug" is no pair
    try:
        pairs = tuple([(left, right) for left, right in given])
        "".join(chain.from_iterable(pairs))
    except (TypeError, ValueError):
        raise TypeError(f'{name} should hold pairs of tokens: {name}=[("u", "g"), ("h", "ug")]') from None
    return pairs


Merges = Annotated[tuple[Pair, ...], Kind(_checked, lambda merges: f"{len(merges)} merges")]


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

    merges: Merges = ()
    unk_token: str | None = None
    fuse_unk: bool = False
    byte_fallback: bool = False
    ignore_merges: bool = False
    end_of_word_suffix: str | None = None
    continuing_subword_prefix: str | None = None
    dropout: float | None = None

    def prepare(self) -> None:
        super().prepare()
        from random import Random  # imported here to keep `import minitok` fast

        if not 0 <= (self.dropout or 0) <= 1:
            raise ValueError(f"dropout={self.dropout} is no probability: make it 0 to 1, such as 0.1")
        self.__dict__["dropout"] = self.dropout or None
        prefix, self._random = self.continuing_subword_prefix or "", Random(0)
        self._marks = bool(prefix or self.end_of_word_suffix)
        self._ranks: dict[tuple[int, int], int] = {}
        self._joined: list[int] = []
        first_merges: dict[int, Merge] = {}
        for rank, (left, right) in enumerate(self.merges):
            if "" in (left, right):
                raise ValueError(f"merge {rank} joins {left!r} and {right!r}, but an empty token joins nothing")
            if not right.startswith(prefix):
                raise ValueError(f"merge {rank} joins {right!r} to a token, so it should start with {prefix!r}")
            made = left + right[len(prefix) :]
            for token in (left, right, made):
                if token not in self.vocab:
                    raise ValueError(f"merge {rank} needs {token!r}, which is not in the vocabulary")
            pair, joined = (self.vocab[left], self.vocab[right]), self.vocab[made]
            self._joined.append(joined)
            self._ranks.pop(pair, None)  # of a merge that is there twice, the last rank counts, as in `tokenizers`
            if self._hidden.isdisjoint((*pair, joined)):
                self._ranks[pair] = rank
        for pair, rank in self._ranks.items():
            first_merges.setdefault(self._joined[rank], Merge(*pair, rank))
        self._reachable = Reachable(self._tokens, first_merges, self._ranks)

    @property
    def is_random(self) -> bool:
        return bool(self.dropout)

    def segment(self, word: str) -> Segmentation:
        id = None if self.dropout else self._ids.get(word)
        may_reach = not self._marks and len(word) < HEAP_THRESHOLD
        if id is not None and (self.ignore_merges or (may_reach and self._reachable[id])):
            return Segmentation([id], [word], [(0, len(word))])
        ids = [] if self._marks else [self._ids.get(char, UNKNOWN) for char in word]
        if ids and UNKNOWN not in ids:
            starts = self._merge(ids)
            return Segmentation(ids, self._values(ids), zip(starts, [*starts[1:], len(word)]))
        symbols = self._symbols(word)
        ids = [id for id, _ in symbols]
        starts = self._merge(ids)
        ends = [*starts[1:], len(symbols)]
        spans = ((symbols[start][1][0], symbols[end - 1][1][1]) for start, end in zip(starts, ends))
        return Segmentation(ids, self._values(ids), spans)

    def steps(self, word: str) -> Iterator[MergeStep]:
        """Yield the merges that turn a word into its tokens."""
        ids = [id for id, _ in self._symbols(checked_text(word))]
        symbols = self.tokens(ids)

        def step(pair: Pair | None, rank: int | None) -> MergeStep:
            step = RankedMergeStep(tuple(symbols), pair, rank)
            step.ranks = tuple(map(self._ranks.get, pairwise(ids[:HEAP_THRESHOLD])))
            return step

        yield step(None, None)
        if self.ignore_merges and not self.dropout and word in self._ids:
            yield MergeStep((word,), None, None)
            return
        for rank, i in merges(ids, list(range(len(ids))), self._ranks, self._joined):
            pair, symbols[i : i + 2] = (symbols[i], symbols[i + 1]), self.tokens(ids[i : i + 1])
            yield step(pair, rank)

    def _symbols(self, word: str) -> list[tuple[int, Offsets]]:
        """The ids of the symbols that merging starts from, and their offsets: a symbol for each character or byte."""
        symbols: list[tuple[int, Offsets]] = []
        unknown_before = False
        for char, (start, end) in self._chars(word):
            ids = [self._ids[char]] if char in self._ids else self._byte_ids(char) if self.byte_fallback else []
            symbols += [(id, (start, end)) for id in ids]
            if not self._ids:
                raise ValueError("this BPE has no tokens yet: train the tokenizer with a BpeTrainer, or load one")
            if not ids and self.unk_token is not None:
                start = symbols.pop()[1][0] if self.fuse_unk and unknown_before else start
                symbols.append((self._id_of_unknown(self.unk_token, char), (start, end)))
            unknown_before = not ids
        return symbols

    def _chars(self, word: str) -> Iterator[tuple[str, Offsets]]:
        """Each character of a word with its marks, and its offsets: `hug` → `h` `##u` `##g</w>`."""
        prefix, suffix, last = self.continuing_subword_prefix or "", self.end_of_word_suffix or "", len(word) - 1
        for i, char in enumerate(word):
            yield prefix * (i > 0) + char + suffix * (i == last), (i, i + 1)

    def _merge(self, ids: list[int]) -> list[int]:
        """Apply all merges to `ids`, in place. Returns the index of each token's first symbol."""
        starts = list(range(len(ids)))
        if len(ids) < HEAP_THRESHOLD and not self.dropout:
            deque(merges(ids, starts, self._ranks, self._joined), maxlen=0)
        else:
            self._merge_long(ids, starts)
        return starts

    def _merge_long(self, ids: list[int], starts: list[int]) -> None:
        """The same for long words, and with dropout: a heap orders the pairs, and links connect neighbouring tokens.

        A pair that is left out may be joined after another pair has come up: the rule of Hugging Face's `tokenizers`.
        """
        gone, end, rank_of = -1, len(ids), self._ranks.get
        before, after = list(range(-1, end - 1)), list(range(1, end + 1))
        queue = [(rank, i) for i, pair in enumerate(pairwise(ids)) if (rank := rank_of(pair)) is not None]
        heapify(queue)
        left_out: list[tuple[int, int]] = []
        while queue:
            rank, i = heappop(queue)
            if self.dropout and self._random.random() < self.dropout:
                left_out.append((rank, i))
                continue
            while left_out:
                heappush(queue, left_out.pop())
            j = after[i]
            if ids[i] == gone or j == end or rank_of((ids[i], ids[j])) != rank:
                continue  # one of the two tokens has been merged since
            ids[i], ids[j], after[i] = self._joined[rank], gone, after[j]
            if after[i] < end:
                before[after[i]] = i
            for left, right in ((before[i], i), (i, after[i])):
                if left >= 0 and right < end and (new := rank_of((ids[left], ids[right]))) is not None:
                    heappush(queue, (new, left))
        starts[:] = [i for i in starts if ids[i] != gone]
        ids[:] = [id for id in ids if id != gone]


def merges(ids: list[int], starts: list[int], ranks: Ranks, joined: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Join the adjacent pair of lowest rank, the leftmost first, until no pair has a rank. Yields each rank and place.

    Changes `ids` in place, and `starts`, the index of each token's first symbol. `joined` has the new ids, by rank.
    """
    rank_of, unranked = ranks.get, len(joined)
    found = [rank_of(pair, unranked) for pair in pairwise(ids)]
    while found and (rank := min(found)) < unranked:
        i = found.index(rank)
        ids[i] = new = joined[rank]
        del ids[i + 1], starts[i + 1], found[i]
        if i > 0:
            found[i - 1] = rank_of((ids[i - 1], new), unranked)
        if i < len(found):
            found[i] = rank_of((new, ids[i + 1]), unranked)
        yield rank, i


class TiktokenBPE(BPE):
    """BPE in which the rank is the token's: all merges that make one have the rank of the first, the leftmost wins."""

    def prepare(self) -> None:
        super().prepare()
        first: dict[int, int] = {}
        for pair, rank in self._ranks.items():
            self._ranks[pair] = first.setdefault(self._joined[rank], rank)


class Merge(NamedTuple):
    """The two ids that a merge joins, and its rank."""

    left: int
    right: int
    rank: int


class Reachable(dict[int, bool]):
    """Token id → whether merging the token's characters gives that very token; computed on the first look-up.

    Most words of a text are tokens, and nearly all tokens are reachable, so most words need no merging. The check needs
    none either: both halves of the token must be reachable, and no merge across their boundary may come first. So undo
    the merges on both sides, the latest first. Each time, two smaller tokens meet at the boundary, and a merge of these
    two must have a higher rank than the merge just undone.
    """

    def __init__(self, tokens: Mapping[int, str], first_merges: Mapping[int, Merge], ranks: Ranks) -> None:
        """Take the tokens by id, the first merge that makes each token, and the rank of each pair."""
        self._tokens, self._first_merges, self._ranks = tokens, first_merges, ranks

    def __missing__(self, id: int) -> bool:
        merge = self._first_merges.get(id)
        self[id] = found = len(self._tokens[id]) == 1 if merge is None else self._is_reached_by(merge)
        return found

    def _is_reached_by(self, merge: Merge) -> bool:
        merge_of, rank_of = self._first_merges.get, self._ranks.get
        left, right, limit = merge
        before, after = merge_of(left), merge_of(right)
        if any(half and half.rank > limit for half in (before, after)) or not (self[left] and self[right]):
            return False
        while before or after:
            if before and (not after or before.rank > after.rank):
                left, limit = before.right, before.rank
                before = merge_of(left)
            elif after:  # + 1: of two equal pairs, BPE merges the left one first, and here that one spans the boundary
                right, limit = after.left, after.rank + 1
                after = merge_of(right)
            if rank_of((left, right), limit) < limit:
                return False
        return True
