"""Wheels without compiled parts, in place of those that are on Pyodide's CDN: with them, every lesson can begin."""

import json
import re
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from unicodedata import category


def pure_wheels(folder: Path) -> Iterator[Path]:
    """What stands in for `regex` and `tiktoken`, which are compiled; markupsafe without its half that is."""
    import markupsafe

    own_half = sorted(Path(markupsafe.__file__).parent.glob("*.py"))
    pure = Path(__file__).parent / "pure"
    ranges = write_ranges(folder / "regex.json")
    files = {"regex.py": pure / "regex.py", "regex.json": ranges}
    yield wheel(folder, "regex_by_re", files)
    yield wheel(folder, "tiktoken_by_minitok", {"tiktoken.py": pure / "tiktoken.py"})
    yield wheel(
        folder, "markupsafe", {f"markupsafe/{path.name}": path for path in own_half}
    )


def write_ranges(path: Path) -> Path:
    """Write the characters of each category, `L` or `Lu`, by the library `regex`, as ranges for square brackets."""
    import regex

    characters = "".join(map(chr, range(sys.maxunicode + 1)))
    names = {*map(category, characters)}
    names |= {name[0] for name in names}
    ranges = {}
    for name in sorted(names):
        ranges[name] = ""
        for run in regex.findall(rf"\p{{{name}}}+", characters):
            ranges[name] += f"{re.escape(run[0])}-{re.escape(run[-1])}"
    path.write_text(json.dumps(ranges), "utf-8")
    return path


def wheel(
    folder: Path,
    name: str,
    files: Mapping[str, Path | None],
    *,
    needs: Sequence[str] = (),
) -> Path:
    """A wheel of these files, or of empty ones."""
    path = folder / f"{name}-2-py3-none-any.whl"
    metadata = [
        "Metadata-Version: 2.1",
        f"Name: {name}",
        "Version: 2",
        *(f"Requires-Dist: {need}" for need in needs),
    ]
    tags = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for inside, file in files.items():
            archive.writestr(inside, file.read_bytes() if file else "")
        for about, text in (
            ("METADATA", "\n".join(metadata) + "\n"),
            ("WHEEL", tags),
            ("RECORD", ""),
        ):
            archive.writestr(f"{name}-2.dist-info/{about}", text)
    return path
