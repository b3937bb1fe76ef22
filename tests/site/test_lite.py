"""Lessons that run in the browser's own Python, in Chromium.

Pyodide's builds of compiled libraries are on its CDN, out of reach of a test without a network. So `re` takes the place
of `regex`, plots are not drawn, and cells with other such libraries are text. With MINITOK_LITE_CDN=1 it is asked: then
MINITOK_SITE has to name a site.
"""

import json
import os
import re
import shutil
import sys
import tomllib
from html import unescape
from zipfile import ZipFile

import nbformat
import pytest
from axe_playwright_python.sync_playwright import Axe
from browser.lab import without
from lessons import LESSONS, ROOT, code_cells, notebook, tags, tool
from lite_page import MINUTES, LitePage, failed, told
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from playwright.sync_api import expect
from serving import LAPTOP, watch

from minitok_course import solution

pytestmark = pytest.mark.slow

CDN = os.environ.get("MINITOK_LITE_CDN") == "1"
RUN = [*LESSONS] if CDN else ["03"]
VARIES = {
    "nbval-ignore-output",
    "published",
}  # from run to run, and with the vocabularies that are there
NEVER_ENDS = """def merge_pair(symbols, pair):
    while True:
        try:
            symbols = list(symbols)
        except BaseException:
            pass"""


@pytest.fixture(scope="module")
def lite(tools):
    """The tool; the tests skip, and say so, where something that it needs is missing."""
    if not shutil.which("npm"):
        without("npm missing: install Node.js")
    return tool("lite")


@pytest.fixture
def page(browser, address, lite):
    _, cdn = lite.jupyterlite.pyodide()
    with browser.new_context(viewport={"width": 1360, "height": 1000}) as context:
        page = LitePage(context, address, [cdn] if CDN else [])
        yield page
        assert page.wrong == []


@pytest.mark.parametrize("number", RUN)
def test_run_all_gives_what_is_stored_and_views_follow_what_is_typed(
    page, lite, number
):
    stored = {cell.id: cell for cell in notebook(number).cells}
    page.open(lite.address(LESSONS[number].stem))
    cells = page.run_all()
    assert [
        cell.source for cell in cells if failed(cell) != failed(stored[cell.id])
    ] == []
    assert all(cell.execution_count for cell in cells) and len(cells) > 10
    compared = [cell for cell in cells if not VARIES & set(tags(cell))]
    assert {cell.source: told(cell) for cell in compared} == {
        cell.source: told(stored[cell.id]) for cell in compared
    }
    for view in page.page.locator(
        ".jp-CodeCell .mt-live:has(textarea, input[type=text])"
    ).all():
        stage, box = (
            view.locator(".mt-stage"),
            view.locator("textarea, input[type=text]").first,
        )
        before = stage.inner_html()
        box.fill(f"{box.input_value()} ab 12")
        expect(stage).not_to_have_js_property("innerHTML", before)


def test_a_learner_writes_and_types_and_finds_it_all_again(page, lite):
    address = lite.address(LESSONS["02"].stem)
    page.open(address)
    cells = page.cells()
    asked = next(
        place
        for place, cell in enumerate(cells)
        if cell.source == 'check("bpe.merge_pair", merge_pair)'
    )
    exercise = max(place for place in range(asked) if "exercise" in tags(cells[place]))
    first = next(place for place, cell in enumerate(cells) if cell.cell_type == "code")
    page.run(first)
    page.run(exercise, NEVER_ENDS)
    assert "never ends" in told(page.run(asked))
    assert told(page.run(asked + 1)).startswith("3 hints for bpe.merge_pair, folded")
    right = solution("bpe.merge_pair").source.rstrip()
    page.run(exercise, right)
    assert told(page.run(asked)).startswith("✓ Right")

    page.do("docmanager:save")

    page.open(address)
    assert page.cells()[exercise].source == right
    own = told(
        page.run(
            first,
            "from minitok_course import mine, progress\nmine('bpe.merge_pair'), progress()",
        )
    )
    assert (
        "✓ bpe.merge_pair" in own
        and "Your own code: 1 of them in my-course/my_tokenizer.py." in own
    )
    assert "the course's solution" not in own


def test_python_and_the_package_come_compiled(site, lite):
    folder = site / "lite/static/pyodide"
    with ZipFile(folder / "python_stdlib.zip") as archive:
        assert "dataclasses.pyc" in archive.namelist()
    with ZipFile(next(folder.glob("minitok-*.whl"))) as archive:
        names = archive.namelist()
    assert "minitok/text.py" in names
    assert [
        name for name in names if re.fullmatch(r"minitok/__pycache__/text\..*pyc", name)
    ]


def test_an_exercise_is_checked_in_the_page_and_its_code_runs_the_picture(
    browser, lite, address
):
    wrong: list[str] = []
    right = solution("bpe.merge_pair").source
    with browser.new_context(viewport=LAPTOP) as context:
        page = context.new_page()
        watch(page, (address,), wrong, kinds=["error"])
        page.goto(f"{address}{LESSONS['02'].stem}.html")
        cell = page.locator(".cell:has([data-exercise='bpe.merge_pair'])")
        cell.scroll_into_view_if_needed()
        code, verdict = cell.get_by_role("textbox"), cell.locator(".mt-check")
        code.focus()
        expect(cell.get_by_role("status").first).to_have_text(
            "Python is ready.", timeout=2 * MINUTES
        )
        code.fill(right.replace("i += 2", "i += 1"))
        code.press("Control+Enter")
        expect(verdict).to_contain_text("A symbol is used twice", timeout=MINUTES)
        expect(cell.locator(".mt-difference-stepper .mt-differs").first).to_be_visible()

        code.fill(f"{right}\nwhile True:\n    pass")
        code.press("Control+Enter")
        expect(cell.get_by_role("status").first).to_have_text(
            "Checking…", timeout=MINUTES
        )
        cell.get_by_role("button", name="Stop").click()
        expect(cell.get_by_role("status").first).to_contain_text(
            "Stopped. Python starts anew"
        )

        code.fill(right)
        cell.get_by_role("button", name="Check").click()
        expect(verdict).to_contain_text("✓ Right", timeout=2 * MINUTES)
        expect(cell.locator(".mt-merge-stepper .mt-place")).to_have_text(
            "1 / 1"
        )  # it plays by itself
        assert Axe().run(page, context=".attempt").response["violations"] == []

        page.reload()
        cell.scroll_into_view_if_needed()
        expect(code).to_have_value(right)
        expect(cell).to_contain_text("Accepted")
        with page.expect_download() as download:
            cell.get_by_role("link", name="Download my_tokenizer.py").click()
        assert "def merge_pair" in download.value.path().read_text("utf-8")
    assert wrong == []


def test_what_cannot_run_is_text_with_a_reason_and_its_output(tmp_path):
    tool("lite.lessons").write_lessons(tmp_path, tool("native").NATIVE)
    cell = next(cell for cell in notebook("02").cells if "native" in tags(cell))
    given = nbformat.read(tmp_path / "my-course" / LESSONS["02"].name, as_version=4)
    (text,) = [text for text in given.cells if text.id == cell.id]
    assert (
        text.cell_type == "markdown"
        and "This cell needs the library `tokenizers`" in text.source
    )
    assert told(cell).strip() in unescape(text.source)


def test_each_library_of_the_lessons_is_in_the_lock_of_the_published_site_or_native(
    lite, tmp_path
):
    version, cdn = lite.jupyterlite.pyodide()
    pyodide = lite.fetch_from_npm(f"pyodide@{version}", tmp_path)
    theirs = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
    published = lite.make_lock(theirs, [], cdn)["packages"]
    native = tool("native")
    cells = [
        native.python(cell.source) for number in LESSONS for cell in code_cells(number)
    ]
    imported = {
        module.split(".")[0] for cell in cells for module in native.imports(cell)
    }
    imported |= {"regex", "numpy", "matplotlib"}
    imported -= sys.stdlib_module_names | {"minitok", "minitok_course"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
        "project"
    ]
    needs = map(
        Requirement,
        project["dependencies"] + project["optional-dependencies"]["lessons"],
    )
    wanted = {need.name: need.specifier for need in needs}
    there = {
        name
        for name in imported & set(published)
        if published[name]["version"] in wanted.get(name, SpecifierSet())
    }
    assert imported - there == imported & set(native.LIBRARIES)
    assert {"regex", "numpy", "matplotlib", "tiktoken"} <= there
