"""`minitok`: a learner's copy of the course is made, added to and brought back, and no work of theirs is lost."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from lessons import ROOT, tool
from nbformat.v4 import (
    new_code_cell,
    new_markdown_cell,
    new_notebook,
    new_output,
    writes,
)

from minitok_course import command, copying
from minitok_course.copying import Copy


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A folder of a learner, where minitok was installed from a wheel with two tiny lessons."""
    files = tmp_path / "files"
    lesson(
        files / "notebooks/01_words.ipynb",
        "'é'",
        outputs=[new_output("stream", text="an answer")],
    )
    lesson(files / "notebooks/02_pairs.ipynb", "1 + 1")
    for beside in ("docs/glossary.md", "images/map.svg"):
        (files / beside).parent.mkdir()
        (files / beside).write_text(beside)
    monkeypatch.setattr(copying, "IN_WHEEL", files)
    monkeypatch.chdir(tmp_path)
    return Copy(files, tmp_path / "minitok-course")


@pytest.fixture
def call(course, capsys):
    """Call `minitok` with arguments: what it printed."""

    def call(*arguments):
        assert command.main(arguments) == 0
        return capsys.readouterr().out

    return call


def lesson(path, *sources, **last):
    made = [
        new_code_cell(source, id=f"cell-{number}")
        for number, source in enumerate(sources)
    ]
    made[-1].update(last)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        writes(
            new_notebook(cells=[new_markdown_cell("# A lesson", id="title"), *made])
        ),
        encoding="utf-8",
    )


def cells(path):
    return json.loads(path.read_text(encoding="utf-8"))["cells"]


def test_copy_makes_the_learners_course_without_answers_and_never_overwrites(
    course, call
):
    assert str(course.folder) in call("copy")
    mine = course.folder / "01_words.ipynb"
    assert [(cell["source"], cell["outputs"]) for cell in cells(mine)[1:]] == [
        (["'é'"], [])
    ]
    assert (course.home / "docs/glossary.md").read_text() == "docs/glossary.md"
    lesson(mine, "my notes")
    (course.home / "docs/glossary.md").write_text("my words")
    (course.source / "images/map.svg").write_text("a better map")
    lesson(
        course.source / "notebooks/03_sums.ipynb",
        "1",
        "2",
        metadata={"tags": ["figures"]},
    )
    assert call("copy") == "Added my-course/03_sums.ipynb\n"
    assert [cell["source"] for cell in cells(course.folder / "03_sums.ipynb")[1:]] == [
        ["1"]
    ]
    assert cells(mine)[1]["source"] == ["my notes"]
    assert (course.home / "docs/glossary.md").read_text() == "my words"
    assert (course.home / "images/map.svg").read_text() == "a better map"
    assert call("copy") == ""


@pytest.mark.parametrize(
    "folder", ["minitok-course", "minitok-course/docs", "minitok-course/my-course"]
)
def test_in_a_copy_it_is_that_copy_which_is_meant(course, call, monkeypatch, folder):
    for word in ("update", "reset"):
        with pytest.raises(
            SystemExit,
            match=r"my-course is not there\. Go to the folder of your course",
        ):
            command.main([word])
    call("copy")
    (
        course.folder / ".versions.json"
    ).unlink()  # hidden, it is easily lost when a folder is copied
    monkeypatch.chdir(folder)
    assert call("copy") == "" and not Path("minitok-course").exists()


def test_reset_brings_a_lesson_back_and_keeps_every_version_of_the_learner(
    course, call
):
    call("copy")
    mine = course.folder / "02_pairs.ipynb"
    before = mine.read_bytes()
    for notes in ("first notes", "second notes"):
        mine.write_text(notes, encoding="utf-8")
        call("reset", "2")
        assert mine.read_bytes() == before
    assert (course.folder / "02_pairs.backup-1.ipynb").read_text(
        encoding="utf-8"
    ) == "first notes"
    assert (course.folder / "02_pairs.backup-2.ipynb").read_text(
        encoding="utf-8"
    ) == "second notes"
    for name in ("02_pairs", "my-course/02_pairs.ipynb", str(mine)):
        assert "02_pairs.ipynb is already as it came" in call("reset", name)
    with pytest.raises(
        SystemExit,
        match=r"no lesson 07\. .* minitok reset 02\. Those there are: 01_words, 02_pairs",
    ):
        command.main(["reset", "01_words.ipynb", "07", "/"])


def test_help_says_what_reset_takes_and_makes_nothing(course, capsys):
    for words in (["reset", "--help"], ["lab", "--help"]):
        with pytest.raises(SystemExit, match=r"^0$"):
            command.main(words)
    text = capsys.readouterr().out
    assert "minitok reset [-h] [LESSON ...]" in text
    assert "such as 02, or my-course/02_bpe_from_scratch.ipynb" in text
    assert "Make the copy, and open it in JupyterLab" in text and "--no-browser" in text
    assert not course.home.exists()


def test_in_a_checkout_without_a_copy_the_commands_that_make_one_are_named(
    tmp_path, monkeypatch
):
    monkeypatch.setattr(command, "CHECKOUT", tmp_path)
    monkeypatch.setattr(command, "learners_copy", lambda: Copy(tmp_path, tmp_path))
    with pytest.raises(SystemExit, match=r"no copy of the lessons yet.*make lab"):
        command.main(["reset", "02"])


def test_a_newer_version_is_told_until_update_brings_it_and_the_learners_is_kept(
    course, call
):
    call("copy")
    mine = course.folder / "02_pairs.ipynb"
    lesson(mine, "my own work")
    lesson(course.source / "notebooks/01_words.ipynb", "'é'")
    assert call("copy") == "", (
        "the learner has changed one, and the other was only run again"
    )
    lesson(course.source / "notebooks/01_words.ipynb", "'a better lesson'")
    lesson(course.source / "notebooks/02_pairs.ipynb", "1 + 2")
    told = call("copy")
    stays = [
        ("my-course/01_words.ipynb", "minitok reset 01"),
        ("my-course/02_pairs.ipynb", "minitok reset 02"),
    ]
    assert re.findall(r"(\S+) stays .*: (.*)", told) == stays
    assert call("copy") == told and cells(mine)[1]["source"] == ["my own work"]
    call("reset", "02")
    assert cells(mine)[1]["source"] == ["1 + 2"]
    lesson(mine, "more of my own")
    assert "reset 02" not in call("copy")
    assert (
        "01_words.backup-1" in call("update")
        and "is the newest" in call("update")
        and call("copy") == ""
    )
    assert cells(course.folder / "02_pairs.backup-1.ipynb")[1]["source"] == [
        "my own work"
    ]


def test_damage_is_a_sentence(course, call):
    course.home.mkdir()
    course.folder.write_text("a file")
    with pytest.raises(SystemExit, match="my-course can't be read or written"):
        command.main(["copy"])
    course.folder.unlink()
    call("copy")
    for damaged in ("[1", "[" * 99_999):
        (course.folder / ".versions.json").write_text(damaged)
        assert ".versions.json was damaged" in call("copy") and call("copy") == ""
    mine = course.folder / "02_pairs.ipynb"
    whole = mine.read_text(encoding="utf-8")
    mine.write_text(whole[:40], encoding="utf-8")
    assert "02_pairs.ipynb is damaged" in call("copy")
    assert (
        "02_pairs.backup-1" in call("update")
        and mine.read_text(encoding="utf-8") == whole
    )


def test_a_full_disk_is_a_sentence_and_leaves_no_half_of_a_file(course, monkeypatch):
    def write(self, *arguments, **options):
        self.touch()
        raise OSError(28, "No space left on device", str(self))

    monkeypatch.setattr(Path, "write_text", write)
    with pytest.raises(
        SystemExit,
        match=r"01_words.* can't be read or written: No space left on device",
    ):
        command.main(["copy"])
    assert list(course.folder.iterdir()) == []
    (course.folder / "02_pairs.ipynb").touch()
    with pytest.raises(SystemExit, match="No space left on device"):
        command.main(["reset", "02"])
    assert [file.name for file in course.folder.iterdir()] == ["02_pairs.ipynb"]


def test_the_lab_opens_at_the_first_lesson_and_later_as_its_windows_were_left(
    course, call
):
    call("copy")
    at_first = "--LabApp.default_url=/lab/tree/my-course/01_words.ipynb"
    assert at_first in command.lab_options(course)
    (layout,) = (course.folder / ".layout").iterdir()
    left = '{"data": {"notebook:my-course/02_pairs.ipynb": {}}}'
    layout.write_text(left)
    assert "--LabApp.default_url=/lab" in command.lab_options(course)
    assert layout.read_text() == left


def test_a_course_that_is_open_is_not_opened_twice(course, call, monkeypatch):
    servers = [
        {"root_dir": "/", "url": "http://localhost:8888/", "token": "other"},
        {"root_dir": f"{course.home}", "url": "http://localhost:8889/", "token": "abc"},
    ]
    opened = []
    monkeypatch.setattr(
        "jupyter_server.serverapp.list_running_servers", lambda: iter(servers)
    )
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert "open already, at http://localhost:8889/lab?token=abc" in call("lab")
    assert opened == ["http://localhost:8889/lab?token=abc"]
    assert command.address_if_open(course.source) is None


@pytest.mark.slow
def test_doctor_tells_what_is_installed_and_what_is_not(course, capsys):
    command.main(["doctor"])
    told = capsys.readouterr().out
    assert re.search(r"^✓ minitok \d.*\n.*python", told) and re.search(
        r"^✓ anywidget \d", told, re.MULTILINE
    )


RUN = """
import sys, nbclient, nbformat, minitok
lesson = nbformat.read(sys.argv[1], as_version=4)
nbclient.execute(lesson, kernel_name="python3")
print(minitok.__file__, [cell.outputs for cell in lesson.cells if "check" in cell.metadata.get("tags", [])])
"""


@pytest.mark.slow
def test_the_wheel_brings_lessons_that_run_without_a_checkout(tmp_path):
    """It is made from the sdist; where it is installed, the libraries of this Python are found, and nothing else."""
    fresh = tmp_path / "fresh"
    programs = fresh / ("Scripts" if os.name == "nt" else "bin")
    away = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}

    def run(*words, folder=tmp_path):
        done = subprocess.run(
            [*map(str, words)], cwd=folder, env=away, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def build(kind, folder):
        build = sys.executable, "-m", "hatchling", "build"
        run(*build, "-t", kind, "-d", tmp_path, folder=folder)

    build("sdist", ROOT)
    shutil.unpack_archive(*tmp_path.glob("*.tar.gz"), tmp_path)
    (source,) = tmp_path.glob("minitok-*/")
    build("wheel", source)
    (wheel,) = tmp_path.glob("*.whl")
    assert wheel.stat().st_size < 4_000_000
    run(sys.executable, "-m", "venv", fresh)
    run(programs / "python", "-m", "pip", "install", "--no-deps", "--no-index", wheel)
    (next(fresh.rglob("site-packages")) / "libraries.pth").write_text(
        sysconfig.get_path("purelib")
    )
    assert "Made" in run(programs / "minitok", "copy")
    links = re.compile(r"\]\((\.\./(?:docs|images|my-course)/[^)#]+)")
    course = tmp_path / "minitok-course/my-course"
    texts = [*course.glob("*.ipynb"), *course.parent.glob("docs/*.md")]
    linked = {
        link
        for path in texts
        for link in links.findall(path.read_text(encoding="utf-8"))
    }
    assert (
        len(linked) > 10
        and [link for link in linked if not (course / link).is_file()] == []
    )
    told = run(
        programs / "python", "-c", RUN, "01_naive_word_split.ipynb", folder=course
    )
    assert told.startswith(str(fresh)) and "Not started" in told


@pytest.mark.parametrize("repository", ["", "https://example.org/minitok"])
def test_what_a_registry_shows_has_no_link_that_leads_nowhere(repository, monkeypatch):
    monkeypatch.setenv("MINITOK_REPOSITORY", repository)
    metadata = {}
    tool("building").TheReadme(str(ROOT), {}).update(metadata)
    links = re.findall(
        r"""\]\(([^)]+)|(?:href|src|srcset)="([^"]+)""", metadata["readme"]["text"]
    )
    assert links and all(re.match("https://|#", max(link)) for link in links)
    assert (f"{repository}/raw/HEAD/images/playground.webp" in map(max, links)) == bool(
        repository
    )
