"""What is right is kept in my-course/my_tokenizer.py, which is the learner's: it runs alone, and stays as edited.

Progress is kept beside it in .progress.json, whole or not at all.
"""

import json
import linecache
import os
import subprocess
import sys
from itertools import count

import pytest

from minitok_course.exercises import (
    check,
    exercise_names,
    mine,
    progress,
    reset,
    solution,
)
from minitok_course.exercises.exercise import EXERCISES
from minitok_course.exercises.notebook import source_of

PAIRS = solution("bpe.count_pairs").source
MERGE = solution("bpe.merge_pair").source
BY_A_HELPER = """def pairs(word):
    return list(zip(word, word[1:]))


def count_pairs(words):
    counts = {}
    for word, times in words.items():
        for pair in pairs(word):
            counts[pair] = counts.get(pair, 0) + times
    return counts
"""
BY_OTHERS = """def learn_merges(word_counts, how_many):
    words, merges = {tuple(word): count for word, count in word_counts.items()}, []
    ids = {letter: id for id, letter in enumerate(sorted({letter for word in words for letter in word}))}
    while (counts := count_pairs(words)) and len(merges) < how_many:
        pair = max(counts, key=lambda pair: (counts[pair], -ids[pair[0]], -ids[pair[1]]))
        ids.setdefault(pair[0] + pair[1], len(ids))
        merges.append(pair)
        words = {tuple(merge_pair(word, pair)): count for word, count in words.items()}
    return merges
"""
NAME = "wordpiece.decode"
numbers = count()


@pytest.fixture
def folder(tmp_path, monkeypatch):
    folder = tmp_path / "my-course"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def hand_in(name, source, *, session=None):
    """Run a cell as a notebook does, and check what it defines."""
    file = f"<ipython-input-{next(numbers)}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    names = {} if session is None else session
    exec(compile(source, file, "exec"), names)
    return check(name, names[name.split(".")[1]])


def file(folder):
    return (folder / "my_tokenizer.py").read_text(encoding="utf-8")


def alone(folder, code):
    """What some code prints in a fresh Python that finds the learner's folder and nothing of ours."""
    told = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env={}, capture_output=True, text=True
    )
    assert not told.stderr
    return told.stdout.strip()


@pytest.mark.slow
def test_all_solutions_make_a_file_that_imports_by_itself_and_is_taken_up_again(
    folder, monkeypatch, capsys
):
    for name in reversed(exercise_names()):
        told = hand_in(name, solution(name).source).sentence
        assert told.endswith("It is in your my-course/my_tokenizer.py now."), (
            name,
            told,
        )
    places = [file(folder).index(f", {name}:") for name in exercise_names()]
    assert places == sorted(places)
    assert (
        alone(
            folder,
            "import my_tokenizer as mine; print(mine.merge_pair('aab', ('a', 'a')))",
        )
        == "('aa', 'b')"
    )
    reset()
    assert all(mine(name) is not None for name in exercise_names())
    assert capsys.readouterr().out == ""
    assert f"{len(EXERCISES)} of them in my-course/my_tokenizer.py" in repr(progress())


def test_before_it_is_right_the_solution_stands_in_and_is_not_taken_for_the_learners(
    folder, capsys
):
    stand_in = mine("bpe.merge_pair")
    assert stand_in("aab", ("a", "a")) == ("aa", "b")
    assert (
        capsys.readouterr().out
        == "bpe.merge_pair: the course's solution, until yours is right\n"
    )
    verdict = check("bpe.merge_pair", stand_in)
    assert (
        verdict.state == "not started"
        and "the course's solution, from `mine`" in verdict.sentence
    )
    assert not list(folder.iterdir())


def test_elsewhere_nothing_is_kept_and_the_kernel_goes_on_with_the_learners_own(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    verdict = hand_in("bpe.merge_pair", MERGE)
    assert (
        "my_tokenizer" not in verdict.sentence
        and mine("bpe.merge_pair") is verdict.attempt
    )
    assert (
        not list(tmp_path.iterdir())
        and "✓ bpe.merge_pair" in repr(progress())
        and capsys.readouterr().out == ""
    )


def test_of_a_cell_what_the_attempt_needs_is_kept_with_its_comments(folder):
    cell = f"""SIZES = {{}}
for size in (1, 2):
    SIZES[size] = size
# by pairs of neighbours
{BY_A_HELPER.replace("+ times", "+ times * SIZES[1]")}
print(count_pairs({{("a", "b"): 1}}))
verdict = check("bpe.count_pairs", count_pairs)
"""
    assert hand_in("bpe.count_pairs", cell, session={"check": print})
    text = file(folder)
    assert "# by pairs of neighbours\ndef pairs" in text
    assert "print" not in text and "check(" not in text
    assert (
        alone(folder, "import my_tokenizer as mine; print(mine.count_pairs({'ab': 2}))")
        == "{('a', 'b'): 2}"
    )


def test_an_attempt_may_use_what_was_accepted_before_and_is_told_what_it_lacks(folder):
    session = {}
    exec(PAIRS + MERGE, session)
    assert "to be kept it needs `count_pairs` and `merge_pair` in the same cell" in (
        hand_in("bpe.learn_merges", BY_OTHERS, session=session).sentence
    )
    assert not (folder / "my_tokenizer.py").exists()
    for name, source in {
        "bpe.merge_pair": MERGE,
        "bpe.count_pairs": BY_A_HELPER,
        "bpe.learn_merges": BY_OTHERS,
    }.items():
        assert "It is in your" in hand_in(name, source, session=session).sentence
    code = "import my_tokenizer as mine; print(mine.learn_merges({'aab': 2}, 1))"
    assert alone(folder, code) == "[('a', 'a')]"


def test_a_newer_attempt_takes_the_place_of_the_older_which_is_kept_beside_it(folder):
    hand_in("bpe.count_pairs", PAIRS)
    hand_in("bpe.merge_pair", MERGE)
    assert "It is in your" in hand_in("bpe.count_pairs", BY_A_HELPER).sentence
    assert (
        "def pairs" in file(folder)
        and "Counter" not in file(folder)
        and "def merge_pair" in file(folder)
    )
    assert "Counter" in (folder / "my_tokenizer_older.py").read_text(encoding="utf-8")


def test_what_is_edited_by_hand_stays_and_is_checked_again(folder, monkeypatch, capsys):
    hand_in("bpe.merge_pair", MERGE)
    edited = file(folder).replace("i = 0", "i = 0  # from the left") + "MINE = 1\n"
    (folder / "my_tokenizer.py").write_text(edited, encoding="utf-8")
    reset()
    assert (
        mine("bpe.merge_pair")("aab", ("a", "a")) == ("aa", "b")
        and not capsys.readouterr().out
    )
    hand_in("bpe.merge_pair", MERGE)  # the cell of the notebook, run again
    hand_in("bpe.decode", solution("bpe.decode").source)
    assert file(folder).startswith(edited)

    broken = edited.replace("i += 2", "i += 1")
    (folder / "my_tokenizer.py").write_text(broken, encoding="utf-8")
    assert mine("bpe.merge_pair")("aab", ("a", "a")) == ("aa", "b")
    assert (
        "was changed, and what it has now is not right: the course's solution"
        in capsys.readouterr().out
    )
    hand_in("bpe.merge_pair", MERGE)
    assert "i += 2" in file(folder) and "i += 1  " not in file(folder)
    assert (
        broken[broken.index("# ---- ") : broken.index("MINE")]
        in (folder / "my_tokenizer_older.py").read_text()
    )


CONFLICT = b"<<<<<<< mine\nx = 1\n=======\nx = 2\n>>>>>>> theirs\n"


@pytest.mark.parametrize("junk", [b"\xff\xfe", b"def (", CONFLICT])
def test_a_damaged_file_is_set_aside_and_the_verdict_says_where(folder, junk):
    (folder / "my_tokenizer.py").write_bytes(junk)
    assert mine("bpe.merge_pair")
    sentence = hand_in("bpe.merge_pair", MERGE).sentence
    assert "It is in your" in sentence
    assert "as it was, it is in my-course/my_tokenizer.damaged-1.py" in sentence
    assert (folder / "my_tokenizer.damaged-1.py").read_bytes() == junk
    assert alone(folder, "import my_tokenizer") == ""


def test_a_mark_at_the_start_of_the_file_is_no_damage(folder):
    hand_in("bpe.merge_pair", MERGE)
    before = (folder / "my_tokenizer.py").read_bytes()
    (folder / "my_tokenizer.py").write_bytes(b"\xef\xbb\xbf" + before)
    reset()
    assert "damaged" not in hand_in("bpe.count_pairs", PAIRS).sentence
    assert "def merge_pair" in file(folder) and "def count_pairs" in file(folder)


HANDS_IN = """
import linecache, sys
from minitok_course.exercises import check, solution

for name in sys.argv[1:]:
    source, names = solution(name).source, {}
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    exec(compile(source, name, "exec"), names)
    assert "It is in your" in check(name, names[name.split(".")[1]]).sentence
"""


def test_two_kernels_at_once_lose_nothing(folder):
    names = [name for name in exercise_names() if name.startswith(("bpe.", "word"))]
    names.remove("bpe.not_longest_match")
    path = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", HANDS_IN]
    halves = names[::2], names[1::2]
    kernels = [subprocess.Popen([*command, *half], env=path) for half in halves]
    assert [kernel.wait() for kernel in kernels] == [0, 0]
    places = [file(folder).index(f", {name}:") for name in names]
    assert places == sorted(places)
    assert kept(folder) == dict.fromkeys(names, "right")


def test_a_block_that_does_not_run_takes_no_other_with_it(folder, monkeypatch, capsys):
    hand_in("bpe.count_pairs", PAIRS)
    hand_in("bpe.merge_pair", MERGE)
    broken = file(folder).replace("def count_pairs", "def count_pairs(")
    (folder / "my_tokenizer.py").write_text(broken, encoding="utf-8")
    assert (
        mine("bpe.merge_pair")("ab", ("a", "b")) == ("ab",)
        and not capsys.readouterr().out
    )
    assert (
        mine("bpe.count_pairs")({"ab": 1})
        and "can't be run (SyntaxError" in capsys.readouterr().out
    )
    hand_in("bpe.decode", solution("bpe.decode").source)
    assert (
        alone(
            folder, "import my_tokenizer as mine; print(hasattr(mine, 'count_pairs'))"
        )
        == "False"
    )
    assert (folder / "my_tokenizer.damaged-1.py").read_text(encoding="utf-8") == broken


def test_values_lambdas_and_other_names_are_kept_under_their_own(folder):
    assert check("bytes.fool_the_decoder", "€".encode())
    session = {}
    exec("from collections import Counter", session)
    by_lambda = "glue = lambda symbols, pair: tuple(naive(list(symbols), pair))\n"
    naive = MERGE.replace("merge_pair", "naive")
    hand_in(
        "bpe.merge_pair",
        f"{naive}\n\nmerge_pair = {by_lambda.partition('= ')[2]}",
        session=session,
    )
    code = "import my_tokenizer as m; print(m.fool_the_decoder.decode(), m.merge_pair('aab', ('a', 'a')))"
    assert (
        alone(folder, f"import sys; sys.stdout.reconfigure(encoding='utf-8')\n{code}")
        == "€ ('aa', 'b')"
    )
    assert "its source can't be found" in check("bpe.decode", no_source()).sentence


def test_a_value_is_kept_as_the_cell_that_gives_it(monkeypatch):
    main, value = sys.modules["__main__"], "banana"
    monkeypatch.setattr(main, "In", ["text = 'ban' + 'ana'", "1 + 1"], raising=False)
    monkeypatch.setattr(main, "text", value, raising=False)
    assert source_of(value, "text") == main.In[0]


def no_source():
    names = {}
    exec(solution("bpe.decode").source, names)
    return names["decode"]


def test_where_it_can_not_be_written_it_is_told_and_nothing_changes(
    folder, monkeypatch
):
    hand_in("bpe.merge_pair", MERGE)
    before = file(folder)

    def refuse(self, *args, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    verdict = hand_in("bpe.count_pairs", PAIRS)
    assert verdict and "can't be kept" in verdict.sentence and file(folder) == before
    assert "✓ bpe.count_pairs" in repr(progress()) and "written" in repr(progress())


def kept(folder):
    return json.loads((folder / ".progress.json").read_text())["exercises"]


def right(tokens):
    return " ".join(tokens).replace(" ##", "")


def wrong(tokens):
    return " ".join(tokens)


def test_what_is_begun_and_what_is_right_is_kept(folder):
    check(NAME, ...)
    assert not list(folder.iterdir())
    check(NAME, wrong)
    assert kept(folder) == {NAME: "begun"}
    for attempt in (right, wrong):
        check(NAME, attempt)
        assert kept(folder) == {NAME: "right"}
    assert {file.name for file in folder.iterdir()} == {
        ".lock",
        ".progress.json",
        "my_tokenizer.py",
    }
    told = repr(progress())
    assert "1 right, ◐ 0 begun" in told and "✓ wordpiece.decode" in told
    assert "Kept in my-course/.progress.json. Your own code: 1 of them in" in told


@pytest.mark.parametrize("text", ["", "[]", "[" * 9999])
def test_damaged_progress_is_set_aside(folder, text):
    (folder / ".progress.json").write_text(text)
    assert "damaged" in repr(progress())
    check(NAME, right)
    assert kept(folder) == {NAME: "right"}
    assert (folder / ".progress.damaged-1.json").read_text() == text


def test_a_write_that_breaks_off_leaves_the_file_as_it_was(folder, monkeypatch):
    check(NAME, right)

    def break_off(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", break_off)
    check("bpe.decode", lambda tokens, mark: "")
    assert kept(folder) == {NAME: "right"}
    assert {file.name for file in folder.iterdir()} == {
        ".lock",
        ".progress.json",
        "my_tokenizer.py",
    }


def test_a_folder_that_is_gone_is_no_trouble(folder):
    folder.rmdir()
    assert check(NAME, right) and progress()
