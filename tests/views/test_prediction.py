"""A guess before the answer."""

import pytest

from minitok.views import Prediction
from minitok.views.prediction import judge, words

SIGNS = {"a": 1, "é": 2, "€": 3}


def test_before_the_guess_the_twin_has_the_question_and_the_answer():
    assert str(Prediction("How many bytes?", SIGNS)) == (
        "Predict first\nHow many bytes?\npart  answer\na     1\né     2\n€     3"
    )


def test_after_the_guess_both_stand_side_by_side():
    ask = Prediction("How many bytes?", SIGNS)
    ask.commit({"a": 1, "€": "2"})
    assert str(ask) == (
        "Predict first\nHow many bytes?\n1 of 3 right.\n"
        "part  your guess  answer\n"
        "a     1           1       right\n"
        "é                 2       no guess\n"
        "€     2           3       1 too low"
    )


def test_the_first_guess_is_locked():
    ask = Prediction("How many?", 12)
    ask.commit(15)
    ask.commit(12)
    assert ask.locked and ask.guesses == ["15"] and "3 too high" in ask.outcome


def test_an_empty_guess_is_no_guess():
    ask = Prediction("How many?", 12)
    for nothing in ("", "  ", None, [], {}, [None]):
        ask.commit(nothing)
        assert not ask.locked and "Write down a guess first" in ask.problem and ask.outcome == ""
    ask.commit(12)
    assert ask.locked and ask.problem == "" and "<b>Right.</b>" in ask.outcome


def test_what_the_browser_is_sent_holds_no_answer_before_the_guess():
    state = Prediction("How many?", 31337).get_state()
    assert "31337" not in str({name: value for name, value in state.items() if name not in ("_esm", "_css")})


def test_the_browser_commits_by_message():
    ask = Prediction("How many bytes?", SIGNS)
    ask._handle_custom_msg({"guesses": ["1", "2", "3"]}, [])
    assert ask.guesses == ["1", "2", "3"] and "All right." in ask.outcome


def test_a_list_is_typed_in_one_line_and_compared_part_by_part():
    ask = Prediction("Which ids?", [1, 5, 3])
    ask.commit("[1, 4, 3, 9]")
    assert [(part.guess, part.right, part.verdict) for part in ask.compared()] == [
        ("1", True, "right"),
        ("4", False, "1 too low"),
        ("3", True, "right"),
        ("9", False, "one too many"),
    ]


def test_named_parts_have_a_box_each():
    ask = Prediction("Which merges?", [("u", "g"), ("u", "n"), ("h", "ug")], parts=["first", "second", "third"])
    assert ask.labels == ["first", "second", "third"]
    ask.commit(["ug", "u, n", ("hu", "g")])
    assert [part.right for part in ask.compared()] == [True, True, False]


def test_choices():
    ask = Prediction("Which pair?", ("u", "g"), choices=[("u", "g"), "p u"], parts=None)
    assert ask.choices == ["u g", "p u"]


@pytest.mark.parametrize(
    ("guess", "truth", "verdict"),
    [
        ("12 %", 12, "right"),
        ("1,000", 1000, "right"),
        ("5", 17.64, "12.6 too low"),
        ("many", 12, "not a number"),
        ("nan", 12, "it is another one"),
        ("inf", 12, "it is another one"),
        ("3", 10**400, "not a number"),
        (" the ", "the", "right"),
        ("The", "the", "only upper and lower case differ"),
        ("a  b", "a b", "right"),
        ("x", "", "it is another one"),
        ("!", "!", "right"),
        ("hug", ("h", "ug"), "it is another one"),
        ("True", True, "right"),
    ],
)
def test_how_a_guess_is_judged(guess, truth, verdict):
    assert judge(guess, truth) == (verdict == "right", verdict)


def test_a_typed_list():
    assert words("[1, 5]") == words("1 5") == words("(1;5)") == ["1", "5"]


class Mute:
    def __str__(self):
        raise RuntimeError


ODD = [
    "",
    "\ud800",
    "שלום",
    "👨‍👩‍👧‍👦",
    "a b" * 3_334,
    "<b>",
    None,
    Mute(),
    [],
    {},
    {"x": Mute()},
    [[1], Mute()],
    float("nan"),
    10**5000,
]


@pytest.mark.parametrize("guess", ODD, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("answer", ODD, ids=lambda value: type(value).__name__)
def test_nothing_odd_is_an_error(answer, guess):
    ask = Prediction("\ud800<script>", answer)
    assert str(ask).encode() and ask.still().encode()
    ask.commit(guess)
    assert str(ask).encode() and ask.still().encode() and "<script" not in ask.still() + ask.question


def test_the_still_form_folds_the_answer_until_it_has_been_guessed():
    ask = Prediction("How many in `a < b`?", 12)
    assert "<code>a &lt; b</code>" in ask.still() and "<summary>The answer</summary>" in ask.still()
    ask.commit("13")
    assert "<summary>" not in ask.still() and "1 too high" in ask.still()
    assert {"text/plain", "text/html"} <= set(ask._repr_mimebundle_()[0])
