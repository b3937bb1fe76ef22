"""Run the lessons and make slides of them by nbconvert, in build/slides/: they need nothing but a browser.

python tools/slides.py         every lesson
python tools/slides.py 02      lesson 02

nbconvert's own page fetches reveal.js, its loader and MathJax from the network. Here reveal.js lies beside the slides,
and formulas are MathML, which browsers draw themselves. Views step as on the site, by the same scripts.
"""

import base64
import json
import re
import shutil
import sys
from pathlib import Path
from posixpath import dirname, join, normpath
from tempfile import TemporaryDirectory

from nbconvert import SlidesExporter
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

import notebooks

sys.path.append(str(Path(__file__).parent / "site"))
SLIDES = notebooks.ROOT / "build" / "slides"
VOCABULARIES = SLIDES / "vocabularies"
TEMPLATES = Path(__file__).parent / "templates"
LINES_OF_A_SLIDE = 24
SCREEN = "mt-screen"
LEFT_OUT = {"check", "hint", "figures"}
FORMULA = re.compile(
    r"\$\$(.+?)\$\$|(?<![\w\\$])\$(?=\S)([^$\n]+?)(?<=\S)\$(?![\w$])", re.DOTALL
)
VIEWS = """const modules = document.createElement("script");
modules.type = "importmap";
modules.textContent = `{}`;
document.head.append(modules);
import("views.js");
"""
REVEAL = "reveal.js@5.2.1"


def make(path: Path) -> Path:
    """Write the slides of one lesson, with its outputs, its pictures and its formulas in it."""
    import running

    notebook = running.run(path, VOCABULARIES)
    part_views(notebook)
    mark_slides(notebook)
    exporter = SlidesExporter(
        template_name="slides",
        extra_template_basedirs=[str(TEMPLATES)],
        reveal_url_prefix="reveal",
        reveal_theme="white",
        embed_images=True,
        exclude_input_prompt=True,
        exclude_output_prompt=True,
    )
    place = {"metadata": {"name": path.stem, "path": str(path.parent)}}
    page, _ = exporter.from_notebook_node(notebook, resources=place)
    target = SLIDES / f"{path.stem}.html"
    # What the lesson links to, beside notebooks/, is one folder further away.
    notebooks.write_whole(target, re.sub(r'((?:href|src)=")\.\./', r"\1../../", page))
    return target


def part_views(notebook: NotebookNode) -> None:
    """Give each view a cell of its own, after its code, which fills a slide."""
    import islands

    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        for output in [
            output
            for output in cell.get("outputs", [])
            if islands.ISLAND in output.get("data", {})
        ]:
            cell.outputs.remove(output)
            view = islands.as_html(output.data, f"view-{cell.id}")
            output.data = {
                "text/html": f'<div class="{SCREEN}" data-prevent-swipe>{view}</div>'
            }
            hidden = {**cell.metadata, "jupyter": {"source_hidden": True}}
            cells.append(new_code_cell(outputs=[output], metadata=hidden))
    notebook.cells = cells


def mark_slides(notebook: NotebookNode) -> None:
    """Say where slides begin: at a heading, and where one is full. Checks, hints and answers are left out."""
    filled = 0
    for cell in notebook.cells:
        size = len(cell.source) // 100 + cell.source.count("\n") + 1
        if cell.get("outputs"):
            size += LINES_OF_A_SLIDE if SCREEN in str(cell.outputs) else 6
        hidden = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        cell.metadata["transient"] = {"remove_source": hidden}
        heading = (
            re.match(r"#+ ", cell.source) if cell.cell_type == "markdown" else None
        )
        kind = ""
        if LEFT_OUT & {*notebooks.tags(cell)} or (hidden and not cell.outputs):
            kind, size = "skip", 0
        elif heading:
            kind, filled = ("slide" if len(heading[0]) <= 3 else "subslide"), 0
        elif filled and filled + size > LINES_OF_A_SLIDE:
            kind, filled = "subslide", 0
        filled += size
        cell.metadata["slideshow"] = {"slide_type": kind}
        if cell.cell_type == "markdown":
            cell.source = with_formulas(cell.source)


def with_formulas(source: str) -> str:
    """Markdown with its formulas as MathML, which browsers draw themselves; what is code stays as it is."""
    from latex2mathml.converter import convert

    def drawn(match: re.Match[str]) -> str:
        return str(
            convert(
                (match[1] or match[2]).strip(),
                display="block" if match[1] else "inline",
            )
        )

    parts = re.split(r"(```.*?```|`[^`]*`)", source, flags=re.DOTALL)
    return "".join(
        part if part.startswith("`") else FORMULA.sub(drawn, part) for part in parts
    )


def bring_reveal() -> None:
    """Fetch reveal.js, once."""
    from lite.fetching import fetch_from_npm

    target = SLIDES / "reveal"
    if target.exists():
        return
    with TemporaryDirectory() as temporary:
        package = fetch_from_npm(REVEAL, Path(temporary))
        for folder in ("dist", "plugin/notes"):
            shutil.copytree(package / folder, target / folder)


def bring_views() -> None:
    """The scripts of the site as one, views.js: from files, a browser loads modules only as data in an import map."""
    import make
    import vocabularies

    shutil.rmtree(VOCABULARIES, ignore_errors=True)
    vocabularies.bring(VOCABULARIES)
    folder = SLIDES / "views"
    make.bring_scripts(folder)
    modules = {}
    for path in sorted(folder.rglob("*.js")):
        name = path.relative_to(folder).as_posix()
        full = lambda match, name=name: normpath(join(dirname(name), match[0]))  # noqa: E731
        source = re.sub(
            r"""(?<=["`])\.{1,2}/[^"`\s]+\.js(?=["`])""", full, path.read_text("utf-8")
        )
        source = source.replace("import.meta.url", "document.baseURI")
        modules[name] = (
            "data:text/javascript;base64," + base64.b64encode(source.encode()).decode()
        )
    (SLIDES / "views.js").write_text(
        VIEWS.format(json.dumps({"imports": modules})), "utf-8"
    )
    shutil.copy(folder / "views.css", SLIDES)
    shutil.rmtree(folder)


def main(names: list[str]) -> int:
    try:
        chosen = notebooks.find(names, notebooks.lessons())
        bring_reveal()
        bring_views()
        for path in chosen:
            print(notebooks.relative_path(make(path)))
    except notebooks.NotebookError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
