"""minitok/interop/huggingface.py: a tokenizer of ours in `transformers`."""

import pytest
from samples import SCRIPTS, byte_level, character_level

from minitok.interop.components import TiktokenBPE
from minitok.interop.huggingface import to_tokenizers, to_transformers
from minitok.processors import TemplateProcessing
from minitok_course import corpora

TEXTS = [
    "",
    " ",
    "one<|end|>two <|end|>",
    "do n't , you ?",
    *SCRIPTS.values(),
    corpora.load("languages"),
]


def framed(tok):
    """A tokenizer whose texts stand between two special tokens, as BERT's do."""
    tok.add_special_tokens(["[CLS]", "[SEP]"])
    ids = [(token, tok.token_to_id(token)) for token in ("[CLS]", "[SEP]")]
    tok.post_processor = TemplateProcessing(
        "[CLS] $A [SEP]", "[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=ids
    )
    return tok


TOKENIZERS = {
    "bytes": byte_level([*TEXTS, corpora.load("stories")], 1000),
    "characters": framed(character_level([corpora.load("languages")], 1000)),
}


def test_special_tokens_get_their_parts_and_no_new_ids():
    tok = TOKENIZERS["characters"]
    theirs = to_transformers(
        tok, cls_token="[CLS]", sep_token="[SEP]", unk_token="[UNK]", pad_token="[UNK]"
    )
    assert (theirs.cls_token_id, theirs.unk_token_id) == (
        tok.token_to_id("[CLS]"),
        tok.token_to_id("[UNK]"),
    )
    assert len(theirs) == tok.vocab_size
    padded = theirs(["a", "a long text"], padding=True)
    assert padded["input_ids"][0][-1] == theirs.pad_token_id == tok.token_to_id("[UNK]")


def test_a_token_that_is_not_there_is_refused():
    with pytest.raises(
        ValueError,
        match=r"pad_token='\[PAD\]' is not an added token: add it with add_special_tokens",
    ):
        to_transformers(TOKENIZERS["bytes"], pad_token="[PAD]")


def test_a_part_that_the_library_lacks_is_refused():
    tok = byte_level(["ab ab"])
    tok.model = TiktokenBPE(tok.model.vocab, tok.model.merges)
    for convert in (to_tokenizers, to_transformers):
        with pytest.raises(
            ValueError,
            match=r"`tokenizers` does not take all parts of .*TiktokenBPE\(.*: ",
        ):
            convert(tok)
