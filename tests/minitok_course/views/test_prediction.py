"""A guess before the answer."""

import pytest

from minitok_course.views import Prediction

SIGNS = {"a": 1, "é": 2, "€": 3}


def test_before_the_guess_the_twin_has_the_question_and_the_answer():
    assert str(Prediction("How many bytes?", SIGNS)) == (
        "Predict first\nHow many bytes?\npart  answer\na     1\né     2\n€     3"
    )


def test_after_the_guess_both_are_side_by_side_with_the_reason(commit):
    ask = Prediction("How many bytes?", SIGNS, why="`é` needs two bytes, `€` three.")
    seen = commit(ask, [1, 2, "2"], [1, 1, 3])
    assert str(ask) == (
        "Predict first\nHow many bytes?\n2 of 3 right.\n"
        "part  your guess  answer\n"
        "a     1           1       right\n"
        "é     1           2       too low\n"
        "€     3           3       right\n"
        "`é` needs two bytes, `€` three."
    )
    assert (
        "2 of 3 right." in seen and "✗ too low" in seen and "é needs two bytes" in seen
    )


def test_the_first_wrong_guess_is_told_without_the_answer_and_the_second_brings_it(
    commit,
):
    ask = Prediction("How many?", 12, why="Each is counted.")
    assert "Each is counted" not in commit(ask, 15) and not ask.locked
    assert (
        ask.problem == "Not quite: too high. One more try, and then you see the answer."
    )
    seen = commit(ask, 11, 12)
    assert (
        ask.locked
        and ask.problem == ""
        and "too low" in seen
        and "Each is counted." in seen
    )
    assert ask.guesses == ["11"]


def test_the_same_guess_twice_is_one_try(commit):
    ask = Prediction("How many?", 12)
    commit(ask, 15, " 15 ")
    assert not ask.locked and "already" in ask.problem


@pytest.mark.parametrize(
    ("answer", "guess", "sentence"),
    [
        (12, "many", "no number"),
        (12, "2 or 3", "more than one number"),
        (SIGNS, [1, 2], "€: Guess this one"),
        (SIGNS, [1, "two", 3], "é: “two” has no number"),
        ([1, 5, 3], "1, x", "“x” is not a number"),
        ([1, 5, 3], "1, 5", "Write all 3"),
        ("u g", "ug", "with a space"),
        (12, "x" * 9_999, "no number"),
    ],
)
def test_what_cannot_be_read_is_no_try(commit, answer, guess, sentence):
    ask = Prediction("Guess how many", answer)
    commit(ask, *[guess] * 3)
    assert not ask.locked and sentence in ask.problem and len(ask.problem) < 120
    commit(ask, [*answer.values()] if isinstance(answer, dict) else answer)
    assert ask.locked and "ight." in ask.score and ask.problem == ""


def test_ids_are_right_or_wrong_and_never_too_high(commit):
    ids, one = Prediction("Which ids?", [1, 5]), Prediction("Which id?", "262")
    for ask, guess in [(ids, "1 6"), (one, "300"), (ids, "1 4"), (one, "261")]:
        assert "too" not in commit(ask, guess)
    assert "it is a different one" in str(ids) and "it is a different one" in str(one)


def test_each_wrong_part_has_a_cross_and_no_phrase_is_repeated(commit, page):
    ask = Prediction("Which?", {"one": "a", "two": "b", "three": "c"})
    seen = commit(ask, ["a", "x", "y"])
    assert "1 of 3 right. Change what has a ✗. One more try" in seen
    marks = page.locator(".mt-wrong > .mt-part").all_inner_texts()
    assert marks == ["two", "three"]
    assert commit(ask, ["a", "x", "z"]).count("different") == 0


def test_the_tolerance_is_a_share_of_the_answer(commit):
    for guess, right in [("900", True), ("1100", True), ("899", False)]:
        ask = Prediction("About how many?", 1000, tolerance=0.1)
        commit(ask, guess)
        assert ask.locked == right


def test_what_the_browser_is_sent_holds_no_answer_before_the_guess():
    state = Prediction("How many?", 31337, why="31337 it is").get_state()
    assert "31337" not in str(
        {name: value for name, value in state.items() if name not in ("_esm", "_css")}
    )


def test_a_guess_is_shown_as_text(commit):
    assert "<i>1</i>" in commit(Prediction("How many?", 2), "<b>1</b>", "<i>1</i>")


def test_a_list_is_typed_in_one_line_and_compared_part_by_part(commit):
    ask = Prediction("Which ids?", [1, 5, 3])
    commit(ask, "[1, 4, 3, 9]", "1 4 3 9 9")
    assert [(part["guess"], part["right"], part["verdict"]) for part in ask.compared][
        :4
    ] == [
        ("1", True, "right"),
        ("4", False, "it is a different one"),
        ("3", True, "right"),
        ("9", False, "one too many"),
    ]


@pytest.mark.parametrize(
    ("guess", "told"),
    [
        ("4 7 9 3 11 2", "3 of 4 right, and 2 too many. ✗\xa0place\xa04."),
        ("4 7 9 3", "3 of 4 right. ✗\xa0place\xa04."),
    ],
)
def test_items_that_are_too_many_are_not_counted_as_asked_for(commit, guess, told):
    ask = Prediction("Ids of `hug pug`?", [4, 7, 9, 11])
    commit(ask, guess)
    assert ask.problem == f"{told} One more try, and then you see the answer."


@pytest.mark.parametrize(
    ("guess", "truth", "verdict"),
    [
        ("1,000", 1000, "right"),
        ("1,000", 1.0, "right"),
        ("1.000,5", 1000.5, "right"),
        ("17,6", 17.6, "right"),
        ("about 18 %", 17.6, "close enough"),
        ("-3", 3, "too low"),
        ("`u g`", "u g", "right"),
        ("hu g", "h ug", "it is a different one"),
        ("u n", "u g", "only one token is right"),
        ("The", "the", "only upper and lower case differ"),
        ("u g", "##u ##g", "only the mark ## differs"),
    ],
)
def test_how_a_guess_is_judged(commit, guess, truth, verdict):
    ask = Prediction("Which?", {"it": truth, "other": "x"})
    commit(ask, [guess, "y"], [guess, "z"])
    assert (ask.compared[0]["right"], ask.compared[0]["verdict"]) == (
        verdict in ("right", "close enough"),
        verdict,
    )


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("−2", -2),
        (".5", 0.5),
        ("50k", 50_000),
        ("3,5 thousand", 3500),
        ("1.5 million,", 1_500_000),
    ],
)
def test_a_number_is_read_as_people_write_it(commit, text, number):
    ask = Prediction("How many?", number)
    commit(ask, text)
    assert ask.score == "Right."


@pytest.mark.parametrize(
    ("guess", "told"),
    [("##ug", "is the token that a pair makes"), ("##u##g", "a space between")],
)
def test_a_token_for_a_pair_costs_no_try(commit, guess, told):
    ask = Prediction("Which pair?", "##u ##g")
    commit(ask, guess)
    assert told in ask.problem and not ask.tried
