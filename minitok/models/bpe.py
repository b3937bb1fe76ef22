"""Byte-pair encoding: replay the merges that training learned, lowest rank first.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016).
"""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from heapq import heapify, heappop, heappush
from itertools import pairwise

from minitok.models.base import Model
from minitok.models.wholes import Halves, Wholes
from minitok.steps import MergeStep, Offsets, Pair, Token

LONG = 256
"""From this many symbols on, a word is merged with a heap."""

UNKNOWN = -1


class BPE(Model):
    """A vocabulary and a list of merges, the earliest learned first; the place in the list is the rank.

    >>> model = BPE({"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4}, [("u", "g"), ("h", "ug")])
    >>> [step.symbols for step in model.steps("hug")]
    [('h', 'u', 'g'), ('h', 'ug'), ('hug',)]

    A character that is not in the vocabulary becomes, with `byte_fallback`, the tokens `<0x00>` to `<0xFF>` of
    its bytes; else `unk_token`, which with `fuse_unk` is one token for several in a row; and with neither it is left
    out. With `ignore_merges` a word that is itself in the vocabulary is one token, whatever the merges say.
    `end_of_word_suffix` marks the last character of a word.
    """

    def __init__(
        self,
        vocab: Mapping[str, int] | None = None,
        merges: Iterable[Pair] | None = None,
        *,
        unk_token: str | None = None,
        fuse_unk: bool = False,
        byte_fallback: bool = False,
        ignore_merges: bool = False,
        end_of_word_suffix: str | None = None,
    ) -> None:
        super().__init__(vocab)
        self.merges = tuple((left, right) for left, right in merges or ())
        self.unk_token = unk_token
        self.fuse_unk = fuse_unk
        self.byte_fallback = byte_fallback
        self.ignore_merges = ignore_merges
        self.end_of_word_suffix = end_of_word_suffix
        self._ranks: dict[tuple[int, int], int] = {}
        self._joined: list[int] = []
        halves: dict[int, Halves] = {}
        for rank, (left, right) in enumerate(self.merges):
            for token in (left, right, left + right):
                if token not in self._ids:
                    raise ValueError(
                        f"merge {rank} joins {left!r} and {right!r}, but {token!r} is not in the vocabulary"
                    )
            pair, joined = (self._ids[left], self._ids[right]), self._ids[left + right]
            self._ranks[pair] = rank
            self._joined.append(joined)
            halves.setdefault(joined, Halves(*pair, rank))
        self._wholes = Wholes(self._tokens, halves, self._ranks)

    def encode_word(self, word: str) -> list[int]:
        id = self._ids.get(word)
        if id is not None and (self.ignore_merges or self._comes_out_whole(id, word)):
            return [id]
        ids = [] if self.end_of_word_suffix else [self._ids.get(char, UNKNOWN) for char in word]
        if not ids or UNKNOWN in ids:
            ids = [id for id, _ in self._symbols(word)]
        self._merge(ids)
        return ids

    def _comes_out_whole(self, id: int, word: str) -> bool:
        return not self.end_of_word_suffix and len(word) < LONG and self._wholes[id]

    def tokenize(self, word: str) -> list[Token]:
        if self.ignore_merges and word in self._ids:
            return [Token(self._ids[word], word, (0, len(word)))]
        symbols = self._symbols(word)
        ids = [id for id, _ in symbols]
        starts = self._merge(ids)
        ends = [*starts[1:], len(symbols)]
        return [
            Token(id, self._tokens[id], (symbols[start][1][0], symbols[end - 1][1][1]))
            for id, start, end in zip(ids, starts, ends)
        ]

    def steps(self, word: str) -> Iterator[MergeStep]:
        """The merges that turn a word into its tokens, one by one."""
        ids = [id for id, _ in self._symbols(word)]
        yield MergeStep(tuple(self.tokens(ids)), None, None)
        if self.ignore_merges and word in self._ids:
            yield MergeStep((word,), None, None)
            return
        for rank in self._merges(ids, list(range(len(ids)))):
            yield MergeStep(tuple(self.tokens(ids)), self.merges[rank], rank)

    def retrained(self, trained: Model) -> "BPE":
        self._check_kind(trained)
        assert isinstance(trained, BPE)
        return BPE(
            trained.vocab,
            trained.merges,
            unk_token=self.unk_token,
            fuse_unk=self.fuse_unk,
            byte_fallback=self.byte_fallback,
            ignore_merges=self.ignore_merges,
            end_of_word_suffix=trained.end_of_word_suffix,
        )

    def _symbols(self, word: str) -> list[tuple[int, Offsets]]:
        """The ids that merging starts from, one a character, with their offsets."""
        symbols: list[tuple[int, Offsets]] = []
        unknown_before = False
        for i, char in enumerate(word):
            marked = char + self.end_of_word_suffix if self.end_of_word_suffix and i == len(word) - 1 else char
            ids = self._ids_of_char(marked)
            symbols += [(id, (i, i + 1)) for id in ids]
            if not ids and self.unk_token is not None:
                start = symbols.pop()[1][0] if self.fuse_unk and unknown_before else i
                symbols.append((self._id_of_unknown(self.unk_token, marked), (start, i + 1)))
            unknown_before = not ids
        return symbols

    def _ids_of_char(self, char: str) -> list[int]:
        """Its own id or, with `byte_fallback`, those of its bytes; none if it is unknown."""
        if char in self._ids:
            return [self._ids[char]]
        if self.byte_fallback:
            names = [f"<0x{byte:02X}>" for byte in char.encode("utf-8", "surrogatepass")]
            if all(name in self._ids for name in names):
                return [self._ids[name] for name in names]
        return []

    def _merge(self, ids: list[int]) -> list[int]:
        """Make every merge in `ids`, in place; return the number of the first symbol of each token."""
        starts = list(range(len(ids)))
        if len(ids) < LONG:
            deque(self._merges(ids, starts), maxlen=0)
        else:
            self._merge_long(ids, starts)
        return starts

    def _merges(self, ids: list[int], starts: list[int]) -> Iterator[int]:
        """Join the adjacent pair of lowest rank, the leftmost first, until none has one; yield each rank."""
        rank_of, unranked = self._ranks.get, len(self._joined)
        ranks = [rank_of(pair, unranked) for pair in pairwise(ids)]
        while ranks and (rank := min(ranks)) < unranked:
            i = ranks.index(rank)
            ids[i] = joined = self._joined[rank]
            del ids[i + 1], starts[i + 1], ranks[i]
            if i > 0:
                ranks[i - 1] = rank_of((ids[i - 1], joined), unranked)
            if i < len(ranks):
                ranks[i] = rank_of((joined, ids[i + 1]), unranked)
            yield rank

    def _merge_long(self, ids: list[int], starts: list[int]) -> None:
        """The same merges for a word of any length: a heap orders the pairs, links lead from token to token."""
        gone, end, rank_of = -1, len(ids), self._ranks.get
        before, after = list(range(-1, end - 1)), list(range(1, end + 1))
        queue = [(rank, i) for i, pair in enumerate(pairwise(ids)) if (rank := rank_of(pair)) is not None]
        heapify(queue)
        while queue:
            rank, i = heappop(queue)
            j = after[i]
            if ids[i] == gone or j == end or rank_of((ids[i], ids[j])) != rank:
                continue  # a merge made since has taken this pair apart
            ids[i], ids[j], after[i] = self._joined[rank], gone, after[j]
            if after[i] < end:
                before[after[i]] = i
            for left, right in ((before[i], i), (i, after[i])):
                if left >= 0 and right < end and (new := rank_of((ids[left], ids[right]))) is not None:
                    heappush(queue, (new, left))
        starts[:] = [i for i in starts if ids[i] != gone]
        ids[:] = [id for id in ids if id != gone]

    def __repr__(self) -> str:
        options = "".join(
            f", {name}={value!r}"
            for name in ("unk_token", "fuse_unk", "byte_fallback", "ignore_merges", "end_of_word_suffix")
            if (value := getattr(self, name))
        )
        return f"BPE({len(self._ids)} tokens, {len(self.merges)} merges{options})"
