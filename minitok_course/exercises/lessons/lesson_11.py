"""Lesson 11: digits in threes, healed prompts, lost characters, a blind filter, ids that drift, bits, a JSON string."""

import json
import re
from collections.abc import Sequence
from functools import cache
from math import log
from numbers import Integral
from random import Random
from typing import Any

import regex

from minitok import decoders
from minitok.interop.expressions import shared
from minitok.models import BPE, Unigram, WordPiece
from minitok.normalizers import BertNormalizer
from minitok.patterns import GPT2_PATTERN, Regex
from minitok.pre_tokenizers import BertPreTokenizer, ByteLevel, Split, WhitespaceSplit
from minitok.processors import TemplateProcessing
from minitok.tokenizer import Tokenizer
from minitok.trainers import BpeTrainer
from minitok_course import corpora
from minitok_course.exercises.exercise import Args, Find, Found, exercise
from minitok_course.exercises.lessons.exhibits import a_text
from minitok_course.exercises.lessons.trained import Named, fraction

TEXTS = [
    "7",
    "1234",
    "1234567",
    "123456",
    "a1234b",
    "in 1234567 years",
    "1234 and 56789",
    "x12345, 3.1415",
]
TEXTS += ["x1234567890123y", "no digits", "1" * 40]


def in_threes(text: str) -> list[str]:
    """The digits of a text, cut as they should be: '1234567' → 1 234 567."""
    return [
        group
        for run in re.findall("[0-9]+", text)
        for group in f"{int(run):_}".split("_")
    ]


def what_is_wrong(pattern: str, text: str, parts: list[str]) -> str:
    for number in "7", "1234567", "1" * 40:
        found = [match.group() for match in regex.finditer(pattern, number)]
        if "".join(found) != number:
            matches = " ".join(filter(None, found)) or "nothing"
            return f"In {number} you match {matches}: each of its digits has to be in a match."
    mixed = [part for part in parts if re.search("[^0-9]", part)]
    if mixed and re.search(r"[$]|\\b|\\Z", pattern):
        return f"In {text!r} a letter stands beside the number, so `$` and `\\b` won't do: {mixed[0]!r} is one part."
    if mixed:
        return f"In {text!r}, {mixed[0]!r} is one part: match only the digits, whatever is around them."
    runs = re.findall("[0-9]+", text)
    if parts == [part for run in runs for part in re.findall("[0-9]{1,3}", run)]:
        return f"The digits of {text!r} are cut from the left: look ahead, since only threes may follow a group."
    return f"{text!r} should be cut {'|'.join(in_threes(text))}, and you cut {'|'.join(parts)}."


def cuts(pattern: Any) -> Found:
    if not isinstance(pattern, str):
        return Found(False, "Give the regular expression as a string: r'…'.")
    try:
        split = Split(Regex(pattern), behavior="isolated")
        words_of = {
            text: [word for word, _ in split.pre_tokenize_str(text)] for text in TEXTS
        }
    except (regex.error, ValueError) as error:
        return Found(
            False, f"This pattern can't be used: {' '.join(str(error).split())}."
        )
    for text in TEXTS:
        parts = [part for part in words_of[text] if re.search("[0-9]", part)]
        if parts != in_threes(text):
            return Found(
                False, what_is_wrong(pattern, text, parts), in_threes(text), parts
            )
    says = "Each number is cut in threes from the right, whatever is around it."
    if not all(
        re.search("[0-9]", match.group())
        for text in TEXTS
        for match in regex.finditer(pattern, text)
    ):
        says += " But it also matches what isn't a number: lesson 12 puts another pattern after it, so leave that out."
    try:
        shared(pattern)
    except ValueError:
        says += r" But tiktoken may read it differently: write `(?!\d)` for `$` or `\Z`, `(?<!\d)` for `^` or `\A`."
    return Found(True, says, None, words_of["1234567"])


Find(
    name="bite.digits",
    answer=r"(?<![0-9])[0-9]{1,3}(?=(?:[0-9]{3})*(?![0-9]))|[0-9]{3}",
    verify=cuts,
)


def byte_level(
    tok: Tokenizer, texts: list[str], size: int, special_tokens: Sequence[str] = ()
) -> Tokenizer:
    """A tokenizer as lesson 11 trains it."""
    tok.pre_tokenizer, tok.decoder = ByteLevel(GPT2_PATTERN), decoders.ByteLevel()
    tok.train_from_iterator(
        texts, BpeTrainer(vocab_size=size, special_tokens=special_tokens)
    )
    return tok


WORDS = "the the then there this hen he he a at http http:// :// café cafés naïve 5 € 50 € 5€ 9€ été étés "
BYTES = byte_level(Named("byte_level", BPE()), [3 * WORDS], 300)
# Its name makes a case longer, so that an ordinary prompt is shown first.
AGAIN = byte_level(Named("the_same_byte_level", BPE()), [3 * WORDS], 300)
WITH_END = byte_level(Named("with_end", BPE()), [3 * WORDS], 300, ["<|end|>"])
PIECES = ["[UNK]", "h", "hu", "hum", "##g", "##gs", "##ged", "##m", "##s", "##med"]
MARKED = Named(
    "with_marks", WordPiece({piece: 2 * id for id, piece in enumerate(PIECES)})
)
MARKED.pre_tokenizer, MARKED.decoder = WhitespaceSplit(), decoders.WordPiece()
WITH_SEP = Named("with_sep", WordPiece({**MARKED.vocab, "[SEP]": 20}))
WITH_SEP.pre_tokenizer = WhitespaceSplit()
WITH_SEP.post_processor = TemplateProcessing(
    "$A [SEP]", "$A [SEP] $B [SEP]", special_tokens=[("[SEP]", 20)]
)


def some_prompt(random: Random) -> Args:
    if random.random() < 0.3:
        return "".join(
            random.choices(
                ["hu", "hugs", "hum", "hugged", " ", "h"], k=random.randint(1, 3)
            )
        ), MARKED
    return "".join(
        random.choices(["the", " the", "http", ":", "é", " €", " t", " caf"], k=3)
    ), BYTES


def ends_in_a_token(prompt: str, tok: Tokenizer) -> bool:
    """Whether the prompt is empty, or a token that is not `[UNK]` reaches to its end."""
    tokens = tok.tokenize(prompt)
    return (
        tokens[-1] != "[UNK]" and tok(prompt).offsets[-1][1] == len(prompt)
        if tokens
        else not prompt
    )


def of_prompts(expected: Any, got: Any, args: Args) -> str:
    prompt, tok = args
    if expected[0] == prompt:
        why = (
            "its last token begins inside a character"
            if prompt
            else "it has no last token"
        )
        return f"This prompt stays as it is, with every token allowed: {why}."
    if got[0] == expected[0]:
        if any(isinstance(id, str) for id in got[1]):
            return "The prompt is right, but these are tokens: return their ids, `tok.vocab[token]`."
        return "The prompt is right, but not the ids: take all tokens that begin with the whole of the last one."
    text = prompt[len(expected[0]) :]
    spelled = tok.tokenize(prompt)[-1]
    return f"The last token is spelled {spelled!r}, and is {text!r} in the prompt: go by `tok(prompt).offsets`."


@exercise(
    "bite.heal",
    example=("the th", BYTES),
    cases=[
        ("", BYTES),
        ("http:", BYTES),
        ("he", BYTES),
        ("\xeb", AGAIN),
        ("a caf\xe9", BYTES),
        ("5 \u20ac", BYTES),
        ("hug", MARKED),
    ]
    + [
        ("hu hugs", MARKED),
        ("a t", BYTES),
        ("", MARKED),
        ("I like \N{CROISSANT}", BYTES),
        ("dear Agla\xeb", BYTES),
    ]
    + [("hu hu", MARKED)],
    generate=some_prompt,
    valid=ends_in_a_token,
    remark=of_prompts,
    left_open=[
        (
            ("hu hugs", WITH_SEP),
            "But BERT's template ends in `[SEP]`, at (0, 0): ask for `tok(prompt, add_special_tokens=False)`.",
        ),
        (
            ("he <", WITH_END),
            "But for `<` you also allow `<|end|>`, a special token: leave out the ids in `tok.added_tokens.tokens`.",
        ),
    ],
)
def heal(prompt: str, tok: Any) -> tuple[str, set[int]]:
    """The prompt before its last token, and the ids of ordinary tokens that begin with it: 'a th' → 'a', {Ġth, …}."""
    offsets = tok(prompt, add_special_tokens=False).offsets
    if not prompt or (
        len(offsets) > 1 and offsets[-2][1] > offsets[-1][0]
    ):  # it begins inside a character
        return prompt, set(tok.vocab.values())
    start, last = offsets[-1][0], tok.tokenize(prompt)[-1]
    others_added = set(tok.added_tokens.tokens) - {tok.vocab[last]}
    begun = {id for token, id in tok.vocab.items() if token.startswith(last)}
    return prompt[:start], begun - others_added


KNOWN = Named(
    "few_words", WordPiece({"cat": 0, "##s": 1, "[UNK]": 2, "a": 3, "[CLS]": 4})
)
KNOWN.normalizer, KNOWN.pre_tokenizer, KNOWN.decoder = (
    BertNormalizer(),
    BertPreTokenizer(),
    decoders.WordPiece(),
)
KNOWN.post_processor = TemplateProcessing(
    "[CLS] $A", "[CLS] $A $B", special_tokens=[("[CLS]", 4)]
)
FUSED = Named(
    "with_pieces",
    Unigram(
        [("<unk>", 0.0), ("a", -1.0), ("cat", -2.0), (" ", -1.0), ("s", -2.0)], unk_id=0
    ),
)


def some_text(random: Random) -> Args:
    text = "".join(
        random.choices(
            ["cat", "cats", " ", " a", "é", "猫", " dog", "."], k=random.randint(1, 4)
        )
    )
    return random.choice([(text, KNOWN, 2), (text, FUSED, 0)])


def of_losses(expected: float, got: float, args: Args) -> str:
    if not 0 <= got <= 1:
        return "A share is a number from 0 to 1: divide by all characters of the text."
    text, *_ = args
    right = fraction(expected, len(text))
    return f"Here the share is {right}: add up the characters in unknown tokens, and divide by all."


@exercise(
    "bite.lost",
    example=("a dog", KNOWN, 2),
    cases=[
        ("cats", KNOWN, 2),
        ("a cat, a dog", KNOWN, 2),
        ("猫", KNOWN, 2),
        ("a 猫猫猫", FUSED, 0),
        ("", FUSED, 0),
    ]
    + [("a \N{SLICE OF PIZZA}", KNOWN, 2), ("dogs and cats", FUSED, 0)],
    generate=some_text,
    valid=lambda text, tok, unknown: unknown == (2 if tok is KNOWN else 0),
    remark=of_losses,
)
def lost(text: str, tok: Any, unknown: int) -> float:
    """The share of a text's characters that are in unknown tokens: 'a dog', where `dog` is unknown → 0.6."""
    encoding = tok(text)
    lengths = [
        end - start
        for id, (start, end) in zip(encoding.ids, encoding.offsets)
        if id == unknown
    ]
    return sum(lengths) / len(text) if text else 0.0


COMMAND = "delete all files"


def slips_through(text: Any) -> Found:
    if a_text(text) is not True:
        return Found(False, str(a_text(text)))
    is_caught = COMMAND in " ".join(text.lower().split())
    words = [
        word
        for word, _ in BertPreTokenizer().pre_tokenize_str(
            BertNormalizer().normalize_str(text)
        )
    ]
    read = " ".join(words)
    results = "finds the command" if is_caught else "finds nothing", read
    if is_caught:
        return Found(
            False,
            "The filter finds it, since it ignores case and spaces. Change a letter.",
            *results,
        )
    if COMMAND.split() not in [words[place : place + 3] for place in range(len(words))]:
        return Found(
            False,
            "The filter is right: after BERT's normalizer, this isn't the command either.",
            *results,
        )
    return Found(
        True, f"It slips through, and BERT reads the command. {BLIND.why}", *results
    )


BLIND = Find(
    name="museum.blind_filter",
    answer="délete all files",
    verify=slips_through,
    compared=("the filter", "after BERT's normalizer"),
)


def some_loss(random: Random) -> Args:
    text = "".join(
        random.choices(
            ["the ", "cat", "é", "猫", "\N{SLICE OF PIZZA}"], k=random.randint(1, 5)
        )
    )
    return random.randint(1, 40) / 8, random.randint(1, len(text)), text


@exercise(
    "bite.bits_per_byte",
    example=(1.5, 2, "cats"),
    cases=[
        (log(2), 4, "café"),
        (0.0, 1, "a"),
        (2.5, 3, "猫"),
        (1.0, 1, "\N{SLICE OF PIZZA}"),
    ],
    generate=some_loss,
    remark=lambda expected, got, args: (
        f"The text needs {args[0] / log(2) * args[1]:.4g} bits: divide them by its bytes, {len(args[2].encode())}."
    ),
)
def bits_per_byte(loss: float, tokens: int, text: str) -> float:
    """The bits for each byte of a text, from the mean loss of its tokens in nats: 1.5, 2 tokens, 'cats' → 1.082."""
    return loss / log(2) * tokens / len(text.encode())


@cache
def of_the_stories() -> Tokenizer:
    """The tokenizer of lesson 11, `trained(500)`."""
    return byte_level(Tokenizer(BPE()), [corpora.load("stories")], 500)


def drifts(ids: Any) -> Found:
    if type(ids) not in (list, tuple) or any(
        isinstance(id, bool) or not isinstance(id, Integral) for id in ids
    ):
        return Found(
            False,
            "Give a list of ids, whole numbers such as [1, 2]: `tok.vocab` has them.",
        )
    tok = of_the_stories()
    if unknown := [id for id in ids if tok.id_to_token(id) is None]:
        return Found(
            False,
            f"No token has the id {unknown[0]}: those of this tokenizer are 0 to {tok.vocab_size - 1}.",
        )
    text = tok.decode(ids)
    try:
        back = tok.encode(tok.decode(ids, errors="strict"))
    except UnicodeDecodeError:
        says = "The bytes of these ids are not valid UTF-8, so their text has � in it: take ids of whole characters."
        return Found(False, says, text, tok.encode(text))
    if back == [*ids]:
        says = (
            "The same ids come back. Which other tokens have the same text?"
            if back
            else "Give at least one id."
        )
        return Found(False, says, text, back)
    more = (
        ""
        if len(ids) == len(back)
        else " Harder: find ids that come back as just as many."
    )
    return Found(True, f"The text comes back, but the ids don't.{more}", text, back)


Find(
    name="bite.drift",
    answer=[83, 71],
    verify=drifts,
    compared=("their text", "its ids"),
)


ZEROS = [b"0" * count for count in range(5)]
CONTINUED = [
    bytes([first]) + b"\x80" * more for first in (0x80, 0xBF) for more in range(3)
]
# The endings of a string, an escape, a character.
ENDINGS = [
    b"",
    *(ending + b'"' for ending in [*ZEROS, b"n", *CONTINUED]),
]
PARTS = [
    b"a",
    b" ",
    b'"',
    b"\\",
    b"n",
    b"u",
    b"00",
    b"e9",
    b"x",
    b"\xc3",
    b"\xa9",
    b"\xe2\x82",
    b"\xac",
    b"\xf0\x9f",
]
PARTS += [b"\xe0", b"\xa0", b"\xc0", b"\x80", b"\xf5", b"\n", b",", b"/", b'",', b'\\"']


# Beginnings of characters: after some first bytes, the first and last that may follow, and those beside them.
BORDERS = """c1bf c27f c280 c2bf c2c0 dfbf e09f e0a0 e0bf e0c0 e180 e1bf ecbf ed80 ed9f eda0 ee80 efbf f08f f090 f0bf
f0c0 f180 f3bf f480 f48f f490 f580 e18080 e180bf e180c0 f1808080 f18080bf"""


def is_string(data: bytes) -> bool:
    """Whether these bytes are a JSON string, with nothing around it."""
    try:
        text = data.decode()
        return isinstance(json.loads(text), str) and text == text.strip()
    except ValueError:
        return False


def begun(data: bytes) -> bool:
    """Slow and obvious: some ending makes these bytes a JSON string."""
    return any(is_string(data + ending) for ending in ENDINGS)


# Two halves of a character, or the first at the end, which the second may follow.
PAIRS = re.compile(rb"\\u[dD][89abAB]..(?:\\u[dD][c-fC-F]..|$)")


def asked(prefix: bytes, tokens: dict[int, bytes]) -> bool:
    """Whether a string has begun and not ended, and no case depends on half a surrogate pair or an empty token."""
    surrogate = any(
        re.search(rb"\\u[dD][89a-fA-F]", PAIRS.sub(b"", prefix + token))
        for token in tokens.values()
    )
    return (
        begun(prefix)
        and not is_string(prefix)
        and all(tokens.values())
        and prefix != b""
        and not surrogate
    )


def some_tokens(random: Random) -> Args:
    prefix = b'"' + b"".join(random.choices(PARTS, k=random.randint(0, 2)))
    return prefix, {
        id: b"".join(random.choices(PARTS, k=random.randint(1, 3)))
        for id in range(1, 4)
    }


def whole(data: bytes) -> bool:
    """Whether these bytes end at the end of a character, not inside one."""
    return data.decode(errors="ignore").encode() == data


def why_not(data: bytes) -> str:
    """Why no JSON string begins with these bytes, from the first byte that is wrong."""
    end = next(end for end in range(1, len(data) + 1) if not begun(data[:end]))
    before, byte = data[: end - 1], data[end - 1]
    if is_string(before):
        return "something follows the quote that closes the string."
    if whole(before) and not is_string(before + b'"'):
        return 'an escape is a backslash and one of `"\\/bfnrt`, or `\\u` and four hex digits.'
    if byte < 0x20:
        return "a control character is only allowed as an escape, such as `\\n`."
    return "its bytes are not UTF-8, and no byte after them makes them so."


def about_one(expected: Any, got: Any, args: Args) -> str:
    """What is wrong with an answer for the first token that it gets wrong."""
    for id, token in args[1].items():
        data = args[0] + token
        if id in got and id not in expected:
            return f"The token {token!r} can't follow: {why_not(data)}"
        if id in expected and id not in got:
            part = (
                "character"
                if not whole(data)
                else "escape"
                if not is_string(data + b'"')
                else "string"
            )
            closed = (
                "its last byte closes the string"
                if is_string(data)
                else f"the {part} in which it ends may go on"
            )
            return f"The token {token!r} may follow: {closed}."
    return "Return ids of `tokens`, and no others."


@exercise(
    "bite.json_string_mask",
    example=(b'"a', {1: b"b", 2: b'"', 3: b'",'}),
    cases=[
        (prefix, dict(enumerate(tokens, 1)))
        for prefix, *tokens in [
            (b'"', b'a"b', b'a"', b'" '),
            (b'"\\', b"x", b'"'),
            (b'"\\u', b"d83d", b"d83d\\ude00", b"D83G"),
            (b'"\\', b'"', b'n"', b"x", b"u12"),
            (b'"', b"\\", b'\\"', b'\\\\"', b"\\u00"),
            (b'"\\u0', b"0e9", b"0g9", b'0"', b"0", b"0E9", b"ABC"),
            (b'"\\', b"/", b"b", b"f", b"r", b"'", b"a"),
            (b'"', b"\x00", b"\x1f", b"\x7f", b"!"),
            (
                b'"',
                b"\xf1\x80",
                b"\xf4\x8f",
                b"\xf0\x80",
                b"\xee\x80",
                b"\xe1\x80",
                b"\xc1",
            ),
            (b'"', b"\n", b"\t", b"\\t"),
            (b'"', b"\xc3", b"\xe2\x82", b"\xc3\xa9", b"\xc0", b"\xa9"),
            (b'"\xe2\x82', b"\xac", b"a", b'"', b'\xac"'),
            (
                b'"The bytes of a surrogate: ',
                b"\xed\xa0",
                b"\xf4\x90",
                b"\xe0\x80",
                b"\xf0\x9f",
                b"\xff",
            ),
            (b'"The first and the last bytes: ', *map(bytes.fromhex, BORDERS.split())),
        ]
    ],
    generate=some_tokens,
    valid=asked,
    oracle=lambda prefix, tokens: {
        id for id, token in tokens.items() if begun(prefix + token)
    },
    remark=about_one,
)
def json_string_mask(prefix: bytes, tokens: dict[int, bytes]) -> set[int]:
    """The ids that may follow inside a JSON string: b'"a', {1: b'b', 2: b'"', 3: b'",'} → {1, 2}."""
    plain, escape = rb"[ !#-\[\]-\x7f]", rb'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})'
    two, three = (
        rb"[\xc2-\xdf]",
        rb"\xe0[\xa0-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]|\xed[\x80-\x9f]",
    )
    four = rb"(?:\xf0[\x90-\xbf]|[\xf1-\xf3][\x80-\xbf]|\xf4[\x80-\x8f])[\x80-\xbf]"  # each without its last byte
    longer = rb"(?:" + two + rb"|" + three + rb"|" + four + rb")[\x80-\xbf]"
    string = regex.compile(rb'"(?:' + plain + rb"|" + escape + rb"|" + longer + rb')*"')
    return {
        id
        for id, token in tokens.items()
        if string.fullmatch(prefix + token, partial=True)
    }
