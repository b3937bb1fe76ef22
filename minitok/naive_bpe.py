"""Byte-pair encoding on one page: the plain, slow version, to read first.

The tests check the fast trainer and the fast model against it, and the exercises use it. The algorithm is from
Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words with Subword Units" (2016).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, pairwise
from typing import TypeVar

Symbol = TypeVar("Symbol")


def merge_pair(
    symbols: Sequence[Symbol], pair: tuple[Symbol, Symbol], joined: Symbol
) -> list[Symbol]:
    """Join every occurrence of a pair, from left to right: h u g, (u, g) → h ug."""
    merged: list[Symbol] = []
    i = 0
    while i < len(symbols):
        if tuple(symbols[i : i + 2]) == pair:
            merged.append(joined)
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return merged


def train(
    words: list[str],
    vocab_size: int,
    *,
    special_tokens: Iterable[str] = (),
    min_frequency: int = 0,
    suffix: str = "",
) -> tuple[list[str], list[tuple[str, str]]]:
    """Learn from the words of a text: count the pairs of adjacent tokens, join the most frequent pair, and repeat.

    >>> train(["hug", "hugs", "pug", "hug"], vocab_size=7)
    (['g', 'h', 'p', 's', 'u', 'ug', 'hug'], [('u', 'g'), ('h', 'ug')])

    Returns the tokens in the order of their ids, and the merges. Of equally frequent pairs, the one with the lowest ids
    wins; a pair that occurs less than `min_frequency` times is not joined. A `suffix` such as `</w>` marks the last
    character of each word, which `encode` does not do.
    """
    words = [word for word in words if word]
    corpus = [[*word[:-1], word[-1] + suffix] for word in words]
    letters = {*"".join(words), *chain(*corpus)}
    ids = {
        token: id
        for id, token in enumerate(dict.fromkeys([*special_tokens, *sorted(letters)]))
    }
    merges: list[tuple[str, str]] = []
    while len(ids) < vocab_size:
        counts = Counter(pair for tokens in corpus for pair in pairwise(tokens))
        best = max(
            counts,
            key=lambda pair: (counts[pair], -ids[pair[0]], -ids[pair[1]]),
            default=None,
        )
        if best is None or counts[best] < min_frequency:
            break
        joined = "".join(best)
        merges.append(best)
        ids.setdefault(joined, len(ids))
        corpus = [merge_pair(tokens, best, joined) for tokens in corpus]
    return list(ids), merges


def encode(word: str, merges: Sequence[tuple[str, str]]) -> list[str]:
    """Join the pair of lowest rank, the leftmost first, until no pair has a rank: h u g s → h ug s → hug s.

    >>> encode("hugs", [("u", "g"), ("h", "ug")])
    ['hug', 's']
    """
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    tokens = list(word)
    while found := [
        (ranks[pair], i) for i, pair in enumerate(pairwise(tokens)) if pair in ranks
    ]:
        rank, i = min(found)
        tokens[i : i + 2] = ["".join(merges[rank])]
    return tokens
