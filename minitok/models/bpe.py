"""Byte-pair encoding: replay the merges that training learned, lowest rank first.

Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword
Units" (2016).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from heapq import heappop, heappush
from itertools import count, pairwise, repeat
from types import MappingProxyType
from typing import TYPE_CHECKING, Self

from minitok.models.model import Model, Segmentation, tokens_by_id
from minitok.steps import MergeStep, Offsets, Pair
from minitok.validation import check_list, check_text

if TYPE_CHECKING:
    from random import Random

LONG = 256  # a word of this many symbols or more is merged with a queue
UNRANKED = 2**32  # the rank of a pair that no merge joins
NO_ID = -1  # a symbol that no merge joins
GONE = -1  # what follows a symbol merged into the one before it: ids[GONE] is NO_ID
Pairs = Mapping[tuple[int, int], int]  # from two ids to a rank, or to a third id


class BPE(Model):
    """A vocabulary, and the merges in the order in which they were learned.

    The rank of a merge is its index.

    >>> vocab = {"g": 0, "h": 1, "u": 2, "ug": 3, "hug": 4}
    >>> model = BPE(vocab, [("u", "g"), ("h", "ug")])
    >>> [step.symbols for step in model.steps("hug")]
    [('h', 'u', 'g'), ('h', 'ug'), ('hug',)]

    With `byte_fallback`, an unknown character becomes the tokens `<0x00>` to `<0xFF>`
    of its UTF-8 bytes. Otherwise it becomes `unk_token` (one for several in a row with
    `fuse_unk`), or is dropped if there is none. `ignore_merges` makes each word in the
    vocabulary one token. `end_of_word_suffix` marks the last character of a word, and
    `continuing_subword_prefix` all but the first. `dropout` is the probability with
    which each merge is left out (Provilkov, Emelianenko and Voita, "BPE-Dropout",
    2020).
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

        dropout = self.dropout or 0
        if not 0 <= dropout <= 1:
            raise ValueError(
                f"dropout={dropout} is not a probability: use a number from 0 to 1, "
                "such as 0.1"
            )
        merges = check_list(self.merges, "merges", "pairs: write [('u', 'g')]")
        self.keep(merges=tuple(map(tuple, merges)), dropout=dropout or None)
        self._random = Random(0)
        self._is_plain = not (self.continuing_subword_prefix or self.end_of_word_suffix)
        super().prepare()

    @property
    def is_random(self) -> bool:
        return self.dropout is not None

    def _prepare_tables(self, hidden: frozenset[int]) -> None:
        super()._prepare_tables(hidden)
        self._words: Mapping[str, int] = {}  # words that are tokens already
        if self.ignore_merges and not self.dropout:
            self._words = self._ids
        vocab = self.vocab
        prefix = len(self.continuing_subword_prefix or "")
        try:
            pairs = [(vocab[left], vocab[right]) for left, right in self.merges]
            joined = [vocab[left + right[prefix:]] for left, right in self.merges]
        except (KeyError, ValueError) as error:
            raise ValueError(
                "a merge is a pair of tokens of the vocabulary, such as ('u', 'g'), "
                f"but one has {error}"
            ) from None
        self._joined = dict(zip(pairs, joined))
        # If a merge is listed twice, its last rank counts, as in `tokenizers`.
        self._ranks = dict(zip(pairs, count()))
        if hidden:
            for pair, id in self._joined.items():
                if not hidden.isdisjoint((*pair, id)):
                    del self._ranks[pair]

    def with_merges(self, vocab: Mapping[str, int], joined: Pairs) -> Self:
        """A model with these tokens and merges, in half the time.

        `joined` has the two ids of each merge, and the id that it makes, unchecked.
        This model must be empty; the new one has its options.
        """
        model = self.replace()
        tokens = tokens_by_id(vocab)
        merges = tuple([(tokens[left], tokens[right]) for left, right in joined])
        model._tokens = tokens
        model._ids.update(vocab)
        model._joined.update(joined)
        model._ranks.update(zip(joined, count()))
        model.keep(vocab=MappingProxyType(model._ids), merges=merges)
        return model

    def ids(self, word: str) -> Sequence[int]:
        if word in self._words:
            return [self._words[word]]
        ids, _ = self._first_symbols(word)
        if self.dropout or len(ids) >= LONG:
            self._merge(ids)
            return ids
        for _ in merging(ids, self._ranks, self._joined):
            pass  # each merge changes `ids`
        return ids

    def segment(self, word: str) -> Segmentation:
        if word in self._words:
            return Segmentation([self._words[word]], [word], [(0, len(word))])
        ids, spans = self._first_symbols(word)
        starts = self._merge(ids)
        if spans is None:
            return Segmentation(ids, self.tokens(ids), pairwise([*starts, len(word)]))
        offsets = []
        for first, end in pairwise([*starts, len(spans)]):
            offsets.append((spans[first][0], spans[end - 1][1]))
        return Segmentation(ids, self.tokens(ids), offsets)

    def steps(self, word: str) -> Iterator[MergeStep]:
        """Yield the merges that turn a word into its tokens.

        No merge is left out: steps ignore `dropout`.
        """
        ids, _ = self._first_symbols(check_text(word))
        symbols = self.tokens(ids)
        yield MergeStep(tuple(symbols), None, None, self._ranks_in(ids))
        if word in self._words:
            yield MergeStep((word,), None, None)
            return
        for rank, i in merging(ids, self._ranks, self._joined):
            pair = symbols[i], symbols[i + 1]
            symbols[i : i + 2] = self.tokens([ids[i]])
            yield MergeStep(tuple(symbols), pair, rank, self._ranks_in(ids))

    def _ranks_in(self, ids: list[int]) -> tuple[int | None, ...]:
        pairs = pairwise(ids[:LONG])
        return tuple(map(self._ranks.get, pairs))

    def places(self, word: str) -> Iterator[tuple[int, int]]:
        """Yield the rank and the place of each merge in a word.

        A character without an id stays as it is.
        """
        ids = [self._ids.get(char, NO_ID) for char, _ in self._chars(word)]
        return merging(ids, self._ranks, self._joined)

    def _first_symbols(self, word: str) -> tuple[list[int], list[Offsets] | None]:
        """The ids of the symbols that merging starts from, and their offsets.

        None instead of offsets if each character is one symbol, as it nearly always is.
        """
        if self._is_plain:
            plain = list(map(self._ids.get, word))
            if None not in plain:
                return plain, None  # type: ignore[return-value]
        if not self._tokens:
            raise ValueError(
                "this BPE has no tokens yet: train the tokenizer with a BpeTrainer, "
                "or load one"
            )
        ids: list[int] = []
        spans: list[Offsets] = []
        after_unknown = False
        for char, span in self._chars(word):
            char_ids = self._ids_of(char)
            if char_ids:
                ids += char_ids
                spans += [span] * len(char_ids)
            elif self.fuse_unk and after_unknown and self.unk_token is not None:
                start, _ = spans[-1]
                spans[-1] = start, span[1]
            elif self.unk_token is not None:
                ids.append(self._id_of_unknown(self.unk_token, char))
                spans.append(span)
            after_unknown = not char_ids
        return ids, spans

    def _ids_of(self, char: str) -> list[int]:
        if char in self._ids:
            return [self._ids[char]]
        if self.byte_fallback:
            return self._byte_ids(char)
        return []

    def _chars(self, word: str) -> Iterator[tuple[str, Offsets]]:
        """Each character with its marks and offsets: `hug` → `h` `##u` `##g</w>`."""
        for i, char in enumerate(word):
            if i > 0 and self.continuing_subword_prefix:
                char = self.continuing_subword_prefix + char
            if i == len(word) - 1 and self.end_of_word_suffix:
                char += self.end_of_word_suffix
            yield char, (i, i + 1)

    def _merge(self, ids: list[int]) -> list[int]:
        """Merge `ids` in place. Returns the index of each token's first symbol."""
        if self.dropout or len(ids) >= LONG:
            dropout = self.dropout or 0
            return merge_by_queue(ids, self._ranks, self._joined, dropout, self._random)
        starts = list(range(len(ids)))
        for _, i in merging(ids, self._ranks, self._joined):
            del starts[i + 1]
        return starts


def merging(ids: list[int], ranks: Pairs, joined: Pairs) -> Iterator[tuple[int, int]]:
    """Join the pair of lowest rank in `ids`, the leftmost first, until none has a rank.

    Yields the rank and the place of each merge. `joined` has the new id for each pair.
    """
    rank_of = ranks.get
    pairs = pairwise(ids)
    pair_ranks = list(map(rank_of, pairs, repeat(UNRANKED)))
    while pair_ranks:
        rank = min(pair_ranks)
        if rank == UNRANKED:
            return
        i = pair_ranks.index(rank)
        new = joined[ids[i], ids[i + 1]]
        ids[i] = new
        del ids[i + 1], pair_ranks[i]
        if i > 0:
            pair = ids[i - 1], new
            pair_ranks[i - 1] = rank_of(pair, UNRANKED)
        if i < len(pair_ranks):
            pair = new, ids[i + 1]
            pair_ranks[i] = rank_of(pair, UNRANKED)
        yield rank, i


def merge_by_queue(
    ids: list[int],
    ranks: Pairs,
    joined: Pairs,
    dropout: float,
    random: "Random",
) -> list[int]:
    """Merge as `merging` does, but for a long word, or with dropout.

    Returns the index of each token's first symbol. `merging` looks through all pairs
    after each merge, which takes a time that grows with the square of the word's
    length. Here a heap orders the pairs, and links connect neighbouring symbols.
    `dropout` leaves pairs out; such a pair may be joined after another has come up, as
    in Hugging Face's library.
    """
    end = len(ids)
    before = list(range(-1, end))
    after = list(range(1, end + 1))
    # This NO_ID is `ids[end]` and `ids[-1]`. So no pair there has a rank: -1 is the
    # place before the first symbol, and `GONE`.
    ids.append(NO_ID)
    queue: list[tuple[int, int]] = []
    left_out: list[tuple[int, int]] = []

    def push(left: int) -> None:
        right = after[left]
        rank = ranks.get((ids[left], ids[right]))
        if rank is not None:
            heappush(queue, (rank, left))

    for place in range(end):
        push(place)
    while queue:
        rank, left = heappop(queue)
        if dropout and random.random() < dropout:
            left_out.append((rank, left))
            continue
        while left_out:
            heappush(queue, left_out.pop())
        right = after[left]
        pair = ids[left], ids[right]
        if ranks.get(pair) != rank:
            continue  # one of the two symbols has been merged since
        ids[left] = joined[pair]
        after[left] = after[right]
        before[after[right]] = left
        after[right] = GONE
        push(before[left])
        push(left)
    starts = [place for place in range(end) if after[place] != GONE]
    ids[:] = [ids[place] for place in starts]
    return starts
