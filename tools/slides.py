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
from nbformat.v4 import new_code_cell, new_markdown_cell

import notebooks

sys.path.append(str(Path(__file__).parent / "site"))
SLIDES = notebooks.ROOT / "build" / "slides"
VOCABULARIES = SLIDES / "vocabularies"
TEMPLATES = Path(__file__).parent / "templates"
# Of text, on the narrower slide, of 4:3. A line of code is lower, and one of a heading is higher by so much.
LINES_OF_A_SLIDE, LETTERS_OF_A_LINE, HEIGHT_OF_A_PICTURE, CODE = 18, 62, 11, 0.7
HEADING = 1.6
NOTES = "notes"
# A block of Markdown: a paragraph, a list, or code with its empty lines.
BLOCK = re.compile(r"```.*?```|(?:(?!\n\n|```).)+", re.DOTALL)
LONG = 9  # lines of code
LEADS_ON = re.compile(r"\A#|:\**\Z")  # a heading, or what ends in a colon
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
    part_cells(notebook)
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


def part_cells(notebook: NotebookNode) -> None:
    """Part each cell into what the slides have and what the speaker's notes have. A view gets a cell of its own."""
    cells = []
    for cell in notebook.cells:
        if cell.source.endswith("progress()"):
            continue  # each learner has another
        cell.metadata.pop("slideshow", None)
        parts = part_text(cell) if cell.cell_type == "markdown" else part_code(cell)
        leads_to_view = SCREEN in str(parts[-1].get("outputs"))
        if leads_to_view and cells and re.search(r"\A[^#].*:\Z", cells[-1].source):
            note(cells[-1])
        cells += parts
    notebook.cells = cells


def note(cell: NotebookNode) -> NotebookNode:
    cell.metadata["slideshow"] = {"slide_type": NOTES}
    return cell


def is_note(cell: NotebookNode) -> bool:
    return bool(cell.metadata.get("slideshow", {}).get("slide_type") == NOTES)


def part_code(cell: NotebookNode) -> list[NotebookNode]:
    """The code and what it gives. Long code, and what draws something, is in the notes."""
    import islands

    views, others = [], []
    hidden = {**cell.metadata, "jupyter": {"source_hidden": True}}
    for output in cell.outputs:
        if islands.ISLAND not in output.get("data", {}):
            others.append(output)
            continue
        view = islands.as_html(output.data, f"view-{cell.id}")
        screen = f'<div class="{SCREEN}" data-prevent-swipe>{view}</div>'
        output.data = {"text/html": screen}
        views.append(new_code_cell(outputs=[output], metadata={**hidden}))
    is_read = cell.source.count("\n") < LONG or "exercise" in notebooks.tags(cell)
    if is_read and not views and not any(map(is_drawing, others)):
        return [cell]
    given = new_code_cell(outputs=others, metadata=hidden)
    cell.outputs = []
    return [note(cell), *(views or [given])]


def is_drawing(output: NotebookNode) -> bool:
    return bool({"text/html", "image/png", "image/svg+xml"} & {*output.get("data", {})})


def mark_slides(notebook: NotebookNode) -> None:
    """Say where slides begin: at a heading, and where one is full. Checks, hints and answers are left out."""
    filled = 0.0
    for place, cell in enumerate(notebook.cells):
        hidden = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        cell.metadata["transient"] = {"remove_source": hidden and not is_note(cell)}
        is_text = cell.cell_type == "markdown"
        heading = re.match(r"#+ ", cell.source) if is_text else None
        kind = ""
        if LEFT_OUT & {*notebooks.tags(cell)} or (hidden and not cell.outputs):
            kind = "skip"
        elif is_note(cell) or stands_alone(notebook, place, filled):
            kind = NOTES
        elif heading and (len(heading[0]) <= 3 or filled):
            kind = "slide" if len(heading[0]) <= 3 else "subslide"
        elif filled and filled + height(cell) > LINES_OF_A_SLIDE:
            kind = "subslide"
        if kind in ("slide", "subslide"):
            filled = 0
        if kind not in ("skip", NOTES):
            filled += height(cell)
        cell.metadata["slideshow"] = {"slide_type": kind}
        if is_text:
            cell.source = with_formulas(cell.source)


def stands_alone(notebook: NotebookNode, place: int, filled: float) -> bool:
    """Whether a text would have a slide for itself before a view, or after a view, of which it tells."""
    cell = notebook.cells[place]
    if cell.cell_type != "markdown" or cell.source.startswith("#"):
        return False
    before = [cell for cell in notebook.cells[:place] if not is_note(cell)]
    after = [cell for cell in notebook.cells[place + 1 :] if not is_note(cell)]
    if not before or not after:
        return False
    is_full = filled + height(cell) > LINES_OF_A_SLIDE
    if SCREEN in str(after[0].get("outputs")):
        return is_full
    follows_view = SCREEN in str(before[-1].get("outputs"))
    return follows_view and bool(after[0].source.startswith("#"))


def part_text(cell: NotebookNode) -> list[NotebookNode]:
    """A text as what the slide has, block by block, and what the speaker's notes have."""
    blocks = [block.strip("\n") for block in BLOCK.findall(cell.source)]
    if "Your turn" in blocks[0]:
        return [new_markdown_cell(block) for block in blocks]
    shown = 1
    while shown < len(blocks) and LEADS_ON.search(blocks[shown - 1]):
        shown += 1
    cells = [new_markdown_cell("\n\n".join(blocks[:shown]))]
    if shown < len(blocks):
        cells.append(note(new_markdown_cell("\n\n".join(blocks[shown:]))))
    return cells


def height(cell: NotebookNode) -> float:
    """About how many lines of text a cell takes."""
    if cell.cell_type == "markdown":
        lines = cell.source.split("\n")
        headings = sum(line.startswith("#") for line in lines)
        text = sum(len(line) / LETTERS_OF_A_LINE + 0.6 for line in lines)
        return HEADING * headings + text
    shown = sum(
        HEIGHT_OF_A_PICTURE / CODE
        if is_drawing(output)
        else str(output).count("\\n") + 1
        for output in cell.outputs
    )
    if SCREEN in str(cell.outputs):
        return LINES_OF_A_SLIDE
    code = 0 if cell.metadata.transient.remove_source else cell.source.count("\n") + 1
    return CODE * (code + shown) + 0.5


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
