"""What the algorithms yield for you to look at: they never print, but yield a plain record at each step."""

from collections.abc import Sequence
from typing import NamedTuple

Pair = tuple[str, str]
Offsets = tuple[int, int]
Candidate = tuple[Pair, int, float]
WeightedWord = tuple[tuple[str, ...], int]

MAX_ROWS = 100
CELL = '<td style="text-align:left">'


def table(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """An HTML table of the first hundred rows, with every cell escaped, and the number of further rows."""
    from html import escape  # here, so that `import minitok` stays quick

    head = "".join(
        f'<th scope="col" style="text-align:left">{escape(column)}</th>'
        for column in columns
    )
    cells = (
        (escape("" if value is None else str(value)) for value in row)
        for row in rows[:MAX_ROWS]
    )
    body = "".join(
        f"<tr>{''.join(f'{CELL}{text}</td>' for text in row)}</tr>" for row in cells
    )
    more = f"<p>and {len(rows) - MAX_ROWS:,} more</p>" if len(rows) > MAX_ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


class Token(NamedTuple):
    """One token: `Token(id=7, value='ug', offsets=(1, 3))`."""

    id: int
    value: str
    offsets: Offsets  # `(start, end)` in characters: of the word in a model's tokens, of the text in a tokenizer's


class Stages(NamedTuple):
    """What each stage of a tokenizer makes of a text."""

    segments: tuple[str, ...]  # the text, cut at added tokens
    normalized: tuple[str, ...]  # the same segments, normalized
    words: tuple[
        tuple[str, Offsets], ...
    ]  # the pre-tokenizer's words, with their offsets in the text
    tokens: tuple[Token, ...]  # the model's tokens
    template: tuple[
        Token, ...
    ] = ()  # the tokens after truncation, template and padding


class MergeStep(NamedTuple):
    """One merge in the encoding of a word: `MergeStep(symbols=('h', 'ug'), pair=('u', 'g'), rank=0)`."""

    symbols: tuple[str, ...]  # the word after the merge; in the last step, the tokens
    pair: Pair | None  # None in the first step, which has the initial symbols
    rank: int | None
    ranks: tuple[
        int | None, ...
    ] = ()  # of the first 255 adjacent pairs after the merge, None where no merge joins it


class PairStep(NamedTuple):
    """One merge learned in training. `detail=True` fills `candidates` and `words`, and adds step 0, without a merge."""

    index: int  # type: ignore[assignment]  # hides tuple.index
    pair: Pair | None  # None, like token and id, before any merge
    token: str | None
    id: int | None
    count: int  # type: ignore[assignment]  # hides tuple.count; how often the pair occurs
    score: float  # the trainer merges the pair with the best score; in BPE, the score is the count
    candidates: tuple[
        Candidate, ...
    ] = ()  # after the merge: up to 20 `(pair, count, score)`, the next pair first
    words: tuple[
        WeightedWord, ...
    ] = ()  # after the merge: the `(symbols, count)` of up to 20 words, see `rest`
    rest: tuple[int, int] = (
        0,
        0,
    )  # how many words are not among `words`, and how many tokens those take


class MatchStep(NamedTuple):
    """One look-up in the longest-match encoding of a word: `MatchStep(start=3, end=4, candidate='##s', found=True)`."""

    start: int
    end: int
    candidate: (
        str  # the string looked up for the characters of the word from `start` to `end`
    )
    found: bool  # whether it is a token; if not, the next candidate is one character shorter


class Arc(NamedTuple):
    """One piece in the lattice of a word: `Arc(start=1, end=3, piece='ug', score=-2.35)`."""

    start: int  # in characters of the word
    end: int
    piece: str  # from the vocabulary, or an unknown character
    score: float  # a natural-log probability; that of an unknown character is below all others


class Lattice(NamedTuple):
    """All segmentations of a word, and the best of them."""

    word: str
    arcs: tuple[Arc, ...]  # sorted by start, then by end
    best: tuple[Arc, ...]  # the best path
    last: tuple[
        Arc, ...
    ]  # the last arc of the best path to each position from 1 on: follow them back from the end
    shares: tuple[
        float, ...
    ] = ()  # for each arc, the probability that a segmentation of the word goes through it
    unknown: tuple[
        str, ...
    ] = ()  # the characters of the word that are not in the vocabulary

    def _repr_html_(self) -> str:
        best = set(self.best)
        rows = [
            (
                arc.start,
                arc.end,
                repr(arc.piece),
                arc.score,
                "yes" if arc in best else "",
            )
            for arc in self.arcs
        ]
        return table(("from", "to", "piece", "score", "on the best path"), rows)


class PruneStep(NamedTuple):
    """One round of Unigram training: fit the pieces to the corpus, then remove some of them."""

    round: int
    loss: float  # the negative natural-log probability of the corpus before the removal
    pieces: int  # how many are left
    removed: tuple[
        tuple[str, float], ...
    ]  # pieces and how much, by estimate, each adds to the loss, smallest first
    ranking: "tuple[Removal, ...]" = ()  # the most expensive pieces removed and the cheapest kept, cheapest first


class Removal(NamedTuple):
    """What the removal of a piece would cost: `Removal(piece='hug', cost=10.5, uses=15, instead=('h', 'ug'))`."""

    piece: str
    cost: float  # how much, by estimate, it adds to the loss
    uses: int  # how often the piece occurs in the best segmentations of the corpus
    instead: tuple[
        str, ...
    ]  # the pieces that would take its place; empty if it is not used


class TrieStep(NamedTuple):
    """One walk through a trie along a text: `TrieStep(start=3, end=6, found='<s>')`."""

    start: int
    end: int  # where the text leaves the trie
    found: (
        str | None
    )  # the longest string of the trie on the way: the next walk begins after it, or at `start + 1`


class DifferenceStep(NamedTuple):
    """What two programs have at the same point: `DifferenceStep("merge 2", ("a", "bc"), ("ab", "c"), False)`."""

    name: str
    expected: tuple[str, ...] | str  # tokens, or in words what there is in their place
    yours: tuple[str, ...] | str
    alike: bool  # False in the last step alone


class StreamStep(NamedTuple):
    """One piece of a stream of UTF-8: `StreamStep(data=b'caf\\xc3', text='caf', pending=b'\\xc3')`."""

    data: bytes  # none in the last step, which shows what the pending bytes become
    text: str  # the characters that are now complete
    pending: bytes  # the bytes of a character that is not complete yet
