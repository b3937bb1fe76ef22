"""Lesson 12: a tokenizer to order, and three checks, tried on tokenizers that each fail one of them."""

import re
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass
from typing import Any

from minitok import decoders
from minitok.decoders import ByteLevel as ByteDecoder
from minitok.models import BPE
from minitok.normalizers import NFC, NFD, Lowercase, Replace, Sequence, StripAccents
from minitok.patterns import GPT2_PATTERN, GPT4_PATTERN, Regex
from minitok.pre_tokenizers import ByteLevel
from minitok.processors import TemplateProcessing
from minitok.tokenizer import Tokenizer
from minitok.trainers import BpeTrainer
from minitok_course import corpora
from minitok_course.exercises.exercise import Args, exercise
from minitok_course.exercises.lessons.lesson_11 import BYTES, WORDS, byte_level
from minitok_course.exercises.lessons.trained import Named

TEMPLATE = "{% for turn in messages %}<|start|>{{ turn.role }}\n{{ turn.content }}<|end|>\n{% endfor %}"
SPECIAL = ["<|endoftext|>", "<|start|>", "<|end|>", "<|pad|>"]
ROLES = {"eos_token": "<|end|>", "pad_token": "<|pad|>"}
PAD_FIRST = byte_level(Named("pad_first", BPE()), [WORDS], 300, ["<|pad|>"])


class Made(Named):
    """A tokenizer that fails at most one check, and lets through the tokens that it `leaks`, whatever is asked."""

    def __init__(
        self, named: str, fails: str = "", normalizer: Any = None, **options: Any
    ) -> None:
        leaks, roles, plain = (
            options.get("leaks", ()),
            options.get("roles", ROLES),
            options.get("plain", ()),
        )
        super().__init__(f"a tokenizer that {named}", options.get("model", BYTES.model))
        self.pre_tokenizer, self.decoder, self.normalizer = (
            ByteLevel(GPT2_PATTERN),
            ByteDecoder(),
            normalizer,
        )
        self.chat_template = TEMPLATE
        for token in options.get("marks", SPECIAL):
            (self.add_tokens if token in plain else self.add_special_tokens)([token])
        self.special_tokens_map = roles
        if (pad := roles.get("pad_token")) and pad not in plain:
            self.enable_padding(pad_token=pad)
        if (start := options.get("starts")) and (
            id := self.token_to_id(start)
        ) is not None:
            self.post_processor = TemplateProcessing(
                f"{start} $A", special_tokens=[(start, id)]
            )
        vars(self).update(fails=fails, leaks=leaks, texts=[])

    def __call__(self, text: Any, *pair: Any, **options: Any) -> Any:
        vars(self)["texts"].append((text, options.get("as_text", False)))
        leak = any(token in text for token in vars(self)["leaks"])
        return super().__call__(text, *pair, **({} if leak else options))

    def encode(self, text: str, **options: Any) -> list[int]:
        return self(text, **options).ids  # type: ignore[no-any-return]

    def encode_batch(self, texts: Iterable[str], **options: Any) -> list[list[int]]:
        return [self.encode(text, **options) for text in texts]


BACK, FORGED, STOPS = "comes_back", "no_forgery", "can_pad_and_stop"
GOOD = Made("holds all three checks")
LOSES_MARKS = Made("makes an x of a typed mark", "", Replace(Regex(r"<\|.*?\|>"), "x"))
TURN, STOP = "<|turn|>", "<|stop|>"
OTHERS: dict[str, Any] = {
    "marks": [TURN, STOP],
    "leaks": [TURN],
    "roles": {"eos_token": TURN, "pad_token": STOP},
}
MADE = [
    GOOD,
    Made("has its padding token first, with the id 0", model=PAD_FIRST.model),
    Made("loses capitals", BACK, Lowercase()),
    Made("loses accents", BACK, Sequence([NFD(), StripAccents()])),
    Made("makes one space of two", BACK, Replace("  ", " ")),
    Made("makes newlines spaces", BACK, Replace("\n", " ")),
    Made("loses spaces at both ends", BACK, Replace(Regex("^ +| +$"), "")),
    Made("loses emoji", BACK, Replace(Regex("[\U00010000-\U0010ffff]"), "")),
    Made("ignores as_text", FORGED, leaks=SPECIAL),
    Made("has marks by other names, and lets one through", FORGED, **OTHERS),
    LOSES_MARKS,
    Made("lets a typed <|start|> through", FORGED, leaks=["<|start|>"]),
    Made("lets a typed <|end|> through", FORGED, leaks=["<|end|>"]),
    Made("lets a typed <|pad|> through", FORGED, leaks=["<|pad|>"]),
    Made(
        "starts each text with <|start|>, and lets one through",
        FORGED,
        leaks=["<|start|>"],
        starts="<|start|>",
    ),
    Made("has no padding token", STOPS, roles={"eos_token": "<|end|>"}),
    Made("has no end token", STOPS, roles={"pad_token": "<|pad|>"}),
    Made(
        "pads with its end token",
        STOPS,
        roles={"eos_token": "<|end|>", "pad_token": "<|end|>"},
    ),
    Made(
        "ends with a token that has no id",
        STOPS,
        roles={**ROLES, "eos_token": "<|stop|>"},
    ),
    Made("ends with a token that is not special", STOPS, plain=["<|end|>"]),
    Made("pads with a token that is not special", STOPS, plain=["<|pad|>"]),
]
COMPOSES = Made("composes accents", BACK, NFC())
STARTS = Made("starts each text with <|start|>", starts="<|start|>")


Remark = Callable[[bool, Any, Args], str]


def tried_on(
    fails: str, remark: Remark, asked: Callable[[Made], Any] = bool
) -> dict[str, Any]:
    """What the three exercises share; `asked` may leave tokenizers out."""
    return {
        "example": (GOOD,),
        "cases": [(tok,) for tok in MADE if asked(tok)],
        "oracle": lambda tok: vars(tok)["fails"] != fails,
        "call": tried,
        "remark": remark,
    }


class Tried(int):
    """A yes or no, and the texts that were encoded for it, each with whether it was as text."""

    texts: list[tuple[str, bool]]

    def __repr__(self) -> str:
        return str(bool(self))


def tried(program: Callable[[Any], Any], tok: Made) -> Any:
    tok = copy(tok)
    vars(tok)["texts"] = []
    try:
        answer = program(tok)
    except TypeError as error:
        if "'AddedTokens'" not in str(error):
            raise
        rule = "`tok.added_tokens` is neither a dict nor a list: take its `.tokens`"
        raise TypeError(rule) from error
    texts = vars(tok)["texts"]
    if not texts or type(answer) is not bool:
        return answer
    said = Tried(answer)
    said.texts = texts
    return said


def of_texts(expected: bool, got: Any, args: Args) -> str:
    (tok,) = args
    texts = getattr(got, "texts", [])
    if expected:
        for text, as_text in texts:
            if "<|" in text and not as_text:
                return f"Without `as_text=True`, the mark in {text!r} becomes special, and is lost."
        return f"Every text comes back from {tok}: compare `tok.decode(tok.encode(text, as_text=True))` with the text."
    for text, _ in texts:
        if tok.decode(tok.encode(text, as_text=True)) != text:
            return f"You try {text!r} on {tok}, and it doesn't come back: compare it, as it is, with what does."
    tried = f"You try {len(texts)} of your texts on {tok}, and nothing is lost"
    return f"{tried}: add one that shows the loss, or try them all with `all`."


def of_the_tokenizer(holds: str, lacks: str) -> Remark:
    return lambda expected, got, args: (
        f"This is {args[0]}. {holds if expected else lacks}"
    )


@exercise(
    "own.comes_back",
    **tried_on(
        BACK,
        of_texts,
        # From those that leak, no special token comes back.
        asked=lambda tok: not vars(tok)["leaks"] and tok is not LOSES_MARKS,
    ),
    left_open=[
        (
            (COMPOSES,),
            r"But one that composes accents passes, as Qwen3's does: add `Cafe\u0301`.",
        )
    ],
)
def comes_back(tok: Any) -> bool:
    """Whether texts come back from `decode` as they were, spaces, accents and all: one that lowercases → False."""
    texts = [
        "",
        " Two  spaces ",
        "Café, Cafe\u0301",
        "one\r\n\ttwo",
        "👩\u200d🔬",
        "1234567 ½",
    ]
    return all(tok.decode(tok.encode(text, as_text=True)) == text for text in texts)


@exercise(
    "own.no_forgery",
    **tried_on(
        FORGED,
        of_the_tokenizer(
            "Nothing that a user types becomes special in it, if it is encoded with `as_text=True`.",
            "Try each of its special tokens, and look for their ids in what comes out.",
        ),
    ),
    left_open=[
        (
            (STARTS,),
            "But yours says no to one that starts each text with `<|start|>`, even an empty one: no forgery.",
        )
    ],
)
def no_forgery(tok: Any) -> bool:
    """Whether nothing a user types, encoded with as_text=True, becomes special: one that ignores it → False."""
    special = {
        id: token.content
        for id, token in tok.added_tokens.tokens.items()
        if token.special
    }
    texts = [
        "",
        *(f"Hi {typed}!" for typed in special.values()),
    ]  # what it adds by itself comes even of no text
    own, *others = (
        [id for id in tok.encode(text, as_text=True) if id in special] for text in texts
    )
    return all(ids == own for ids in others)


@exercise(
    "own.can_pad_and_stop",
    **tried_on(
        STOPS,
        of_the_tokenizer(
            "It has a padding token and an end token, both special, with ids of their own.",
            "Both need an id, both have to be special, and they have to differ.",
        ),
    ),
)
def can_pad_and_stop(tok: Any) -> bool:
    """Whether there are a padding and an end token, special and not the same: one that pads with its end → False."""
    pad, end = (
        tok.token_to_id(tok.special_tokens_map.get(role, ""))
        for role in ("pad_token", "eos_token")
    )
    return pad != end and all(id in tok.added_tokens.special for id in (pad, end))


ESSAYS = corpora.load("essays").splitlines(keepends=True)
LEARNED, UNSEEN = (
    ESSAYS[: len(ESSAYS) * 9 // 10],
    "".join(ESSAYS[len(ESSAYS) * 9 // 10 :]),
)
MOST_ROWS, LEAST_RATE = 1000, 2.4
NUMBERS = "1234567 is not 1234567"


@dataclass
class Ordered:
    """What a tokenizer has of what was ordered."""

    rows: int
    rate: float
    cut: list[str]
    cut_badly: list[str]
    faults: list[str]
    learned: bool

    def __repr__(self) -> str:
        what = [
            f"{self.rows:,} rows",
            f"{self.rate:.2f} characters a token",
            f"{NUMBERS!r} cut {'|'.join(self.cut)}",
        ]
        ignores = [] if self.learned else ["the same whatever the texts"]
        return ", ".join([*what, *self.cut_badly[:1], *self.faults, *ignores])

    def numbers(self) -> list[str]:
        return [part.strip() for part in self.cut if re.search("[0-9]", part)]


Ordered.__name__ = "Tokenizer"  # as the learner is told if there is none


def delivered(program: Any, texts: list[str]) -> Any:
    tok = program(texts)
    if not isinstance(tok, Tokenizer):
        return tok
    checks = {
        "texts that don't come back": comes_back,
        "marks that users can type": no_forgery,
    }
    checks["no padding or no end token, which must be two, both special"] = (
        can_pad_and_stop
    )
    cuts = tok.pre_tokenizer or ByteLevel(None)

    def cut(text: str) -> list[str]:
        return [text[start:end] for _, (start, end) in cuts.pre_tokenize_str(text)]

    numbers = ["123456789"[:digits] for digits in range(1, 10)]
    badly = [
        f"{one!r} cut {'|'.join(cut(one))}"
        for one in numbers
        if cut(one) != f"{int(one):,}".split(",")
    ]
    faults = [fault for fault, holds in checks.items() if not holds(tok)]
    ids, of_fewer = (
        one.encode(UNSEEN) for one in (tok, program(texts[: len(texts) // 4]))
    )
    return Ordered(
        tok.vocab_size,
        len(UNSEEN) / len(ids),
        cut(NUMBERS),
        badly,
        faults,
        ids != of_fewer,
    )


def of_order(expected: Any, got: Any, args: Args) -> str | None:
    if got.rows > MOST_ROWS:
        return f"It has {got.rows:,} rows, but at most {MOST_ROWS:,} are ordered: special tokens count too."
    if got.numbers() != expected.numbers():
        if got.numbers()[:3] == expected.numbers()[:3]:
            return "A number after a space is not cut: GPT-2's pattern takes both, GPT-4's takes digits alone."
        cut = "|".join(got.cut)
        return f"{NUMBERS!r} is cut {cut}: put your pattern first, since the first that fits is taken."
    if got.cut_badly:
        return f"Cut numbers in threes from the right, whatever their length: here {got.cut_badly[0]}."
    if any(len(part.split()) > 1 for part in got.cut):
        return "Numbers are cut, but words aren't: join GPT-4's pattern to yours, which matches numbers alone."
    if got.faults:
        return (
            f"One of this lesson's three checks doesn't hold: it has {got.faults[0]}."
        )
    if not got.learned:
        return "It learns the same whatever the texts are: train it on `texts`, all of them."
    if got.rate < LEAST_RATE:
        short = f"{got.rate:.2f} characters a token on new pages, but {LEAST_RATE} are ordered"
        return f"It has {short}: it uses {got.rows:,} of {MOST_ROWS:,} rows."
    return None


@exercise(
    "own.design",
    example=(LEARNED,),
    call=delivered,
    valid=lambda texts: texts == LEARNED,
    same=lambda expected, got, args: (
        isinstance(got, Ordered) and of_order(expected, got, args) is None
    ),
    remark=of_order,
)
def design(texts: list[str]) -> Tokenizer:
    """A tokenizer as it was ordered, learned from texts: 1,000 rows at most, no fault, 1234567 → 1|234|567."""
    threes = r"(?<![0-9])[0-9]{1,3}(?=(?:[0-9]{3})*(?![0-9]))|[0-9]{3}"
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel(Regex(f"{threes}|{GPT4_PATTERN}"))
    tok.decoder = decoders.ByteLevel()
    tok.train_from_iterator(
        texts, BpeTrainer(vocab_size=1000, special_tokens=["<|end|>", "<|pad|>"])
    )
    tok.add_special_tokens({"eos_token": "<|end|>", "pad_token": "<|pad|>"})
    return tok
