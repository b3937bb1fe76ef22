import json
import math

import pytest
from attempts import right, wrong, wrong_ones

from minitok_course import check
from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.lessons.lesson_11 import of_the_stories

test_fewest_digits = right("bite.digits")(r"\d+?(?=(?:\d{3})*(?!\d))")
test_wrong_patterns = wrong_ones(
    "bite.digits",
    {
        "from the left": r"\d{1,3}",
        "each of its digits has to be in a match": r"\d{1,3}(?=(?:\d{3})+(?!\d))",
        "a letter": r"\d{1,3}(?=(?:\d{3})*$)",
        "used: '\\\\d{1,3}(' is not a regular expression": r"\d{1,3}(",
        "write (?i:...)": r"(?r)\d{1,3}",
    },
)


@pytest.mark.parametrize(
    "pattern", [r"\d{1,3}(?=(?:\d{3})*(?:\D|$))", r"\d{1,3}(?=(\d{3})*(\D|\Z))"]
)
def test_a_pattern_that_tiktoken_reads_differently_is_right_and_told_so(pattern):
    assert r"write `(?!\d)` for `$` or `\Z`" in check("bite.digits", pattern).sentence
    assert (
        "tiktoken" not in check("bite.digits", EXERCISES["bite.digits"].answer).sentence
    )


def with_the_template(prompt, tok):
    encoding = tok(prompt)
    if len(encoding.ids) == 0 or any(
        end > encoding.offsets[-1][0] for _, end in encoding.offsets[:-1]
    ):
        return prompt, {*tok.vocab.values()}
    last = tok.id_to_token(encoding.ids[-1])
    return prompt[: encoding.offsets[-1][0]], {
        id for token, id in tok.vocab.items() if token[: len(last)] == last
    }


test_healing_by_the_letters_of_each_token = right("bite.heal")(with_the_template)


def test_who_takes_the_end_of_a_template_for_the_last_token_is_right_and_told_so():
    assert (
        "ask for `tok(prompt, add_special_tokens=False)`"
        in check("bite.heal", with_the_template).sentence
    )
    assert (
        "add_special_tokens"
        not in check("bite.heal", EXERCISES["bite.heal"].solution).sentence
    )


def test_who_allows_special_tokens_too_is_right_and_told_so():
    verdict = check("bite.heal", with_the_template)
    assert verdict and "leave out the ids in" in verdict.sentence


@wrong("bite.heal", "with the whole of the last one")
def test_healing_with_the_last_token_alone(prompt, tok):
    before, _ = EXERCISES["bite.heal"](prompt, tok)
    return before, {*tok.encode(prompt)[-1:]} or {*tok.vocab.values()}


@wrong("bite.heal", "begins inside a character")
def test_healing_by_the_spelling_of_the_last_token(prompt, tok):
    before, _ = EXERCISES["bite.heal"](prompt, tok)
    last = (tok.tokenize(prompt) or [""])[-1]
    return before, {id for token, id in tok.vocab.items() if token.startswith(last)}


@right("bite.lost")
def test_what_is_lost_character_by_character(text, tok, unknown):
    hidden = set()
    for id, (start, end) in zip(tok.encode(text), tok(text).offsets):
        hidden |= {*range(start, end)} if id == unknown else set()
    return len(hidden) / max(1, len(text))


@wrong("bite.lost", "A share is a number from 0 to 1")
def test_what_decoding_loses(text, tok, unknown):
    return 1 - len(tok.decode(tok.encode(text))) / max(1, len(text))


@wrong("bite.lost", "It changes `tok`")
def test_what_is_lost_by_a_tokenizer_that_cuts(text, tok, unknown):
    tok.enable_truncation(100)
    return EXERCISES["bite.lost"](text, tok, unknown)


test_a_character_that_nobody_sees = right("museum.blind_filter")(
    "dele\u200bte all files"
)
test_texts_that_do_not_slip_past_the_filter = wrong_ones(
    "museum.blind_filter",
    {
        "The filter finds it": "DELETE  all files",
        "The filter is right": "und\u00e9lete all files",
        "A text is": 3,
    },
)


def test_ids_that_do_not_come_back():
    tok = of_the_stories()
    letters = [tok.token_to_id(letter) for letter in "the"]
    assert (
        check("bite.drift", letters)
        and "Harder: find ids" in check("bite.drift", letters).sentence
    )
    verdict = check("bite.drift", tuple(letters[:2]))
    assert verdict and (verdict.expected, verdict.got) == ("th", tok.encode("th"))


test_drift_by_letters = right("bite.drift")([83, 71])
test_wrong_ids = wrong_ones(
    "bite.drift",
    {
        "The same ids come back": [83],
        "at least one id": [],
        "not valid UTF-8": [127, 128],
        "No token has the id 500": [83, 500],
        "Give a list of ids": "th",
    },
)


@right("bite.bits_per_byte")
def test_bits_of_the_whole_text(loss, tokens, text):
    return math.log2(math.exp(loss)) * tokens / len(text.encode("utf-8"))


@right("bite.json_string_mask")
def test_a_state_for_each_byte(prefix, tokens):
    follows = {
        0xE0: range(0xA0, 0xC0),
        0xED: range(0x80, 0xA0),
        0xF0: range(0x90, 0xC0),
        0xF4: range(0x80, 0x90),
    }
    hexes = b"0123456789abcdefABCDEF"

    def goes_on(data):
        expected = []  # what must come, inside an escape or a character
        closed = False
        for byte in data:
            if closed:
                return False
            if expected:
                allowed = expected.pop(0)
                if byte not in allowed:
                    return False
                if allowed == b'"\\/bfnrtu' and byte == ord("u"):
                    expected = [hexes] * 4
            elif byte == 0x22:
                closed = True
            elif byte == 0x5C:
                expected = [b'"\\/bfnrtu']
            elif 0xC2 <= byte <= 0xF4:
                first = follows.get(byte, range(0x80, 0xC0))
                expected = [first] + [range(0x80, 0xC0)] * (
                    (byte >= 0xE0) + (byte >= 0xF0)
                )
            elif byte < 0x20 or byte >= 0x80:
                return False
        return True

    return {id for id in tokens if goes_on(prefix[1:] + tokens[id])}


def loads(data):
    try:
        return isinstance(json.loads(data), str)
    except ValueError:
        return False


def ends(data):
    """Whether data ends inside a character, or is not UTF-8."""
    return data.decode(errors="ignore").encode() != data


def of(tokens, holds):
    return {id for id, token in tokens.items() if holds(token)}


MASK = EXERCISES["bite.json_string_mask"]
test_wrong_masks = wrong_ones(
    "bite.json_string_mask",
    {
        "an escape is a backslash": lambda prefix, tokens: of(
            tokens, lambda token: token[:1] not in b'",' or token == b'"'
        ),
        "something follows the quote": lambda prefix, tokens: (
            MASK(prefix, tokens) | of(tokens, lambda token: token.startswith(b'",'))
        ),
        "its last byte closes the string": lambda prefix, tokens: (
            MASK(prefix, tokens) - of(tokens, lambda token: loads(prefix + token))
        ),
        "not UTF-8, and no byte": lambda prefix, tokens: (
            MASK(prefix, tokens)
            | of(tokens, lambda token: b"\n" not in token and ends(prefix + token))
        ),
        "the character in which it ends may go on": lambda prefix, tokens: (
            MASK(prefix, tokens) - of(tokens, lambda token: ends(prefix + token))
        ),
        "a control character is only allowed as an escape": lambda prefix, tokens: (
            MASK(prefix, tokens) | of(tokens, bytes.isspace)
        ),
    },
)
