"""What the algorithms yield for somebody to look at: plain records, with no behaviour of their own.

An algorithm in `minitok` never prints. It yields one of these records a step, and a view, a test or a
notebook decides what to make of it.
"""

from typing import NamedTuple

Pair = tuple[str, str]
Offsets = tuple[int, int]
Candidate = tuple[Pair, int, float]
WeightedWord = tuple[tuple[str, ...], int]


class Token(NamedTuple):
    """One token of a text: `Token(id=7, value='ug', offsets=(1, 3))`.

    `offsets` are `(start, end)` in characters: of the word where a model gives the token, of the source
    text where a tokenizer gives it.
    """

    id: int
    value: str
    offsets: Offsets


class Stages(NamedTuple):
    """What each stage of a tokenizer's pipeline made of a text.

    `segments` is the text cut at special tokens, `normalized` the same segments after the normalizer,
    `words` what the pre-tokenizer found, with offsets into the text, and `tokens` what the model gave.
    """

    segments: tuple[str, ...]
    normalized: tuple[str, ...]
    words: tuple[tuple[str, Offsets], ...]
    tokens: tuple[Token, ...]


class MergeStep(NamedTuple):
    """One merge in the encoding of one word: `MergeStep(symbols=('h', 'ug'), pair=('u', 'g'), rank=0)`.

    `symbols` is the word after the merge. The first step of a word has its initial symbols and neither
    pair nor rank; the symbols of the last step are the answer.
    """

    symbols: tuple[str, ...]
    pair: Pair | None
    rank: int | None


class PairStep(NamedTuple):
    """One merge learned in training: the `index`-th, which joined `pair` into `token`.

    `count` is how often the pair occurred, `score` what the trainer ranked it by (for BPE the count
    itself). With `detail=True` a step is also a picture of the corpus after the merge: `candidates` holds
    up to 20 `(pair, count, score)`, best first, so that the first is what the next step will merge, and
    `words` holds the `(symbols, count)` of the words shown. Step 0 then comes before any merge: it has no
    pair, token or id, and its count and score are 0.
    """

    index: int  # type: ignore[assignment]  # hides tuple.index
    pair: Pair | None
    token: str | None
    id: int | None
    count: int  # type: ignore[assignment]  # hides tuple.count
    score: float
    candidates: tuple[Candidate, ...] = ()
    words: tuple[WeightedWord, ...] = ()
