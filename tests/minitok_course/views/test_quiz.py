"""Questions with a reason for each choice."""

import pytest

from minitok_course.views import Question, Quiz

PREFIX = Question(
    "Is `##` a token?",
    {"Yes": "It is only a prefix.", "No": "It marks a token inside a word."},
    answer="No",
)
BYTES = Question(
    "Which is one byte?",
    {"a": "ASCII is one byte.", "é": "It has two.", "€": "It has three."},
    "a",
)


@pytest.fixture
def quiz():
    return Quiz([PREFIX, BYTES])


@pytest.fixture
def choose(quiz, reply):
    """Checks choices: each the number of a question and the place of a choice in it, both from 0."""
    return lambda *tried: reply(
        quiz, *({"question": question, "choice": choice} for question, choice in tried)
    )


def test_a_wrong_choice_gets_its_reason_and_the_question_stays_open(quiz, choose):
    seen = choose((1, 1))
    assert "✗ No. It has two." in seen and "is one byte" not in seen.replace(
        "Which is one byte?", ""
    )
    assert quiz.chosen == [[], [1]] and not quiz.locked


def test_the_right_choice_gets_all_reasons_and_ends_the_question(quiz, choose):
    seen = choose((1, 0), (1, 1))
    assert seen.count("Right.") == 1 and all(
        reason in seen for reason in BYTES.reasons.values()
    )
    assert quiz.chosen == [[], [0]]


def test_without_a_choice_it_asks_for_one(quiz, choose):
    assert "Choose one first." in choose((0, -1)) and quiz.chosen == [[], []]


def test_what_the_browser_is_sent_holds_neither_answer_nor_reason(quiz):
    state = {
        name: value
        for name, value in quiz.get_state().items()
        if name not in ("_esm", "_css")
    }
    for question in (PREFIX, BYTES):
        assert not any(reason in str(state) for reason in question.reasons.values())
    assert "answer" not in str(state)


def test_the_place_of_the_right_choice_tells_nothing():
    last = Question("Why?", {"right": "So.", "Also": "No.", "b": "No."}, answer="right")
    assert last.choices == ["Also", "b", "right"]
    assert Quiz([last]).questions[0]["choices"] == last.choices


def test_the_text_twin_tells_only_what_was_asked_for(quiz, choose):
    choose((1, 1))
    assert str(quiz) == (
        "Check yourself\n1. Is `##` a token?\n   ○ No\n   ○ Yes\n"
        "2. Which is one byte?\n   ○ a\n   ✗ é: It has two.\n   ○ €"
    )
    choose((1, 0))
    assert (
        "   ✓ a: ASCII is one byte.\n   ✗ é: It has two.\n   ✗ €: It has three."
        in str(quiz)
    )


def test_an_answer_that_is_none_of_the_choices_is_an_error():
    with pytest.raises(ValueError, match='is "c", which is none'):
        Question("Why?", {"a": "So.", "b": "No."}, "c")
