"""What the Python behind a page answers: here a real Python plays it, with no widgets, as in a browser."""

import json
import os
import subprocess
import sys

import pytest
from lessons import ROOT

from minitok_course import solution

ASK = """
import sys
exec(open(sys.argv[1]).read())
for question in json.loads(sys.stdin.read()):
    sys.__stdout__.write(answer(json.dumps(question)) + "\\n")
"""
RIGHT = solution("bpe.merge_pair").source
WRONG = RIGHT.replace("i += 2", "i += 1")
LEARN = """def learn_merges(word_counts, how_many):
    words = {tuple(word): count for word, count in word_counts.items()}
    ids = {letter: id for id, letter in enumerate(sorted({letter for word in words for letter in word}))}
    merges = []
    while len(merges) < how_many and (counts := count_pairs(words)):
        merges.append(max(counts, key=lambda pair: (counts[pair], *(-ids[part] for part in pair))))
        ids.setdefault("".join(merges[-1]), len(ids))
        words = {merge_pair(word, merges[-1]): count for word, count in words.items()}
    return merges
"""
ABOVE = [
    "import no_such_library",
    "from minitok_course import mine",
    "count_pairs = mine('bpe.count_pairs')",
    RIGHT,
]


@pytest.fixture
def answers(tmp_path):
    """What is answered to questions, one after the other; the learner's file goes from each to the next."""

    def ask(*questions):
        asked = json.dumps(
            [
                {"name": "bpe.merge_pair", "above": [], "file": "", **question}
                for question in questions
            ]
        )
        command = [
            sys.executable,
            "-c",
            ASK,
            str(ROOT / "tools" / "site" / "static" / "answering.py"),
        ]
        path = os.pathsep.join(sys.path)
        done = subprocess.run(
            command,
            input=asked,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return ask


def test_right_plays_and_is_kept_and_wrong_shows_where_it_parts(answers):
    wrong, right = answers({"source": WRONG}, {"source": f"print('ready')\n{RIGHT}"})
    assert (
        not wrong["right"]
        and "A symbol is used twice" in wrong["html"]
        and wrong["file"] == ""
    )
    assert (
        wrong["view"]["state"]["name"] == "mt-difference-stepper"
        and "mt-differs" in wrong["view"]["state"]["trace"]
    )
    assert (
        right["right"]
        and right["printed"] == "ready\n"
        and "def merge_pair" in right["file"]
    )
    assert "print" not in right["file"]
    assert right["view"]["state"]["name"] == "mt-merge-stepper"
    assert len(json.loads(right["view"]["state"]["trace"])["bodies"]) == 2


def test_code_sees_what_it_needs_of_the_cells_above_and_what_was_kept(answers):
    count = solution("bpe.count_pairs").source
    (kept,) = answers({"name": "bpe.count_pairs", "source": count})
    learn = {"name": "bpe.learn_merges", "source": LEARN}
    (with_both,) = answers({**learn, "above": ABOVE, "file": kept["file"]})
    assert with_both["right"] and "the course's solution" not in with_both["printed"]
    (alone,) = answers(learn)
    assert (
        not alone["right"]
        and "NameError" in alone["html"]
        and "count_pairs" in alone["html"]
    )


def test_what_does_not_run_and_what_is_not_begun_is_told(answers):
    stub = 'def merge_pair(symbols, pair):\n    """Join."""\n    return ...\n'
    broken, error, begun = answers(
        {"source": "def merge_pair(:"}, {"source": "x = 1\ny = x / 0"}, {"source": stub}
    )
    assert "SyntaxError" in broken["html"] and "in line 1" in broken["html"]
    assert (
        "ZeroDivisionError" in error["html"] and "in line 2: y = x / 0" in error["html"]
    )
    assert "Not started" in begun["html"] and "cell" not in begun["html"]


def test_where_there_are_no_steps_the_smallest_case_is_drawn_alone(answers):
    (split,) = answers(
        {"name": "bytes.split", "source": "def split(text):\n    return text.split()"}
    )
    assert "Here they part: the smallest case." in split["view"]["state"]["trace"]
