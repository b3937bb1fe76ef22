"""What every exercise declares holds: the solution is right, the stub is not started, each slip is told."""

from random import Random

import pytest

from minitok import checks
from minitok.checks import check, exercises, hint, solution
from minitok.checks.exercise import EXERCISES, Find, Write
from minitok.checks.judging import judge
from minitok.checks.running import run

WRITTEN = [name for name in exercises() if isinstance(EXERCISES[name], Write)]
SLIPS = [(name, says) for name in WRITTEN for says in EXERCISES[name].slips]

CONTRACT = {
    "start": ["token_length"],
    "words": ["unknown_rate", "build_vocab", "split_punctuation"],
    "bpe": ["count_pairs", "merge_pair", "learn_merges", "encode_word", "decode", "not_longest_match"],
    "bytes": [
        *["fool_the_decoder", "byte_to_char", "split", "gpt2_pattern", "encode", "dropout"],
        *["decode_stream", "decode_stream_invalid"],
    ],
    "wordpiece": ["best_pair", "longest_match", "decode"],
    "unigram": ["segmentations", "viterbi", "loss", "expected_counts", "fewest_pieces"],
    "special": ["cut", "add_tokens", "pair", "chat"],
    "offsets": ["normalize", "windows", "group", "best_span"],
    "real": ["merges_from_ranks", "encode_iterable", "new_rows", "pad"],
    "chats": ["template", "labels", "survive"],
    "fast": ["update_counts", "exponent", "next_pair", "merge_string", "hit_rate"],
    "bite": ["digits", "heal", "drift", "json_string_mask"],
    "own": ["comes_back", "no_forgery", "can_pad_and_stop"],
}


def test_every_exercise_of_the_course_is_there_in_the_order_of_the_lessons():
    assert {name for name in exercises() if not name.startswith("museum.")} == {
        f"{area}.{name}" for area, names in CONTRACT.items() for name in names
    }
    assert [EXERCISES[name].lesson for name in exercises()] == sorted(EXERCISES[name].lesson for name in exercises())


def test_each_lesson_from_01_to_08_has_an_exhibit():
    lessons = [EXERCISES[name].lesson for name in exercises() if name.startswith("museum.")]
    assert {*range(1, 9)} <= {*lessons}


@pytest.mark.parametrize("name", exercises())
def test_the_solution_is_right_at_once_and_the_stub_is_not_started(name):
    verdict = check(name, solution(name).value)
    assert verdict and verdict.state == "right", verdict
    stub = {"__name__": "a learner's notebook"}
    exec(EXERCISES[name].stub, stub)
    for attempt in stub[EXERCISES[name].short], ...:
        assert judge(EXERCISES[name], attempt).state == "not started"
    if isinstance(EXERCISES[name], Find):
        return
    assert solution(name).source.startswith(EXERCISES[name].stub.removesuffix("    return ...\n").rstrip())
    assert "→" in stub[EXERCISES[name].short].__doc__


@pytest.mark.parametrize("name", WRITTEN)
def test_the_solution_and_the_oracle_agree_on_the_cases_and_on_others(name):
    exercise = EXERCISES[name]
    assert all(exercise.valid(*case) for case in [exercise.example, *exercise.cases])
    others = [exercise.generate(Random(f"another {seed}")) for seed in range(60)]
    tried = [case for case in [exercise.example, *exercise.cases, *others] if exercise.valid(*case)]
    assert len(tried) > 20
    for case in tried:
        right = run(exercise.oracle or exercise.solution, case, call=exercise.call)
        solved = run(exercise.solution, case, call=exercise.call)
        if right.raised:
            assert solved.raised.type is right.raised.type is ValueError
        else:
            assert exercise.same(right.value, solved.value, case), case


@pytest.mark.parametrize(("name", "says"), SLIPS)
def test_a_known_slip_is_told_by_its_sentence_with_a_case_on_which_it_fails(name, says):
    exercise = EXERCISES[name]
    programs = exercise.slips[says]
    for program in programs if isinstance(programs, tuple) else [programs]:
        verdict = judge(exercise, program)
        assert verdict.state == "not yet" and verdict.sentence == says
        assert [step.alike for step in verdict.steps] == [True] * (len(verdict.steps) - 1) + [False][
            : len(verdict.steps)
        ]
        assert ("Step through it" in verdict._repr_html_()) == bool(verdict.steps)
        right = run(exercise.oracle or exercise.solution, verdict.case, call=exercise.call)
        assert right.shown == verdict.expected or exercise.same(right.value, verdict.expected, verdict.case)


@pytest.mark.parametrize("name", exercises())
def test_hints_come_one_at_a_time(name, monkeypatch):
    monkeypatch.setattr(checks, "_hints_given", {})
    count = len(EXERCISES[name].hints)
    assert count >= 3 and (
        name not in WRITTEN or EXERCISES[name].remark is not Write.remark or len(EXERCISES[name].slips) >= 2
    )
    given = [hint(name) for _ in range(count + 1)]
    assert [one.number for one in given] == [*range(1, count + 1), count]
    assert "solution(" in str(given[-1]) and "solution(" not in str(given[0])
