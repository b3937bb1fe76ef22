"""minitok/trainers/unigram_trainer.py and em.py: from word counts to pieces."""

import math
import subprocess
import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitok import Tokenizer
from minitok.pre_tokenizers import Metaspace
from minitok.trainers import UnigramTrainer, count_words
from minitok.trainers.em import CorpusLattice, digamma
from minitok_course import corpora

HUG = Counter(corpora.load("hug").split())
STORY = count_words([corpora.load("stories")[:8000]], Metaspace())
ALPHABET = set("".join(STORY))


def all_paths(word, scores):
    """Every way to cut a word, with its probability."""
    if not word:
        return [((), 1.0)]
    return [
        ((word[:end], *rest), math.exp(scores[word[:end]]) * more)
        for end in range(1, len(word) + 1)
        if word[:end] in scores
        for rest, more in all_paths(word[end:], scores)
    ]


counted_words = st.dictionaries(
    st.text("abc", min_size=1, max_size=7), st.integers(1, 9), min_size=1, max_size=5
)
scored_pieces = st.dictionaries(
    st.text("abc", min_size=2, max_size=4), st.floats(-9, -0.1), max_size=8
)


@given(counted_words, scored_pieces)
def test_expected_and_best_counts_are_those_of_all_paths(words, scores):
    scores = {"a": -1.0, "b": -2.0, "c": -3.0} | scores
    pieces = list(scores)
    corpus = CorpusLattice(words, {piece: id for id, piece in enumerate(pieces)})
    counts, loss = corpus.expected_counts(list(scores.values()))
    expected, total, best = Counter(), 0.0, 0.0
    for word, count in words.items():
        paths = all_paths(word, scores)
        everything = sum(weight for _, weight in paths)
        total -= count * math.log(everything)
        best -= count * math.log(max(weight for _, weight in paths))
        for path, weight in paths:
            for piece in path:
                expected[piece] += count * weight / everything
    assert math.isclose(loss, total, rel_tol=1e-9)
    assert all(
        math.isclose(counts[id], expected[piece], abs_tol=1e-9)
        for id, piece in enumerate(pieces)
    )
    used = corpus.best_counts(list(scores.values()))
    assert math.isclose(
        -sum(n * scores[piece] for n, piece in zip(used, pieces)), best, rel_tol=1e-9
    )


def test_a_long_word_of_rare_characters_has_a_loss():
    word = "".join(map(chr, range(0x4E00, 0x4E00 + 2000)))
    corpus = CorpusLattice({word: 1}, {char: id for id, char in enumerate(word)})
    counts, loss = corpus.expected_counts([-20.0] * 2000)
    assert (counts, loss) == ([1.0] * 2000, 40_000.0)


@pytest.mark.parametrize("vocab_size", [100, 200, 400])
def test_the_vocabulary_has_exactly_the_size_asked_for(vocab_size):
    model = UnigramTrainer(vocab_size=vocab_size, special_tokens=["<s>", "</s>"]).train(
        STORY
    )
    assert len(model.vocab) == vocab_size
    assert set(model.vocab) >= ALPHABET
    assert [piece for piece, _ in model.pieces[:3]] == [
        "<unk>",
        "<s>",
        "</s>",
    ] and model.unk_id == 0
    scores = [score for _, score in model.pieces[3:]]
    assert scores == sorted(scores, reverse=True) and scores[0] < 0
    assert max(map(len, model.vocab)) <= 16


def test_a_size_below_the_alphabet_keeps_the_alphabet():
    model = UnigramTrainer(vocab_size=5).train(HUG)
    assert sorted(model.vocab) == ["<unk>", *"bghnpsu"]


def test_a_corpus_with_too_few_substrings_gives_fewer_pieces():
    model = UnigramTrainer(vocab_size=1000).train(HUG)
    assert 8 < len(model.vocab) < 30
    assert [token.value for token in model.tokenize("hugs")] in (["hugs"], ["hug", "s"])


def test_seeds_are_frequent_substrings_that_are_not_always_part_of_the_same_longer_one():
    assert UnigramTrainer()._seed({"hugs": 3, "pug": 1, "zz": 1}) == {
        **{"g": 4, "h": 3, "p": 1, "s": 3, "u": 4, "z": 2},
        **{"hugs": 12, "ugs": 9, "ug": 8, "gs": 6},
    }
    assert list(UnigramTrainer(max_piece_length=2, seed_size=1)._seed({"hugs": 3})) == [
        "g",
        "h",
        "s",
        "u",
        "gs",
    ]


def test_a_special_token_is_no_piece_besides():
    counts = Counter({"<s>ab": 9, "ab<s>": 9, "a": 4})
    model = UnigramTrainer(vocab_size=20, special_tokens=["<s>", "a"]).train(counts)
    assert model.vocab["<s>"] == 1 and model.vocab["a"] == 2
    assert [token.value for token in model.tokenize("ba")] == ["b", "a"]


def test_rounds_shrink_to_the_vocabulary_and_say_what_went():
    trainer = UnigramTrainer(vocab_size=200)
    steps, vocab = list(trainer.steps(STORY)), trainer.train(STORY).vocab
    assert [step.round for step in steps] == list(range(1, len(steps) + 1))
    assert steps[-1].pieces == 199 and steps[-1].removed == ()
    for before, after in zip(steps, steps[1:]):
        assert after.pieces + len(after.removed) == before.pieces
    for step in steps:
        costs = [cost for _, cost in step.removed]
        assert costs == sorted(costs)
        assert all(len(piece) > 1 and piece not in vocab for piece, _ in step.removed)
    losses = [step.loss for step in steps[1:]]
    assert losses == sorted(losses)


def test_the_order_of_the_words_and_of_hashes_does_not_matter():
    backwards = dict(reversed(STORY.items()))
    pieces = UnigramTrainer(vocab_size=150).train(STORY).pieces
    assert UnigramTrainer(vocab_size=150).train(backwards).pieces == pieces
    code = (
        "from minitok_course import corpora; from minitok.pre_tokenizers import Metaspace;"
        "from minitok.trainers import UnigramTrainer, count_words;"
        "counts = count_words([corpora.load('stories')[:8000]], Metaspace());"
        "print(UnigramTrainer(vocab_size=150).train(counts).pieces)"
    )
    env = {"PYTHONHASHSEED": "1", "PYTHONPATH": ":".join(sys.path), "PYTHONUTF8": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=env,
    )
    assert done.stdout.strip() == repr(pieces)


@pytest.mark.parametrize("unk_token", ["[UNK]", None])
def test_a_new_tokenizer_keeps_the_unknown_token_or_has_none(unk_token):
    tok = Tokenizer(UnigramTrainer(vocab_size=20, unk_token=unk_token).train(HUG))
    new = tok.train_new_from_iterator(["hug hugs pug"], 20)
    assert new.model.unk_token == tok.model.unk_token == unk_token
    assert new.model.unknown_id == (None if unk_token is None else 0)


def test_the_last_digits_of_exp_and_log_which_differ_between_machines_change_nothing(
    monkeypatch,
):
    counts = count_words([corpora.load("languages")], Metaspace())
    model = UnigramTrainer(vocab_size=600).train(counts)

    def another(function):
        """The same function on a machine that rounds some of its results up or down by one unit in the last place."""

        def rounded(x):
            direction = (math.inf, -math.inf, function(x))[hash(x) % 3]
            return math.nextafter(function(x), direction)

        return rounded

    for module in ("trainers.em", "trainers.unigram_trainer", "models.lattice"):
        for function in (math.exp, math.log):
            monkeypatch.setattr(
                f"minitok.{module}.{function.__name__}",
                another(function),
                raising=False,
            )
    assert UnigramTrainer(vocab_size=600).train(counts) == model


def test_digamma_is_the_slope_of_log_gamma():
    assert math.isclose(digamma(1), -0.5772156649015329, rel_tol=1e-8)
    for x in (0.5, 3, 10, 1000):
        assert math.isclose(digamma(x + 1), digamma(x) + 1 / x, rel_tol=1e-8)
