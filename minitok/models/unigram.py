"""Unigram: every piece has a probability, and a word is split so that their product is highest.

Kudo, "Subword Regularization: Improving Neural Network Translation Models with Multiple Subword Candidates" (2018).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby, pairwise
from math import isfinite
from types import MappingProxyType
from typing import Any

from minitok.models import lattice
from minitok.models.model import Model, Segmentation
from minitok.steps import Arc, Lattice, Token
from minitok.validation import check_int, check_text, format_value

UNKNOWN_PENALTY = 10.0  # an unknown character scores this much below the worst piece, as in SentencePiece

Piece = tuple[str, float]


class Unigram(Model):
    """A list of pieces with their natural-log probabilities: the id of a piece is its index.

    >>> model = Unigram([("<unk>", 0.0), ("p", -2.5), ("u", -1.8), ("g", -2.3), ("ug", -2.4)], unk_id=0)
    >>> [token.value for token in model.tokenize("pug")]
    ['p', 'ug']

    A character that is not a piece scores 10 less than the worst piece. Several in a row become, with `byte_fallback`,
    the tokens `<0x00>` to `<0xFF>` of their UTF-8 bytes; else one token, with the id `unk_id` and their text as value.
    """

    pieces: Sequence[Piece] = ()
    unk_id: int | None = None
    byte_fallback: bool = False

    sizes = {"pieces": "pieces"}

    def prepare(self) -> None:
        self.keep(pieces=_checked(self.pieces))
        self._vocab = MappingProxyType(
            {piece: id for id, (piece, _) in enumerate(self.pieces)}
        )
        if self.unk_id is not None and check_int(self.unk_id, "unk_id") >= len(
            self.pieces
        ):
            raise ValueError(
                f"unk_id={self.unk_id} is not an id of this vocabulary of {len(self.pieces)} pieces"
            )
        super().prepare()

    def _index(self, hidden: frozenset[int]) -> None:
        super()._index(hidden)
        scores = [(piece, _as_tokenizers_reads(score)) for piece, score in self.pieces]
        self._trie = lattice.PieceTrie(
            (piece, score) for piece, score in scores if piece and piece in self._ids
        )
        self._unknown = (
            min((score for _, score in scores), default=0.0) - UNKNOWN_PENALTY
        )
        self._spelled: Mapping[str, int] = (
            self._ids
        )  # tokens that unknown characters may spell, as in `tokenizers`

    @property
    def vocab(self) -> Mapping[str, int]:
        """The id of each piece, which is its index."""
        return self._vocab

    @property
    def unk_token(self) -> str | None:
        return None if self.unk_id is None else self.pieces[self.unk_id][0]

    def segment(self, word: str) -> Segmentation:
        id_of, unknown = self._ids.get, self.unk_id
        pieces = self._best_pieces(word)
        ids = [id_of(piece, unknown) for piece in pieces]
        if unknown not in ids:
            ends = accumulate(map(len, pieces), initial=0)
            return Segmentation(ids, pieces, pairwise(ends))  # type: ignore[arg-type]
        return Segmentation(*zip(*self._tokens_of(pieces)))

    def lattice(self, word: str) -> Lattice:
        """All segmentations of a word, as data, and the best one. Each unknown character is an arc."""
        arcs = tuple(self._arcs(word))
        unknown = tuple(char for char in dict.fromkeys(word) if char not in self._ids)
        return Lattice(
            word, arcs, *lattice.best_paths(arcs), lattice.shares(arcs), unknown
        )

    def nbest(self, word: str, n: int) -> list[tuple[Arc, ...]]:
        """The `n` best segmentations of a word, or all if there are fewer, best first; each is like `Lattice.best`."""
        return lattice.n_best(self._arcs(word), check_int(n, "n", least=1))

    def sample(self, word: str, *, alpha: float, seed: int) -> list[Token]:
        """Draw a segmentation at random, weighted by its probability to the power of `alpha`.

        `alpha=1` keeps the model's probabilities, `alpha=0` makes them all equal. The same `seed` draws the same again.
        """
        if not isfinite(alpha) or alpha < 0:
            raise ValueError(
                f"alpha={alpha} is not an exponent for probabilities: make it 0 or more"
            )
        from random import Random  # imported here to keep `import minitok` fast

        random = Random(
            str(seed)
        )  # as a string, since successive whole numbers give similar first draws
        path = lattice.sample(self._arcs(word), alpha=alpha, random=random)
        return self._tokens_of([arc.piece for arc in path])

    def _best_pieces(self, word: str) -> list[str]:
        return lattice.best_pieces(word, self._trie, self._unknown)

    def _arcs(self, word: str) -> Iterator[Arc]:
        return lattice.arcs(check_text(word), self._trie, self._unknown)

    def _tokens_of(self, pieces: Iterable[str]) -> list[Token]:
        """The tokens of the pieces of a word, in which unknown pieces in a row are one."""
        tokens: list[Token] = []
        start = 0
        for is_unknown, row in groupby(
            pieces, key=lambda piece: self._ids.get(piece, self.unk_id) == self.unk_id
        ):
            if not is_unknown:
                for piece in row:
                    tokens.append(
                        Token(self._ids[piece], piece, (start, start + len(piece)))
                    )
                    start += len(piece)
                continue
            found = "".join(row)
            offsets = start, start + len(found)
            start += len(found)
            if (
                self.byte_fallback
                and found not in self._spelled
                and (ids := self._byte_ids(found))
            ):
                tokens += [
                    Token(id, value, offsets)
                    for id, value in zip(ids, self.tokens(ids))
                ]
            elif self.unk_id is not None:
                tokens.append(
                    Token(self._spelled.get(found, self.unk_id), found, offsets)
                )
            else:
                wrong = (
                    f"{found!r} is not in the vocabulary, and there is no unknown token"
                )
                raise ValueError(
                    f'{wrong}: train with unk_token="<unk>", or give the id of one as unk_id'
                )
        return tokens


def _as_tokenizers_reads(score: float) -> float:
    """The score that `tokenizers` reads in a file: the digits, and a power of ten to divide them by, both rounded.

    -12.883501052856445 → -12.883501052856444: where segmentations are equally good, this decides between them.
    """
    digits, _, exponent = repr(float(score)).partition("e")
    whole, _, decimals = digits.partition(".")
    power = len(decimals) - int(exponent or 0)
    return (
        float(whole + decimals) / float(f"1e{power}") if 0 <= power < 300 else score
    )  # 10.0**23 is not 1e23


def _checked(pieces: Any) -> tuple[Piece, ...]:
    try:
        found = tuple([(piece, score) for piece, score in pieces or ()])
    except (TypeError, ValueError):
        raise TypeError(
            'a Unigram takes pieces with their scores: Unigram([("p", -2.5), ("ug", -2.4)])'
        ) from None
    seen: dict[str, int] = {}
    for id, (piece, score) in enumerate(found):
        if not isinstance(piece, str):
            raise TypeError(f"piece {id} is {format_value(piece)}: a piece is a str")
        if (
            isinstance(score, bool)
            or not isinstance(score, (int, float))
            or not isfinite(score)
        ):
            raise ValueError(
                f"the score of {piece!r} is {format_value(score)}: a log probability is a finite float or int"
            )
        if seen.setdefault(piece, id) != id:
            raise ValueError(
                f"{piece!r} is in the vocabulary twice, with the ids {seen[piece]} and {id}: keep one"
            )
    return found
