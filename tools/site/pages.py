"""Notebooks and Markdown files become the pages of the site, linked with each other."""

import re
from collections.abc import Mapping
from html import escape
from pathlib import Path
from posixpath import relpath
from textwrap import shorten
from typing import Any, NamedTuple
from urllib.parse import quote, unquote, urlsplit

import nbformat
import pygments
from bs4 import BeautifulSoup
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup
from nbconvert import HTMLExporter
from nbformat import NotebookNode
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, find_lexer_class_for_filename
from slides import with_formulas

import notebooks

ROOT = notebooks.ROOT
TEMPLATES = Path(__file__).parent / "template"
LONG_ENOUGH = re.compile(".{60}")  # a paragraph that tells something
PICTURES = (".svg", ".png", ".webp")
HEADINGS = ("h1", "h2", "h3")
EXPORTER = HTMLExporter(
    template_name="lesson",
    extra_template_basedirs=[str(TEMPLATES)],
    exclude_input_prompt=True,
    exclude_output_prompt=True,
    exclude_anchor_links=True,
)
# Nothing comes from another host. Views have styles in them, and their pictures are made in the page.
POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "object-src 'none'; base-uri 'none'; form-action 'none'"
)
ENVIRONMENT = Environment(loader=FileSystemLoader(TEMPLATES), autoescape=True)


class Page(NamedTuple):
    """A page of the site: its address there, the file that it shows, and its body as a tree."""

    address: str
    source: Path
    title: str
    body: BeautifulSoup
    kind: str
    lesson: str = ""
    live: str = ""
    runs: bool = False  # whether its cells run in the page
    asks: int = 0
    islands: Mapping[str, str] = {}
    """Its views: they are put into the text in place of an empty element of that id, and are not parsed before."""

    def markup(self) -> str:
        """The body as HTML, with its views."""
        empty = r'<div class="mt-island" id="([^"]+)"></div>'
        return re.sub(empty, lambda match: self.islands[match[1]], self.body.decode())


def page(
    address: str, source: Path, notebook: NotebookNode, kind: str, **more: Any
) -> Page:
    """A page from a notebook, whose markdown may have formulas; one of a Markdown file has one cell."""
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = with_formulas(cell.source)
    body, _ = EXPORTER.from_notebook_node(notebook)
    tree = BeautifulSoup(body, "html.parser")
    name_headings(tree)
    for table in tree.find_all("table"):
        if not table.find_parent(class_="shown"):
            table.wrap(tree.new_tag("div", attrs={"class": "wide"}))
    title = " ".join(tree.find("h1").get_text().split())
    return Page(address, source, title, tree, kind, **more)


def of_markdown(path: Path) -> Page:
    """The page of a Markdown file: docs/glossary.md becomes glossary.html."""
    cell = nbformat.v4.new_markdown_cell(path.read_text("utf-8"))
    return page(
        f"{path.stem.lower()}.html",
        path,
        nbformat.v4.new_notebook(cells=[cell]),
        "text",
    )


def code(source: str, name: str = ".py") -> str:
    lexer = find_lexer_class_for_filename(name) or TextLexer
    return f'<div class="input">{pygments.highlight(source, lexer(), HtmlFormatter())}</div>'


def name_headings(tree: BeautifulSoup) -> None:
    """Give headings the names by which links know them: `## Your turn: count` is `your-turn-count`."""
    seen: dict[str, int] = {}
    for heading in tree.find_all(re.compile("^h[1-6]$")):
        name = slug(heading.get_text())
        seen[name] = seen.get(name, -1) + 1
        heading["id"] = f"{name}-{seen[name]}" if seen[name] else name


def slug(text: str) -> str:
    """As code hosts name a heading: `GPT-4's pattern?` gives `gpt-4s-pattern`."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


class Links:
    """Where the files of the repository are on the site. A file that a page links to is brought along."""

    def __init__(self, pages: list[Page]) -> None:
        self.pages = {page.source: page for page in pages}
        self.pictures: dict[Path, str] = {}
        self.files: list[Page] = []

    def mend(self, page: Page) -> None:
        """Let the links and pictures of a page lead to what is on the site."""
        for node in page.body.select("a[href]:not([href^='lite/']), img[src]"):
            what = "href" if node.name == "a" else "src"
            address = urlsplit(str(node[what]))
            if address.scheme or address.netloc:
                continue
            fragment = f"#{slug(unquote(address.fragment))}" if address.fragment else ""
            path = (page.source.parent / unquote(address.path)).resolve()
            if not address.path:
                node[what] = fragment
            elif path.is_dir() or ROOT not in path.parents:
                node.unwrap()  # a folder has no page, and what a code host has beside the repository is not here
            elif path.is_file():
                node[what] = (
                    quote(
                        relpath(
                            self.address_of(path), Path(page.address).parent.as_posix()
                        )
                    )
                    + fragment
                )
            else:
                source = notebooks.relative_path(page.source)
                message = (
                    f"{source} links to {node[what]}, which is not there: mend the link"
                )
                raise notebooks.NotebookError(message)

    def address_of(self, path: Path) -> str:
        if path in self.pages:
            return self.pages[path].address
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in PICTURES:
            return self.pictures.setdefault(path, name)
        body = f"<h1><code>{escape(name)}</code></h1>{code(path.read_text('utf-8'), path.name)}"
        self.pages[path] = Page(
            f"files/{name}.html", path, name, BeautifulSoup(body, "html.parser"), "file"
        )
        self.files.append(self.pages[path])
        return self.pages[path].address


def sections(page: Page) -> list[dict[str, str]]:
    """The page as search knows it, section by section: prose, not what cells gave."""
    entries = [
        {"address": page.address, "page": page.title, "heading": page.title, "text": ""}
    ]
    for node in page.body.find_all([*HEADINGS, "h4", "p", "li", "td", "th"]):
        if node.find_parent(class_="cell") or node.find_parent(["li", "td"]):
            continue
        text = " ".join(node.get_text().split())
        if node.name in HEADINGS[1:]:
            address = f"{page.address}#{node['id']}"
            entries.append(
                {"address": address, "page": page.title, "heading": text, "text": ""}
            )
        elif node.name != "h1":
            entries[-1]["text"] += f"{text} "
    return [
        section
        for section in entries
        if section["text"] or section["heading"] == page.title
    ]


def contents(page: Page) -> list[tuple[str, str]]:
    """The headings to jump to: those of the second rank, or of the third where there are none."""
    for rank in HEADINGS[1:]:
        headings = [
            (str(node["id"]), node.get_text())
            for node in page.body.find_all(rank)
            if node.get("id")
        ]
        if len(headings) > 1:
            return headings
    return []


def render_page(page: Page, **around: Any) -> str:
    """The whole page, with what stands around its body."""
    root = "../" * page.address.count("/")
    prose = (" ".join(node.get_text().split()) for node in page.body.find_all("p"))
    about = shorten(
        next(filter(LONG_ENOUGH.search, prose), page.title), 200, placeholder="…"
    )
    return ENVIRONMENT.get_template("page.html.j2").render(
        page=page,
        body=Markup(page.markup()),
        contents=contents(page),
        root=root,
        about=about,
        policy=POLICY,
        **around,
    )
