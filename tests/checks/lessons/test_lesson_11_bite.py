from attempts import GENERAL, right, wrong, wrong_ones

from minitok.checks.exercise import EXERCISES

test_fewest_digits = right("bite.digits")(r"\d+?(?=(?:\d{3})*(?!\d))")
test_wrong_patterns = wrong_ones(
    "bite.digits",
    {
        "from the left": r"\d{1,3}",
        "in no match": r"\d{1,3}(?=(?:\d{3})+(?!\d))",
        "any number of threes": r"\d{1,3}(?=(?:\d{3}){0,2}(?!\d))",
        "a letter": r"\d{1,3}(?=(?:\d{3})*$)",
        "used: '\\\\d{1,3}(' is not a regular expression": r"\d{1,3}(",
        "there is no (?r)": r"(?r)\d{1,3}",
    },
)


@right("bite.heal")
def test_healing_by_offsets(prompt, tok):
    if not prompt:
        return "", set(tok.vocab.values())
    start = tok(prompt).offsets[-1][0]
    return prompt[:start], {id for token, id in tok.vocab.items() if token[: len(prompt) - start] == prompt[start:]}


@right("bite.heal")
def test_healing_by_decoding(prompt, tok):
    ids = tok.encode(prompt)
    if not ids:
        return "", set(tok.vocab.values())
    last = tok.decode(ids[-1:])
    return tok.decode(ids[:-1]), {id for token, id in tok.vocab.items() if token[: len(last)] == last}


@wrong("bite.heal", GENERAL)
def test_tokens_that_the_text_begins_with(prompt, tok):
    last = (tok.tokenize(prompt) or [""])[-1]
    return prompt[: len(prompt) - len(last)], {id for token, id in tok.vocab.items() if last.startswith(token)}


def begin_with(text, tok):
    return {id for token, id in tok.vocab.items() if token.startswith(text)}


test_wrong_healing = wrong_ones(
    "bite.heal",
    {
        "For the empty prompt": lambda prompt, tok: EXERCISES["bite.heal"](prompt, tok) if prompt else ("", set()),
        "last character": lambda prompt, tok: (prompt[:-1], begin_with(prompt[-1:], tok)),
        "last word": lambda prompt, tok: (prompt.rpartition(" ")[0], begin_with(prompt.rpartition(" ")[2], tok)),
        "IndexError": lambda prompt, tok: (prompt[: -len(tok.tokenize(prompt)[-1])], set()),
        "should give a set": lambda prompt, tok: ("", [*EXERCISES["bite.heal"](prompt, tok)[1]]),
    },
)
