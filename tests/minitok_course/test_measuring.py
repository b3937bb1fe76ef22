"""minitok_course/measuring.py: what lessons 10 to 12 measure with."""

from math import exp, log

import pytest

from minitok_course import corpora, measuring, vocabularies

TEXT = "a b a b a c"
LETTERS = measuring.trained(256, TEXT)


def test_a_text_has_the_same_ids_whichever_library_the_tokenizer_is_from():
    ours = vocabularies.load("GPT-2")
    theirs = vocabularies.encoding("GPT-2")
    text = corpora.load("essays")[:500]
    assert measuring.ids_of(ours, text) == measuring.ids_of(theirs, text)
    assert measuring.per_token(ours, text) == 500 / measuring.count(theirs, text)


def test_each_program_is_timed_on_the_start_of_a_text():
    seen = []
    lines = measuring.times({"look": seen.append}, "abcdef", [2, 4])
    assert set(seen) == {"ab", "abcd"}
    assert lines["look"][0] == [2, 4] and min(lines["look"][1]) >= 0


def test_special_tokens_around_a_text_do_not_count():
    assert measuring.count(vocabularies.load("BERT"), "the lake") == 2


def test_frequencies_are_mixed_with_even_chances():
    """a, b and the space occur 3, 2 and 5 times of 11: Witten and Bell add a share for the 4 tokens seen."""
    chance = (3 + 4 / 256) / (11 + 4)
    assert exp(-measuring.loss(LETTERS, TEXT, "a", 1)) == pytest.approx(chance)


def test_what_training_has_not_seen_costs_more_and_context_helps():
    stories = corpora.load("stories")
    tok = measuring.trained(500, stories)
    losses = measuring.losses(tok, stories, "the fire by the lake", 3)
    assert losses[2] < losses[0] < log(500)
    assert losses[0] == measuring.loss(tok, stories, "the fire by the lake", 1)
    assert measuring.loss(tok, stories, "東京", 1) > losses[0]


def test_rows_that_point_the_same_way_are_alike():
    assert measuring.likeness([1, 2], [2, 4]) == pytest.approx(1)
    assert measuring.likeness([1, 0], [0, 0]) == 0
