"""Training as slowly and plainly as can be: everything is counted anew after each merge, with fractions."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

from minitok import naive_bpe


def recounting(
    counts,
    vocab_size,
    *,
    special_tokens=(),
    min_frequency=0,
    prefix="",
    suffix="",
    by_pmi=False,
):
    """The tokens by id, and the merges; by mutual information, or by the count alone."""
    words = []
    for word, count in counts.items():
        symbols = [*word[:1], *(prefix + char for char in word[1:])]
        if symbols:
            symbols[-1] += suffix
        words.append((symbols, count))
    alphabet = {symbol for symbols, _ in words for symbol in symbols}
    if not by_pmi:
        alphabet.update("".join(counts))
    tokens = list(dict.fromkeys([*special_tokens, *sorted(alphabet)]))
    merges = []
    while len(tokens) < vocab_size:
        symbol_counts, pair_counts = Counter(), Counter()
        for symbols, count in words:
            for symbol in symbols:
                symbol_counts[symbol] += count
            for pair in pairwise(symbols):
                pair_counts[pair] += count
        scores = {}
        for pair, count in pair_counts.items():
            if count >= max(min_frequency, 1):
                left, right = map(symbol_counts.__getitem__, pair)
                scores[pair] = Fraction(count, left * right) if by_pmi else count
        if not scores:
            break
        tied = [pair for pair in scores if scores[pair] == max(scores.values())]
        left, right = min(tied, key=lambda pair: [*map(tokens.index, pair)])
        merges.append((left, right))
        joined = left + right.removeprefix(prefix)
        tokens = list(dict.fromkeys([*tokens, joined]))
        for place, (symbols, count) in enumerate(words):
            merged = naive_bpe.merge_pair(symbols, (left, right), joined)
            words[place] = merged, count
    return tokens, merges
