"""What can't be done here, or can't be kept in a file, is refused by name, and nothing has changed."""

import json

import pytest
import tokenizers as hf
from samples import hug

from minitok import AddedToken, Tokenizer, pre_tokenizers
from minitok.interop.tiktoken import from_ranks, to_tiktoken
from minitok.models import BPE, WordPiece
from minitok.normalizers import BertNormalizer
from minitok.processors import TemplateProcessing
from minitok.trainers import BpeTrainer, UnigramTrainer, WordLevelTrainer, WordPieceTrainer

RANKS = {bytes([byte]): byte for byte in range(256)} | {b"##": 256}


def test_a_token_with_two_ids_cannot_be_saved(tmp_path):
    tok = from_ranks(RANKS, pattern=r"[\s\S]+", special_tokens={"##": 257})
    assert tok.encode("##", allowed_special=()) == [256]
    with pytest.raises(ValueError, match="in the vocabulary, the added token '##' has another id"):
        tok.save(tmp_path / "mine.json")
    assert not [*tmp_path.iterdir()]
    theirs = to_tiktoken(tok, "mine")
    assert theirs.encode("##", disallowed_special=()) == [256]
    assert theirs.encode("##", allowed_special="all") == tok.encode("##") == [257]


def test_whitespace_that_a_token_strips_is_found_as_a_token_too_as_in_tokenizers():
    theirs = hf.Tokenizer(hf.models.WordLevel({"[UNK]": 0, "a": 1}, unk_token="[UNK]"))
    theirs.pre_tokenizer = hf.pre_tokenizers.WhitespaceSplit()
    theirs.add_special_tokens([hf.AddedToken("<|end|>", rstrip=True)])
    theirs.add_tokens([hf.AddedToken("\n", normalized=False), hf.AddedToken("  ", normalized=False)])
    ours = Tokenizer.from_dict(json.loads(theirs.to_str()))
    for text in ["a<|end|>\na", "a<|end|>\n\na", "a<|end|>\n \n a", "<|end|>   a", "<|end|>\n<|end|>  \n"]:
        made, other = ours(text), theirs.encode(text)
        assert (made.ids, made.offsets, made.tokens) == (other.ids, other.offsets, other.tokens)


@pytest.mark.parametrize("file", [0, 1, None, 2.5])
def test_only_a_path_is_a_file(file):
    with pytest.raises(TypeError, match=r"os\.PathLike"):
        Tokenizer(BPE()).train(["corpus.txt", file], BpeTrainer())
    print(end="")  # the standard output is still open


def test_spaces_that_bert_puts_in_do_not_cut_a_stream():
    tok = Tokenizer(WordPiece({"[UNK]": 0, "中": 1, "a": 2}))
    tok.normalizer, tok.pre_tokenizer = BertNormalizer(), pre_tokenizers.BertPreTokenizer()
    tok.add_tokens("  ")
    text = "中 a" * 9000
    assert list(tok.encode_iterable([text])) == tok.encode(text)


def test_a_bpe_with_a_prefix_is_trained_without_it_as_in_tokenizers():
    theirs = hf.Tokenizer(hf.models.BPE(continuing_subword_prefix="##", unk_token="[UNK]"))
    theirs.pre_tokenizer = hf.pre_tokenizers.WhitespaceSplit()
    texts = ["hug hugs hugs pug"]
    ours = Tokenizer.from_dict(json.loads(theirs.to_str()))
    theirs.train_from_iterator(texts, hf.trainers.BpeTrainer(vocab_size=30, special_tokens=["[UNK]"]))
    ours.train_from_iterator(texts, BpeTrainer(vocab_size=30, special_tokens=["[UNK]"]))
    assert ours.vocab == theirs.get_vocab() and ours.tokenize("hugs pug") == theirs.encode("hugs pug").tokens
    with_prefix = Tokenizer(BPE({"a": 0, "##b": 1}, continuing_subword_prefix="##"))
    with pytest.raises(ValueError, match="BpeTrainer makes no tokens with continuing_subword_prefix"):
        with_prefix.train_new_from_iterator(texts, vocab_size=30)


def test_the_templates_numbers_and_ids_are_checked():
    with pytest.raises(ValueError, match="has two ids for a token"):
        TemplateProcessing("x $A", "x $A $B", [("x", 2), ("x", 1)])
    for template in ("x:4294967296 $A", "$A:1" + "0" * 5000, "$99999999999"):
        with pytest.raises(ValueError, match="type_id is too large"):
            TemplateProcessing(template, "x $A $B", [("x", 2)])


@pytest.mark.parametrize("strategy", ["longest_first", "only_first", "only_second"])
def test_where_the_template_takes_all_the_room_no_text_is_left(strategy):
    theirs = hf.Tokenizer(hf.models.WordLevel({"<s>": 0, "</s>": 1, "a": 2}, unk_token="a"))
    theirs.pre_tokenizer = hf.pre_tokenizers.WhitespaceSplit()
    theirs.post_processor = hf.processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 1)]
    )
    ours = Tokenizer.from_dict(json.loads(theirs.to_str()))
    theirs.enable_truncation(3, strategy=strategy)
    ours.enable_truncation(3, strategy=strategy)
    assert ours("a a", "a").tokens == theirs.encode("a a", "a").tokens == ["<s>", "</s>", "</s>"]


@pytest.mark.parametrize("kind", [BpeTrainer, UnigramTrainer, WordLevelTrainer, WordPieceTrainer])
def test_none_is_no_special_token(kind):
    with pytest.raises(TypeError, match="special_tokens=None should be of type str"):
        kind(special_tokens=[None])


def test_options_are_what_they_should_be():
    tok = hug()
    for value in ("no", None, []):
        with pytest.raises(TypeError, match="add_special_tokens="):
            tok.encode("hug", add_special_tokens=value)
        with pytest.raises(TypeError, match="skip_special_tokens="):
            tok.decode([0], skip_special_tokens=value)
    with pytest.raises(ValueError, match="length is too large"):
        tok("hug").pad(10**12, pad_id=0)
    with pytest.raises(TypeError, match="pad_type_id='x'"):
        tok("hug").pad(9, pad_id=0, pad_type_id="x")
    with pytest.raises(TypeError, match="pad_token=None"):
        tok("hug").pad(9, pad_id=0, pad_token=None)
    assert len(tok("hug").pad(0, pad_id=0)) == len(tok("hug"))
    with pytest.raises(TypeError, match="should be one token"):
        tok.add_special_tokens({"pad_token": ["q", "r"]})
    assert not tok.special_tokens_map and tok.added_tokens.tokens == hug().added_tokens.tokens
    assert tok.add_special_tokens({"pad_token": AddedToken("<pad>")}) == 1
