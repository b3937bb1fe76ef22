"""Make the site of the course in build/site/: `make site`, or

python tools/site/make.py            the pages, and the lessons that run in the browser
python tools/site/make.py --pages    the pages alone
"""

import argparse
import json
import re
import shutil
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from posixpath import relpath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [
    str(folder)
    for folder in (HERE.parents[1], HERE.parent, HERE)
    if str(folder) not in sys.path
]

import notebooks  # noqa: E402

if TYPE_CHECKING:
    import pages

SITE = notebooks.ROOT / "build" / "site"
DOCS = ("glossary", "errata", "exactness", "reliability", "teaching")  # then any others
BESIDE = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")
# The modules of minitok that have a page.
REFERENCE = (
    "naive_bpe",
    "text",
    "steps",
    "chat",
    "interop",
)
PREVIEW = notebooks.ROOT / "images" / "waterline.png"  # what a shared link shows
INSTALL = "The site needs the extras of the tests: run make site, or pip install -e '.[course,site,test]'"
ADDRESS = "A shared link shows a picture with it: make site ADDRESS=https://.../"
AT_ONCE = 2  # so many lessons are run at the same time


def make(target: Path, *, with_lite: bool, names: list[str], origin: str = "") -> None:
    """Build the site beside its place, and put it there when it is whole: one that was half built is not in the way."""
    fresh = target.with_name(f"{target.name}.new")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    if with_lite:
        bring_lite(fresh / "lite")
    write_pages(fresh, names, origin)
    shutil.rmtree(target, ignore_errors=True)
    fresh.rename(target)


def bring_lite(target: Path) -> None:
    """The lessons that run in the browser; without its tools the pages are still built, and don't offer them."""
    try:
        import lite

        lite.build(target)
    except ModuleNotFoundError as error:
        print(
            f"The lessons that run in the browser are left out: {error.name} is missing. {INSTALL}"
        )
    except notebooks.NotebookError as error:
        print(f"The lessons that run in the browser are left out. {error}")


def write_pages(site: Path, names: list[str], origin: str = "") -> None:
    """All pages, with what they need beside them; if lessons are named, only these are run, and have live views."""
    import front_page
    import nbformat
    import pages
    import running
    import vocabularies
    from lesson_pages import lesson

    paths = notebooks.lessons()
    chosen = notebooks.find(names, paths)
    folder = site / "vocabularies"
    vocabularies.bring(folder)
    with ThreadPoolExecutor(AT_ONCE) as pool:
        executed = [
            *pool.map(
                lambda path: (
                    running.run(path, folder)
                    if path in chosen
                    else nbformat.read(path, 4)
                ),
                paths,
            )
        ]
    start = front_page.front(site, live(site, paths[0]))
    lessons = [
        lesson(path, notebook, live(site, path))
        for path, notebook in zip(paths, executed)
    ]
    course, answers = [page for page, _ in lessons], [page for _, page in lessons]
    others = [
        pages.of_markdown(path)
        for path in [*docs(), *(notebooks.ROOT / name for name in BESIDE)]
    ]
    links = pages.Links([start, *course, *others])
    for page in [start, *course, *others, *answers]:
        links.mend(page)
    around = {"map": front_page.course_map(course), "others": others, "origin": origin}
    for page in [start, *others, *answers, *links.files]:
        put(site / page.address, pages.render_page(page, **around))
    for before, page, after in zip([None, *course], course, [*course[1:], None]):
        put(
            site / page.address,
            pages.render_page(page, before=before, after=after, **around),
        )
    sections = [
        section
        for page in [*course, *others, start]
        for section in pages.sections(page)
    ]
    for page in reference():
        put(site / page.address, pages.render_page(page, **around))
    put(site / "search.json", json.dumps(sections, ensure_ascii=False))
    links.pictures[PREVIEW] = PREVIEW.relative_to(notebooks.ROOT).as_posix()
    for path, address in links.pictures.items():
        (site / address).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, site / address)
    bring_scripts(site)


def reference() -> Iterator["pages.Page"]:
    """A page for each module, from its docstrings; the first page is that of `minitok`."""
    import pages
    import pdoc
    from bs4 import BeautifulSoup

    pdoc.render.configure(
        show_source=False,
        search=False,
        template_directory=HERE / "template" / "reference",
    )
    modules = [f"minitok.{name}" for name in REFERENCE]
    course = ["minitok_course", "minitok_course.views"]
    with TemporaryDirectory() as temporary:
        target = Path(temporary)
        without = r"!minitok_course\.views\."
        pdoc.pdoc("minitok", *modules, *course, without, output_directory=target)
        (target / "minitok.html").replace(target / "index.html")
        paths = sorted(target.rglob("*.html"))
        for path in paths:
            text = path.read_text("utf-8").replace("minitok.html", "index.html")
            body = BeautifulSoup(text, "html.parser")
            body.main.unwrap()
            for signature in body.select(".signature"):
                line = " ".join(signature.get_text().split())
                signature.string = re.sub(r"(?<=\() | (?=[(),:])", "", line)
            others = body.new_tag("p", attrs={"class": "modules"})
            for other in paths:
                link = body.new_tag("a", href=relpath(other, path.parent))
                link.string = other.relative_to(target).with_suffix("").as_posix()
                link.string = link.string.replace("/", ".").replace("index", "minitok")
                others.append(link)
            body.h1.insert_after(others)
            title = "".join(body.h1.get_text().split())
            address = f"api/{path.relative_to(target).as_posix()}"
            yield pages.Page(address, path, title, body, "reference")


def docs() -> list[Path]:
    """The files of docs/ in their order."""
    paths = sorted((notebooks.ROOT / "docs").glob("*.md"))
    return sorted(
        paths,
        key=lambda path: DOCS.index(path.stem) if path.stem in DOCS else len(DOCS),
    )


def live(site: Path, path: Path) -> str:
    """The address at which a lesson runs in the browser, if it does."""
    if not (site / "lite/files/my-course" / path.name).exists():
        return ""
    import lite

    return lite.address(path.stem)


def bring_scripts(site: Path) -> None:
    """The package's own front ends and style sheets, unchanged, and those of the pages."""
    from minitok_course.views import Prediction, Quiz, Waterline
    from minitok_course.views.common.stepper import Stepper
    from minitok_course.views.compare import Comparison

    views: Any = {
        "stepper": Stepper,
        "prediction": Prediction,
        "quiz": Quiz,
        "ruler": Comparison,
        "waterline": Waterline,
    }
    for name, view in views.items():
        put(site / f"{name}.js", str(view._esm))
    folder = notebooks.ROOT / "minitok_course" / "views"
    # The styles that all views share come first.
    styles = sorted(folder.rglob("*.css"), key=lambda path: path.name != "style.css")
    put(site / "views.css", "\n".join(path.read_text("utf-8") for path in styles))
    shutil.copytree(HERE / "static", site, dirs_exist_ok=True)
    shutil.copytree(HERE / "encoders", site / "encoders")


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def main(typed: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--pages",
        action="store_true",
        help="leave out the lessons that run in the browser",
    )
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help="run only these lessons (02), as a trial",
    )
    parser.add_argument(
        "--into", type=Path, default=SITE, help="the folder to build (build/site)"
    )
    parser.add_argument(
        "--address",
        default="",
        help="where the site will be, for the preview of a link: https://…/",
    )
    chosen = parser.parse_args(typed)
    start = time.perf_counter()
    try:
        make(
            chosen.into.resolve(),
            with_lite=not chosen.pages,
            names=chosen.names,
            origin=chosen.address,
        )
    except ModuleNotFoundError as error:
        print(f"{error.name} is missing. {INSTALL}", file=sys.stderr)
        return 1
    except notebooks.NotebookError as error:
        print(error, file=sys.stderr)
        return 1
    took = time.perf_counter() - start
    if not chosen.address:
        print(f"The site's address is not known. {ADDRESS}")
    print(
        f"Made the site in {took:.0f} s. To look at it: python -m http.server -d {chosen.into}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
