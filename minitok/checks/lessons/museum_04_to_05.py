"""The bug museum of lessons 04 and 05: WordPiece and Unigram."""

from math import log
from typing import Any

from .exhibits import exhibit, is_text
from .lesson_04_wordpiece import longest_match, marked_rest
from .lesson_05_unigram import product, total, viterbi

TRAINED_ON = ["hug", "pug", "pun", "bun", "hugs"]
LETTERS = frozenset("".join(TRAINED_ON))
MERGED = frozenset({"[UNK]", "##gs", "hu", "hugs"})
UNMARKED = set(MERGED | LETTERS)
BOTH_FORMS = set(UNMARKED | {"##" + letter for letter in LETTERS})

exhibit(
    "unmarked_letters",
    lesson=4,
    title="Letters without their mark",
    asked="A word of the training text (hug, pug, pun, bun, hugs). The wrong vocabulary has each letter, and "
    "the tokens hu, ##gs and hugs; the right one has each letter in both forms.",
    wrong=lambda word: longest_match(word, UNMARKED),
    right=lambda word: longest_match(word, BOTH_FORMS),
    fits=lambda word: word in TRAINED_ON,
    answer="hug",
    hints=[
        "Which letters can continue a word, in the wrong vocabulary?",
        "A letter without `##` can only begin a word.",
        "`hugs` is a token by itself. Each of the others needs a letter at its end.",
    ],
    why="A letter has two forms. In the wrong vocabulary each is there without `##` only, so none can continue a word.",
)


def word_and_vocab(value: Any) -> bool:
    word, vocab = value
    if is_text(value) or is_text(vocab):
        return False
    return is_text(word) and 0 < len(word) <= 50 and all(is_text(token) and token for token in vocab)


exhibit(
    "marked_rest",
    lesson=4,
    title="The mark becomes a part of the word",
    asked="A pair (word, vocab), vocab a set of tokens. The wrong program puts `##` before what is left of the "
    "word, and then looks for the longest token at its beginning.",
    wrong=lambda value: marked_rest(value[0], set(value[1])),
    right=lambda value: longest_match(value[0], set(value[1])),
    fits=word_and_vocab,
    answer=("ab", {"a", "#"}),
    hints=[
        "What could be a token without being part of the word?",
        "The program looks at `##b`. Which single character could it take there?",
        "A vocabulary with `#` in it, and a word that can't be finished.",
    ],
    why="It eats the `#` that it has put there itself, and marks the rest again. So it gives tokens that are not in "
    "the word, or never ends.",
)


TIMES = {"h": 15, "hu": 15, "u": 36, "ug": 20, "g": 20, "p": 17, "pu": 17, "un": 16, "n": 16, "b": 4, "bu": 4}
TIMES |= {"hug": 15, "ugs": 5, "gs": 5, "s": 5}
HUG_SCORES = {piece: log(count / 210) for piece, count in TIMES.items()}


class Weighed(list[str]):
    """The pieces of a segmentation, shown with its score or its product: `product 0.00116: u n hug`."""

    def __init__(self, told: str, weight: float, pieces: list[str]) -> None:
        super().__init__(pieces)
        self.told = told.format(weight)

    def __repr__(self) -> str:
        return f"{self.told}: {' '.join(self) or 'no pieces'}"


exhibit(
    "vanishing_product",
    lesson=5,
    title="The product that vanishes",
    asked="A word of at most 1,000 letters. The wrong program is `best_by_product(word, hug_scores)`: it multiplies "
    "the probabilities of the lesson's fifteen pieces.",
    wrong=lambda word: Weighed("product {:.3g}", *product(word, HUG_SCORES)),
    right=lambda word: Weighed("score {:.3f}", total(way := viterbi(word, HUG_SCORES), HUG_SCORES), way),
    fits=lambda word: is_text(word) and len(word) <= 1000,
    answer="b" * 189,
    hints=[
        "Each piece multiplies the product by a number below one. How small can a float be?",
        "The smallest float is about 5 · 10⁻³²⁴, and anything smaller becomes 0.",
        "Repeat a letter several hundred times: a rare one needs the fewest.",
    ],
    why="The product becomes 0.0, and then no segmentation is better than another. Sums of logarithms don't vanish.",
)


def occurrences(value: Any) -> int:
    piece, word = value
    return sum(word.startswith(piece, start) for start in range(len(word)))


exhibit(
    "str_count",
    lesson=5,
    title="Count a piece with str.count",
    asked="A pair (piece, word). The wrong program counts how often the piece occurs by `word.count(piece)`.",
    wrong=lambda value: value[1].count(value[0]),
    right=occurrences,
    fits=lambda value: not is_text(value) and len(value) == 2 and all(is_text(part) and part for part in value),
    answer=("aa", "aaa"),
    hints=[
        "After it has found the piece, where does `str.count` go on?",
        "A piece may overlap with itself.",
        "A run of one letter: how often is `aa` in `aaa`?",
    ],
    why="`str.count` steps over what it has found, and so misses occurrences that overlap.",
)
