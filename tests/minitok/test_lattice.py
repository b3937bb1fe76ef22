"""minitok/models/lattice.py: the best path, the n best, one at random, against listing every path there is."""

from collections import Counter
from math import exp, fsum, isclose
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minitok.models.lattice import (
    PieceTrie,
    arcs,
    best_paths,
    best_pieces,
    n_best,
    sample,
)

UNKNOWN = -30.0
SCORES = {
    "h": -2.6,
    "u": -1.8,
    "g": -2.4,
    "s": -3.7,
    "ug": -2.4,
    "hug": -2.6,
    "gs": -3.7,
}

vocabularies = st.dictionaries(
    st.text("abc", min_size=1, max_size=4), st.floats(-20, -0.1), max_size=12
)
words = st.text("abcx", max_size=8)


def all_paths(word, scores):
    """Every way to cut a word into pieces, a character that is none as itself, with its score."""
    if not word:
        return [((), 0.0)]
    found = []
    for end in range(1, len(word) + 1):
        score = scores.get(word[:end], UNKNOWN if end == 1 else None)
        if score is not None:
            found += [
                ((word[:end], *rest), score + more)
                for rest, more in all_paths(word[end:], scores)
            ]
    return found


def lattice(word, scores):
    return list(arcs(word, PieceTrie(scores.items()), UNKNOWN))


def pieces(path):
    return tuple(arc.piece for arc in path)


def test_arcs_come_by_start_and_then_by_end():
    found = lattice("xug", {"u": -1.0, "g": -2.0, "ug": -2.5})
    assert found == [
        (0, 1, "x", UNKNOWN),
        (1, 2, "u", -1.0),
        (1, 3, "ug", -2.5),
        (2, 3, "g", -2.0),
    ]


def test_between_equal_scores_the_last_piece_that_starts_first_wins():
    scores = {"a": -1.0, "aa": -1.0}
    assert best_pieces("aaa", PieceTrie(scores.items()), UNKNOWN) == ["a", "aa"]
    assert [pieces(path) for path in n_best(lattice("aaa", scores), 3)] == [
        ("a", "aa"),
        ("aa", "a"),
        ("a", "a", "a"),
    ]


@given(words, vocabularies, st.integers(1, 40))
def test_the_n_best_are_the_first_of_all_paths_by_score(word, scores, n):
    found = n_best(lattice(word, scores), n)
    paths = dict(all_paths(word, scores))
    assert len({pieces(path) for path in found}) == len(found) == min(n, len(paths))
    expected = sorted(paths.values(), reverse=True)[:n]
    assert all(
        isclose(paths[pieces(path)], score, abs_tol=1e-9)
        for path, score in zip(found, expected)
    )


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_paths_are_drawn_as_often_as_they_are_probable(alpha):
    draws = 2_000
    random = Random(5)
    found = Counter(
        pieces(sample(lattice("hugs", SCORES), alpha=alpha, random=random))
        for _ in range(draws)
    )
    weights = {path: exp(alpha * score) for path, score in all_paths("hugs", SCORES)}
    total = fsum(weights.values())
    assert set(found) <= set(weights)
    for path, weight in weights.items():
        share = weight / total
        assert (
            abs(found[path] / draws - share) < 5 * (share * (1 - share) / draws) ** 0.5
        )


@given(words, vocabularies, st.integers(0, 1000))
def test_a_large_alpha_draws_a_best_path(word, scores, seed):
    path = sample(lattice(word, scores), alpha=1e6, random=Random(seed))
    paths = dict(all_paths(word, scores))
    assert paths[pieces(path)] > max(paths.values()) - 1e-4


def test_a_word_of_ten_thousand_letters_is_cut_like_a_short_one():
    trie = PieceTrie(SCORES.items())
    assert best_pieces("hug" * 3_333, trie, UNKNOWN) == ["hug"] * 3_333
    assert (
        len(sample(arcs("x" * 10_000, trie, UNKNOWN), alpha=1.0, random=Random(0)))
        == 10_000
    )


@given(words, vocabularies)
def test_the_last_arcs_lead_back_along_the_best_path_to_each_place(word, scores):
    best, last = best_paths(lattice(word, scores))
    assert len(last) == len(word)
    for place in range(len(word), 0, -1):
        path, here = [], place
        while here:
            path.append(last[here - 1])
            here = path[-1].start
        assert list(pieces(reversed(path))) == best_pieces(
            word[:place], PieceTrie(scores.items()), UNKNOWN
        )
        if place == len(word):
            assert tuple(reversed(path)) == best
