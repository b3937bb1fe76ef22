"""Make the one sitting a single HTML file, which runs from a disk: `make sitting`, or

python tools/site/one_file.py        from build/site/, into build/gpt4_in_one_sitting.html

Its scripts, Python for the browser, the package and the vocabularies stand in it, so nothing is loaded.
"""

import argparse
import gzip
import json
import posixpath
import re
from base64 import b64encode
from pathlib import Path
from urllib.parse import urljoin

from bs4 import BeautifulSoup, Tag

ROOT = Path(__file__).resolve().parents[2]
NAME = "gpt4_in_one_sitting.html"
IMPORT = re.compile(r"""(\bfrom |\bimport ?\(?)(["'`])(\.\.?/[^"'`]*)\2""")
NOT_IN_A_FILE = "header, nav, aside, .ways, link, head script, .skip"
# A file asks nobody for anything: what it has stands in it.
POLICY = (
    "default-src data: blob:; script-src 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; "
    "style-src 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
ALONE = "body { display: block; max-width: 52rem; margin: auto; padding: 0 1.25rem; }"
PACKAGES = ("minitok", "regex_by_re", "tiktoken_by_minitok", "traitlets", "jinja2", "markupsafe")  # fmt: skip


def one_file(site: Path) -> str:
    """The page as one file, from a site that was built."""
    page = BeautifulSoup((site / NAME).read_text("utf-8"), "html.parser")
    for node in page.select(NOT_IN_A_FILE):
        node.decompose()
    page.select_one("[http-equiv]")["content"] = POLICY
    lead_home(page)
    for picture in page.select("img[src^='images/']"):
        picture["src"] = as_data(site / picture["src"], "image/svg+xml")
    styles = ("views.css", "site.css", "lite/editor/layout.css")
    css = "\n".join((site / name).read_text("utf-8") for name in styles)
    page.head.append(element(page, "style", css + ALONE))
    page.html["class"] = "scripted"
    names = sorted(path.relative_to(site).as_posix() for path in modules(site))
    imports = {name: as_data_module(site, name) for name in names}
    page.head.append(
        element(page, "script", json.dumps({"imports": imports}), type="importmap")
    )
    for name in ("one_file.js", "views.js", "editor.js", "cells.js"):
        start = f'import "{name}";'
        page.body.append(element(page, "script", start, type="module"))
    worker = "\n".join(
        (site / name).read_text("utf-8") for name in ("one_file_worker.js", "python.js")
    )
    add_file(page, "worker.js", worker)
    for path in python_files(site):
        packed = b64encode(gzip.compress(path.read_bytes(), mtime=0)).decode()
        add_file(page, path.name, packed, python=True)
    for path in files_of_views(page, site):
        add_file(page, path.name, b64encode(path.read_bytes()).decode())
    return str(page)


def lead_home(page: BeautifulSoup) -> None:
    """Let links lead to the site; if its address is not known, say where their pages are."""
    home = page.select_one("meta[property='og:url']")
    for link in page.select("main a[href]"):
        if re.match("#|[a-z]+:", link["href"]):
            continue
        if home:
            link["href"] = urljoin(home["content"], link["href"])
        else:
            link.insert_after(" (on the course's site)")
            link.unwrap()


def modules(site: Path) -> list[Path]:
    """The scripts of the site, without those of JupyterLite."""
    not_here = ("site.js", "python.js", "one_file_worker.js")
    own = [path for path in site.glob("*.js") if path.name not in not_here]
    return [*own, *site.glob("encoders/*.js"), *site.glob("lite/editor/**/*.js")]


def as_data_module(site: Path, name: str) -> str:
    """A script as an address that holds it; what it imports has its path in the site for a name."""

    def named(match: re.Match[str]) -> str:
        start, quote, path = match.groups()
        folder = posixpath.dirname(name)
        return (
            f"{start}{quote}{posixpath.normpath(posixpath.join(folder, path))}{quote}"
        )

    text = IMPORT.sub(named, (site / name).read_text("utf-8"))
    return f"data:text/javascript;base64,{b64encode(text.encode()).decode()}"


def python_files(site: Path) -> list[Path]:
    """Python for the browser, and the wheels that the page needs."""
    folder = site / "lite/static/pyodide"
    core = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
    wheels = [path for name in PACKAGES for path in folder.glob(f"{name}-*.whl")]
    lock = folder / "pyodide-lock.json"
    return [*(folder / name for name in core), lock, *wheels, site / "answering.py"]


def files_of_views(page: BeautifulSoup, site: Path) -> list[Path]:
    """The vocabularies that the views of the page ask for."""
    scripts = page.select(".mt-island > script")
    islands = "".join(node.string or "" for node in scripts)
    paths = sorted((site / "vocabularies").iterdir())
    return [path for path in paths if re.search(rf'"{path.name}["#]', islands)]


def as_data(path: Path, kind: str) -> str:
    return f"data:{kind};base64,{b64encode(path.read_bytes()).decode()}"


def add_file(
    page: BeautifulSoup, name: str, text: str, *, python: bool = False
) -> None:
    marks = {"data-file": name, **({"data-python": ""} if python else {})}
    page.body.append(element(page, "script", text, type="text/plain", **marks))


def element(page: BeautifulSoup, name: str, text: str, **attributes: str) -> Tag:
    node = page.new_tag(name, attrs=attributes)
    node.string = text
    return node


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--site", type=Path, default=ROOT / "build/site")
    parser.add_argument("--into", type=Path, default=ROOT / "build" / NAME)
    chosen = parser.parse_args()
    chosen.into.write_text(one_file(chosen.site), encoding="utf-8", newline="\n")
    size = chosen.into.stat().st_size / 1e6
    print(f"Wrote {chosen.into} ({size:.1f} MB)")


if __name__ == "__main__":
    main()
