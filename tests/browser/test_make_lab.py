"""JupyterLab as `make lab` opens it: the side bar closed, no news, prose in short lines, answers under folded cells."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import nbformat
import pytest

from .lab import TOKEN, serve

ROOT = Path(__file__).parents[2]
PROSE = "The keepers of the lighthouse count the tokens of every ship that passes, and write them down. " * 6
LONGEST_LINE = """(paragraph) => {
    const text = paragraph.firstChild, range = document.createRange(), lines = new Map();
    for (let place = 0; place < text.length; place++) {
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        const line = range.getBoundingClientRect().top;
        lines.set(line, (lines.get(line) ?? 0) + 1);
    }
    return Math.max(...lines.values());
}"""


@pytest.fixture(scope="module")
def page(browser, tmp_path_factory):
    """Prose in a JupyterLab that has the options of `make lab`; it is drawn as in a notebook, and needs no kernel."""
    folder = tmp_path_factory.mktemp("made")
    commands = subprocess.run(["make", "-n", "lab"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    given = dict(re.findall(r"--(\w+App\.\w+)=(\S+)", commands))
    layout = shutil.copytree(ROOT / "tools" / "lab", folder / "layout", ignore=shutil.ignore_patterns("*.css"))
    sheets = given["ServerApp.tornado_settings"].replace("tools/lab", str(ROOT / "tools" / "lab"))
    options = [f"--LabApp.workspaces_dir={layout}", f"--LabApp.custom_css={given['LabApp.custom_css']}"]
    options += [f"--LabApp.app_settings_dir={ROOT / given['LabApp.app_settings_dir']}"]
    with serve(folder, *options, f"--ServerApp.tornado_settings={sheets}") as address:
        (folder / "course" / "prose.md").write_text(PROSE)
        folded = {"jupyter": {"source_hidden": True}}
        cells = [nbformat.v4.new_code_cell(f"answer = {number}\nanswer", metadata=folded) for number in (1, 2)]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / "course" / "folded.ipynb")
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.goto(f"{address}/lab?token={TOKEN}")
        page.wait_for_function("() => window.jupyterapp?.restored.then(() => true)")
        page.evaluate("() => void window.jupyterapp.commands.execute('markdownviewer:open', { path: 'prose.md' })")
        yield page
        page.close()


def test_the_side_bar_is_closed(page):
    assert page.evaluate("() => window.jupyterapp.shell.leftCollapsed") is True


def test_a_line_of_prose_has_at_most_eighty_characters(page):
    assert 60 < page.locator(".jp-RenderedMarkdown p").evaluate(LONGEST_LINE) <= 80


def test_nobody_is_asked_for_news(page):
    plugin = "@jupyterlab/apputils-extension:notification"
    schema = page.evaluate(
        """async (plugin) => {
            const settings = window.jupyterapp.serviceManager.settings;
            return JSON.stringify((await settings.fetch(plugin)).schema.properties);
        }""",
        plugin,
    )
    defaults = {name: told["default"] for name, told in json.loads(schema).items()}
    assert (defaults["fetchNews"], defaults["checkForUpdates"]) == ("false", False)


def test_a_click_on_a_folded_cell_selects_it_and_only_the_bar_beside_it_shows_its_code(page):
    options = "{ path: 'folded.ipynb', kernel: { name: 'python3' } }"
    page.evaluate(f"() => void window.jupyterapp.commands.execute('docmanager:open', {options})")
    cell = page.locator(".jp-CodeCell").last
    fold = cell.locator(".jp-InputPlaceholder")
    box = fold.bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => [...document.querySelectorAll('.jp-CodeCell')].at(-1).matches('.jp-mod-active')")
    assert fold.count() == 1
    cell.locator(".jp-InputCollapser").click()
    fold.wait_for(state="detached")
