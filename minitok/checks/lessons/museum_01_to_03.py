"""The bug museum of lessons 01 to 03: words, byte-pair encoding, bytes."""

from typing import Any

from minitok import naive_bpe

from .exhibits import exhibit, is_text
from .lesson_01_words import split_punctuation as words


def vocab_and_text(value: Any) -> bool:
    vocab, text = value
    ids = list(vocab.values())
    numbered = len(set(ids)) == len(ids) and all(type(id) is int for id in ids)
    return isinstance(vocab, dict) and is_text(text) and "[UNK]" in vocab and numbered


exhibit(
    "or_unknown",
    lesson=1,
    title="Look it up, or take [UNK]",
    asked="A pair (vocab, text): a dict that gives each word an id of its own, `[UNK]` too, and a text. "
    "The wrong program is `vocab.get(word) or vocab['[UNK]']`.",
    wrong=lambda value: [value[0].get(word) or value[0]["[UNK]"] for word in words(value[1])],
    right=lambda value: [value[0].get(word, value[0]["[UNK]"]) for word in words(value[1])],
    fits=vocab_and_text,
    answer=({"a": 0, "[UNK]": 1}, "a"),
    hints=[
        "When is `x or y` the value of `y`, although `x` was found?",
        "An id may count as false in Python.",
        "Give the id 0 to a word, and another id to `[UNK]`; then use the word.",
    ],
    why="In Python 0 counts as false, so the word with the id 0 is found and thrown away.",
)

exhibit(
    "text_count",
    lesson=1,
    title="Count a word in the text",
    asked="A pair (word, text): one word as the lesson cuts it (`don't` is three tokens), and a text. The wrong "
    "program counts the word by `text.count(word)`.",
    wrong=lambda value: value[1].count(value[0]),
    right=lambda value: words(value[1]).count(value[0]),
    fits=lambda value: len(value) == 2 and not is_text(value) and is_text(value[1]) and words(value[0]) == [value[0]],
    answer=("a", "aa"),
    hints=[
        "`str.count` knows letters, not words.",
        "Where can the letters of a short word be found, besides in that word?",
        "A word inside another: `cat` in `concatenate`.",
    ],
    why="The letters of a short word are found inside longer ones.",
)


def symbols_and_pair(value: Any) -> bool | str:
    symbols, pair = value
    if is_text(symbols) or is_text(pair) or len(pair) != 2:
        return "Symbols and pair are each a list or a tuple of strings: ['h', 'u', 'g'], not 'hug'. A pair is two."
    whole = all(is_text(part) and part.split() == [part] for part in [*symbols, *pair])
    return whole or "A symbol is a string, not empty and without a space in it: the program puts spaces between them."


exhibit(
    "replace",
    lesson=2,
    title="Merge by replacing",
    asked="A pair (symbols, pair), such as (['h', 'u', 'g'], ('u', 'g')), without spaces. "
    "The wrong program replaces `u g` by `ug` in the text `h u g`.",
    wrong=lambda value: " ".join(value[0]).replace(" ".join(value[1]), "".join(value[1])).split(),
    right=lambda value: naive_bpe.merge_pair(list(value[0]), tuple(value[1]), "".join(value[1])),
    fits=symbols_and_pair,
    answer=(["aa", "b"], ("a", "b")),
    hints=[
        "`replace` sees letters and spaces. Does it see where a symbol begins?",
        "Look for a symbol that ends like the left part of the pair, or begins like the right one.",
        "Symbols `hu` and `g`, pair (`u`, `g`).",
    ],
    why="The text `u g` is also found where a longer symbol ends in `u` or begins with `g`: in `hu g` and in `u gs`. "
    "Whole symbols have to be compared.",
)

RANKS = {("h", "e"): 0, ("t", "he"): 1, ("t", "h"): 2, ("i", "n"): 3, ("in", "g"): 4}


def rarest_first(text: str) -> list[str]:
    tokens = list(text)
    while pairs := [pair for pair in zip(tokens, tokens[1:]) if pair in RANKS]:
        best = max(pairs, key=lambda pair: RANKS[pair])
        tokens = naive_bpe.merge_pair(tokens, best, "".join(best))
    return tokens


exhibit(
    "rarest_first",
    lesson=3,
    title="The rarest pair first",
    asked="A text. With the merges h e, t he, t h, i n, in g, the wrong program joins the pair of highest rank first.",
    wrong=rarest_first,
    right=lambda text: naive_bpe.encode(text, list(RANKS)),
    fits=is_text,
    answer="the",
    hints=[
        "The text comes back whole from both programs: look at the tokens.",
        "Two merges that want the same letter: which of them goes first?",
        "Both `h e` and `t h` want the `h` of `the`.",
    ],
    why="A late merge takes away the letter that an earlier, longer token is made of.",
)
