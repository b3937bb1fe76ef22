"""Byte-pair encoding: replay on each word the merges that training learned, lowest rank first.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import partial
from heapq import heapify, heappop, heappush
from itertools import accumulate, chain, count, pairwise, repeat
from typing import Any

from minitok.models.model import Model, Segmentation
from minitok.steps import MergeStep, Offsets, Pair
from minitok.validation import check_text

LONG = 256  # a word of this many symbols or more is merged with a queue
GONE = -1  # what follows a token that has been merged into the one before it
Ranks = Mapping[tuple[int, int], int]


class BPE(Model):
    """A vocabulary, and the merges in the order in which they were learned: the rank of a merge is its index.

    >>> model = BPE({"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4}, [("u", "g"), ("h", "ug")])
    >>> [step.symbols for step in model.steps("hug")]
    [('h', 'u', 'g'), ('h', 'ug'), ('hug',)]

    With `byte_fallback`, an unknown character becomes the tokens `<0x00>` to `<0xFF>` of its UTF-8 bytes. Otherwise it
    becomes `unk_token` (one for several in a row with `fuse_unk`), or is dropped if there is none. `ignore_merges`
    makes each word in the vocabulary one token. `end_of_word_suffix` marks the last character of a word, and
    `continuing_subword_prefix` all but the first. `dropout` is the probability with which each merge is left out
    (Provilkov, Emelianenko and Voita, "BPE-Dropout", 2020).
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
            raise ValueError(
                f"dropout={self.dropout} is not a probability: make it 0 to 1, such as 0.1"
            )
        self.keep(
            merges=_pairs(self.merges),
            dropout=self.dropout or None,
            is_random=bool(self.dropout),
        )
        self._random = Random(0)
        self._marks = bool(self.continuing_subword_prefix or self.end_of_word_suffix)
        super().prepare()

    def _index(self, hidden: frozenset[int]) -> None:
        super()._index(hidden)
        vocab, merges, start = (
            self.vocab,
            self.merges,
            len(self.continuing_subword_prefix or ""),
        )
        self._whole = (
            self._ids if self.ignore_merges and not self.dropout else {}
        )  # the words that are looked up
        try:
            pairs = [(vocab[left], vocab[right]) for left, right in merges]
            self._joined = [vocab[left + right[start:]] for left, right in merges]
        except KeyError as token:
            raise ValueError(
                f"a merge needs {token}, which is not in the vocabulary"
            ) from None
        self._levels: Sequence[int] = ()
        self._ranks = dict(
            zip(pairs, count())
        )  # if a merge is there twice, the last rank counts, as in `tokenizers`
        if hidden:
            kept = [(*pair, made) for pair, made in zip(pairs, self._joined)]
            self._ranks = {
                pair: rank
                for pair, rank in self._ranks.items()
                if hidden.isdisjoint(kept[rank])
            }

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
            return Segmentation(
                ids, values, pairwise(accumulate(map(len, values), initial=0))
            )
        starts = list(range(len(ids)))
        self._merge(ids, starts)
        offsets = [
            (spans[start][0], spans[end - 1][1])
            for start, end in pairwise([*starts, len(spans)])
        ]
        return Segmentation(ids, self.tokens(ids), offsets)

    def steps(self, word: str) -> Iterator[MergeStep]:
        """Yield the merges that turn a word into its tokens when no merge is left out: steps ignore `dropout`."""
        ids, _ = self._symbols(check_text(word))
        symbols = self.tokens(ids)

        def step(pair: Pair | None, rank: int | None) -> MergeStep:
            return MergeStep(
                tuple(symbols),
                pair,
                rank,
                tuple(map(self._ranks.get, pairwise(ids[:LONG]))),
            )

        yield step(None, None)
        if self.ignore_merges and word in self._whole:
            yield MergeStep((word,), None, None)
            return
        for rank, i in merging(ids, self._ranks, self._joined, self._levels):
            pair = symbols[i], symbols[i + 1]
            symbols[i : i + 2] = self.tokens([ids[i]])
            yield step(pair, rank)

    def places(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield the rank and the place of each merge in a word; a character without an id stays as it is."""
        ids = [self._ids.get(char, -1) for char, _ in self._chars(word)]
        return merging(ids, self._ranks, self._joined, self._levels)

    def _symbols(self, word: str) -> tuple[list[int], list[Offsets] | None]:
        """The ids of the symbols that merging starts from, and their offsets; None if each symbol is one character."""
        if not self._marks and None not in (plain := list(map(self._ids.get, word))):
            return plain, None  # type: ignore[return-value]
        if not self._ids:
            raise ValueError(
                "this BPE has no tokens yet: train the tokenizer with a BpeTrainer, or load one"
            )
        ids: list[int] = []
        spans: list[Offsets] = []
        unknown_before = False
        for char, span in self._chars(word):
            found: list[int] = []
            if char in self._ids:
                found = [self._ids[char]]
            elif self.byte_fallback:
                found = self._byte_ids(char)
            ids += found
            spans += [span] * len(found)
            if not found and self.unk_token is not None:
                if self.fuse_unk and unknown_before:
                    spans[-1] = (spans[-1][0], span[1])
                else:
                    ids.append(self._id_of_unknown(self.unk_token, char))
                    spans.append(span)
            unknown_before = not found
        return ids, spans

    def _chars(self, word: str) -> Iterator[tuple[str, Offsets]]:
        """Each character of a word with its marks, and its offsets: `hug` → `h` `##u` `##g</w>`."""
        for i, char in enumerate(word):
            if i > 0 and self.continuing_subword_prefix:
                char = self.continuing_subword_prefix + char
            if i == len(word) - 1 and self.end_of_word_suffix:
                char += self.end_of_word_suffix
            yield char, (i, i + 1)

    def _merge(self, ids: list[int], starts: list[int] | None = None) -> None:
        """Merge `ids` in place, some left out by `dropout`; `starts` gets the index of each token's first symbol."""
        if len(ids) >= LONG or self.dropout:
            kept = merge_by_queue(
                ids,
                self._ranks,
                self._joined,
                self._levels,
                self.dropout or 0,
                self._random,
            )
            if starts is not None:
                starts[:] = kept
            return
        for _, i in merging(ids, self._ranks, self._joined, self._levels):
            if starts is not None:
                del starts[i + 1]


def merging(
    ids: list[int], ranks: Ranks, joined: Sequence[int], levels: Sequence[int] = ()
) -> Iterator[tuple[int, int]]:
    """Join the pair of lowest rank in `ids`, the leftmost first, until no pair has a rank. Yields each rank and place.

    `joined` has the new ids, by rank; `levels` too, where pairs of several ranks are as good as each other.
    """
    rank_of, unranked = ranks.get, len(joined)
    lowest = partial(min, key=[*levels, unranked].__getitem__) if levels else min
    found = list(map(rank_of, pairwise(ids), repeat(unranked)))
    while found and (rank := lowest(found)) < unranked:
        i = found.index(rank)
        ids[i] = new = joined[rank]
        del ids[i + 1], found[i]
        if i > 0:
            found[i - 1] = rank_of((ids[i - 1], new), unranked)
        if i < len(found):
            found[i] = rank_of((new, ids[i + 1]), unranked)
        yield rank, i


def merge_by_queue(
    ids: list[int],
    ranks: Ranks,
    joined: Sequence[int],
    levels: Sequence[int],
    dropout: float,
    random: Any,
) -> list[int]:
    """Do the same in a long word, and with dropout. Returns the index of each token's first symbol.

    `merging` looks through all pairs after each merge, in a time that grows with the square of the word's length. Here
    a heap orders the pairs, and links connect neighbouring tokens. `dropout` leaves pairs out; such a pair may be
    joined after another has come up, as in Hugging Face's library.
    """
    end, rank_of = len(ids), ranks.get
    levels = levels or range(len(joined))
    before, after = list(range(-1, end - 1)), list(range(1, end + 1))
    queue = [
        (levels[rank], i)
        for i, rank in enumerate(map(rank_of, pairwise(ids)))
        if rank is not None
    ]
    heapify(queue)
    left_out: list[tuple[int, int]] = []
    while queue:
        level, i = pair = heappop(queue)
        if dropout and random.random() < dropout:
            left_out.append(pair)
            continue
        while left_out:
            heappush(queue, left_out.pop())
        j = after[i]
        if (
            j in (GONE, end)
            or (rank := rank_of((ids[i], ids[j]))) is None
            or levels[rank] != level
        ):
            continue  # one of the two tokens has been merged since
        ids[i], after[i], after[j] = joined[rank], after[j], GONE
        if after[i] < end:
            before[after[i]] = i
        for left, right in ((before[i], i), (i, after[i])):
            if (
                left >= 0
                and right < end
                and (new := rank_of((ids[left], ids[right]))) is not None
            ):
                heappush(queue, (levels[new], left))
    starts = [i for i, following in enumerate(after) if following != GONE]
    ids[:] = map(ids.__getitem__, starts)
    return starts


def _pairs(merges: Any) -> tuple[Pair, ...]:
    try:
        if str in {*map(type, merges or ())}:  # "ug" is not a pair
            raise TypeError
        pairs = tuple([(left, right) for left, right in merges or ()])
        "".join(chain.from_iterable(pairs))
    except (TypeError, ValueError):
        raise TypeError(
            'merges should hold pairs of tokens: merges=[("u", "g"), ("h", "ug")]'
        ) from None
    return pairs
