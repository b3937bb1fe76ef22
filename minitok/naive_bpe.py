"""Byte-pair encoding on one page: the plain, slow version, to read first.

These are the seven functions of the notebook `gpt4_in_one_sitting`. With GPT-4's
vocabulary, they give GPT-4's ids. A symbol can be a string or bytes. The
algorithm is from Sennrich, Haddow and Birch, "Neural Machine Translation of Rare Words
with Subword Units" (2016).
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import regex

from minitok.patterns import GPT4_PATTERN

Symbol = TypeVar("Symbol", bound=Any)


def count_pairs(
    words: Mapping[tuple[Symbol, ...], int],
) -> dict[tuple[Symbol, Symbol], int]:
    """Count each pair of neighbours, weighted by how often its word occurs.

    >>> count_pairs({("h", "u", "g"): 10, ("h", "u"): 3})
    {('h', 'u'): 13, ('u', 'g'): 10}
    """
    counts: dict[tuple[Symbol, Symbol], int] = {}
    for word, count in words.items():
        for pair in zip(word, word[1:]):
            counts[pair] = counts.get(pair, 0) + count
    return counts


def merge_pair(
    symbols: Sequence[Symbol], pair: tuple[Symbol, Symbol], joined: Any = None
) -> tuple[Symbol, ...]:
    """Join each occurrence of a pair, from left to right.

    >>> merge_pair(("h", "u", "g", "s"), ("u", "g"))
    ('h', 'ug', 's')

    The new symbol is `joined`, or by default the left symbol plus the right one.
    """
    if joined is None:
        joined = pair[0] + pair[1]
    merged: list[Symbol] = []
    i = 0
    while i < len(symbols):
        if tuple(symbols[i : i + 2]) == pair:
            merged.append(joined)
            i += 2
        else:
            merged.append(symbols[i])
            i += 1
    return tuple(merged)


def learn_merges(
    words: Mapping[tuple[Symbol, ...], int], how_many: int
) -> list[tuple[Symbol, Symbol]]:
    """The first merges of a text: join the most frequent pair everywhere, and repeat.

    >>> learn_merges({("h", "u", "g"): 10, ("p", "u", "g"): 5}, 2)
    [('u', 'g'), ('h', 'ug')]

    There are fewer if no pair is left. If several pairs are equally frequent, the one
    that occurs first wins. Words begin as single characters, so no two become equal.
    """
    merges: list[tuple[Symbol, Symbol]] = []
    while len(merges) < how_many:
        counts = count_pairs(words)
        if not counts:
            break
        best = max(counts, key=lambda pair: counts[pair])
        merges.append(best)
        words = {merge_pair(word, best): count for word, count in words.items()}
    return merges


def encode(word: Symbol, ranks: Mapping[tuple[Symbol, Symbol], int]) -> list[Symbol]:
    """Join the pair with the lowest rank, the leftmost first, until no pair has one.

    >>> encode(b"hugs", {(b"u", b"g"): 0, (b"h", b"ug"): 1})
    [b'hug', b's']
    """
    tokens = [word[i : i + 1] for i in range(len(word))]
    while True:
        candidates = []
        for i, pair in enumerate(zip(tokens, tokens[1:])):
            if pair in ranks:
                candidates.append((ranks[pair], i))
        if not candidates:
            return tokens
        _, i = min(candidates)
        tokens[i : i + 2] = [tokens[i] + tokens[i + 1]]


def decode_stream(chunks: Iterable[bytes]) -> Iterator[str]:
    r"""The text of bytes that arrive in chunks, each character as soon as it is whole.

    >>> list(decode_stream([b"caf\xc3", b"\xa9!"]))
    ['caf', 'é!']

    Together, the chunks are the UTF-8 of a text: no byte may be invalid.
    """
    waiting = b""
    for chunk in chunks:
        waiting += chunk
        text = waiting.decode(errors="ignore")  # without an unfinished character
        yield text
        waiting = waiting[len(text.encode()) :]


def cut(text: str, tokens: set[str]) -> list[str]:
    """The special tokens in a text, and what is between them.

    >>> cut("hi<s>you", {"<s>", "<s>>"})
    ['hi', '<s>', 'you']

    If two tokens begin at the same place, the longer one is cut out.
    """
    if not tokens:
        return [text]
    longest_first = sorted(tokens, key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first))
    return [part for part in re.split(f"({pattern})", text) if part]


def encode_text(
    text: str,
    ids: Mapping[bytes, int],
    ranks: Mapping[tuple[bytes, bytes], int],
    special: Mapping[str, int],
) -> list[int]:
    """The ids of a text that may contain the tokens of `special`."""
    result: list[int] = []
    for part in cut(text, set(special)):
        if part in special:
            result.append(special[part])
            continue
        for word in regex.findall(GPT4_PATTERN, part):
            for token in encode(word.encode(), ranks):
                result.append(ids[token])
    return result
