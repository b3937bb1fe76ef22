"""How the site is built: what is missing is named and left out, and a site stays until a new one is whole."""

import json
import sys
from pathlib import Path
from types import ModuleType

import pytest
from lessons import LESSONS
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output


@pytest.fixture
def make(tools, monkeypatch):
    """tools/site/make.py, with pages that are quickly written."""
    import make

    monkeypatch.setattr(make, "write_pages", lambda site, names: make.put(site / "index.html", "new"))
    return make


def lite(build):
    """Stands in for the tool that builds the lessons that run in the browser."""
    module = ModuleType("lite")
    module.build = build
    module.address = lambda lesson: f"lite/lab/index.html?path=my-course/{lesson}.ipynb"
    return module


def test_without_npm_the_pages_are_still_built_and_it_says_what_is_missing(make, tmp_path, monkeypatch, capsys):
    def build(target):
        raise make.notebooks.NotebookError("npm is missing: install Node.js")

    monkeypatch.setitem(sys.modules, "lite", lite(build))
    assert make.main(["--into", str(tmp_path / "site")]) == 0
    assert "left out. npm is missing: install Node.js" in capsys.readouterr().out
    assert (tmp_path / "site/index.html").read_text() == "new"


def test_a_site_that_can_not_be_built_leaves_the_old_one(make, tmp_path, monkeypatch, capsys):
    (tmp_path / "site").mkdir()
    (tmp_path / "site/index.html").write_text("old")
    (tmp_path / "site.new").mkdir()
    (tmp_path / "site.new/index.html").write_text("half built")

    def fail(site, names):
        raise make.notebooks.NotebookError("docs/a.md links to b.md, which is not there")

    monkeypatch.setattr(make, "write_pages", fail)
    assert make.main(["--pages", "--into", str(tmp_path / "site")]) == 1
    assert "b.md, which is not there" in capsys.readouterr().err
    assert (tmp_path / "site/index.html").read_text() == "old"


def test_a_site_takes_the_place_of_an_old_or_half_built_one(make, tmp_path):
    for folder in ("site", "site.new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "left.html").write_text("left over")
    assert make.main(["--pages", "--into", str(tmp_path / "site")]) == 0
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["index.html"]
    assert not (tmp_path / "site.new").exists()


@pytest.mark.parametrize("name", ["build", "build/site", "build/site.new"])
def test_a_file_in_the_way_is_named(make, tmp_path, capsys, name):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("a file")
    assert make.main(["--pages", "--into", str(tmp_path / "build" / "site")]) == 1
    assert f"{path} is a file, where a folder has to be: delete it" in capsys.readouterr().err


def test_a_lesson_whose_kept_run_is_damaged_is_run_again(tools, tmp_path, monkeypatch):
    import running

    lesson = next(iter(LESSONS.values()))
    (tmp_path / lesson.name).write_text('{"cells": [')
    ran = []
    monkeypatch.setattr(running, "KEPT", tmp_path)
    monkeypatch.setattr(running.notebooks, "run", lambda notebook, path, keep_views: ran.append(path))
    for _ in range(2):
        running.run(lesson)
    assert ran == [lesson]


def test_a_page_is_the_same_from_a_run_and_from_what_was_kept_of_it(tools):
    import islands

    state = {"title": "Predict", "question": "How many?", "labels": [""], "choices": []}
    island = {"front": "prediction", "state": state, "asked": {"truths": [], "oneLine": False}}
    kept = json.loads(json.dumps(island, sort_keys=True))
    assert list(kept) != list(island)
    pages = [islands.as_html({islands.ISLAND: one, "text/html": "12"}, "view", "answers") for one in (island, kept)]
    assert pages[0] == pages[1]


def test_a_lesson_that_runs_in_the_browser_is_offered_there(make, tmp_path, monkeypatch):
    import lesson_pages

    there = tmp_path / "lite/files/my-course/02_bpe.ipynb"
    monkeypatch.setitem(sys.modules, "lite", lite(lambda target: None))
    assert make.live(tmp_path, Path("02_bpe.ipynb")) == ""
    there.parent.mkdir(parents=True)
    there.write_text("{}")
    live = make.live(tmp_path, Path("02_bpe.ipynb"))
    assert live == "lite/lab/index.html?path=my-course/02_bpe.ipynb"
    assert f'href="{live}">Run this lesson in your browser' in lesson_pages.ways(live)
    assert f'href="{live}"' in lesson_pages.help_with('check("bpe.count_pairs", count_pairs)', live)
    assert "lite/" not in lesson_pages.ways("") + lesson_pages.help_with('check("bpe.count_pairs", count_pairs)', "")


def test_where_a_vocabulary_is_missing_the_stored_output_stays(tools):
    import running

    def outputs(text):
        return [new_output("stream", text=text)]

    cells = [new_code_cell("a", metadata={"tags": ["published"]}), new_code_cell("b")]
    notebook = new_notebook(cells=cells)
    cells[0].outputs, cells[1].outputs = outputs("gpt2 is not here"), outputs("ours, now")
    running.keep_published(notebook, [outputs("10 tokens"), outputs("ours, before")])
    assert [cell.outputs[0].text for cell in cells] == ["10 tokens", "ours, now"]


def test_the_code_of_a_question_is_left_out_where_it_would_tell_the_answer(tools):
    from lesson_pages import without_question

    assert without_question('from minitok.views import Prediction\n\nPrediction("How many?", 8)') == ""
    assert without_question('why = "so"\nPrediction("How many?", 8, why=why)') == ""
    kept = 'def count(text):\n    """How many."""\n    return len(text)\n\n\nn = count("é")'
    assert without_question(f'{kept}\nPrediction(\n    "How many?",\n    n,\n)') == kept
    assert without_question(f"{kept}\nPrediction(n) if n else None") == kept


def test_what_follows_a_question_is_covered_up_to_the_text_that_tells_of_it(tools):
    import lesson_pages

    asked = {"truths": [], "oneLine": False}
    state = {"title": "Predict", "question": "How many?", "labels": [""], "choices": []}
    island = {"front": "prediction", "state": state, "boxes": [], "classes": [], "asked": asked}
    question = new_output("display_data", data={lesson_pages.ISLAND: island, "text/html": "the answer"})
    cells = [new_code_cell("ask", outputs=[question])]
    cells += [new_code_cell("n", outputs=[new_output("stream", text="8")]) for _ in range(2)]
    cells += [new_markdown_cell("There are 8."), new_code_cell("n", outputs=[new_output("stream", text="9")])]
    lesson_pages.prepare(new_notebook(cells=cells), "answers.html", "")
    covers = f"view-{cells[0].id}"
    assert [cell.metadata.get("after") for cell in cells] == [None, covers, covers, None, None]


def test_a_link_that_leads_nowhere_is_named(tools, tmp_path):
    import front_page
    import pages

    path = pages.ROOT / "docs" / "glossary.md"
    page = front_page.of_markdown(path)
    page.body.find("p").append(page.body.new_tag("a", href="nowhere.md"))
    with pytest.raises(pages.SiteError, match=r"docs/glossary\.md links to nowhere\.md, which is not there"):
        pages.Links([page]).mend(page)
