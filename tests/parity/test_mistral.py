"""Mistral's vocabularies, which come with its own library, held against that library and SentencePiece."""

import json
import random
from base64 import b64decode
from pathlib import Path

import mistral_common
import pytest
import sentencepiece
from mistral_common.tokens.tokenizers.tekken import Tekkenizer
from samples import SCRIPTS

from minitok import corpora
from minitok.interop.sentencepiece import from_model
from minitok.interop.tiktoken import from_ranks

DATA = Path(mistral_common.__file__).parent / "data"
ODD = [
    "\n",
    "\r\n",
    "\t",
    "123456",
    "don't",
    "[INST]",
    "<s>",
    "</s>",
    "<unk>",
    "<0x0A>",
    "▁",
    "▁▁",
    "\u0301",
    "🍌",
    "ﷺ",
]


CONTROLS = """
<unk> <s> </s> [INST] [/INST] [AVAILABLE_TOOLS] [/AVAILABLE_TOOLS] [TOOL_RESULTS] [/TOOL_RESULTS] [TOOL_CALLS] [IMG]
<pad> [IMG_BREAK] [IMG_END] [PREFIX] [MIDDLE] [SUFFIX] [SYSTEM_PROMPT] [/SYSTEM_PROMPT] [TOOL_CONTENT]
""".split()  # noqa: SIM905  (in files that name none)


def from_tekken(path):
    """The tokenizer in a `tekken.json`, whose control tokens have the ids before all ranks."""
    data = json.loads(path.read_text(encoding="utf-8"))
    count = data["config"]["default_num_special_tokens"]
    names = {id: f"<SPECIAL_{id}>" for id in range(count)}
    named = data.get("special_tokens")
    names |= {one["rank"]: one["token_str"] for one in named} if named else enumerate(CONTROLS)
    vocab = data["vocab"][: data["config"]["default_vocab_size"] - count]
    ranks = {b64decode(one["token_bytes"]): count + one["rank"] for one in vocab}
    special = {name: id for id, name in names.items()}
    return from_ranks(ranks, pattern=data["config"]["pattern"], special_tokens=special)


def texts(amount):
    choose = random.Random(1)
    words = [*corpora.load("stories").split(), *" ".join(SCRIPTS.values()).split()]
    for _ in range(amount):
        parts = [
            choose.choice([choose.choice(words), choose.choice(ODD), " " * choose.randint(1, 40)]) for _ in "12345"
        ]
        yield choose.choice(["", " "]).join(parts[: choose.randint(0, 5)])


@pytest.mark.parametrize("path", sorted(DATA.glob("*.model*")), ids=lambda path: path.name)
def test_a_model_of_pieces_with_one_score_gives_sentencepiece_s_ids_and_text(path):
    ours, theirs = from_model(path), sentencepiece.SentencePieceProcessor(model_file=str(path))
    assert ours.vocab_size == theirs.vocab_size()
    for text in texts(400):
        ids = theirs.encode(text)
        assert ours.encode(text) == ours(text).ids == ids, text
        assert ours.decode(ids) == theirs.decode(ids), text


@pytest.mark.parametrize("path", sorted(DATA.glob("tekken*.json")), ids=lambda path: path.name)
def test_a_tekken_file_gives_mistral_commons_ids_and_text_and_its_control_tokens(path):
    ours, theirs = from_tekken(path), Tekkenizer.from_file(str(path))
    assert [ours.id_to_token(id) for id in range(1000)] == [theirs.id_to_piece(id) for id in range(1000)]
    assert ours.vocab_size == theirs.n_words and ours.encode("[INST]") == [3]
    for text in texts(400):
        ids = theirs.encode(text, bos=False, eos=False)
        assert ours.encode(text, as_text=True) == ids and ours.decode(ids) == theirs.decode(ids), text
