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


def test_a_tekken_file_that_is_damaged_is_named(tmp_path):
    data = json.loads(TEKKENS[0].read_text(encoding="utf-8"))
    path = tmp_path / "tekken.json"
    for damaged in (
        {},
        {**data, "config": {}},
        {**data, "vocab": [{"rank": 0}]},
        {**data, "vocab": data["vocab"][:9]},
        {**data, "config": {**data["config"], "default_num_special_tokens": 10**9}},
    ):
        path.write_text(json.dumps(damaged), encoding="utf-8")
        with pytest.raises(ValueError, match=r"tekken\.json"):
            from_tekken(path)
