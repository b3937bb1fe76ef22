"""Mistral's tekken files, which come with its own library, held against that library."""

import json
from pathlib import Path

import mistral_common
import pytest
from mistral_common.tokens.tokenizers.tekken import Tekkenizer
from published_vocabularies import with_special_tokens
from samples import SCRIPTS

from minitok.interop.tiktoken import from_tekken

TEKKENS = sorted((Path(mistral_common.__file__).parent / "data").glob("tekken*.json"))


@pytest.mark.slow
@pytest.mark.parametrize("path", TEKKENS, ids=lambda path: path.name)
def test_a_tekken_file_gives_mistral_commons_ids_and_text_and_its_control_tokens(path):
    ours, theirs = from_tekken(path), Tekkenizer.from_file(str(path))
    names = [theirs.id_to_piece(id) for id in range(1000)]
    assert [ours.id_to_token(id) for id in range(1000)] == names
    assert ours.vocab_size == theirs.n_words
    for text in [*SCRIPTS.values(), *with_special_tokens(tuple(names[:20]), 200)]:
        ids = theirs.encode(text, bos=False, eos=False)
        assert ours.encode(text, as_text=True) == ids
        assert ours.decode(ids) == theirs.decode(ids)


DATA = json.loads(TEKKENS[0].read_text(encoding="utf-8"))


def control(rank, name="<y>"):
    first = {"rank": 0, "token_str": "<x>"}
    return {"special_tokens": [first, {"rank": rank, "token_str": name}]}


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        ({"config": {}}, "is missing"),
        ({"vocab": [{"rank": 0}]}, "'token_bytes' is missing"),
        ({"vocab": DATA["vocab"][:9]}, "has no rank"),
        (
            {"config": {**DATA["config"], "default_num_special_tokens": 10**9}},
            "1,000,000,000 special tokens are too many",
        ),
        (control("3"), "'<y>' has the id '3': ids are ints from 0 up"),
        (control(-1), "'<y>' has the id -1: ids are ints from 0 up"),
        (control(1.5), "'<y>' has the id 1.5: ids are ints from 0 up"),
        (control(None), "'<y>' has the id None: ids are ints from 0 up"),
        (control(0), "'<x>' and '<y>' have the same id, 0"),
        (control(1, "<x>"), "'<x>' has two ids"),
        (control(1000), "'<y>' and 'Ā' have the same id, 1000"),
    ],
)
def test_a_tekken_file_that_is_damaged_is_named(tmp_path, damage, problem):
    path = tmp_path / "tekken.json"
    path.write_text(json.dumps({**DATA, **damage}), encoding="utf-8")
    with pytest.raises(ValueError, match=rf"tekken\.json: .*{problem}"):
        from_tekken(path)
