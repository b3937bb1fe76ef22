"""What hatchling adds when it builds minitok: the course in the wheel, and a README whose links hold anywhere."""

import os
import re
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"""(?<!!)\[([^\]]+)\]\((?![a-z]+:|\#)([^)]+)\)""")
# Links out of the checkout, to pages of its host.
OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./\.\./[^)]+\)")
PICTURE = re.compile(r"<a href=.*?</a>\n+", re.DOTALL)


class TheCourse(BuildHookInterface):
    """Lessons as they are handed out, the documents and pictures that they link to: `minitok` copies them."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        sys.path.insert(0, str(ROOT))
        from minitok_course.copying import Copy, as_handed_out

        course = ROOT / "build" / "course"
        shutil.rmtree(course, ignore_errors=True)
        texts = {path: as_handed_out(path) for path in Copy(ROOT, ROOT).lessons}
        for path in [*ROOT.glob("docs/*.md"), *ROOT.glob("images/*.svg")]:
            text = path.read_text(encoding="utf-8").replace(
                "](../notebooks/", "](../my-course/"
            )
            texts[path] = OUTSIDE.sub(r"\1", text)
        for path, text in texts.items():
            target = course / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        build_data["force_include"][str(course)] = "minitok_course/files"


class TheReadme(MetadataHookInterface):
    """The README for a package registry. `MINITOK_REPOSITORY` is the address of the repository, if it has one."""

    def update(self, metadata: dict[str, Any]) -> None:
        repository = os.environ.get("MINITOK_REPOSITORY")
        text = (ROOT / "README.md").read_text(encoding="utf-8")
        if repository:
            text = re.sub(
                r"""(href|src|srcset)="(images/)""",
                rf'\1="{repository}/raw/HEAD/\2',
                text,
            )
            text = LINK.sub(rf"[\1]({repository}/blob/HEAD/\2)", text)
            metadata["urls"] = {
                "Source": repository,
                "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
            }
        else:
            text = LINK.sub(r"\1", PICTURE.sub("", text))
            metadata["urls"] = {}
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
