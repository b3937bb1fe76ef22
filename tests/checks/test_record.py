"""Progress is kept in my-course/.progress.json, whole or not at all, and nowhere else."""

import json

import pytest

import minitok.checks
from minitok.checks import check, progress, solution
from minitok.checks.exercise import EXERCISES
from minitok.checks.record import Record

NAME = "wordpiece.decode"


@pytest.fixture(autouse=True)
def new_record(monkeypatch):
    monkeypatch.setattr(minitok.checks, "_record", Record())


@pytest.fixture
def my_course(tmp_path, monkeypatch):
    folder = tmp_path / "my-course"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def kept(folder):
    return json.loads((folder / ".progress.json").read_text())["exercises"]


def right(tokens):
    return " ".join(tokens).replace(" ##", "")


def wrong(tokens):
    return " ".join(tokens)


def test_what_is_begun_and_what_is_right_is_kept(my_course):
    check(NAME, wrong)
    assert kept(my_course) == {NAME: "begun"}
    check(NAME, right)
    assert kept(my_course) == {NAME: "right"}
    assert {file.name for file in my_course.iterdir()} == {".progress.json", "my_tokenizer.py"}
    assert "1 right, ◐ 0 begun" in repr(progress()) and "✓ wordpiece.decode" in repr(progress())


def test_what_was_right_once_stays_right(my_course):
    for attempt in (right, wrong, ...):
        check(NAME, attempt)
    assert kept(my_course) == {NAME: "right"}


def test_a_stub_touches_no_file(my_course):
    check(NAME, ...)
    progress()
    assert not list(my_course.iterdir())


def test_no_other_folder_is_touched(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    check(NAME, right)
    assert not list(tmp_path.iterdir()) and "✓ wordpiece.decode" in repr(progress())


def test_two_lessons_that_are_open_add_to_each_other(my_course, monkeypatch):
    check(NAME, right)
    monkeypatch.setattr(minitok.checks, "_record", Record())
    check("bpe.decode", lambda tokens, mark: "")
    assert kept(my_course) == {NAME: "right", "bpe.decode": "begun"}


DAMAGED = [
    "",
    "{",
    "[]",
    "null",
    '{"exercises": 3}',
    '{"exercises": {"a": "else"}}',
    '{"exercises": {"a": []}}',
    "[" * 9999,
]


@pytest.mark.parametrize("text", DAMAGED)
def test_a_damaged_file_is_set_aside(my_course, text):
    (my_course / ".progress.json").write_text(text)
    assert "damaged" in repr(progress())
    check(NAME, right)
    assert kept(my_course) == {NAME: "right"}
    assert (my_course / ".progress.damaged-1.json").read_text() == text


def test_a_second_damaged_file_does_not_take_the_place_of_the_first(my_course):
    for text in ("first", "second"):
        (my_course / ".progress.json").write_bytes(text.encode() + b"\xff")
        progress()
    assert (my_course / ".progress.damaged-1.json").read_bytes() == b"first\xff"
    assert (my_course / ".progress.damaged-2.json").read_bytes() == b"second\xff"


def test_where_nothing_can_be_written_it_is_told_and_kept_in_memory(my_course, monkeypatch):
    def refuse(self, *args, **options):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.write_text", refuse)
    assert check(NAME, right)
    assert not (my_course / ".progress.json").exists()
    assert "✓ wordpiece.decode" in repr(progress()) and "written" in repr(progress())


def test_a_write_that_breaks_off_leaves_the_file_as_it_was(my_course, monkeypatch):
    check(NAME, right)

    def break_off(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pathlib.Path.replace", break_off)
    check("bpe.decode", lambda tokens, mark: "")
    assert kept(my_course) == {NAME: "right"}
    assert {file.name for file in my_course.iterdir()} == {".progress.json", "my_tokenizer.py"}


def test_a_folder_that_is_gone_is_no_trouble(my_course):
    my_course.rmdir()
    assert check(NAME, right) and progress()


def test_the_picture_names_every_exercise():
    told = progress()
    for shown in (repr(told), told._repr_html_()):
        assert all(name in shown for name in EXERCISES)
    assert "lesson 01" in repr(told) and solution(NAME).source
