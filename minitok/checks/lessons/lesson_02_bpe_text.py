"""Lesson 02: the way back from tokens to text."""

import re
from random import Random

from ..exercise import Args, exercise

MARKS = ["</w>", "_", "."]


def well_marked(tokens: list[str], end_of_word: str) -> bool:
    """Words that a reader can tell: no spaces, a mark that looks like one, not bare, and not twice at an end."""
    bare = [token.removesuffix(end_of_word) for token in tokens] if end_of_word in MARKS else [""]
    return bool(bare) and all(part and not part.endswith(end_of_word) and part.split() == [part] for part in bare)


def marked_tokens(random: Random) -> Args:
    mark = random.choice([*MARKS, "</w>"])
    parts = ["hug", "me", "a", "".join(mark[:-1]) + "x", f"a{mark}b"]
    return [random.choice(parts) + random.choice(["", mark]) for _ in range(random.randint(1, 5))], mark


@exercise(
    "bpe.decode",
    lesson=2,
    level="easy",
    title="Tokens back to text",
    example=(["hug", "s</w>", "me</w>"], "</w>"),
    cases=[
        (["a</w>b</w>", "c</w>"], "</w>"),
        (["a</", "w>b</w>"], "</w>"),
        (["a.", "b."], "."),
        (["a_", "b"], "_"),
        (["wow</w>"], "</w>"),
    ],
    generate=marked_tokens,
    valid=well_marked,
    hints=[
        "Where does a word end? What comes between two words, and what after the last?",
        "Look at each token by itself: `token.endswith(end_of_word)`. A mark inside a token is text.",
        "Put each token in a list, its mark replaced by one space, join the list, and drop the space at the very end.",
    ],
    why="Only a mark at the end of a token was put there in training; all other characters belong to the text.",
)
def decode(tokens: list[str], end_of_word: str) -> str:
    """The text of tokens: hug s</w> me</w> → 'hugs me'."""
    parts = []
    for token in tokens:
        ends = token.endswith(end_of_word)
        parts.append(token[: -len(end_of_word)] + " " if ends else token)
    return "".join(parts).removesuffix(" ")


@decode.slip("What comes after the last mark gets lost: after the loop, append what has been begun.")
def begun_lost(tokens, end_of_word):
    ends = [end for end, token in enumerate(tokens, 1) if token.endswith(end_of_word)]
    return decode(tokens[: max(ends, default=0)], end_of_word)


@decode.slip("It replaces the mark inside a token, too: only one at a token's end ends a word.")
def inside(tokens, end_of_word):
    return "".join(tokens).replace(end_of_word, " ").removesuffix(" ")


@decode.slip("It replaces the mark inside a token, too: look at the token's end alone.")
def inside_each(tokens, end_of_word):
    return "".join(token.replace(end_of_word, " ") for token in tokens).removesuffix(" ")


@decode.slip("It replaces the mark inside a token, too: look at the token's end, and don't strip the text.")
def inside_and_stripped(tokens, end_of_word):
    return "".join(tokens).replace(end_of_word, " ").strip()


@decode.slip("A space is left at the end: it belongs between words.")
def last_space(tokens, end_of_word):
    return "".join(token[: -len(end_of_word)] + " " if token.endswith(end_of_word) else token for token in tokens)


@decode.slip("There are no spaces between the words: the mark says where one ends.")
def no_spaces(tokens, end_of_word):
    return "".join(token.removesuffix(end_of_word) for token in tokens)


@decode.slip("There is a space between all tokens: it belongs where a word ends.")
def all_spaces(tokens, end_of_word):
    return " ".join(token.removesuffix(end_of_word) for token in tokens)


@decode.slip("The mark is not always `</w>`: it is given as `end_of_word`.")
def one_mark(tokens, end_of_word):
    return decode(tokens, "</w>")


@decode.slip("The mark is not always `</w>`, and one inside a token is text: look for `end_of_word` at a token's end.")
def one_mark_anywhere(tokens, end_of_word):
    return "".join(tokens).replace("</w>", " ").strip()


@decode.slip("The marks are still there: one at a token's end becomes a space.")
def marks_left(tokens, end_of_word):
    return " ".join(tokens)


@decode.slip("The marks are still there: one at a token's end becomes a space.")
def joined(tokens, end_of_word):
    return "".join(tokens)


@decode.slip("A mark is not a pattern: escape what means something to `re`, such as `.`, with `re.escape`.")
def unescaped(tokens, end_of_word):
    return "".join(re.sub(f"{end_of_word}$", " ", token) for token in tokens).strip()


@decode.slip("A mark is not always four characters long: take off `len(end_of_word)` of them.")
def four_off(tokens, end_of_word):
    return "".join(token[:-4] + " " if token.endswith(end_of_word) else token for token in tokens).removesuffix(" ")


@decode.slip("It always drops the last character: drop it only if it is the space after the last word.")
def always_shorter(tokens, end_of_word):
    return last_space(tokens, end_of_word)[:-1]


def anywhere(without):
    """Look for the mark with `in`, and take it off in one of several ways."""

    def program(tokens, end_of_word):
        return "".join(f"{without(token, end_of_word)} " if end_of_word in token else token for token in tokens).strip()

    return program


for without in (lambda token, mark: token[: -len(mark)], str.removesuffix, lambda token, mark: token.replace(mark, "")):
    decode.slip("`in` finds a mark anywhere in a token: ask `token.endswith(end_of_word)`.")(anywhere(without))


@decode.slip("`strip` takes away characters, not a string: letters of the mark that belong to a word get lost, too.")
def stripped(tokens, end_of_word):
    return "".join(
        token.rstrip(end_of_word) + " " if token.endswith(end_of_word) else token for token in tokens
    ).removesuffix(" ")
