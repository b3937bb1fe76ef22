"""The normalizers, pre-tokenizers and the decoder that BERT's pipeline brought."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import OLD_CHARS, SCRIPTS

from minitok import Tokenizer, decoders
from minitok.models import WordPiece
from minitok.normalizers import NFD, BertNormalizer, Sequence, Strip, StripAccents
from minitok.patterns import BERT_PATTERN, compile_pattern, word_finder
from minitok.pre_tokenizers import BertPreTokenizer, Digits, Punctuation
from minitok.text import AlignedText
from minitok.trainers import WordPieceTrainer

NORMALIZERS = [BertNormalizer(), BertNormalizer(clean_text=False, strip_accents=True, lowercase=False)]
NORMALIZERS += [Sequence([NFD(), StripAccents(), Strip()]), Strip(left=False)]

signs = st.one_of(st.sampled_from("aB1,. \n\té\u0301\x00\u302e\u0323猫"), st.characters(), st.sampled_from(OLD_CHARS))
texts = st.text(signs, max_size=20)


def words(pre_tokenizer, text):
    return [word for word, _ in pre_tokenizer.pre_tokenize_str(text)]


def words_of_a_plain_text(pre_tokenizer, text):
    return list(pre_tokenizer.cut(AlignedText(text)).words)


# Normalizers


@pytest.mark.parametrize(
    ("normalizer", "before", "after"),
    [
        (BertNormalizer(), "Héllò hôw are ü?", "hello how are u?"),
        (BertNormalizer(), "Ça\tva, 猫?", "ca va,  猫 ?"),
        (BertNormalizer(), "a\x00b\ufffdc\u200bd\ud800e\u00a0f\x85g", "abcde fg"),
        (BertNormalizer(), "İΣ\u212a각", "iσk각"),
        (BertNormalizer(lowercase=False), "Héllò", "Héllò"),
        (BertNormalizer(lowercase=False, strip_accents=True), "Héllò", "Hello"),
        (BertNormalizer(strip_accents=False), "Héllò", "héllò"),
        (BertNormalizer(clean_text=False), "a\tb\x00", "a\tb\x00"),
        (BertNormalizer(handle_chinese_chars=False), "猫猫", "猫猫"),
        (BertNormalizer(), "猫ねこ\U00020000", " 猫 ねこ \U00020000 "),
        (StripAccents(), "e\u0301é\u0903", "eé"),
        (Strip(), " \t a b\u3000\n", "a b"),
        (Strip(left=False), " a ", " a"),
        (Strip(right=False), " a ", "a "),
        (Strip(left=False, right=False), " a ", " a "),
        (Strip(), "\x1c \u200b ", "\x1c \u200b"),
        (Strip(), " \n ", ""),
    ],
)
def test_what_a_normalizer_makes_of_a_text(normalizer, before, after):
    if "각" in after:
        after = unicodedata.normalize("NFD", after)
    assert normalizer.normalize_str(before) == after
    assert normalizer.normalize(AlignedText.with_spans(before)).text == after


def test_each_character_knows_where_it_came_from():
    text = BertNormalizer().normalize(AlignedText.with_spans("É\x00猫e\u0301!"))
    assert (text.text, text.spans) == ("e 猫 e!", [(0, 1), (2, 3), (2, 3), (2, 3), (3, 4), (5, 6)])
    assert Strip().normalize(AlignedText.with_spans("  ab ")).spans == [(2, 3), (3, 4)]


@pytest.mark.parametrize("normalizer", NORMALIZERS, ids=repr)
@given(text=texts)
def test_the_same_characters_with_and_without_offsets(normalizer, text):
    aligned = normalizer.normalize(AlignedText.with_spans(text))
    assert aligned.text == normalizer.normalize_str(text)
    assert len(aligned.spans) == len(aligned.text)


# Pre-tokenizers


@pytest.mark.parametrize(
    ("pre_tokenizer", "found"),
    [
        (BertPreTokenizer(), ["Hey", ",", "I", "'", "m", "25½", ".", ".", "$", "5", "«", "é", "»"]),
        (Punctuation(), ["Hey", ",", " I", "'", "m\t25½", ".", ".", " ", "$", "5 ", "«", "é", "»"]),
        (Punctuation(behavior="removed"), ["Hey", " I", "m\t25½", " ", "5 ", "é"]),
        (Punctuation(behavior="contiguous"), ["Hey", ",", " I", "'", "m\t25½", "..", " ", "$", "5 ", "«", "é", "»"]),
        (Digits(), ["Hey, I'm\t", "25½", ".. $", "5", " «é»"]),
        (Digits(individual_digits=True), ["Hey, I'm\t", "2", "5", "½", ".. $", "5", " «é»"]),
    ],
    ids=repr,
)
def test_where_a_pre_tokenizer_cuts(pre_tokenizer, found):
    text = "Hey, I'm\t25½.. $5 «é»"
    assert words(pre_tokenizer, text) == words_of_a_plain_text(pre_tokenizer, text) == found


def test_a_control_character_is_no_space():
    assert words(BertPreTokenizer(), "a\x1cb\u200bc d\x85e") == ["a\x1cb\u200bc", "d", "e"]


@given(st.text(st.one_of(signs, st.sampled_from("\U00010100𐐀𝟙👍\U0001e95e")), max_size=20))
def test_the_fast_way_to_split_finds_what_the_pattern_says(text):
    assert word_finder(BERT_PATTERN)(text).findall(text) == compile_pattern(BERT_PATTERN).findall(text)


def test_every_character_of_the_plane_is_of_the_same_kind_to_both_ways():
    plane = "".join(f"a{chr(i)}b " for i in range(0x10000))
    assert word_finder(BERT_PATTERN)(plane).findall(plane) == compile_pattern(BERT_PATTERN).findall(plane)


# The decoder


@pytest.mark.parametrize(
    ("tokens", "clean", "plain"),
    [
        (["hug", "##s", "me"], "hugs me", "hugs me"),
        (["##s", "##s"], "##ss", "##ss"),
        (["do", "not", "!"], "do not!", "do not !"),
        (["I", "'", "m", ",", "ok", "?"], "I ' m, ok?", "I ' m , ok ?"),
        (["I", "'m", "do", "n't", "we", "'ve", "'re", "'s"], "I'm don't we've're's", "I 'm do n't we 've 're 's"),
        (["I", "do not"], "I don't", "I do not"),
        ([], "", ""),
    ],
)
def test_tokens_become_words(tokens, clean, plain):
    assert decoders.WordPiece().decode(tokens) == "".join(decoders.WordPiece().stream(tokens)) == clean
    assert decoders.WordPiece(cleanup=False).decode(tokens) == plain


def test_a_stream_gives_a_token_as_soon_as_it_comes():
    assert list(decoders.WordPiece().stream(iter(["", "hug", "##", "##s", "!"]))) == [" hug", "s", "!"]


# Together


def like_bert():
    tok = Tokenizer(WordPiece())
    tok.normalizer, tok.pre_tokenizer, tok.decoder = BertNormalizer(), BertPreTokenizer(), decoders.WordPiece()
    tok.train_from_iterator(SCRIPTS.values(), WordPieceTrainer(vocab_size=400, special_tokens=["[UNK]"]))
    return tok


def test_all_parts_together_agree_both_ways():
    tok = like_bert()
    again = Tokenizer.from_dict(tok.to_dict())
    assert again.to_dict() == tok.to_dict()
    for text in SCRIPTS.values():
        encoding = tok(text)
        assert tok.encode(text) == encoding.ids
        assert "[UNK]" not in encoding.tokens
        assert tok.decode(encoding.ids) == "".join(tok.decode_stream(encoding.ids))
        assert again(text) == encoding
