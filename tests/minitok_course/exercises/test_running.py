"""Attempts that raise, never end, change their arguments, keep state, print, or are of another kind are answers too."""

import linecache
import random
import signal
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

from minitok_course.exercises import calling, check
from minitok_course.exercises.calling import call
from minitok_course.exercises.exercise import EXERCISES


def right(symbols, pair):
    return EXERCISES["bpe.merge_pair"].solution(symbols, pair)


def told(attempt, name="bpe.merge_pair"):
    return check(name, attempt)


def test_a_wrong_attempt_shows_the_smallest_case():
    verdict = told(lambda symbols, pair: symbols)
    assert bool(verdict) is False and verdict.state == "not yet"
    assert verdict.case == (("h", "u", "g", "s"), ("u", "g"))
    assert (verdict.expected, verdict.got) == (("h", "ug", "s"), verdict.case[0])


def test_an_exception_is_told_with_the_line_of_the_learner_and_no_frame_of_ours():
    def attempt(symbols, pair):
        return symbols[len(symbols)]  # this very line

    verdict = told(attempt)
    assert "IndexError: tuple index out of range" in verdict.sentence
    assert "# this very line" in verdict.sentence and "minitok" not in repr(verdict)


class Untold(Exception):
    __str__ = None


@pytest.mark.parametrize("error", [SystemExit(3), Exception("a\nb"), Untold()])
def test_every_exception_is_an_answer(error):
    def attempt(symbols, pair):
        raise error

    assert type(error).__name__ in told(attempt).sentence


def test_an_interrupt_from_the_keyboard_goes_through():
    def attempt(symbols, pair):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        told(attempt)


def test_recursion_without_an_end_is_told_soon_whatever_is_allowed():
    def attempt(symbols, pair):
        sys.setrecursionlimit(10**9)
        return attempt(symbols, pair)

    before = sys.getrecursionlimit()
    assert "RecursionError" in told(attempt).sentence
    assert sys.getrecursionlimit() == before


def test_waiting_for_input_is_told():
    assert "it waits for input" in told(lambda symbols, pair: input()).sentence


def loops(symbols, pair):
    while True:
        pass


def catches_all_errors(symbols, pair):
    while True:
        with suppress(Exception):
            symbols.index("none")


def catches_everything(symbols, pair):
    while True:
        try:
            symbols.index("none")
        except:  # noqa: E722
            continue


NEVER_END = [loops, catches_all_errors]


@pytest.mark.parametrize("attempt", [*NEVER_END, catches_everything])
def test_what_never_ends_is_stopped_and_told(attempt):
    verdict = told(attempt)
    assert (
        verdict.state == "not yet"
        and "never ends" in verdict.sentence
        and "stopped" in verdict.got
    )


@pytest.mark.parametrize("attempt", NEVER_END)
def test_it_is_stopped_in_a_browser_too_where_lines_are_counted(attempt, monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    monkeypatch.setattr(calling, "LINES_A_SECOND", 50_000)
    assert "never ends" in told(attempt).sentence


def test_lines_are_counted_off_the_main_thread(monkeypatch):
    monkeypatch.setattr(calling, "LINES_A_SECOND", 50_000)
    with ThreadPoolExecutor() as threads:
        verdict = threads.submit(told, catches_all_errors).result()
    assert "never ends" in verdict.sentence


def checks_itself(symbols, pair):
    return told(checks_itself)


def test_a_check_inside_of_what_is_checked_is_told():
    assert "move it out of the function" in told(checks_itself).sentence


def test_what_only_waits_is_stopped_and_the_alarm_is_left_as_it_was():
    before = signal.getsignal(signal.SIGALRM)
    signal.setitimer(signal.ITIMER_REAL, 999)
    assert (
        call(lambda: time.sleep(9), (), seconds=0.01).stopped
        and call(loops, ((), ()), seconds=0.01).stopped
    )
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.setitimer(signal.ITIMER_REAL, 0)[0] > 900


def test_printing_is_let_be_once(capsys):
    def attempt(symbols, pair):
        print("merging", symbols)
        return right(symbols, pair)

    assert told(attempt)
    assert capsys.readouterr().out == "merging ('h', 'u', 'g', 's')\n"


def test_what_is_printed_without_end_and_a_long_message_are_cut(capsys):
    def attempt(symbols, pair):
        print("x" * 10**7)
        raise ValueError("word " * 10**7)

    assert len(repr(told(attempt))) < 2_000
    assert len(capsys.readouterr().out) < 20_000


def test_another_number_of_parameters_is_told():
    assert "TypeError" in told(lambda symbols: None).sentence


@pytest.mark.parametrize(
    "value", [None, "hug", {"a": None}, lambda: 1, float("nan"), [([], [])], 1j]
)
@pytest.mark.parametrize(
    "name",
    [
        "bpe.learn_merges",
        "unigram.loss",
        "unigram.prune",
        "bite.digits",
    ],
)
def test_answers_of_any_other_type_are_not_yet_right(name, value):
    verdict = told(
        (lambda *args: value) if hasattr(EXERCISES[name], "solution") else value, name
    )
    assert (
        verdict.state == "not yet"
        and verdict.sentence
        and repr(verdict)
        and verdict._repr_html_()
    )


def test_a_huge_answer_is_shown_in_part():
    assert "too much memory" in told(lambda symbols, pair: "x" * 2**21).sentence


@pytest.mark.parametrize("name", ["bpe.merge", "merge_pair", "", None])
def test_an_unknown_name_gets_the_remedy(name):
    with pytest.raises(
        ValueError, match=r"there is no exercise .*(Did you mean|progress\(\) shows)"
    ):
        check(name, right)


def test_what_is_left_to_chance_gets_the_same_verdict_and_the_chances_of_the_learner_stay():
    random.seed(7)
    first, later = random.random(), random.random()

    def attempt(symbols, pair):
        return (str(random.random()),)

    random.seed(7)
    assert (
        random.random() == first
        and repr(told(attempt)) == repr(told(attempt))
        and random.random() == later
    )


CELL = "def merge_pair(symbols, pair):\n    return symbols"


@pytest.mark.parametrize(
    ("newer", "is_older"),
    [
        (f"{CELL}(", True),
        (f"@missing\n{CELL}", True),
        (f"{CELL}\nmissing", False),
        ('merge_pair = mine("bpe.merge_pair")', False),
    ],
)
def test_where_the_cell_above_failed_the_verdict_is_about_the_older_one(
    newer, is_older, monkeypatch
):
    main, cells = {}, [CELL]
    monkeypatch.setattr(sys.modules["__main__"], "In", cells, raising=False)
    for number, cell in enumerate([CELL, newer]):
        cells.append(cell)
        linecache.cache[f"{number}"] = len(cell), None, cell.splitlines(True), ""
        with suppress(Exception):
            exec(compile(cell, f"{number}", "exec"), main)
    cells.append('check("bpe.merge_pair", merge_pair)')
    verdict = check("bpe.merge_pair", main["merge_pair"] or (lambda *pair: ()))
    assert verdict.sentence.startswith("The cell above did not run") == is_older


def test_a_name_that_has_become_a_value_gets_the_cure():
    assert "define it with `def merge_pair(…)`" in told(2.5).sentence


def test_an_iterator_for_a_value_gets_the_cure():
    assert "You give a map" in told(map(str, "th"), "bite.drift").sentence


def test_an_answer_that_the_course_cannot_read_is_told_by_its_kind():
    given = told(lambda texts, tok, size: 7, "real.encode_iterable")
    assert "It gives an int where" in given.sentence


def changes(symbols, pair):
    return list(symbols).reverse()


def prints(symbols, pair):
    print(symbols)


def test_what_gives_none_is_told_why():
    assert "`reverse` changes something and gives None" in told(changes).sentence
    assert "`print` only shows an answer" in told(prints).sentence
    assert "a `return` on every path?" in told(lambda symbols, pair: None).sentence
