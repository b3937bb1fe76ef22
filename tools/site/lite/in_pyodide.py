"""Runs in Pyodide, since only its own Python can compile for it: compiles the modules in the archives of a folder."""

import sys
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

TAG = sys.implementation.cache_tag


def compile_archive(path: Path) -> None:
    """Write an archive anew. A wheel is unpacked later, so the compiled modules are beside their sources.

    The standard library is imported from its archive, where they take their place.
    """
    with ZipFile(path) as archive:
        files = {info.filename: archive.read(info) for info in archive.infolist()}
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        for name, source in files.items():
            compiled = compile_module(name, source)
            if path.suffix == ".whl" or not compiled:
                put(archive, name, source)
                name = in_cache(name)
            if compiled:
                put(archive, f"{name}c", compiled)


def compile_module(name: str, source: bytes) -> bytes | None:
    """The compiled module, which Python takes whatever the time of its source is; None if it is no module."""
    if not name.endswith(".py"):
        return None
    try:
        code = compile(source, name, "exec", dont_inherit=True)
    except SyntaxError:  # a file for tests
        return None
    return bytes(_code_to_hash_pyc(code, source_hash(source), False))


def in_cache(name: str) -> str:
    folder, _, module = name.rpartition("/")
    cache = f"{folder}/__pycache__" if folder else "__pycache__"
    return f"{cache}/{module.removesuffix('.py')}.{TAG}.py"


def put(archive: ZipFile, name: str, content: bytes) -> None:
    """Add a file whose bytes are the same in every build."""
    info = ZipInfo(name)
    info.compress_type = ZIP_DEFLATED
    archive.writestr(info, content)


for path in sorted(Path("/archives").iterdir()):
    compile_archive(path)
