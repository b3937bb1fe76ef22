"""What every exercise declares holds: the solution is right, the stub is not started, each slip is told."""

from random import Random
from time import perf_counter

import pytest

from minitok.checks import check, exercises, hint, solution
from minitok.checks.exercise import EXERCISES, Find, Write
from minitok.checks.judging import judge
from minitok.checks.limits import limited
from minitok.checks.running import run

WRITTEN = [name for name in exercises() if isinstance(EXERCISES[name], Write)]
FOUND = [name for name in exercises() if isinstance(EXERCISES[name], Find)]
SLIPS = [(name, slip) for name in WRITTEN for slip in EXERCISES[name].slips]

CONTRACT = {
    "start": ["token_length"],
    "words": ["unknown_rate", "build_vocab", "split_signs"],
    "bpe": ["count_pairs", "merge_pair", "learn_merges", "encode_word", "decode", "not_longest_match"],
    "bytes": ["fool_the_decoder", "encode", "decode_stream", "split", "dropout"],
    "wordpiece": ["score", "longest_match", "decode"],
    "unigram": ["segmentations", "viterbi", "loss", "expected_counts", "fewest_pieces"],
    "special": ["cut", "add_tokens", "pair", "chat"],
    "offsets": ["normalize", "windows", "group", "best_span"],
    "real": ["merges_from_ranks", "encode_iterable", "new_rows", "pad"],
    "fast": ["update_counts", "exponent", "next_pair", "hit_rate"],
    "bite": ["digits", "heal"],
}


def defined(name, source):
    names = {"__name__": "a learner's notebook"}
    exec(source, names)
    return names[name.split(".")[1]]


def test_every_exercise_of_the_course_is_there():
    assert {name for name in exercises() if not name.startswith("museum.")} == {
        f"{area}.{name}" for area, names in CONTRACT.items() for name in names
    }
    assert [EXERCISES[name].lesson for name in exercises()] == sorted(EXERCISES[name].lesson for name in exercises())


def test_each_lesson_from_01_to_08_has_two_exhibits_at_least():
    lessons = [EXERCISES[name].lesson for name in exercises() if name.startswith("museum.")]
    assert all(lessons.count(lesson) >= 2 for lesson in range(1, 9))


def test_an_exercise_of_your_own_comes_last(monkeypatch):
    monkeypatch.setitem(EXERCISES, "a.teacher", EXERCISES["bpe.decode"])
    assert exercises()[-1] == "a.teacher"


@pytest.mark.parametrize("name", exercises())
def test_the_solution_runs_by_itself_and_is_right_at_once(name):
    attempt = solution(name).value
    started = perf_counter()
    verdict = check(name, attempt)
    assert verdict and verdict.state == "right", verdict
    assert perf_counter() - started < 1


@pytest.mark.parametrize("name", exercises())
def test_the_stub_is_not_started(name):
    assert judge(EXERCISES[name], defined(name, EXERCISES[name].stub)).state == "not started"
    assert judge(EXERCISES[name], ...).state == "not started"
    assert not check(name, ...)


@pytest.mark.parametrize("name", WRITTEN)
def test_the_stub_is_the_solution_up_to_its_docstring(name):
    stub = EXERCISES[name].stub
    assert solution(name).source.startswith(stub.removesuffix("    return ...\n").rstrip())
    assert "→" in defined(name, stub).__doc__


@pytest.mark.parametrize("name", WRITTEN)
def test_the_solution_and_the_oracle_agree_on_cases_made_then(name):
    exercise = EXERCISES[name]
    cases = [exercise.generate(Random(f"another {seed}")) for seed in range(100)]
    tried = [case for case in [exercise.example, *exercise.cases, *cases] if exercise.valid(*case)]
    assert len(tried) > 20
    for case in tried:
        right = run(exercise.oracle or exercise.solution, case, call=exercise.call)
        solved = run(exercise.solution, case, call=exercise.call)
        if right.raised:
            assert solved.raised.type is right.raised.type is ValueError
        else:
            assert exercise.same(right.value, solved.value, case), case


@pytest.mark.parametrize("name", WRITTEN)
def test_the_cases_are_what_the_exercise_is_about(name):
    exercise = EXERCISES[name]
    assert all(exercise.valid(*case) for case in [exercise.example, *exercise.cases])


@pytest.mark.parametrize(("name", "slip"), SLIPS, ids=[f"{name}-{slip.program.__name__}" for name, slip in SLIPS])
def test_a_known_slip_is_told_by_its_sentence(name, slip):
    started = perf_counter()
    verdict = judge(EXERCISES[name], slip.program)
    assert verdict.state == "not yet" and verdict.case is not None
    assert verdict.sentence == slip.says
    assert perf_counter() - started < 3


def test_each_exercise_knows_two_slips_at_least():
    assert all(len(EXERCISES[name].slips) >= 2 for name in WRITTEN)


@pytest.mark.parametrize("name", exercises())
def test_hints_come_one_at_a_time(name):
    count = len(EXERCISES[name].hints)
    assert count >= 3
    given = [hint(name) for _ in range(count + 1)]
    assert [one.number for one in given] == [*range(1, count + 1), count]
    assert "solution(" in str(given[-1]) and "solution(" not in str(given[0])


@pytest.mark.parametrize("name", WRITTEN)
def test_the_shown_case_is_a_case_on_which_the_attempt_fails(name):
    exercise = EXERCISES[name]
    for slip in exercise.slips[:2]:
        verdict = judge(exercise, slip.program)
        with limited(5):
            right = run(exercise.oracle or exercise.solution, verdict.case, call=exercise.call)
        assert right.shown == verdict.expected or exercise.same(right.value, verdict.expected, verdict.case)
