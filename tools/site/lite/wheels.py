"""Wheels without compiled parts, in place of those that are on Pyodide's CDN: with them, every lesson can begin."""

import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path


def pure_wheels(folder: Path) -> Iterator[Path]:
    """What stands in for `regex` and `tiktoken`, which are compiled; markupsafe without its half that is."""
    import markupsafe

    own_half = sorted(Path(markupsafe.__file__).parent.glob("*.py"))
    pure = Path(__file__).parent / "pure"
    yield wheel(folder, "regex_by_re", {"regex.py": pure / "regex.py"})
    yield wheel(folder, "tiktoken_by_minitok", {"tiktoken.py": pure / "tiktoken.py"})
    yield wheel(
        folder, "markupsafe", {f"markupsafe/{path.name}": path for path in own_half}
    )


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
