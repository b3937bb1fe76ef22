"""Lesson 01: words apart from their punctuation."""

import re

from ..exercise import exercise


@exercise(
    "words.split_signs",
    lesson=1,
    level="medium",
    title="Words apart from their punctuation",
    example=("Wait... it's 5 o'clock!",),
    cases=[("?!",), ("it's",), ("naïve café",), ("a_b c",), ("3.14",), ("  a\n\tb ",), ("(“Ω”)",), ("",)],
    generate=lambda random: ("".join(random.choices("ab é_'.! \n3Ж-", k=random.randint(1, 9))),),
    hints=[
        "Two kinds of tokens: a run of letters, digits and `_`, or one other character that is not whitespace.",
        r"`re.findall` takes a pattern with `|`. `\w` is a letter, a digit or `_`, in any script; `\s` is whitespace.",
        r"`re.findall(r'\w+|[^\w\s]', text)`: there is a `+` after the first half only.",
    ],
    why=r"`\w` has letters far beyond a to z (the end of the lesson shows where it fails), and `[^\w\s]` without a "
    "`+` takes one character at a time: `?!` gives two tokens.",
)
def split_signs(text: str) -> list[str]:
    """The words and the single punctuation characters of a text: 'Hey, you!' → ['Hey', ',', 'you', '!']."""
    return re.findall(r"\w+|[^\w\s]", text)


@split_signs.slip("Punctuation in a row is glued together: each character of it is a token of its own.")
def glued(text):
    return re.findall(r"\w+|[^\w\s]+", text)


@split_signs.slip(
    "A letter with an accent, or of another script, is taken for punctuation: words have more letters than a to z."
)
def a_to_z(text):
    return re.findall(r"[A-Za-z0-9_]+|[^A-Za-z0-9_\s]", text)


@split_signs.slip("Letters with accents, or of another script, get lost: words have more letters than a to z.")
def a_to_z_alone(text):
    return re.findall(r"[A-Za-z0-9_]+|[!-/:-@\[-^`{-~]", text)


@split_signs.slip("An apostrophe is kept inside the word: here it is a token of its own.")
def with_apostrophes(text):
    return re.findall(r"\w+(?:'\w+)*|[^\w\s]", text)


@split_signs.slip("An apostrophe is kept inside the word: here it is a token of its own.")
def with_quotes(text):
    return re.findall(r"[\w']+|[^\w\s]", text)


@split_signs.slip("A hyphen is kept inside the word: here it is a token of its own.")
def with_hyphens(text):
    return re.findall(r"[\w-]+|[^\w\s]", text)


@split_signs.slip("`_` belongs to words here, as in `\\w`.")
def without_underscore(text):
    return re.findall(r"[^\W_]+|[^\w\s]|_", text)


@split_signs.slip("The punctuation gets lost: each character of it is a token, too.")
def words_alone(text):
    return re.findall(r"\w+", text)


@split_signs.slip("A word at the end of the text gets lost: after the loop, append what has been begun.")
def last_word_lost(text):
    return re.findall(r"\w+(?=\W)|[^\w\s]", text)


@split_signs.slip("Punctuation before a letter stays on the word: cut it off wherever it is.")
def at_the_end_alone(text):
    tokens = []
    for word in text.split():
        bare = re.sub(r"[^\w]+$", "", word)
        tokens += [*[bare] * bool(bare), *word[len(bare) :]]
    return tokens


@split_signs.slip("It cuts at whitespace alone: cut punctuation off the words, too.")
def at_spaces(text):
    return text.split()


@split_signs.slip("Whitespace is not a token: leave it out.")
def with_spaces(text):
    return re.findall(r"\w+|\W", text)
