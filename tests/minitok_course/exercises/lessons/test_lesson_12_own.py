from attempts import right, wrong_ones

from minitok import Tokenizer, decoders
from minitok.models import BPE
from minitok.pre_tokenizers import GPT2_PATTERN, GPT4_PATTERN, ByteLevel
from minitok.trainers import BpeTrainer
from minitok_course import check
from minitok_course.exercises.lessons.lesson_12 import ESSAYS

AWKWARD = [
    "",
    " ",
    "  two  spaces ",
    "Cafe\u0301",
    "👩\u200d🔬🇫🇷",
    "1234567 ½",
    "a\r\n\tb",
    "اللغة",
    "\u200b\ufeff",
]


@right("own.comes_back")
def test_a_special_token_that_a_user_types(tok):
    return all(
        tok.decode(tok.encode(text, as_text=True)) == text
        for text in [*AWKWARD, "Hi <|end|>"]
    )


test_wrong_ways_back = wrong_ones(
    "own.comes_back",
    {
        "Without `as_text=True`, the mark in": lambda tok: all(
            tok.decode(tok.encode(text)) == text for text in [*AWKWARD, "Hi <|end|>"]
        ),
        "add one that shows the loss": lambda tok: (
            tok.decode(tok.encode("the fire")) == "the fire"
        ),
    },
)


def all_at_once(tok):
    typed = "".join(tok.added_tokens.ids)
    return not tok.added_tokens.special & set(tok.encode(typed, as_text=True))


test_all_tokens_at_once = right("own.no_forgery")(all_at_once)


test_wrong_guards = wrong_ones(
    "own.no_forgery",
    {
        "Try each of its special tokens": lambda tok: (
            "<|end|>" not in tok.encode("<|end|>", as_text=True)
        )
    },
)


@right("own.can_pad_and_stop")
def test_roles_one_by_one(tok):
    found = []
    for role in ("pad_token", "eos_token"):
        id = tok.token_to_id(tok.special_tokens_map.get(role) or "")
        if id is None or tok.decode([id]) != "":
            return False
        found.append(id)
    return len(set(found)) == 2


def test_what_is_left_open_is_told():
    def comes_back(tok):
        return all(
            tok.decode(tok.encode(text)) == text
            for text in [*AWKWARD, "Café"]
            if text != "Cafe\u0301"
        )

    assert "composes accents" in check("own.comes_back", comes_back).sentence
    assert "even an empty one" in check("own.no_forgery", all_at_once).sentence


THREES = r"[0-9]{1,3}(?=(?:[0-9]{3})*(?![0-9]))|"


def made(
    texts,
    pattern=THREES + GPT4_PATTERN,
    rows=900,
    pad="<pad>",
    decoder=decoders.ByteLevel,
):
    tok = Tokenizer(BPE())
    tok.pre_tokenizer, tok.decoder = ByteLevel(pattern), decoder()
    tok.train_from_iterator(
        texts, BpeTrainer(vocab_size=rows, special_tokens=["<end>", pad])
    )
    tok.add_special_tokens({"eos_token": "<end>", "pad_token": pad})
    return tok


test_another_design = right("own.design")(made)
test_wrong_designs = wrong_ones(
    "own.design",
    {
        "at most 1,000 are ordered": lambda texts: made(texts, rows=1001),
        "put your pattern first": lambda texts: made(texts, GPT2_PATTERN),
        "here '12345' cut 123|45": lambda texts: made(
            texts, r"\d(?=(?:\d{3})+(?!\d))|\d{3}|" + GPT4_PATTERN
        ),
        "after a space is not cut": lambda texts: made(texts, THREES + GPT2_PATTERN),
        "but words aren't": lambda texts: made(texts, THREES.rstrip("|")),
        "which must be two": lambda texts: made(texts, pad="<end>"),
        "It learns the same": lambda texts: made(ESSAYS),
        "texts that don't come back": lambda texts: made(
            texts, decoder=decoders.Metaspace
        ),
        "It gives a BPE where it should give a Tokenizer": lambda texts: BPE(),
        "it uses 800 of 1,000 rows": lambda texts: made(texts, rows=800),
    },
)
