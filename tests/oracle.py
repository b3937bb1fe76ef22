"""Byte-pair encoding as plainly as it can be written, and as slowly: what the package is held against."""

from collections import Counter
from itertools import pairwise


def merge_pair(symbols, pair, joined):
    """Join every occurrence of a pair, from left to right: h u g, (u, g) → h ug."""
    merged, i = [], 0
    while i < len(symbols):
        if tuple(symbols[i : i + 2]) == pair:
            merged.append(joined)
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return merged


def train(words, vocab_size, *, special_tokens=(), alphabet=(), min_frequency=0, suffix=""):
    """Learn from the words of a text, repeats and all, by counting every pair anew after each merge.

    Gives the tokens in the order of their ids, and the merges. Highest count first, then lowest ids.
    """
    spelled = [[*word[:-1], word[-1] + suffix] for word in words]
    alphabet = {*alphabet, *"".join(words), *(symbol for word in spelled for symbol in word)}
    tokens = list(dict.fromkeys([*special_tokens, *sorted(alphabet)]))
    ids = [[tokens.index(symbol) for symbol in word] for word in spelled]
    merges = []
    while len(tokens) < vocab_size:
        counts = Counter(pair for word in ids for pair in pairwise(word))
        pair = max(counts, key=lambda pair: (counts[pair], -pair[0], -pair[1]), default=None)
        if pair is None or counts[pair] < min_frequency:
            break
        left, right = (tokens[id] for id in pair)
        merges.append((left, right))
        if left + right not in tokens:
            tokens.append(left + right)
        joined = tokens.index(left + right)
        ids = [merge_pair(word, pair, joined) for word in ids]
    return tokens, merges


def encode(word, merges):
    """Join the pair of lowest rank, the leftmost first, until no pair has a rank: hug → h ug → hug."""
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    symbols = list(word)
    while found := [(ranks[pair], i) for i, pair in enumerate(pairwise(symbols)) if pair in ranks]:
        _, i = min(found)
        symbols[i : i + 2] = ["".join(symbols[i : i + 2])]
    return symbols
