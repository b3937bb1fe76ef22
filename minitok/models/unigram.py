"""Unigram: every piece has a probability, and a word is cut so that the product of them is highest.

Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple Subword Candidates" (2018).
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from math import isfinite

from minitok.models import viterbi
from minitok.models.base import Model
from minitok.steps import Arc, Lattice, Token

UNKNOWN = -1

UNKNOWN_PENALTY = 10.0
"""How far below the lowest score in the vocabulary an unknown character is, as in SentencePiece."""


class Unigram(Model):
    """A list of pieces with their natural-log probabilities; the place in the list is the id.

    >>> model = Unigram([("<unk>", 0.0), ("p", -2.5), ("u", -1.8), ("g", -2.3), ("ug", -2.4)], unk_id=0)
    >>> [token.value for token in model.tokenize("pug")]
    ['p', 'ug']

    A character that is no piece scores 10 below the lowest score in the vocabulary. Such characters in a row are,
    with `byte_fallback`, the tokens `<0x00>` to `<0xFF>` of their bytes; else they are one token together, with the
    id `unk_id` and the characters themselves as its value.
    """

    def __init__(
        self,
        vocab: Iterable[tuple[str, float]] | None = None,
        *,
        unk_id: int | None = None,
        byte_fallback: bool = False,
    ) -> None:
        """Take a vocabulary. ValueError on a piece given twice, an infinite score, an `unk_id` beyond."""
        self.pieces = tuple((piece, score) for piece, score in vocab or ())
        _check(self.pieces)
        super().__init__({piece: id for id, (piece, _) in enumerate(self.pieces)})
        if unk_id is not None and unk_id not in self._tokens:
            raise ValueError(f"unk_id={unk_id} is no id of this vocabulary of {len(self.pieces)} pieces")
        self.unk_id = unk_id
        self.byte_fallback = byte_fallback
        self._trie = viterbi.Trie((piece, score) for piece, score in self.pieces if piece)
        self._unknown = min((score for _, score in self.pieces), default=0.0) - UNKNOWN_PENALTY

    def encode_word(self, word: str) -> list[int]:
        pieces = self._best_pieces(word)
        unknown = UNKNOWN if self.unk_id is None else self.unk_id
        ids = [self._ids.get(piece, unknown) for piece in pieces]
        if unknown not in ids:
            return ids
        if self.byte_fallback or self.unk_id is None:
            return [token.id for token in self._tokens_of(pieces)]
        return [id for id, before in zip(ids, [UNKNOWN, *ids]) if id != unknown or before != unknown]

    def tokenize(self, word: str) -> list[Token]:
        return list(self._tokens_of(self._best_pieces(word)))

    def lattice(self, word: str) -> Lattice:
        """All ways to cut a word, as data, and the best of them; unknown characters are arcs one by one."""
        arcs = tuple(self._arcs(word))
        return Lattice(word, arcs, *viterbi.best_ways(arcs))

    def nbest(self, word: str, n: int) -> list[tuple[Arc, ...]]:
        """The `n` best ways to cut a word, each as `Lattice.best`, best first; all ways if there are fewer."""
        if n < 1:
            raise ValueError(f"n={n} leaves nothing to give: make it 1 or more")
        return viterbi.n_best(self._arcs(word), n)

    def sample(self, word: str, *, alpha: float, seed: int) -> list[Token]:
        """One way to cut a word, drawn at random with a probability proportional to that of its pieces to the `alpha`.

        With `alpha=1` these are the model's own probabilities, with 0 all ways are equally likely, and the larger it
        is the likelier is the best one. The same `seed` draws the same way.
        """
        if not isfinite(alpha) or alpha < 0:
            raise ValueError(f"alpha={alpha} is no exponent for probabilities: make it 0 or more")
        from random import Random  # here, so that `import minitok` stays quick

        random = Random(str(seed))  # seeds that are numbers in a row draw a little alike
        path = viterbi.sample(self._arcs(word), alpha=alpha, random=random)
        return list(self._tokens_of([arc.piece for arc in path]))

    def retrained(self, trained: Model) -> "Unigram":
        self._check_kind(trained)
        assert isinstance(trained, Unigram)
        return Unigram(trained.pieces, unk_id=trained.unk_id, byte_fallback=self.byte_fallback)

    def _arcs(self, word: str) -> Iterator[Arc]:
        return viterbi.arcs(word, self._trie, self._unknown)

    def _best_pieces(self, word: str) -> list[str]:
        return viterbi.best_pieces(word, self._trie, self._unknown)

    def _tokens_of(self, pieces: list[str]) -> Iterator[Token]:
        """The tokens of the pieces of a word, unknown ones in a row together."""
        end = 0
        for unknown, row in groupby(pieces, key=lambda piece: self._ids.get(piece, self.unk_id) == self.unk_id):
            for piece in ["".join(row)] if unknown else row:
                start, end = end, end + len(piece)
                for id, value in self._unknown_tokens(piece) if unknown else [(self._ids[piece], piece)]:
                    yield Token(id, value, (start, end))

    def _unknown_tokens(self, found: str) -> list[tuple[int, str]]:
        """The ids and values that stand for a row of characters that are no pieces."""
        if self.byte_fallback and found not in self._ids:
            names = [f"<0x{byte:02X}>" for byte in found.encode("utf-8", "surrogatepass")]
            if all(name in self._ids for name in names):
                return [(self._ids[name], name) for name in names]
        if self.unk_id is None:
            raise ValueError(
                f"{found!r} is not in the vocabulary, and there is no unknown token: "
                'train with unk_token="<unk>", or give the id of one as unk_id'
            )
        return [(self.unk_id, found)]

    def __repr__(self) -> str:
        fallback = ", byte_fallback=True" if self.byte_fallback else ""
        return f"Unigram({len(self._ids)} pieces, unk_id={self.unk_id}{fallback})"


def _check(pieces: tuple[tuple[str, float], ...]) -> None:
    seen: dict[str, int] = {}
    for id, (piece, score) in enumerate(pieces):
        if not isinstance(score, (int, float)) or not isfinite(score):
            raise ValueError(f"the score of {piece!r} is {score!r}: a score is a finite number, a log probability")
        if seen.setdefault(piece, id) != id:
            raise ValueError(f"{piece!r} is in the vocabulary twice, with the ids {seen[piece]} and {id}: keep one")
