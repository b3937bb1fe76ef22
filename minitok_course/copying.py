"""A learner's copy of the lessons: make it, add to it, reset it. What the learner wrote is never overwritten."""

import json
import shutil
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from minitok_course.folder import FOLDER, set_aside, unused, write_whole

# Notebooks, docs and images, where minitok was installed from a wheel.
IN_WHEEL = Path(__file__).parent / "files"
CHECKOUT = Path(__file__).resolve().parents[1]
# For each lesson, the version that the learner's was made from.
VERSIONS = ".versions.json"


@dataclass(frozen=True)
class Copy:
    """The lessons in `source/notebooks`, as a learner has them in `home/my-course`."""

    source: Path
    home: Path

    @property
    def folder(self) -> Path:
        return self.home / FOLDER

    @cached_property
    def lessons(self) -> list[Path]:
        """The notebooks of the course: the one sitting first, then the lessons by number."""
        paths = (self.source / "notebooks").glob("[!.]*.ipynb")
        return sorted(paths, key=lambda path: (path.stem[0].isdigit(), path.stem))

    def lesson(self, name: str) -> Path | None:
        """The lesson with this number, name or path: `2`, `02`, `02_bpe_from_scratch`, with `.ipynb` or without."""
        stem = Path(name).name.removesuffix(".ipynb")
        if not stem:
            return None
        for path in self.lessons:
            if stem.zfill(2) in (path.stem[:2], path.stem):
                return path
        return None

    def make(self) -> None:
        """Make the copy, or add what is new; what is there stays as it is."""
        first = not self.folder.exists()
        self.folder.mkdir(parents=True, exist_ok=True)
        for path in self.lessons:
            yours = self.folder / path.name
            if not yours.exists():
                write_whole(yours, as_handed_out(path))
                if not first:
                    print(f"Added {format_path(yours)}")
        if self.home != self.source:
            self._bring_what_lessons_link_to()
        if first:
            print(
                f"Made {self.folder}, your own copy of the lessons: change what you like in it"
            )

    def _bring_what_lessons_link_to(self) -> None:
        """Copy documents and pictures, except those that the learner has changed."""
        brought = self._versions()
        for path in sorted(
            [*self.source.glob("docs/*"), *self.source.glob("images/*")]
        ):
            name = path.relative_to(self.source).as_posix()
            yours = self.home / name
            yours.parent.mkdir(exist_ok=True)
            if not yours.exists() or digest(yours.read_bytes()) == brought.get(name):
                shutil.copyfile(path, yours)
                brought[name] = digest(path.read_bytes())
        self._note(brought)

    def newer(self) -> list[Path]:
        """The lessons that have a newer version than the learner's was made from."""
        made_from = self._versions()
        newest = {path.stem: version(as_handed_out(path)) for path in self.lessons}
        for path in self.lessons:
            if (self.folder / path.name).read_bytes() == as_handed_out(path).encode():
                made_from[path.stem] = newest[path.stem]
        made_from = newest | made_from
        self._note(made_from)
        return [
            path for path in self.lessons if made_from[path.stem] != newest[path.stem]
        ]

    def damaged(self) -> list[Path]:
        """The lessons that are incomplete, for example because copying a folder was interrupted."""
        return [path for path in self.lessons if not is_json(self.folder / path.name)]

    def reset(self, path: Path) -> None:
        """Reset a lesson to how it came with the course, and keep the learner's version beside it."""
        yours, text = self.folder / path.name, as_handed_out(path)
        if yours.exists() and yours.read_bytes() == text.encode():
            print(f"{format_path(yours)} is already as it came with the course")
        else:
            # First, so that nothing has changed if the disk is full.
            fresh = unused(yours, "new")
            write_whole(fresh, text)
            if yours.exists():
                print(
                    f"Your version is now {format_path(yours.rename(unused(yours, 'backup')))}"
                )
            fresh.replace(yours)
            print(f"{format_path(yours)} is as it came with the course")
            print(
                "If it is open in JupyterLab, copy what is not saved, then choose File, Reload Notebook from Disk"
            )
        self._note(self._versions() | {path.stem: version(text)})

    def _versions(self) -> dict[str, str]:
        file = self.folder / VERSIONS
        try:
            return dict(json.loads(file.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return {}
        except (ValueError, TypeError, RecursionError):
            set_aside(file)
            print(
                f"{format_path(file)} was damaged, and is begun again: which lessons are newer is known from now on"
            )
            return {}

    def _note(self, versions: dict[str, str]) -> None:
        write_whole(
            self.folder / VERSIONS, json.dumps(versions, indent=1, sort_keys=True)
        )


def learners_copy() -> Copy:
    """In a checkout, its own `my-course`; otherwise the one that the working folder is in, or a new one in it."""
    if not IN_WHEEL.is_dir():
        return Copy(CHECKOUT, CHECKOUT)
    here, ours = Path.cwd(), {path.name for path in IN_WHEEL.glob("notebooks/*.ipynb")}
    for folder in (here, *here.parents):
        if ours.intersection(path.name for path in (folder / FOLDER).glob("*.ipynb")):
            return Copy(IN_WHEEL, folder)
    return Copy(IN_WHEEL, here / "minitok-course")


def as_handed_out(path: Path) -> str:
    """A lesson as a learner gets it: without outputs, which include answers, and without cells that check figures."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    notebook["cells"] = [
        cell
        for cell in notebook["cells"]
        if "figures" not in cell["metadata"].get("tags", [])
    ]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell.update(outputs=[], execution_count=None)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def version(text: str) -> str:
    """A digest of what a learner reads and runs in a lesson."""
    read = [
        (cell["cell_type"], "".join(cell["source"]))
        for cell in json.loads(text)["cells"]
    ]
    return digest(json.dumps(read).encode())


def digest(content: bytes) -> str:
    return sha256(content).hexdigest()


def is_json(file: Path) -> bool:
    try:
        return bool(json.loads(file.read_text(encoding="utf-8")))
    except (ValueError, RecursionError):
        return False


def format_path(path: Path) -> str:
    return f"{path.parent.name}/{path.name}"
