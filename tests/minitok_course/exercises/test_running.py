"""Attempts that raise, never end, change their arguments, keep state, print, or are of another kind are answers too."""

import builtins
import io
import itertools
import random
import signal
import sys
import threading
import time
from queue import Queue

import pytest

from minitok_course.exercises import check, limits
from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.judging import judge
from minitok_course.exercises.running import run


def right(symbols, pair):
    return EXERCISES["bpe.merge_pair"].solution(symbols, pair)


def told(attempt, name="bpe.merge_pair"):
    return check(name, attempt)


def test_a_right_attempt_is_true_and_has_no_case():
    verdict = told(right)
    assert bool(verdict) is True and verdict.state == "right"
    assert verdict.case is verdict.expected is verdict.got is None


def test_a_wrong_attempt_shows_the_smallest_case():
    verdict = told(lambda symbols, pair: symbols)
    assert bool(verdict) is False and verdict.state == "not yet"
    assert verdict.case[0] == verdict.case[1] and len(verdict.case[0]) == 2
    assert (verdict.expected, verdict.got) == (
        ("".join(verdict.case[0]),),
        verdict.case[0],
    )


def test_an_exception_is_told_with_the_line_of_the_learner_and_no_frame_of_ours():
    def attempt(symbols, pair):
        return symbols[len(symbols)]  # this very line

    verdict = told(attempt)
    assert "IndexError: tuple index out of range" in verdict.sentence
    assert "# this very line" in verdict.sentence and "minitok" not in repr(verdict)


@pytest.mark.parametrize(
    "error", [SystemExit(3), GeneratorExit(), Exception("a\nb"), StopIteration()]
)
def test_every_exception_is_an_answer(error):
    def attempt(symbols, pair):
        raise error

    assert type(error).__name__ in told(attempt).sentence


def test_an_interrupt_from_the_keyboard_goes_through():
    def attempt(symbols, pair):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        told(attempt)


def test_recursion_without_an_end_is_told():
    def attempt(symbols, pair):
        return attempt(symbols, pair)

    assert "RecursionError" in told(attempt).sentence


def loops(symbols, pair):
    while True:
        pass


def yields_for_ever(symbols, pair):
    while True:
        yield "a"


def loops_and_catches_elsewhere(symbols, pair):
    def step():
        for symbol in symbols:
            symbol.upper()

    while True:
        try:
            step()
            step()
        except BaseException:
            step()


def catches_what_stops_its_only_line(symbols, pair):
    while True:
        try:
            while True: pass  # fmt: skip  # noqa: E701
        except:  # noqa: E722
            pass


def recurses_and_catches(symbols, pair):
    try:
        return recurses_and_catches(symbols, pair)
    except:  # noqa: E722
        return recurses_and_catches(symbols, pair)


NEVER_END = [
    catches_what_stops_its_only_line,
    loops_and_catches_elsewhere,
    yields_for_ever,
    lambda symbols, pair: itertools.count(),
]


@pytest.mark.parametrize(
    "attempt", [*NEVER_END, recurses_and_catches, lambda symbols, pair: Queue().get()]
)
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
    monkeypatch.setattr(limits, "LINES_A_SECOND", 50_000)
    assert "never ends" in told(attempt).sentence


def one_line(symbols, pair):
    while True: pass  # fmt: skip  # noqa: E701


def in_a_thread(tell, attempts):
    verdicts = []
    thread = threading.Thread(target=lambda: verdicts.extend(map(tell, attempts)))
    thread.start()
    thread.join()
    return verdicts


def test_lines_are_counted_off_the_main_thread(monkeypatch):
    monkeypatch.setattr(limits, "LINES_A_SECOND", 50_000)
    verdicts = in_a_thread(told, [catches_what_stops_its_only_line, one_line])
    assert ["never ends" in verdict.sentence for verdict in verdicts] == [True, True]


@pytest.mark.slow
def test_there_too_right_attempts_are_right():
    names = ["unigram.viterbi", "bytes.dropout"]
    assert all(in_a_thread(lambda name: told(EXERCISES[name].solution, name), names))


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is one of Linux")
def test_what_takes_all_memory_is_stopped_and_told_and_the_limit_is_left_as_it_was(
    monkeypatch,
):
    monkeypatch.setattr(limits, "MEMORY", 2**26)
    assert (
        "too much memory"
        in told(lambda symbols, pair: list(itertools.count())).sentence
    )
    assert limits.resource.getrlimit(limits.resource.RLIMIT_AS) == limits.FREE


def changes_python(symbols, pair):
    for name in ("len", "isinstance", "map", "print", "type", "repr"):
        setattr(builtins, name, None)


def closes_what_prints(symbols, pair):
    sys.stdout.close()
    print(symbols)


def raises_what_cannot_be_told(symbols, pair):
    def fails(self):
        raise GeneratorExit

    raise type(
        "",
        (BaseException,),
        {"__str__": fails, "__repr__": fails, "__bool__": fails, "__traceback__": 5},
    )


def lies(symbols, pair):
    class Liar(str):
        __eq__ = lambda self, other: True  # noqa: E731
        __hash__ = str.__hash__

    return tuple(map(Liar, "xyz"))


def loops_when_looked_at(symbols, pair):
    class Endless(tuple):
        __eq__ = __len__ = __repr__ = __iter__ = lambda self, *_: loops(self, _)

    return Endless("ab")


def checks_itself(symbols, pair):
    return told(checks_itself)


ODD = [
    changes_python,
    closes_what_prints,
    raises_what_cannot_be_told,
    lies,
    loops_when_looked_at,
    checks_itself,
]


@pytest.mark.parametrize("attempt", [*ODD, lambda symbols, pair: type("", (), {})()])
def test_an_odd_attempt_gets_a_plain_answer(attempt, monkeypatch):
    for name in ("len", "isinstance", "map", "print", "type", "repr"):
        monkeypatch.setattr(builtins, name, getattr(builtins, name))
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    verdict = told(attempt)
    assert (
        verdict.state == "not yet"
        and verdict.sentence
        and repr(verdict)
        and verdict._repr_html_()
    )


def test_what_only_waits_is_stopped_and_the_alarms_are_left_as_they_were():
    before = [signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGPROF)]
    assert (
        run(lambda: time.sleep(9), (), seconds=0.01).endless
        and run(loops, ((), ()), seconds=0.01).endless
    )
    assert [
        signal.getsignal(number) for number in (signal.SIGALRM, signal.SIGPROF)
    ] == before
    assert (
        signal.getitimer(signal.ITIMER_REAL)
        == signal.getitimer(signal.ITIMER_PROF)
        == (0.0, 0.0)
    )


def test_what_an_attempt_sets_in_python_ends_with_it():
    def state():
        handler = signal.getsignal(signal.SIGINT)
        return (
            sys.getrecursionlimit(),
            sys.getprofile(),
            sys.stderr,
            handler,
            {**vars(builtins)},
        )

    def attempt(symbols, pair):
        builtins.new, sys.stderr = 1, None
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.setprofile(lambda *_: sys.setrecursionlimit(9999))
        return right(symbols, pair)

    before = state()
    assert told(attempt) and state() == before


def test_printing_is_let_be_once(capsys):
    def attempt(symbols, pair):
        print("merging", symbols)
        return right(symbols, pair)

    assert told(attempt)
    assert capsys.readouterr().out == "merging ('h', 'u', 'g', 's')\n"


HOLDS_ITSELF: list = []
HOLDS_ITSELF.append(HOLDS_ITSELF)


def test_what_an_attempt_has_besides_it_may_hold_itself():
    def attempt(symbols, pair):
        return right(symbols, pair) if HOLDS_ITSELF else None

    attempt.__wrapped__ = attempt
    assert told(attempt)


def test_a_list_a_generator_and_rounding_are_accepted():
    assert told(lambda symbols, pair: list(right(symbols, pair)))
    assert told(lambda symbols, pair: (symbol for symbol in right(symbols, pair)))
    assert told(
        lambda tokens, vocab: (
            sum(token not in vocab for token in tokens) / (len(tokens) or 1)
        ),
        "words.unknown_rate",
    )


@pytest.mark.parametrize(
    "attempt", [None, 3, "merge_pair", ("a",), [right], b"", {}, dict]
)
def test_a_value_where_a_function_is_asked_for_gets_the_remedy(attempt):
    verdict = told(attempt)
    assert (
        verdict.state == "not yet"
        and "merge_pair" in verdict.sentence
        and "function" in verdict.sentence
    )


@pytest.mark.parametrize(
    "attempt", [lambda: None, lambda a: None, lambda a, b, c: None]
)
def test_another_number_of_parameters_is_told(attempt):
    assert "TypeError" in told(attempt).sentence


@pytest.mark.parametrize(
    "value", [None, "hug", object(), {"a": 1}, lambda: 1, float("nan"), [[]], {1, 2}]
)
@pytest.mark.parametrize(
    "name",
    [
        "bpe.decode",
        "bpe.learn_merges",
        "special.pair",
        "offsets.best_span",
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


def test_a_body_of_dots_is_not_started():
    def merge_pair(symbols, pair):
        """Join."""
        ...

    assert told(merge_pair).state == "not started"
    assert told(lambda symbols, pair: ...).state == "not started"


def test_a_huge_answer_is_shown_in_part():
    verdict = told(lambda symbols, pair: ("x" * 1000,) * 2_000)
    assert len(repr(verdict)) < 2000
    assert "too much memory" in told(lambda symbols, pair: "x" * 2**21).sentence


@pytest.mark.parametrize(
    "name", ["bpe.merge", "merge_pair", "", "bpe", 3, None, "museum.nothing"]
)
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


def test_the_same_attempt_gets_the_same_verdict():
    exercise = EXERCISES["bpe.learn_merges"]
    attempt, *_ = next(iter(exercise.slips.values()))
    assert repr(judge(exercise, attempt)) == repr(judge(exercise, attempt))
