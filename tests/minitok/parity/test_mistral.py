"""Mistral's vocabularies, which come with its own library, held against that library and SentencePiece."""

import json
import random
from pathlib import Path

import mistral_common
import pytest
import sentencepiece
from mistral_common.tokens.tokenizers.tekken import Tekkenizer
from samples import SCRIPTS, each

from minitok.interop.sentencepiece import from_model
from minitok.interop.tiktoken import from_tekken
from minitok_course import corpora

DATA = Path(mistral_common.__file__).parent / "data"
MODELS, TEKKENS = (
    sorted(path.name for path in DATA.glob(kind))
    for kind in ("*.model*", "tekken*.json")
)
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
]


def texts(amount):
    choose = random.Random(1)
    words = [*corpora.load("stories").split(), *" ".join(SCRIPTS.values()).split()]
    for _ in range(amount):
        some = [
            choose.choice(
                [choose.choice(words), choose.choice(ODD), " " * choose.randint(1, 40)]
            )
            for _ in "12345"
        ]
        yield choose.choice(["", " "]).join(some[: choose.randint(0, 5)])


@each("name", MODELS, quick=["tokenizer.model.v1"])
def test_a_model_of_pieces_with_one_score_gives_sentencepiece_s_ids_and_text(name):
    ours, theirs = (
        from_model(DATA / name),
        sentencepiece.SentencePieceProcessor(model_file=str(DATA / name)),
    )
    assert ours.vocab_size == theirs.vocab_size()
    for text in texts(400):
        ids = theirs.encode(text)
        assert ours.encode(text) == ours(text).ids == ids, text
        assert ours.decode(ids) == theirs.decode(ids), text


@pytest.mark.slow
@pytest.mark.parametrize("name", TEKKENS)
def test_a_tekken_file_gives_mistral_commons_ids_and_text_and_its_control_tokens(name):
    ours, theirs = from_tekken(DATA / name), Tekkenizer.from_file(str(DATA / name))
    assert [ours.id_to_token(id) for id in range(1000)] == [
        theirs.id_to_piece(id) for id in range(1000)
    ]
    assert ours.vocab_size == theirs.n_words and ours.encode("[INST]") == [3]
    for text in texts(400):
        ids = theirs.encode(text, bos=False, eos=False)
        assert ours.encode(text, as_text=True) == ids and ours.decode(
            ids
        ) == theirs.decode(ids), text


def test_a_tekken_file_that_is_damaged_is_named(tmp_path):
    data = json.loads(next(DATA.glob("tekken*.json")).read_text(encoding="utf-8"))
    path = tmp_path / "tekken.json"
    for damaged in (
        {},
        {**data, "config": {}},
        {**data, "vocab": [{"rank": 0}]},
        {**data, "vocab": data["vocab"][:9]},
    ):
        path.write_text(json.dumps(damaged), encoding="utf-8")
        with pytest.raises(ValueError, match=r"tekken\.json"):
            from_tekken(path)
