"""What the algorithms yield for somebody to look at: plain records, with no behaviour of their own.

An algorithm in `minitok` never prints. It yields one of these records a step, and a view, a test or a
notebook decides what to make of it. (`Stages` and `Lattice` also say how they look as the last line of a cell.)
"""

from typing import NamedTuple

from minitok.display import line, table

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
    `words` what the pre-tokenizer found, with offsets into the text, `tokens` what the model gave, and `template` the
    tokens with those that truncation, template and padding left and added.
    """

    segments: tuple[str, ...]
    normalized: tuple[str, ...]
    words: tuple[tuple[str, Offsets], ...]
    tokens: tuple[Token, ...]
    template: tuple[Token, ...] = ()

    def _repr_html_(self) -> str:
        words = (word for word, _ in self.words)
        tokens, template = ((token.value for token in stage) for stage in (self.tokens, self.template))
        rows = zip(self._fields, map(line, (self.segments, self.normalized, words, tokens, template)))
        return table(("stage", "what it made of the text"), list(rows))


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


class MatchStep(NamedTuple):
    """One look-up in the longest-match encoding of a word: `MatchStep(start=3, end=4, candidate='##s', found=True)`.

    `candidate` is what was looked up for the characters from `start` to `end` of the word, and `found` whether it
    is a token. Where one is found, the next look-up starts at its end; else the next is shorter by a character.
    """

    start: int
    end: int
    candidate: str
    found: bool


class Arc(NamedTuple):
    """One piece in the lattice of a word: `Arc(start=1, end=3, piece='ug', score=-2.35)`.

    `start` and `end` are places between the characters of the word, `score` is the natural logarithm of the
    piece's probability. A character that is in no vocabulary is an arc too, with a score below all others.
    """

    start: int
    end: int
    piece: str
    score: float


class Lattice(NamedTuple):
    """All ways to cut a word into pieces: `arcs` by start and then by end, and the `best` path through them.

    `last` holds, for each place from 1 to the end of the word, the last arc of the best path to that place: follow
    it back from arc to arc and you have that path.
    """

    word: str
    arcs: tuple[Arc, ...]
    best: tuple[Arc, ...]
    last: tuple[Arc, ...]

    def _repr_html_(self) -> str:
        best = set(self.best)
        rows = [(arc.start, arc.end, repr(arc.piece), arc.score, "yes" if arc in best else "") for arc in self.arcs]
        return table(("from", "to", "piece", "score", "on the best path"), rows)


class PruneStep(NamedTuple):
    """One round of training a Unigram model: the pieces were fitted to the corpus, then some were removed.

    `loss` is that of the corpus before the removal: how often each word occurs times its negative log probability,
    summed. `pieces` is how many are left. `removed` holds each piece that went, with what its removal adds to
    the loss by the trainer's estimate, the smallest first.
    """

    round: int
    loss: float
    pieces: int
    removed: tuple[tuple[str, float], ...]


class TrieStep(NamedTuple):
    """One walk through a trie along a text: `TrieStep(start=3, end=6, found='<s>')`.

    The walk began at the character `start` and could be followed to `end`. `found` is the longest of the trie's strings
    that it met, or None. The next walk begins behind what was found, else one character further on.
    """

    start: int
    end: int
    found: str | None


class StreamStep(NamedTuple):
    """One piece of a stream of UTF-8: `StreamStep(data=b'caf\\xc3', text='caf', pending=b'\\xc3')`.

    `data` is what came, `text` the characters that are now whole, and `pending` the bytes that wait for the rest of
    theirs. The last step of a stream comes after its end: it has no data, and what became of the bytes that waited.
    """

    data: bytes
    text: str
    pending: bytes
