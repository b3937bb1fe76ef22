import codecs
import json
import math

import pytest
from attempts import right, wrong, wrong_ones

from minitok_course import check
from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.lessons.lesson_11 import of_the_stories

test_fewest_digits = right("bite.digits")(r"\d+?(?=(?:\d{3})*(?!\d))")
test_digits_that_follow_others = right("bite.digits")(
    r"(?<!\d)\d{1,2}(?=(\d{3})*(?!\d))|\d{3}"
)
test_wrong_patterns = wrong_ones(
    "bite.digits",
    {"from the left": r"\d{1,3}", "in no match": r"\d{1,3}(?=(?:\d{3})+(?!\d))"}
    | {
        "any number of threes": r"\d{1,3}(?=(?:\d{3}){0,4}(?!\d))",
        "a letter": r"\d{1,3}(?=(?:\d{3})*$)",
    }
    | {
        "used: '\\\\d{1,3}(' is not a regular expression": r"\d{1,3}(",
        "there is no (?r)": r"(?r)\d{1,3}",
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


@right("bite.heal")
def test_healing_by_decoding(prompt, tok):
    ids = tok.encode(prompt)
    last = tok.decode(ids[-1:])
    if not ids or "\ufffd" in last:
        return [prompt, set(tok.vocab.values())]
    begun = {id for id in tok.vocab.values() if tok.decode([id]).startswith(last)}
    return prompt[: tok(prompt).offsets[-1][0]], begun


def begin_with(text, tok):
    return {id for token, id in tok.vocab.items() if token.startswith(text)}


def last_of(prompt, tok):
    return (tok.tokenize(prompt) or [""])[-1]


def spelled(prompt, tok):
    last = tok.tokenize(prompt)[-1]
    return prompt[: len(prompt) - len(last)], begin_with(last, tok)


test_wrong_healing = wrong_ones(
    "bite.heal",
    {
        "The empty prompt has no last token": lambda prompt, tok: (
            EXERCISES["bite.heal"](prompt, tok)
            if tok.tokenize(prompt)[-1]
            else ("", {})
        ),
        "with the whole of the last one": lambda prompt, tok: (
            EXERCISES["bite.heal"](prompt, tok)[0],
            set(tok.encode(prompt)[-1:]) or set(tok.vocab.values()),
        ),
        "Ids may have gaps": lambda prompt, tok: (
            EXERCISES["bite.heal"](prompt, tok)
            if prompt
            else ("", {*range(tok.vocab_size)})
        ),
        "It drops a character": lambda prompt, tok: (
            (
                prompt[: tok(prompt).offsets[-1][0]],
                begin_with(last_of(prompt, tok), tok),
            )
            if prompt
            else ("", {*tok.vocab.values()})
        ),
        "begins inside a character": lambda prompt, tok: (
            EXERCISES["bite.heal"](prompt, tok)[0],
            begin_with(last_of(prompt, tok), tok),
        ),
        "should give a set": lambda prompt, tok: (
            "",
            [*EXERCISES["bite.heal"](prompt, tok)[1]],
        ),
    },
)


@pytest.mark.parametrize(
    "cut", [lambda prompt: prompt[:-1], lambda prompt: prompt.rpartition(" ")[0]]
)
def test_a_prompt_that_is_cut_elsewhere_is_shown_with_its_last_token(cut):
    verdict = check(
        "bite.heal",
        lambda prompt, tok: (cut(prompt), begin_with(last_of(prompt, tok), tok)),
    )
    assert "go by `tok(prompt).offsets`" in verdict.sentence, verdict
    assert "go by `tok(prompt).offsets`" in check("bite.heal", spelled).sentence


@right("bite.lost")
def test_what_is_lost_character_by_character(text, tok, unknown):
    hidden = set()
    for id, (start, end) in zip(tok.encode(text), tok(text).offsets):
        hidden |= {*range(start, end)} if id == unknown else set()
    return len(hidden) / max(1, len(text))


test_wrong_losses = wrong_ones(
    "bite.lost",
    {
        "the share of *tokens*": lambda text, tok, unknown: (
            sum(id == unknown for id in tok.encode(text))
            / max(1, len(tok.encode(text)))
        ),
        "each unknown token as one character": lambda text, tok, unknown: (
            sum(id == unknown for id in tok(text).ids) / max(1, len(text))
        ),
        "as long as its offsets say": lambda text, tok, unknown: (
            len("[UNK]") * tok(text).ids.count(unknown) / max(1, len(text))
            if unknown == 2
            else len("<unk>") * tok(text).ids.count(unknown) / max(1, len(text))
        ),
        "take its own `.ids`": lambda text, tok, unknown: (
            sum(
                end - start
                for id, (start, end) in zip(
                    tok.encode(text, add_special_tokens=False), tok(text).offsets
                )
                if id == unknown
            )
            / max(1, len(text))
        ),
        "A character in no token": lambda text, tok, unknown: (
            1
            - sum(
                end - start
                for id, (start, end) in zip(tok(text).ids, tok(text).offsets)
                if id != unknown
            )
            / max(1, len(text))
        ),
        "Divide by `len(text)` for their share": lambda text, tok, unknown: sum(
            end - start
            for id, (start, end) in zip(tok(text).ids, tok(text).offsets)
            if id == unknown
        ),
        "look for it in `.ids`": lambda text, tok, unknown: (
            tok(text).tokens.count(unknown) / max(1, len(text))
        ),
        "A share is from 0 to 1": lambda text, tok, unknown: (
            1 - len(tok.decode(tok.encode(text))) / max(1, len(text))
        ),
        "those between its tokens": lambda text, tok, unknown: (
            EXERCISES["bite.lost"](text, tok, unknown)
            * len(text)
            / max(1, sum(end - start for start, end in tok(text).offsets))
        ),
        "The empty text": lambda text, tok, unknown: (
            EXERCISES["bite.lost"](text, tok, unknown) if text else 1 / 0
        ),
    },
)


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
        and "Harder: find some" in check("bite.drift", letters).sentence
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
    }
    | {
        "No token has the id 500": [83, 500],
        "A list of ids": "th",
        "whole numbers": ["t", "h"],
        "Asked for: a list of ids": len,
    },
)


@right("bite.bits_per_byte")
def test_bits_of_the_whole_text(loss, tokens, text):
    return math.log2(math.exp(loss)) * tokens / len(text.encode("utf-8"))


test_wrong_bits = wrong_ones(
    "bite.bits_per_byte",
    {
        "This is in nats": lambda loss, tokens, text: (
            tokens * loss / len(bytes(text, "utf-8"))
        ),
        "only near ln 2": lambda loss, tokens, text: (
            loss * tokens / len(text.encode()) / 0.693
        ),
        "divides by characters": lambda loss, tokens, text: (
            tokens * loss / (math.log(2) * len(text))
        ),
        "more bits than nats": lambda loss, tokens, text: (
            tokens * loss * math.log(2) / len(text.encode())
        ),
        "for each *token*": lambda loss, tokens, text: math.log2(math.exp(loss)),
    },
)


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


def masked(holds):
    return lambda prefix, tokens: {
        id for id, token in tokens.items() if holds(prefix + token, token)
    }


def loads(data):
    try:
        return isinstance(json.loads(data), str)
    except ValueError:
        return False


def decodes(data):
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return True


RIGHT = EXERCISES["bite.json_string_mask"]
test_wrong_masks = wrong_ones(
    "bite.json_string_mask",
    {
        "an escape is a backslash": masked(
            lambda data, token: token[:1] not in b'",' or token == b'"'
        ),
        "something follows the quote": lambda prefix, tokens: (
            RIGHT(prefix, tokens)
            | {id for id, token in tokens.items() if token.startswith(b'",')}
        ),
        "its last byte closes the string": lambda prefix, tokens: {
            id for id in RIGHT(prefix, tokens) if not loads(prefix + tokens[id])
        },
        "follows the quote that closes": masked(
            lambda data, token: loads(data) or loads(data + b'"')
        ),
        "one byte late": lambda prefix, tokens: (
            RIGHT(prefix, tokens)
            | {id for id in tokens if (prefix + tokens[id]).endswith(b"\xed\xa0")}
        ),
        "not UTF-8, and no byte": lambda prefix, tokens: (
            RIGHT(prefix, tokens)
            | {id for id in tokens if not decodes(prefix + tokens[id])}
        ),
        "the character in which it ends may go on": lambda prefix, tokens: {
            id
            for id in RIGHT(prefix, tokens)
            if (prefix + tokens[id]).decode(errors="ignore").encode()
            == prefix + tokens[id]
        },
        "a control character is only allowed as an escape": lambda prefix, tokens: (
            RIGHT(prefix, tokens)
            | {id for id, token in tokens.items() if token.isspace()}
        ),
        "one of `": lambda prefix, tokens: (
            RIGHT(prefix, tokens) | {id for id in tokens if prefix.endswith(b"\\")}
        ),
        "should give a set": lambda prefix, tokens: [*RIGHT(prefix, tokens)],
    },
)


@pytest.mark.parametrize(
    "prefix",
    [b'"', b'"a', b'"\\', b'"\\u00', b'"\xe2', b'"\xed', b'"\xf4', b'"\xf0\x9f'],
)
def test_the_mask_of_every_byte_is_what_some_ending_makes_a_string(prefix):
    tokens = {byte: bytes([byte]) for byte in range(256)}
    assert RIGHT(prefix, tokens) == RIGHT.oracle(prefix, tokens)


test_a_mask_of_nothing = wrong("bite.json_string_mask", "may follow")(
    lambda prefix, tokens: set()
)
