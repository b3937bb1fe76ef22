"""Byte-pair encoding on one page: the plain, slow version, to read first.

The tests check the fast trainer and the fast model against it, and the exercises use
it. The algorithm is from Sennrich, Haddow and Birch, "Neural Machine Translation of
Rare Words with Subword Units" (2016).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
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


def choose_pair(
    counts: Counter[tuple[str, str]], ids: dict[str, int]
) -> tuple[str, str] | None:
    """The most frequent pair, and of several the one with the lowest ids."""

    def order(pair: tuple[str, str]) -> tuple[int, int, int]:
        left, right = pair
        return counts[pair], -ids[left], -ids[right]

    return max(counts, key=order, default=None)


def train(
    words: list[str],
    vocab_size: int,
    *,
    special_tokens: Iterable[str] = (),
    min_frequency: int = 0,
    suffix: str = "",
) -> tuple[list[str], list[tuple[str, str]]]:
    """Learn from the words of a text: join the most frequent pair, and repeat.

    >>> train(["hug", "hugs", "pug", "hug"], vocab_size=7)
    (['g', 'h', 'p', 's', 'u', 'ug', 'hug'], [('u', 'g'), ('h', 'ug')])

    Returns the tokens in the order of their ids, and the merges. Of equally frequent
    pairs, the one with the lowest ids wins; a pair that occurs less than
    `min_frequency` times is not joined. A `suffix` such as `</w>` marks the last
    character of each word, which `encode` does not do.
    """
    corpus: list[list[str]] = []
    letters: set[str] = set()
    for word in filter(None, words):
        tokens = [*word[:-1], word[-1] + suffix]
        corpus.append(tokens)
        letters.update(word, tokens)
    ids: dict[str, int] = {}
    for token in [*special_tokens, *sorted(letters)]:
        ids.setdefault(token, len(ids))

    merges: list[tuple[str, str]] = []
    while len(ids) < vocab_size:
        counts = Counter(pair for tokens in corpus for pair in pairwise(tokens))
        best = choose_pair(counts, ids)
        if best is None or counts[best] < min_frequency:
            break
        merges.append(best)
        joined = "".join(best)
        ids.setdefault(joined, len(ids))
        corpus = [merge_pair(tokens, best, joined) for tokens in corpus]
    return list(ids), merges


def encode(word: str, merges: Sequence[tuple[str, str]]) -> list[str]:
    """Join the pair of lowest rank, the leftmost first, until no pair has a rank.

    >>> encode("hugs", [("u", "g"), ("h", "ug")])
    ['hug', 's']
    """
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    tokens = list(word)
    while True:
        pairs = list(pairwise(tokens))
        ranked = [pair for pair in pairs if pair in ranks]
        if not ranked:
            return tokens
        best = min(ranked, key=ranks.__getitem__)
        place = pairs.index(best)  # the leftmost
        tokens[place : place + 2] = ["".join(best)]
