"""Make the site of the course in build/site/: `make site`, or

python tools/site/make.py            the pages, and the lessons that run in the browser
python tools/site/make.py --pages    the pages alone
"""

import argparse
import json
import shutil
import sys
import time
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(folder) for folder in (HERE.parents[1], HERE.parent, HERE) if str(folder) not in sys.path]


import notebooks  # noqa: E402

SITE = notebooks.ROOT / "build" / "site"
DOCS = ("glossary", "errata", "exactness", "reliability", "teaching")  # then any others
LESSONS_THERE = "lite/files/my-course"
BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md")
INSTALL = "The site needs the extras of the tests: run make site, or pip install -e '.[course,slides,site,test]'"


def make(target: Path, *, with_lite: bool, names: Sequence[str] = ()) -> None:
    """Build the site beside its place, and put it there when it is whole: one that was half built is not in the way."""
    fresh = target.with_name(f"{target.name}.new")
    for folder in (target, fresh):
        nothing_in_the_way(folder)
    clear(fresh)
    fresh.mkdir(parents=True)
    if with_lite:
        bring_lite(fresh / "lite")
    write_pages(fresh, names)
    clear(target)
    fresh.rename(target)


def nothing_in_the_way(folder: Path) -> None:
    for path in (folder, *folder.parents):
        if path.exists() and not path.is_dir():
            raise notebooks.NotebookError(f"{path} is a file, where a folder has to be: delete it")


def clear(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        raise notebooks.NotebookError(f"{folder} can't be replaced: delete it, and run this again")


def bring_lite(target: Path) -> None:
    """The lessons that run in the browser; without its tools the pages are still built, and don't offer them."""
    try:
        import lite

        lite.build(target)
    except ModuleNotFoundError as error:
        print(f"The lessons that run in the browser are left out: {error.name} is missing. {INSTALL}")
    except notebooks.NotebookError as error:
        print(f"The lessons that run in the browser are left out. {error}")


def write_pages(site: Path, names: Sequence[str] = ()) -> None:
    """All pages, with what they need beside them; if lessons are named, only these are run, and have live views."""
    import front_page
    import pages
    import running
    from lesson_pages import lesson

    paths = notebooks.lessons()
    chosen = notebooks.find([*names], paths)
    course, answers, front = [], [], None
    for path, notebook in zip(paths, running.run_all(paths, chosen)):
        front = front or front_page.playground(notebook)
        page, told = lesson(path, notebook, live(site, path))
        course.append(page)
        answers.append(told)
    others = [front_page.of_markdown(path) for path in docs()]
    beside = [front_page.of_markdown(notebooks.ROOT / name) for name in BESIDE]
    start = front_page.front(front, live(site, paths[0]))
    shown = [start, *course, *others, *beside]
    links = pages.Links(shown)
    for page in [*shown, *answers]:
        links.mend(page)
    stops = front_page.course_map(course)
    for page in [*shown, *answers, *links.files]:
        near = neighbours(page, course)
        text = pages.written(page, map=stops, others=[*others, *beside], before=near[0], after=near[1])
        put(site / page.address, text)
    found = [section for page in [*course, *others, start] for section in pages.sections(page)]
    put(site / "search.json", json.dumps(found, ensure_ascii=False))
    for path, address in links.pictures.items():
        (site / address).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, site / address)
    bring_scripts(site)


def docs() -> list[Path]:
    """The files of docs/ in their order."""
    found = sorted((notebooks.ROOT / "docs").glob("*.md"))
    return sorted(found, key=lambda path: DOCS.index(path.stem) if path.stem in DOCS else len(DOCS))


def live(site: Path, path: Path) -> str:
    """The address at which a lesson runs in the browser, if it does."""
    if not (site / LESSONS_THERE / path.name).exists():
        return ""
    import lite

    return lite.address(path.stem)


def neighbours(page: object, course: list) -> list:
    """The lessons before and after one."""
    if page not in course:
        return [None, None]
    place = course.index(page)
    return [course[place - 1] if place else None, course[place + 1] if place + 1 < len(course) else None]


def bring_scripts(site: Path) -> None:
    """The package's own front ends and style sheets, unchanged, and those of the pages."""
    from minitok.views.compare import Comparison
    from minitok.views.parts.stepper import Stepper
    from minitok.views.prediction import Prediction
    from minitok.views.quiz import Quiz

    for name, script in (("stepper", Stepper._esm), ("prediction", Prediction._esm), ("quiz", Quiz._esm)):
        put(site / f"{name}.js", str(script))
    put(site / "views.css", str(Comparison._css))
    for path in (HERE / "static").iterdir():
        shutil.copyfile(path, site / path.name)


def put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")


def main(typed: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", action="store_true", help="leave out the lessons that run in the browser")
    parser.add_argument("names", nargs="*", metavar="NAME", help="run only these lessons (02), as a trial")
    parser.add_argument("--into", type=Path, default=SITE, help="the folder to build (build/site)")
    chosen = parser.parse_args(typed)
    start = time.perf_counter()
    try:
        make(chosen.into.resolve(), with_lite=not chosen.pages, names=chosen.names)
    except ModuleNotFoundError as error:
        print(f"{error.name} is missing. {INSTALL}", file=sys.stderr)
        return 1
    except notebooks.NotebookError as error:
        print(error, file=sys.stderr)
        return 1
    print(
        f"Made the site in {time.perf_counter() - start:.0f} s. To look at it: python -m http.server -d {chosen.into}"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
