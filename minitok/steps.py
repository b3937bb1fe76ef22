"""Plain records of what the algorithms do, one for each step.

No algorithm prints.
"""

from typing import NamedTuple

Pair = tuple[str, str]
Offsets = tuple[int, int]
Candidate = tuple[Pair, int, float]
WeightedWord = tuple[tuple[str, ...], int]


class Token(NamedTuple):
    """One token: `Token(id=7, value='ug', offsets=(1, 3))`.

    `offsets` is `(start, end)` in characters: of the word where a model gives the
    token, of the text where a tokenizer does.
    """

    id: int
    value: str
    offsets: Offsets


class Stages(NamedTuple):
    """What each stage of a tokenizer makes of a text."""

    segments: tuple[str, ...]  # the text, cut at added tokens
    normalized: tuple[str, ...]  # the same segments, normalized
    words: tuple[tuple[str, Offsets], ...]  # with their offsets in the text
    tokens: tuple[Token, ...]  # the model's tokens
    template: tuple[Token, ...] = ()  # after truncation, template and padding


class MergeStep(NamedTuple):
    """One merge in the encoding of a word.

    `MergeStep(symbols=('h', 'ug'), pair=('u', 'g'), rank=0)`: `symbols` is the word
    after the merge. The first step has the initial symbols and no pair, the last one
    has the tokens. `ranks` belong to the first 255 adjacent pairs after the merge; a
    pair that no merge joins has None.
    """

    symbols: tuple[str, ...]
    pair: Pair | None
    rank: int | None
    ranks: tuple[int | None, ...] = ()


class PairStep(NamedTuple):
    """One merge learned in training: the pair, its token, and the token's id.

    The trainer merges the pair with the best score, which in BPE is the count: how
    often the pair occurs. `detail=True` fills the last three fields, which show the
    corpus after the merge, and adds step 0, which has no pair, token or id.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index
    pair: Pair | None
    token: str | None
    id: int | None
    count: int  # type: ignore[assignment]  # hides tuple.count
    score: float
    # Up to 20 `(pair, count, score)`, the best first.
    candidates: tuple[Candidate, ...] = ()
    words: tuple[WeightedWord, ...] = ()  # up to 20 `(symbols, count)`
    rest: tuple[int, int] = (0, 0)  # how many more words there are, and their tokens


class MatchStep(NamedTuple):
    """One look-up in the longest-match encoding of a word.

    `MatchStep(start=3, end=4, candidate='##s', found=True)`: `candidate` is looked up
    for the characters of the word from `start` to `end`. If it is not found, the next
    candidate is one character shorter.
    """

    start: int
    end: int
    candidate: str
    found: bool


class Arc(NamedTuple):
    """One piece in the lattice of a word.

    `Arc(start=1, end=3, piece='ug', score=-2.35)`: the score is a natural-log
    probability. An unknown character scores below every other.
    """

    start: int  # in characters of the word
    end: int
    piece: str  # from the vocabulary, or an unknown character
    score: float


class Lattice(NamedTuple):
    """All segmentations of a word, and the best of them."""

    word: str
    arcs: tuple[Arc, ...]  # sorted by start, then by end
    best: tuple[Arc, ...]  # the best path
    last: tuple[Arc, ...]  # the last arc of the best path to each position from 1 on
    shares: tuple[float, ...] = ()  # of each arc: the probability of a path through it
    unknown: tuple[str, ...] = ()  # the characters that are not in the vocabulary


class Removal(NamedTuple):
    """What the removal of a piece would cost.

    `Removal(piece='hug', cost=10.5, uses=15, instead=('h', 'ug'))`: the cost is an
    estimate of how much is added to the loss.
    """

    piece: str
    cost: float
    uses: int  # how often the best segmentations of the corpus use the piece
    instead: tuple[str, ...]  # the pieces that would replace it; empty if it has no use


class PruneStep(NamedTuple):
    """One round of Unigram training: fit the pieces to the corpus, then remove some."""

    round: int
    loss: float  # the negative natural-log probability of the corpus, before removal
    pieces: int  # how many are left
    removed: tuple[tuple[str, float], ...]  # each with its cost, the cheapest first
    ranking: tuple[Removal, ...] = ()  # the last ones removed and the first ones kept


class TrieStep(NamedTuple):
    """One walk through a trie along a text: `TrieStep(start=3, end=6, found='<s>')`.

    `found` is the longest string on the way. The next walk begins after it, or at
    `start + 1` if there is none.
    """

    start: int
    end: int  # where the text leaves the trie
    found: str | None


class DifferenceStep(NamedTuple):
    """What two programs have at the same point.

    `DifferenceStep("merge 2", ("a", "bc"), ("ab", "c"), alike=False)`: tokens, or a
    sentence that says what is there instead. Only the last step is not alike.
    """

    name: str
    expected: tuple[str, ...] | str
    yours: tuple[str, ...] | str
    alike: bool


class StreamStep(NamedTuple):
    """One piece of a stream of UTF-8, and the text that is complete with it.

    `StreamStep(data=b'caf\\xc3', text='caf', pending=b'\\xc3')`. The last step has no
    data: it shows what becomes of the bytes that are still pending.
    """

    data: bytes
    text: str
    pending: bytes  # of a character that is not complete yet
