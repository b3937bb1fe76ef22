"""How the site is built: what is missing is named and left out, and a site stays until a new one is whole."""

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from bs4 import BeautifulSoup
from lessons import ROOT, tool
from nbformat.v4 import new_code_cell, new_notebook, new_output

pytestmark = pytest.mark.usefixtures("tools")


@pytest.fixture
def make(monkeypatch):
    """tools/site/make.py, with pages that are quickly written."""
    make = tool("make")
    monkeypatch.setattr(
        make, "write_pages", lambda site, *names: make.put(site / "index.html", "new")
    )
    return make


@pytest.fixture
def lite(monkeypatch):
    """Stands in for the tool that builds the lessons that run in the browser."""
    module = ModuleType("lite")
    module.address = lambda lesson: f"lite/lab/index.html?path=my-course/{lesson}.ipynb"
    monkeypatch.setitem(sys.modules, "lite", module)
    return module


def test_without_npm_the_pages_are_still_built_and_it_says_what_is_missing(
    make, lite, tmp_path, capsys
):
    def build(target):
        raise make.notebooks.NotebookError("npm is missing: install Node.js")

    lite.build = build
    assert make.main(["--into", str(tmp_path / "site")]) == 0
    assert "left out. npm is missing: install Node.js" in capsys.readouterr().out
    assert (tmp_path / "site/index.html").read_text() == "new"


def test_a_site_that_can_not_be_built_leaves_the_old_one_and_a_new_one_takes_its_place(
    make, tmp_path, monkeypatch, capsys
):
    for folder in ("site", "site.new"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "old.html").write_text("old, or half built")
    build = ["--pages", "--into", str(tmp_path / "site")]

    def fail(site, *names):
        raise make.notebooks.NotebookError(
            "docs/a.md links to b.md, which is not there"
        )

    with monkeypatch.context() as broken:
        broken.setattr(make, "write_pages", fail)
        assert make.main(build) == 1
    assert "b.md, which is not there" in capsys.readouterr().err
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["old.html"]
    assert make.main(build) == 0
    assert [path.name for path in (tmp_path / "site").iterdir()] == ["index.html"]
    assert not (tmp_path / "site.new").exists()


def test_a_lesson_that_runs_in_the_browser_is_offered_there(make, lite, tmp_path):
    pages = tool("lesson_pages")
    there = tmp_path / "lite/files/my-course/02_bpe.ipynb"
    assert make.live(tmp_path, Path("02_bpe.ipynb")) == ""
    there.parent.mkdir(parents=True)
    there.write_text("{}")
    live = make.live(tmp_path, Path("02_bpe.ipynb"))
    assert live == "lite/lab/index.html?path=my-course/02_bpe.ipynb"
    check = 'check("bpe.count_pairs", count_pairs)'
    assert f'href="{live}">Run this lesson in your browser' in pages.ways(
        live, "02_bpe.ipynb"
    )
    assert 'data-exercise="bpe.count_pairs"' in pages.help_with(check, live)
    assert "lite/" not in pages.ways(
        "", "02_bpe.ipynb"
    ) and "data-exercise" not in pages.help_with(check, "")


def test_a_lesson_is_offered_in_colab_and_binder_where_its_repository_is_known(
    monkeypatch,
):
    monkeypatch.setenv("MINITOK_REPOSITORY", "https://github.com/someone/minitok")
    ways = tool("lesson_pages").ways("", "02_bpe.ipynb")
    assert (
        'href="https://colab.research.google.com/github/someone/minitok/blob/colab/02_bpe.ipynb"'
        in ways
    )


def test_where_a_vocabulary_is_missing_the_stored_output_stays(monkeypatch):
    running = tool("running")

    def cells(*texts):
        told = [[new_output("stream", text=text)] for text in texts]
        published = new_code_cell(
            "a", metadata={"tags": ["published"]}, outputs=told[0]
        )
        return [published, new_code_cell("b", outputs=told[1])]

    def run(notebook, path, keep_views):
        notebook.cells[1:] = cells("gpt2 is not here", "ours, now")

    monkeypatch.setattr(
        running.nbformat,
        "read",
        lambda path, as_version: new_notebook(cells=cells("10 tokens", "ours")),
    )
    monkeypatch.setattr(running.notebooks, "run", run)
    ran = running.run(ROOT / "notebooks" / "01.ipynb", ROOT / "vocabularies")
    assert [cell.outputs[0].text for cell in ran.cells] == ["10 tokens", "ours, now"]


def test_the_code_of_a_question_is_left_out_where_it_would_tell_the_answer():
    without_question = tool("lesson_pages").without_question
    assert (
        without_question(
            'from minitok_course.views import Prediction\n\nPrediction("How many?", 8)'
        )
        == ""
    )
    assert (
        without_question(
            'if n:\n    why = "so"\n    display(Prediction("How many?", n, why=why))'
        )
        == "if n:"
    )
    kept = 'def count(text):\n    """How many."""\n    return len(text)\n\n\nn = count("é")'
    assert (
        without_question(f'{kept}\nPrediction(\n    "How many?",\n    n,\n)')
        == without_question(kept)
        == kept
    )


def test_a_link_that_leads_nowhere_is_named():
    pages = tool("pages")
    page = pages.of_markdown(ROOT / "docs" / "glossary.md")
    page.body.find("p").append(page.body.new_tag("a", href="nowhere.md"))
    with pytest.raises(
        pages.notebooks.NotebookError,
        match=r"glossary\.md links to nowhere\.md, which is not there",
    ):
        pages.Links([page]).mend(page)


def test_a_lesson_explains_its_picture_before_its_set_up_and_the_ways_to_run_it():
    body = BeautifulSoup(
        '<p>Why?</p><p class="ways">Install it</p><div class="cell"><i class="mt-island"></i>'
        "<details>import this</details></div><p>It shows</p><p>Time: about 5 minutes</p><h2>One</h2>",
        "html.parser",
    )
    tool("lesson_pages").lead_with_picture(SimpleNamespace(body=body))
    assert [*body.stripped_strings] == [
        "Why?",
        "It shows",
        "Time: about 5 minutes",
        "Install it",
        "import this",
        "One",
    ]
    assert body.select_one("p + .cell.lead > .mt-island")
