"""A guess before the answer."""

import pytest

from minitok.views import Prediction
from minitok.views.parts.guesses import judge, numbers

SIGNS = {"a": 1, "é": 2, "€": 3}


def test_before_the_guess_the_twin_has_the_question_and_the_answer():
    assert str(Prediction("How many bytes?", SIGNS)) == (
        "Predict first\nHow many bytes?\npart  answer\na     1\né     2\n€     3"
    )


def test_after_the_guess_both_are_side_by_side_with_the_reason():
    ask = Prediction("How many bytes?", SIGNS, why="`é` needs two bytes, `€` three.")
    ask.commit([1, 2, "2"])
    ask.commit([1, 1, 3])
    assert str(ask) == (
        "Predict first\nHow many bytes?\n2 of 3 right.\n"
        "part  your guess  answer\n"
        "a     1           1       right\n"
        "é     1           2       too low\n"
        "€     3           3       right\n"
        "`é` needs two bytes, `€` three."
    )
    assert "<code>é</code> needs two bytes" in ask.outcome


def test_the_first_wrong_guess_is_told_without_the_answer_and_the_second_brings_it():
    ask = Prediction("How many?", 12, why="Each is counted.")
    ask.commit(15)
    assert not ask.locked and ask.outcome == ""
    assert ask.problem == "Not quite: too high. One more try, and then you see the answer."
    ask.commit(11)
    assert ask.locked and ask.problem == "" and "too low" in ask.outcome and "Each is counted." in ask.outcome
    ask.commit(12)
    assert ask.guesses == ["11"]


def test_a_right_guess_is_the_last_one_and_brings_the_reason_too():
    for tries in (["12"], ["15", "12"]):
        ask = Prediction("How many?", 12, why="Each is counted.")
        for guess in tries:
            ask.commit(guess)
        assert ask.locked and "✓ Right.</b>" in ask.outcome and "Each is counted." in ask.outcome


def test_the_same_guess_twice_is_one_try():
    ask = Prediction("How many?", 12)
    ask.commit(15)
    ask.commit(" 15 ")
    assert not ask.locked and "already" in ask.problem


def test_of_several_parts_the_first_try_says_which_are_wrong():
    ask = Prediction("How many bytes?", SIGNS)
    ask.commit([1, 1, 4])
    assert ask.problem == "1 of 3 right. é: too low; €: too high. One more try, and then you see the answer."


@pytest.mark.parametrize(
    ("answer", "guess", "sentence"),
    [
        (12, "many", "no number"),
        (12, "nan", "no number"),
        (12, "2 or 3", "more than one number"),
        (SIGNS, [1, 2], "€: Write a guess"),
        (SIGNS, [1, "two", 3], "é: “two” has no number"),
        ([1, 5, 3], "1, x", "“x” is not a number"),
        ({"abcbc": "abc bc"}, ["abcbc"], "with a space"),
        (("h", "ow"), "how", "with a space"),
        ("u g", "ug", "with a space"),
        (12, "x" * 9_999, "no number"),
    ],
)
def test_what_cannot_be_read_is_no_try(answer, guess, sentence):
    ask = Prediction("Guess how many", answer)
    for _ in range(3):
        ask.commit(guess)
        assert not ask.locked and sentence in ask.problem and len(ask.problem) < 120
    ask.commit(ask.truths)
    assert ask.locked and "ight.</b>" in ask.outcome and ask.problem == ""


def test_ids_are_right_or_wrong_and_never_too_high():
    ids, one = Prediction("Which ids?", [1, 5]), Prediction("Which id?", "262")
    for ask, guess in [(ids, "1 6"), (one, "300"), (ids, "1 4"), (one, "261")]:
        ask.commit(guess)
        assert "too" not in ask.problem + ask.outcome
    assert "it is a different one" in ids.outcome and "it is a different one" in one.outcome


def test_the_tolerance_is_a_share_of_the_answer():
    for guess, right in [("900", True), ("1100", True), ("899", False)]:
        ask = Prediction("About how many?", 1000, tolerance=0.1)
        ask.commit(guess)
        assert ask.locked == right


def test_an_empty_guess_is_no_guess():
    ask = Prediction("How many?", 12)
    for nothing in ("", "  ", None, [], [None]):
        ask.commit(nothing)
        assert not ask.locked and "Write down a guess first" in ask.problem and ask.outcome == ""
    ask.commit(12)
    assert ask.locked and ask.problem == "" and "✓ Right.</b>" in ask.outcome


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
        ("4", False, "it is a different one"),
        ("3", True, "right"),
        ("9", False, "one too many"),
    ]


@pytest.mark.parametrize(
    ("guess", "told"),
    [
        ("4 7 9 11 3", "4 of 4 right, and 1 too many."),
        ("4 7 9 3 11 2", "3 of 4 right, and 2 too many. 4: it is a different one."),
        ("4 7 9", "3 of 4 right. 4: no guess."),
    ],
)
def test_items_that_are_too_many_are_not_counted_as_asked_for(guess, told):
    ask = Prediction("Ids of `hug pug`?", [4, 7, 9, 11])
    ask.commit(guess)
    assert ask.problem == f"{told} One more try, and then you see the answer."


@pytest.mark.parametrize(
    ("guess", "truth", "verdict"),
    [
        ("12 %", 12, "right"),
        ("1,000", 1000, "right"),
        ("1,000", 1.0, "right"),
        ("1.000,5", 1000.5, "right"),
        ("1 000 000", 10**6, "right"),
        ("17,6", 17.6, "right"),
        ("about 18 %", 17.6, "close enough"),
        ("12,4", 12, "too high"),
        ("5", 17.64, "too low"),
        ("-3", 3, "too low"),
        ("many", 12, "not a number"),
        ("ug", ("u", "g"), "it is a different one"),
        ("u,g", "u g", "right"),
        ("`u g`", "u g", "right"),
        ("gu", "u g", "it is a different one"),
        ("hu g", "h ug", "it is a different one"),
        (" the ", "the", "right"),
        ("The", "the", "only upper and lower case differ"),
        ("`##u ##g`", "##u ##g", "right"),
        ("u g", "##u ##g", "only the mark ## differs"),
        ("##ug", "##u ##g", "it is a different one"),
        ("a  b", "a b", "right"),
        ("x", "", "it is a different one"),
        ("!", "!", "right"),
        ("True", True, "right"),
    ],
)
def test_how_a_guess_is_judged(guess, truth, verdict):
    assert judge(guess, truth) == (verdict in ("right", "close enough"), verdict)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("17,6", [[17.6]]),
        ("1,000", [[1.0, 1000]]),
        ("1,000,000", [[10**6]]),
        ("1e400", []),
        ("−2 or .5", [[-2], [0.5]]),
        ("50k or 3,5 thousand", [[50_000], [3500]]),
        ("2M or 1.5 million, 5 kings", [[2_000_000], [1_500_000], [5]]),
    ],
)
def test_the_numbers_in_a_text(text, found):
    assert numbers(text) == found


@pytest.mark.parametrize(("guess", "told"), [("##ug", "is the token that a pair makes"), ("##u##g", "a space between")])
def test_a_token_for_a_pair_costs_no_try(guess, told):
    ask = Prediction("Which pair?", "##u ##g")
    ask.commit(guess)
    assert told in ask.problem and not ask.tried


def test_the_still_form_folds_the_answer_until_it_has_been_guessed():
    ask = Prediction("How many in `a < b`?", 12)
    assert "<code>a &lt; b</code>" in ask.still() and "<summary>The answer</summary>" in ask.still()
    ask.commit("13")
    assert "<summary>The answer</summary>" in ask.still()
    ask.commit("14")
    assert "<summary>" not in ask.still() and "too high" in ask.still()
    assert {"text/plain", "text/html"} <= set(ask._repr_mimebundle_()[0])
