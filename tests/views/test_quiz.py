"""Questions with a reason for each choice."""

import pytest

from minitok.views import Question, Quiz

PREFIX = Question(
    "Is `##` a token?", {"Yes": "It is only a prefix.", "No": "It marks a token inside a word."}, answer="No"
)
BYTES = Question("Which is one byte?", {"a": "ASCII is one byte.", "é": "It has two.", "€": "It has three."}, "a")


@pytest.fixture
def quiz():
    return Quiz([PREFIX, BYTES])


def test_a_wrong_choice_gets_its_reason_and_the_question_stays_open(quiz):
    quiz.choose(2, "é")
    told = quiz.told[1]
    assert told["chosen"] == 1 and not told["done"]
    assert "Not “é”" in told["html"] and "It has two." in told["html"]
    assert "one byte" not in told["html"] and "three" not in told["html"]
    assert quiz.told[0] == {"chosen": None, "done": False, "html": ""}


def test_the_right_choice_gets_all_reasons_and_ends_the_question(quiz):
    quiz.choose(2, "a")
    told = quiz.told[1]
    assert told["done"] and "Right." in told["html"]
    assert all(reason in told["html"] for reason in BYTES.reasons.values())
    quiz.choose(2, "é")
    assert quiz.told[1] == told


def test_the_score_counts_first_tries_once_all_are_answered(quiz):
    quiz.choose(1, "Yes")
    quiz.choose(1, "No")
    assert quiz.score == ""
    quiz.choose(2, "a")
    assert quiz.score == "1 of 2 right at the first try."


def test_what_the_browser_is_sent_holds_neither_answer_nor_reason(quiz):
    state = {name: value for name, value in quiz.get_state().items() if name not in ("_esm", "_css")}
    for question in (PREFIX, BYTES):
        assert not any(reason in str(state) for reason in question.reasons.values())
    assert "answer" not in str(state)


def test_the_browser_chooses_by_message(quiz):
    for message in ({"question": 0, "choice": -1}, {"question": 0}, {"question": 9, "choice": 0}, {}):
        quiz._handle_custom_msg(message, [])
    assert quiz.told[0]["html"] == "<p>Choose one first.</p>" and not quiz.told[0]["done"]
    quiz._handle_custom_msg({"question": 0, "choice": 0}, [])
    assert quiz.told[0]["done"] and "<code>" not in quiz.told[0]["html"]


def test_the_still_form_folds_each_reason_under_its_choice(quiz):
    still = quiz.still()
    assert still.count("<details>") == 5 and "<details open" not in still
    assert still.index("<summary>No</summary>") < still.index("It marks a token") < still.index("Which is one byte?")
    quiz.choose(1, "No")
    assert quiz.still() == still


def test_the_place_of_the_right_choice_tells_nothing():
    last = Question("Why?", {"right": "So.", "Also": "No.", "b": "No."}, answer="right")
    assert last.choices == ["Also", "b", "right"]
    assert Quiz([last]).questions[0]["choices"] == last.choices


def test_the_text_twin_tells_only_what_was_asked_for(quiz):
    quiz.choose(2, "é")
    assert str(quiz) == (
        "Check yourself\n1. Is `##` a token?\n   ○ No\n   ○ Yes\n"
        "2. Which is one byte?\n   ○ a\n   ✗ é: It has two.\n   ○ €"
    )
    quiz.choose(2, "a")
    assert "   ✓ a: ASCII is one byte.\n   ✗ é: It has two.\n   ✗ €: It has three." in str(quiz)


def test_an_answer_that_is_none_of_the_choices_is_an_error():
    with pytest.raises(ValueError, match='is "c", which is none'):
        Question("Why?", {"a": "So.", "b": "No."}, "c")
