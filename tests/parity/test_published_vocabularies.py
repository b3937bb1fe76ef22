"""The published vocabularies give the ids, offsets and text that they give in their own libraries.

These are some of the texts of `benchmarks/exactness.py`, which counts them and what differs: nothing does but what the
tests at the end of this file name.
"""

import os

import pytest
from published_vocabularies import LOADERS, differences, load, texts
from samples import each

from minitok import hub


def loaded(name):
    """The pair of that name. Without its files the test is skipped, unless they have to be there."""
    try:
        return load(name)
    except hub.NotAvailable as error:
        if os.environ.get("MINITOK_REQUIRE_VOCABULARIES"):
            raise
        pytest.skip(str(error))


@each("name", LOADERS, quick=[name for name in LOADERS if name not in ("gpt2", "r50k_base")])
def test_all_texts_give_the_same_ids_offsets_and_text(name):
    pair = loaded(name)
    for kind, strings in texts(pair.special, amount=0.01).items():
        for text in strings:
            assert differences(pair, text) == [], f"{kind}: {text[:200]!r}"


def written(pair, ids):
    if pair.library == "tokenizers":
        return pair.theirs.decode(ids, skip_special_tokens=False)
    return pair.theirs.decode(ids)


@each(
    "name", [name for name in LOADERS if not name.startswith("google")], quick=["cl100k_base", "openai-community/gpt2"]
)
def test_any_two_tokens_decode_alike(name):
    pair = loaded(name)
    ids = [id for id in range(0, pair.ours.vocab_size, 97) if pair.ours.id_to_token(id) is not None]
    for both in zip(ids, ids[1:]):
        assert pair.ours.decode(both, skip_special_tokens=False) == written(pair, [*both])


@each("name", ["gpt2", "r50k_base", "cl100k_base", "o200k_base"], quick=["cl100k_base", "o200k_base"])
def test_ids_and_the_gaps_between_them_are_kept(name):
    pair = loaded(name)
    tokens = {pair.ours.token_to_id(token): token for token in pair.ours.vocab}
    for id in [*range(300), *range(0, pair.theirs.n_vocab, 501), *range(pair.theirs.n_vocab - 30, pair.theirs.n_vocab)]:
        try:
            expected = pair.theirs.decode_single_token_bytes(id)
        except KeyError:
            assert id not in tokens
        else:
            assert pair.ours.decoder.to_bytes(tokens[id]) == expected


def test_gpt2_is_the_same_from_its_ranks_and_from_its_tokenizer_json():
    ranks, file = loaded("gpt2").ours, loaded("openai-community/gpt2").ours
    assert (ranks.vocab, ranks.model.merges) == (file.vocab, file.model.merges)


# What can't be equal


@pytest.mark.parametrize("name", ["cl100k_base", "openai-community/gpt2"])
def test_a_lone_surrogate_is_an_error_here(name):
    """It is not text that UTF-8 could write: tiktoken puts U+FFFD in its place, `tokenizers` can't take it either."""
    pair = loaded(name)
    with pytest.raises(ValueError, match=r"character 1 of the text, '.ud800', is a lone surrogate"):
        pair.ours.encode("a\ud800b")
    if pair.library == "tiktoken":
        assert pair.theirs.encode("a\ud800b") == pair.theirs.encode("a\ufffdb")
    else:
        with pytest.raises((TypeError, UnicodeEncodeError)):
            pair.theirs.encode("a\ud800b")


def test_a_letter_and_its_accent_that_become_one_character_are_both_spanned_here():
    pair = loaded("google/pegasus-xsum")
    ours, theirs = pair.ours("cafe\u0301"), pair.theirs.encode("cafe\u0301")
    assert (ours.tokens, ours.ids) == (theirs.tokens, theirs.ids)
    assert (ours.offsets[0], theirs.offsets[0]) == ((0, 5), (0, 4))


def test_offsets_after_a_character_that_pegasus_deletes_are_right_here():
    """There a deleted character with none before it, or one that became several, shifts those of all that follow."""
    pair = loaded("google/pegasus-xsum")
    for text, ours, theirs in [("\x7fs", (1, 2), (0, 1)), ("a</s>\x7fs", (6, 7), (5, 6)), ("½\x7f", (0, 1), (1, 2))]:
        made, other = pair.ours(text), pair.theirs.encode(text)
        assert made.ids == other.ids
        assert (made.offsets[-2], other.offsets[-2]) == (ours, theirs)
    assert differences(pair, "as \x7f\x7f well") == []


def test_marks_that_change_places_have_their_own_offsets_here():
    """U+302E is kept, and moves before U+0301, which is removed: there it gets that one's place."""
    pair = loaded("google-bert/bert-base-uncased")
    made, other = pair.ours("\u0301\u302e"), pair.theirs.encode("\u0301\u302e")
    assert made.ids == other.ids
    assert (made.offsets[1], other.offsets[1]) == ((1, 2), (0, 1))


def test_sentencepiece_gives_no_offset_to_what_is_no_last_part_of_a_character():
    pair = loaded("botchan-unigram-1k.model")
    ours, theirs = pair.ours("½ x"), pair.theirs.encode_as_offset_mapping("½ x")
    assert ours.ids == theirs["ids"]
    assert (ours.offsets[1], tuple(theirs["offsets"][1])) == ((0, 1), (0, 0))


def test_of_equally_good_segmentations_the_same_one_wins():
    """Which one does is decided by how the digits of the scores in the file are rounded."""
    pair = loaded("google/pegasus-xsum")
    for text in [*("Pr" + "/" * count for count in range(20)), "wall.---------", "the--------- end"]:
        assert pair.ours(text).tokens == pair.theirs.encode(text).tokens, text


def test_scores_are_added_in_float32_as_in_sentencepiece():
    pair = loaded("botchan-unigram-1k.model")
    dots = ["Wait......... what?", *("a" + "." * count for count in range(200)), *("-" * count for count in range(99))]
    for text in dots:
        assert pair.ours.encode(text) == pair.ours(text).ids == pair.theirs.encode(text), text
