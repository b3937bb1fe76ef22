"""minitok/interop/huggingface.py: a tokenizer of ours in `transformers`."""

import pytest
from samples import byte_level

from minitok.interop.components import TiktokenBPE
from minitok.interop.huggingface import to_tokenizers, to_transformers


def test_a_token_that_is_not_there_is_refused():
    with pytest.raises(
        ValueError,
        match=r"pad_token='\[PAD\]' is not an added token: add it with add_special_tokens",
    ):
        to_transformers(byte_level(["ab ab"]), pad_token="[PAD]")


def test_a_part_that_the_library_lacks_is_refused():
    tok = byte_level(["ab ab"])
    tok.model = TiktokenBPE(tok.model.vocab, tok.model.merges)
    for convert in (to_tokenizers, to_transformers):
        with pytest.raises(
            ValueError,
            match=r"`tokenizers` does not take all parts of .*TiktokenBPE\(.*: ",
        ):
            convert(tok)
