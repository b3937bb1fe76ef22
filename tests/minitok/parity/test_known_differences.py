"""What minitok and `tokenizers` or tiktoken do differently on purpose, as the table in docs/exactness.md says."""

import pytest
import tiktoken
from hugging_face_parts import theirs as in_tokenizers

from minitok import AddedToken, Regex, Tokenizer, decoders
from minitok.interop.tiktoken import from_tiktoken
from minitok.models import BPE, Unigram, WordLevel, WordPiece
from minitok.normalizers import BertNormalizer, Lowercase, Replace, Strip
from minitok.pre_tokenizers import (
    BertPreTokenizer,
    ByteLevel,
    Metaspace,
    WhitespaceSplit,
)
from minitok.processors import TemplateProcessing


def test_an_added_token_decodes_to_itself_here():
    words = WordPiece({"[UNK]": 0, "auto": 1, "do": 2})
    for model, decoder, token, ids, here, there in [
        (
            words,
            decoders.WordPiece(),
            "##ophagy",
            [1, 3],
            "auto ##ophagy",
            "autoophagy",
        ),
        (words, decoders.WordPiece(), "n't", [2, 3], "do n't", "don't"),
        (WordLevel({"a": 0}), decoders.Metaspace(), "▁a▁a", [1], "▁a▁a", "aa"),
        (
            WordLevel({"a": 0}),
            decoders.ByteLevel(),
            "naïve",
            [1],
            "naïve",
            "na\ufffdve",
        ),
        (WordLevel({"a": 0}), decoders.Replace("h", ""), "Thé", [0, 1], "aThé", "aTé"),
    ]:
        tok = Tokenizer(model)
        tok.decoder = decoder
        tok.add_tokens([token])
        assert tok.decode(ids) == here
        assert in_tokenizers(tok).decode(ids) == there


def test_an_added_token_that_is_normalized_decodes_as_it_was_added_here():
    """There it decodes as the normalizer left it, and is left out only if that changed nothing."""
    tok = Tokenizer(WordLevel({"a": 0}))
    tok.normalizer = Lowercase()
    tok.add_tokens([AddedToken("Hi", normalized=True)])
    special = [AddedToken(text, normalized=True) for text in ("No", "yes")]
    tok.add_special_tokens(special)
    theirs = in_tokenizers(tok)
    ids = [1, 2, 3]
    assert [tok.decode([id]) for id in ids] == ["Hi", "", ""]
    assert [theirs.decode([id]) for id in ids] == ["hi", "no", ""]


def test_the_longest_of_two_special_tokens_is_found_here():
    """tiktoken's own result follows the order of a hash table, so it is not asserted."""
    ranks = {bytes([byte]): byte for byte in range(256)}
    special = {"<a>": 256, "<a>b": 257}
    theirs = tiktoken.Encoding(
        "mine", pat_str=r"[\s\S]+", mergeable_ranks=ranks, special_tokens=special
    )
    assert from_tiktoken(theirs).encode("<a>b", allowed_special="all") == [257]
    assert theirs.encode("<a>b", allowed_special="all") in ([257], [256, 98])


def test_what_replaces_several_characters_at_the_start_is_the_start_here():
    tok = Tokenizer(WordLevel({'"Yes': 0, '▁"Yes': 1}))
    tok.normalizer, tok.pre_tokenizer = (
        Replace("``", '"'),
        Metaspace(prepend_scheme="first"),
    )
    assert (tok.encode("``Yes"), in_tokenizers(tok).encode("``Yes").ids) == ([1], [0])


def test_what_replaces_two_characters_spans_both_here_and_what_replaces_none_nothing():
    for pattern, text, vocab, here, there in [
        (" {2,}", "a  w", {"a": 0, " ": 1, "w": 2}, (1, 3), (2, 3)),
        ("(?=w)", "aw", {"a": 0, " ": 1, "w": 2}, (1, 1), (0, 1)),
    ]:
        tok = Tokenizer(BPE(vocab))
        tok.normalizer = Replace(Regex(pattern), " ")
        ours, theirs = tok(text), in_tokenizers(tok).encode(text)
        assert ours.ids == theirs.ids == [0, 1, 2]
        assert (ours.offsets[1], theirs.offsets[1]) == (here, there)


def test_an_added_token_gets_the_id_after_the_highest_here():
    """There it gets the number of the tokens, which here is the id of another."""
    tok = Tokenizer(WordLevel({"a": 0, "b": 2}))
    theirs = in_tokenizers(tok)
    tok.add_tokens(["x"])
    theirs.add_tokens(["x"])
    assert (tok.token_to_id("x"), theirs.token_to_id("x"), theirs.token_to_id("b")) == (
        3,
        2,
        2,
    )
    assert tok.to_dict()["model"]["vocab"] == {"a": 0, "b": 2, "x": 3}


def test_an_added_token_of_which_nothing_is_left_is_refused_here():
    tok = Tokenizer(WordLevel({"at": 0, "a": 1, "t": 2}))
    tok.normalizer = Strip()
    tok.add_tokens(["\n"])
    assert in_tokenizers(tok).encode("at").ids == [1, 2]
    with pytest.raises(ValueError, match="leaves nothing of the added token"):
        tok.encode("at")


def test_what_replaces_nothing_at_the_start_is_there_once_here():
    tok = Tokenizer(BPE({"_": 0, "1": 1}))
    tok.normalizer, tok.pre_tokenizer = Replace(Regex(r"\b"), "_"), ByteLevel()
    assert (tok.encode("1"), in_tokenizers(tok).encode("1").ids) == (
        [0, 1, 0],
        [0, 0, 1, 0],
    )


def test_the_bytes_of_a_prefix_and_a_suffix_belong_to_the_character_here():
    vocab = {f"<0x{byte:02X}>": byte for byte in range(256)}
    vocab |= {"a": 256, "a</w>": 257}
    tok = Tokenizer(BPE(vocab, byte_fallback=True, end_of_word_suffix="</w>"))
    tok.pre_tokenizer = WhitespaceSplit()
    ours, theirs = tok("é a"), in_tokenizers(tok).encode("é a")
    assert ours.ids == theirs.ids
    assert ours.offsets == [(0, 1)] * 6 + [(2, 3)]
    assert theirs.offsets == [(0, 1), (0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (2, 3)]


def test_an_id_without_a_token_is_refused_here():
    tok = Tokenizer(WordLevel({"a": 0}))
    assert in_tokenizers(tok).decode([0, 9]) == "a"
    with pytest.raises(ValueError, match="no token has the id 9"):
        tok.decode([0, 9])


def test_the_last_of_two_added_tokens_that_look_alike_is_found_here():
    tok = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    tok.normalizer = Lowercase()
    tok.add_tokens(["Yes", "yes"])
    assert tok.encode("YES") == [2]
    assert in_tokenizers(tok).encode("YES").ids in ([1], [2])


def test_padding_belongs_to_no_text_here():
    tok = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    tok.enable_padding(pad_token="?", length=2)
    assert (tok("a").sequence_ids, in_tokenizers(tok).encode("a").sequence_ids) == (
        [0, None],
        [0, 0],
    )


def test_a_character_that_is_no_piece_needs_no_unknown_token_within_a_longer_piece_here():
    tok = Tokenizer(Unigram([("ab", -1.0)]))
    assert tok.encode("ab") == [0]
    with pytest.raises(Exception, match="`unk_id` is missing"):
        in_tokenizers(tok).encode("ab")


def test_the_overflow_of_a_pair_knows_its_texts_here():
    tok = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    tok.pre_tokenizer = WhitespaceSplit()
    tok.enable_truncation(2)
    assert [window.sequence_ids for window in tok("a b", "c").overflowing] == [[0, 1]]
    assert in_tokenizers(tok).encode("a b", "c").overflowing[0].sequence_ids in (
        [0, 0],
        [0, None],
    )


def test_a_length_without_room_for_the_template_is_refused_here():
    tok = Tokenizer(WordLevel({"?": 0}, unk_token="?"))
    tok.post_processor = TemplateProcessing("? $A ?", special_tokens=[("?", 0)])
    tok.enable_truncation(1)
    with pytest.raises(ValueError, match="no room for the template's 2 special tokens"):
        tok("a")
    assert in_tokenizers(tok).encode("a").ids == [0, 0, 0]


def test_a_prefix_space_of_its_own_comes_from_no_character_here():
    tok = Tokenizer(BPE({"Ġ": 0, "a": 1}))
    tok.pre_tokenizer = ByteLevel(add_prefix_space=True)
    assert tok("a").offsets == [(0, 0), (0, 1)]
    assert in_tokenizers(tok).encode("a").offsets[0] == (0, 1)


def test_the_windows_of_a_text_that_the_template_holds_twice_move_together_here():
    tok = Tokenizer(WordLevel({"a": 0, "b": 1, "c": 2}))
    tok.pre_tokenizer = WhitespaceSplit()
    tok.post_processor = TemplateProcessing("$A $A")
    tok.enable_truncation(2)
    ours, theirs = tok("a b c"), in_tokenizers(tok).encode("a b c")
    assert ours.ids == theirs.ids == [0, 1, 0, 1]
    assert [window.ids for window in ours.overflowing] == [[2, 2]]
    each_with_each = [[2, 0, 1], [2, 2], [0, 1, 2]]
    assert [window.ids for window in theirs.overflowing] == each_with_each


def test_a_template_with_the_second_text_first_orders_its_windows_by_the_first_here():
    tok = Tokenizer(WordLevel({"a": 0, "b": 1, "c": 2}))
    tok.pre_tokenizer = WhitespaceSplit()
    tok.post_processor = TemplateProcessing(pair="$B $A")
    tok.enable_truncation(2)
    ours, theirs = tok("a b", "c a"), in_tokenizers(tok).encode("a b", "c a")
    assert ours.overflowing[0].ids == [2, 1]
    assert theirs.overflowing[0].ids == [0, 0]


def test_four_characters_have_the_category_of_pythons_unicode_before_bert_here():
    tok = Tokenizer(WordLevel({"a": 0}))
    tok.normalizer, tok.pre_tokenizer = BertNormalizer(), BertPreTokenizer()
    theirs = in_tokenizers(tok)
    for char, word_here, words_there in [
        ("\u166d", "a\u166db", ["a", "\u166d", "b"]),
        ("\u1734", "a\u1734b", ["ab"]),
        ("\u1885", "ab", ["a\u1885b"]),
        ("\u1886", "ab", ["a\u1886b"]),
    ]:
        ours = tok.normalizer.normalize_str(f"a{char}b")
        other = theirs.normalizer.normalize_str(f"a{char}b")
        found = [word for word, _ in tok.pre_tokenizer.pre_tokenize_str(ours)]
        assert found == [word_here]
        found = [word for word, _ in theirs.pre_tokenizer.pre_tokenize_str(other)]
        assert found == words_there
