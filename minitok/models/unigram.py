"""Unigram: each piece has a probability, and a split makes their product highest.

Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple
Subword Candidates" (2018).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, groupby, pairwise, repeat
from math import inf, isfinite
from typing import Any

from minitok.models import lattice as lattices
from minitok.models.lattice import ScoredPiece
from minitok.models.model import Model, Segmentation
from minitok.steps import Arc, Lattice, Token
from minitok.validation import check_int, check_text, format_value

# An unknown character scores this much below the worst piece, as in SentencePiece.
UNKNOWN_PENALTY = 10.0


class Unigram(Model):
    """A list of pieces with their natural-log probabilities.

    The id of a piece is its index.

    >>> pieces = [("<unk>", 0.0), ("p", -2.5), ("u", -1.8), ("g", -2.3), ("ug", -2.4)]
    >>> model = Unigram(pieces, unk_id=0)
    >>> [token.value for token in model.tokenize("pug")]
    ['p', 'ug']

    A character that is not a piece scores 10 less than the worst piece. Several in a
    row become, with `byte_fallback`, the tokens `<0x00>` to `<0xFF>` of their UTF-8
    bytes; otherwise one token, which has the id `unk_id` and their text as its value.
    """

    pieces: Sequence[ScoredPiece] = ()
    unk_id: int | None = None
    byte_fallback: bool = False

    sizes = {"pieces": "pieces"}

    def prepare(self) -> None:
        pieces = _check_pieces(self.pieces)
        ids: dict[str, int] = {}
        for id, (piece, _) in enumerate(pieces):
            if ids.setdefault(piece, id) != id:
                raise ValueError(f"{piece!r} is in the vocabulary twice: keep one")
        self.keep(pieces=pieces, vocab=ids)
        size = len(pieces)
        if self.unk_id is not None and self.unk_id >= size:
            raise ValueError(
                f"unk_id={self.unk_id} is not an id of this vocabulary of {size} pieces"
            )
        super().prepare()

    def _prepare_tables(self, hidden: frozenset[int]) -> None:
        super()._prepare_tables(hidden)
        worst = min([score for _, score in self.pieces], default=0.0)
        self._unknown = parsed_score(worst) - UNKNOWN_PENALTY
        in_texts = [piece for piece in self.pieces if piece[0] in self._ids]
        self._trie = lattices.PieceTrie(in_texts, parsed_score)

    @property
    def unk_token(self) -> str | None:
        if self.unk_id is None:
            return None
        piece, _ = self.pieces[self.unk_id]
        return piece

    def segment(self, word: str) -> Segmentation:
        id_of, unknown = self._ids.get, self.unk_id
        pieces = self._best_pieces(word)
        ids = [id_of(piece, unknown) for piece in pieces]
        # None is in `ids` if a piece is not found, and there is no unknown token.
        if unknown not in ids:
            ends = accumulate(map(len, pieces), initial=0)
            return Segmentation(ids, pieces, pairwise(ends))  # type: ignore[arg-type]
        return Segmentation(*zip(*self._tokens_of(pieces)))

    def lattice(self, word: str) -> Lattice:
        """All segmentations of a word, as data, and the best one.

        Each unknown character is an arc.
        """
        arcs = tuple(self._arcs(word))
        best, last = lattices.best_paths(arcs)
        shares = lattices.shares(arcs)
        unknown = [char for char in dict.fromkeys(word) if char not in self._ids]
        return Lattice(word, arcs, best, last, shares, tuple(unknown))

    def nbest(self, word: str, n: int) -> list[tuple[Arc, ...]]:
        """The `n` best segmentations of a word, best first, each like `Lattice.best`.

        All of them if there are fewer.
        """
        check_int(n, "n", minimum=1)
        return lattices.n_best(self._arcs(word), n)

    def sample(self, word: str, *, alpha: float, seed: int) -> list[Token]:
        """Draw a segmentation, weighted by its probability to the power of `alpha`.

        `alpha=1` keeps the model's probabilities, `alpha=0` makes them all equal. The
        same `seed` draws the same again. ValueError if `alpha` is below 0 or infinite.
        """
        if not 0 <= alpha < inf:
            raise ValueError(
                f"alpha={alpha} is not an exponent for probabilities: make it 0 or more"
            )
        from random import Random  # imported here to keep `import minitok` fast

        # As whole numbers, seeds that follow each other would give similar first draws.
        random = Random(str(seed))
        arcs = self._arcs(word)
        path = lattices.sample(arcs, alpha=alpha, random=random)
        return self._tokens_of([arc.piece for arc in path])

    def _best_pieces(self, word: str) -> list[str]:
        """The pieces of a word. Overridden in `interop`."""
        return lattices.best_pieces(word, self._trie, self._unknown)

    def _arcs(self, word: str) -> Iterator[Arc]:
        return lattices.arcs(check_text(word), self._trie, self._unknown)

    def _tokens_of(self, pieces: Iterable[str]) -> list[Token]:
        """The tokens of the pieces of a word. Unknown pieces in a row are one."""
        tokens: list[Token] = []
        start = 0
        for is_unknown, row in groupby(pieces, self._is_unknown):
            if is_unknown:
                text = "".join(row)
                tokens += self._unknown_tokens(text, start)
                start += len(text)
                continue
            for piece in row:
                end = start + len(piece)
                tokens.append(Token(self._ids[piece], piece, (start, end)))
                start = end
        return tokens

    def _is_unknown(self, piece: str) -> bool:
        return self._ids.get(piece, self.unk_id) == self.unk_id

    def _unknown_tokens(self, text: str, start: int) -> list[Token]:
        """The tokens of unknown characters in a row: of their bytes, or one."""
        offsets = start, start + len(text)
        id = self._id_of_row(text)
        if id is None and self.byte_fallback:
            ids = self._byte_ids(text)
            if ids:
                return list(map(Token, ids, self.tokens(ids), repeat(offsets)))
        if self.unk_id is None:
            raise ValueError(
                f"{format_value(text)} is not in the vocabulary, and there is no "
                'unknown token: train with unk_token="<unk>", or give the id of one as '
                "unk_id"
            )
        if id is None:
            id = self.unk_id
        return [Token(id, text, offsets)]

    def _id_of_row(self, text: str) -> int | None:
        """The id of the token that unknown characters in a row spell, if any.

        `tokenizers` looks it up, too: a text may contain `<unk>`. Overridden in
        `interop`.
        """
        return self._ids.get(text)


def parsed_score(score: float) -> float:
    """The score as `tokenizers` reads it in a file, which may differ in the last digit.

    It divides the digits by a power of ten, and rounds both: -12.883501052856445 →
    -12.883501052856444. Between segmentations that are equally good, this decides.
    """
    digits, _, exponent = repr(float(score)).partition("e")
    whole, _, decimals = digits.partition(".")
    power = len(decimals) - int(exponent or 0)
    if 0 <= power < 300:
        return float(whole + decimals) / float(f"1e{power}")  # 10.0**23 is not 1e23
    return score


def _check_pieces(pieces: Any) -> tuple[ScoredPiece, ...]:
    """The pieces as a tuple. Raises an error if one isn't a piece."""
    try:
        pairs = tuple([(piece, score) for piece, score in pieces or ()])
    except (TypeError, ValueError):
        raise TypeError(
            "a Unigram takes pieces with their scores: "
            'Unigram([("p", -2.5), ("ug", -2.4)])'
        ) from None
    for id, (piece, score) in enumerate(pairs):
        if not isinstance(piece, str):
            raise TypeError(f"piece {id} is {format_value(piece)}: a piece is a str")
        if not isfinite(score):
            raise ValueError(
                f"the score of {piece!r} is {format_value(score)}: "
                "a log probability is a finite float or int"
            )
    return pairs
