"""minitok/trainers/: word counts to models."""

import gc
from collections import Counter
from math import inf

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from samples import SCRIPTS, byte_level, hug

from minitok.normalizers import NFD, Lowercase
from minitok.pre_tokenizers import ByteLevel, WhitespaceSplit
from minitok.trainers import BpeTrainer, WordLevelTrainer, count_words
from minitok_course import corpora

HUG = Counter(corpora.load("hug").split())
TEXTS = list(SCRIPTS.values())
STORY = count_words([corpora.load("stories")[:5000]], WhitespaceSplit())


# Counting words


def test_without_a_pre_tokenizer_a_text_is_a_word():
    assert count_words(["a b", "", "A b"], None, Lowercase()) == {"a b": 2}


def test_a_surrogate_in_the_training_text_is_named_with_its_place():
    with pytest.raises(ValueError, match=r"character 10 of .*, '\\ud83d'"):
        count_words(["fine", "hug pug \u00e9 \ud83d"], ByteLevel(), NFD())


# Words to merges


def test_ids_are_special_tokens_then_alphabet_then_merges():
    options = {
        "vocab_size": 7,
        "special_tokens": ["<s>", "</s>"],
        "initial_alphabet": "zé",
    }
    assert BpeTrainer(**options).special_tokens == ("<s>", "</s>")
    vocab = BpeTrainer(**options).train({"ba": 2}).vocab
    assert [*vocab] == ["<s>", "</s>", "a", "b", "z", "é", "ba"]


# Steps of training


def test_step_0_comes_before_any_merge():
    first = next(BpeTrainer().steps(HUG, detail=True))
    assert first[:6] == (0, None, None, None, 0, 0)


def test_a_detailed_step_shows_words_that_it_is_about_and_counts_all_others():
    trainer = BpeTrainer(vocab_size=200)
    first, *steps = trainer.steps(STORY, detail=True)
    model = trainer.train(STORY)
    assert [step.pair for step in steps] == list(model.merges)
    for step in steps:
        assert len(step.words) == 20 and step.rest[0] == len(STORY) - 20
        assert step.token in {symbol for word, _ in step.words for symbol in word}
    for step, cut in ((first, list), (steps[-1], lambda word: model.segment(word).ids)):
        shown = sum(len(symbols) * count for symbols, count in step.words)
        size = sum(len(cut(word)) * count for word, count in STORY.items())
        assert step.rest[1] + shown == size


# Options and the garbage collector


@pytest.mark.parametrize("was_on", [True, False])
@pytest.mark.parametrize("texts", [["ab"], [3]])
def test_the_garbage_collector_is_as_it_was_even_after_an_error(texts, was_on):
    (gc.enable if was_on else gc.disable)()
    try:
        hug()(texts)
    except TypeError:
        assert texts == [3]
    finally:
        is_on = gc.isenabled()
        gc.enable()
    assert is_on == was_on


# The index of pairs


@given(
    st.dictionaries(
        st.text("ab", max_size=9) | st.text("abc", max_size=5),
        st.integers(0, 99),
        max_size=20,
    ),
    st.integers(5, 60),
    st.integers(1, 400),
    st.integers(0, 20),
    st.sampled_from([None, "a", "b"]),
)
@example({"ba": 1, "baaaa": 3}, 40, 2, 0, "a")
@example({"baaa": 3}, 6, 5, 0, None)
@example({"bbcbb": 1}, 6, 4, 0, None)
def test_leaving_out_rare_pairs_changes_no_merge(
    counts, vocab_size, least, min_frequency, suffix
):
    """With a letter as the suffix, some merges make a token that is there already, and its pairs more frequent."""
    trainer = BpeTrainer(
        vocab_size=vocab_size, min_frequency=min_frequency, end_of_word_suffix=suffix
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("minitok.trainers.bpe_trainer.RARE", inf)
        exact = trainer.train(counts)
        patch.setattr(
            "minitok.trainers.bpe_trainer.RARE",
            sum(counts.values()) / vocab_size / least or 1,
        )
        assert trainer.train(counts) == exact


def test_a_word_level_vocabulary_too_small_for_the_special_tokens_keeps_them():
    trainer = WordLevelTrainer(vocab_size=1, special_tokens=["[UNK]", "[CLS]"])
    assert list(trainer.train({"hug": 1}).vocab) == ["[UNK]", "[CLS]"]


# On a tokenizer


def test_counts_give_the_vocabulary_of_their_texts():
    tok = byte_level(TEXTS)
    other, counts = byte_level(["z"]), count_words(TEXTS, tok.pre_tokenizer)
    other.train_from_counts(
        counts, BpeTrainer(vocab_size=400, special_tokens=["<|end|>"])
    )
    assert other.to_dict() == tok.to_dict()
    with pytest.raises(ValueError, match="nothing to learn from"):
        other.train_from_counts({}, BpeTrainer())
    with pytest.raises(TypeError, match="word_counts is 'text'"):
        other.train_from_counts("text", BpeTrainer())
    assert other.to_dict() == tok.to_dict()


def test_progress_counts_texts_and_then_merges(capsys):
    tok = hug()
    tok.train_from_iterator(
        ["hugé hug pug"], BpeTrainer(vocab_size=8), show_progress=True
    )
    counting, merging = capsys.readouterr().err.split("Merging pairs", 1)
    assert "Counting words: 1 texts" in counting
    assert "3/3" in merging and "merges" in merging
    tok.train_from_iterator(["hugé hug pug"], BpeTrainer(vocab_size=8))
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("place", ["counting", "merging"])
@pytest.mark.parametrize("show_progress", [False, True])
def test_ctrl_c_leaves_nothing_half_changed(place, show_progress, monkeypatch):
    def texts():
        yield "hug pug hugs"
        if place == "counting":
            raise KeyboardInterrupt
        monkeypatch.setattr("minitok.trainers.pairs.PairIndex.merge", interrupted)

    def interrupted(*_):
        raise KeyboardInterrupt

    tok = byte_level(TEXTS)
    before, ids = tok.to_dict(), tok.encode(TEXTS[0])
    with pytest.raises(KeyboardInterrupt):
        tok.train_from_iterator(
            texts(), BpeTrainer(vocab_size=400), show_progress=show_progress
        )
    monkeypatch.undo()
    assert (tok.to_dict(), tok.encode(TEXTS[0])) == (before, ids)
    assert gc.isenabled()
    tok.train_from_iterator(TEXTS, BpeTrainer(vocab_size=300))
    assert tok.vocab_size == 300
