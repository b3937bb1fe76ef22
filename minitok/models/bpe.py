"""Byte-pair encoding: replay on each word the merges that training learned, lowest rank first.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import chain, pairwise, repeat
from typing import Annotated, Any

from minitok.mistakes import checked_text, shown
from minitok.models.model import Model, Segmentation, spans_of
from minitok.parts import Kind
from minitok.steps import MergeStep, Offsets, Pair, RankedMergeStep

LONG = 256  # a word of this many symbols or more is merged with a queue
GONE = -1


def _checked(merges: Any, name: str) -> tuple[Pair, ...]:
    given = [] if merges is None else list(merges) if isinstance(merges, Iterable) else [merges]
    given = [() if isinstance(merge, str) else merge for merge in given]  # "ug" is not a pair
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
            raise ValueError(f"dropout={self.dropout} is not a probability: make it 0 to 1, such as 0.1")
        self.__dict__["dropout"] = self.dropout or None
        vocab, prefix, self._random = self.vocab, self.continuing_subword_prefix or "", Random(0)
        self._marks = bool(prefix or self.end_of_word_suffix)
        self._ranks: dict[tuple[int, int], int] = {}
        self._joined: list[int] = []
        for rank, (left, right) in enumerate(self.merges):
            if "" in (left, right):
                raise ValueError(f"merge {rank} joins {left!r} and {right!r}, but an empty token joins nothing")
            if not right.startswith(prefix):
                raise ValueError(f"merge {rank} joins {right!r} to a token, so it should start with {shown(prefix)}")
            made = left + right[len(prefix) :]
            try:
                pair, joined = (vocab[left], vocab[right]), vocab[made]
            except KeyError as token:
                raise ValueError(f"merge {rank} needs {token}, which is not in the vocabulary") from None
            self._joined.append(joined)
            self._ranks.pop(pair, None)  # of a merge that is there twice, the last rank counts, as in `tokenizers`
            if self._hidden.isdisjoint((*pair, joined)):
                self._ranks[pair] = rank

    @property
    def is_random(self) -> bool:
        return bool(self.dropout)

    def segment(self, word: str) -> Segmentation:
        if found := self._plain_ids(word):
            return Segmentation(found, self._values(found), spans_of(self._values(found)))
        return self._segment_any(word)

    def _segment_any(self, word: str) -> Segmentation:
        """The tokens of any word: its first symbols may have marks, be bytes, or be unknown."""
        symbols = self._symbols(word)
        ids, starts = [id for id, _ in symbols], list(range(len(symbols)))
        self._merge(ids, starts)
        spans = ((symbols[start][1][0], symbols[end - 1][1][1]) for start, end in pairwise([*starts, len(symbols)]))
        return Segmentation(ids, self._values(ids), spans)

    def _segment_ids(self, word: str) -> Sequence[int]:
        return self._plain_ids(word) or self._segment_any(word).ids

    def _plain_ids(self, word: str) -> list[int]:
        """The ids of a plain word, whose first symbols are its characters, all of them tokens; of any other, none."""
        if self.ignore_merges and not self.dropout and word in self._ids:
            return [self._ids[word]]
        ids: list[Any] = [] if self._marks else list(map(self._ids.get, word))
        if None in ids:
            return []
        self._merge(ids, [])
        return ids

    def steps(self, word: str) -> Iterator[MergeStep]:
        """Yield the merges that turn a word into its tokens."""
        ids = [id for id, _ in self._symbols(checked_text(word))]
        symbols = self.tokens(ids)

        def step(pair: Pair | None, rank: int | None) -> MergeStep:
            step = RankedMergeStep(tuple(symbols), pair, rank)
            step.ranks = tuple(map(self._ranks.get, pairwise(ids[:LONG])))
            return step

        yield step(None, None)
        if self.ignore_merges and not self.dropout and word in self._ids:
            yield MergeStep((word,), None, None)
            return
        for rank, i in merges(ids, self._ranks, self._joined):
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

    def _merge(self, ids: list[int], starts: list[int]) -> None:
        """Apply all merges to `ids`, and to `starts`, if not empty: the index of each token's first symbol."""
        if len(ids) >= LONG or self.dropout:
            starts[:] = self._merge_long(ids)
        else:
            for _, i in merges(ids, self._ranks, self._joined):
                if starts:
                    del starts[i + 1]

    def _merge_long(self, ids: list[int]) -> Iterable[int]:
        """The same for long words, and with dropout: a queue orders the pairs, and links connect neighbouring tokens.

        A pair that is left out may be joined after another pair has come up: the rule of Hugging Face's `tokenizers`.
        """
        end, rank_of, joined = len(ids), self._ranks.get, self._joined
        before, after = list(range(-1, end - 1)), list(range(1, end + 1))
        queue = RankQueue(map(rank_of, pairwise(ids)))
        left_out: list[tuple[int, int]] = []
        for rank, i in queue:
            if self.dropout and self._random.random() < self.dropout:
                left_out.append((rank, i))
                continue
            while left_out:
                queue.push(*left_out.pop())
            j = after[i]
            if j in (GONE, end) or rank_of((ids[i], ids[j])) != rank:
                continue  # one of the two tokens has been merged since
            ids[i], after[i], after[j] = joined[rank], after[j], GONE
            if after[i] < end:
                before[after[i]] = i
            for left, right in ((before[i], i), (i, after[i])):
                if left >= 0 and right < end and (new := rank_of((ids[left], ids[right]))) is not None:
                    queue.push(new, left)
        starts = [i for i, following in enumerate(after) if following != GONE]
        ids[:] = map(ids.__getitem__, starts)
        return starts


class RankQueue:
    """The places of pairs, the lowest rank first, and of equal ranks the leftmost: a heap of places for each rank.

    Most places of a rank come in order, so most pushes cost nothing, and only the ranks need a large heap.
    """

    def __init__(self, ranks: Iterable[int | None]) -> None:
        """Take the rank of the pair at each place, or None."""
        self._places: dict[int, list[int]] = {}
        for place, rank in enumerate(ranks):
            if rank is not None:
                self._places.setdefault(rank, []).append(place)
        self._ranks = sorted(self._places)

    def push(self, rank: int, place: int) -> None:
        """Add a place, even while the queue is gone through."""
        if rank in self._places:
            heappush(self._places[rank], place)
        else:
            self._places[rank] = [place]
            heappush(self._ranks, rank)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        """Remove and yield each rank and place."""
        ranks = self._ranks
        while ranks:
            rank, places = ranks[0], self._places[ranks[0]]
            while places and ranks[0] == rank:
                yield rank, heappop(places)
            if not places and ranks[0] == rank:
                del self._places[heappop(ranks)]


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


class TiktokenBPE(BPE):
    """BPE in which the rank is the token's: all merges that make one have the rank of the first, the leftmost wins."""

    def prepare(self) -> None:
        super().prepare()
        first: dict[int, int] = {}
        for pair, rank in self._ranks.items():
            self._ranks[pair] = first.setdefault(self._joined[rank], rank)
