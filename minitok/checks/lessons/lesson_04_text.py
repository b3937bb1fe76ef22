"""Lesson 04: the way back from tokens to text."""

from random import Random

from ..exercise import Args, exercise


def clear_first(tokens: list[str]) -> bool:
    """Whether a `##` at the very beginning is not all there is: on so small a case, different slips look the same."""
    return len(tokens) > 2 or not tokens[0].startswith("##")


def some_tokens(random: Random) -> Args:
    return (random.choices(["hug", "##s", "##", "a##b", "#", "###", "[UNK]", ".", "##a##"], k=random.randint(1, 5)),)


@exercise(
    "wordpiece.decode",
    lesson=4,
    level="easy",
    title="Tokens back to text",
    example=(["hug", "##s", "and", "pug", "##s"],),
    cases=[
        (["##ing", "a", "b"],),
        (["a", "##", "b"],),
        (["a##b"],),
        (["a", "###"],),
        (["it", "."],),
        (["a", "##b##c"],),
    ],
    generate=some_tokens,
    valid=lambda tokens: bool(tokens) and clear_first(tokens) and all(token.split() == [token] for token in tokens),
    hints=[
        "When does a token begin a new word?",
        "A token with `##` at its beginning loses these two characters, and no space comes before it.",
        "Go through the tokens: `text += token[2:]` if it starts with `##` and is not the first, else a space and the "
        "token. At the end, drop the space before the first one.",
    ],
    why="Two characters are taken off at the front, no more: the rest is text, whatever it looks like.",
)
def decode(tokens: list[str]) -> str:
    """The words of tokens, joined by spaces: hug ##s and → 'hugs and'."""
    text = ""
    for place, token in enumerate(tokens):
        if place and token.startswith("##"):
            text += token[2:]
        else:
            text += " " * (place > 0) + token
    return text


@decode.slip("The first token continues no word: it stays as it is, `##` included.")
def first_too(tokens):
    return "".join(token[2:] if token.startswith("##") else " " + token for token in tokens).removeprefix(" ")


@decode.slip("Only `##` at the beginning of a token is a mark: inside a token it is text.")
def everywhere(tokens):
    return " ".join(tokens).replace(" ##", "##").replace("##", "")


@decode.slip("A space comes before the first word: there it separates nothing.")
def first_space(tokens):
    return " " + decode(tokens)


@decode.slip("`strip` takes all `#` away: a mark has two, and the others are text.")
def stripped(tokens):
    joined = [
        token.lstrip("#") if place and token.startswith("##") else " " + token for place, token in enumerate(tokens)
    ]
    return "".join(joined).removeprefix(" ")


@decode.slip("It takes off three characters: the mark `##` has two.")
def three_off(tokens):
    return decode(
        [token[:2] + token[3:] if place and token[:2] == "##" else token for place, token in enumerate(tokens)]
    )


@decode.slip("It takes off one `#`: the mark has two.")
def one_off(tokens):
    return decode([f"#{token}" if place and token[:2] == "##" else token for place, token in enumerate(tokens)])


@decode.slip("The rest of a word gets lost: append a token with `##`, too, without its mark.")
def rest_of_word_lost(tokens):
    return decode([token for place, token in enumerate(tokens) if not (place and token.startswith("##"))])


@decode.slip("The pieces of a word belong together: no space before a token with `##`.")
def all_spaces(tokens):
    return " ".join(token.removeprefix("##") for token in tokens)


@decode.slip("`##` is still there: it marks a token that continues a word, and is not text.")
def marks_kept(tokens):
    return " ".join(tokens)


@decode.slip("Words are joined by spaces: here they run together.")
def no_spaces(tokens):
    return "".join(token.removeprefix("##") for token in tokens)


@decode.slip("No clean-up here: punctuation has its space, too.")
def cleaned_up(tokens):
    return decode(tokens).replace(" .", ".")
