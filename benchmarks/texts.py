"""The texts that the benchmarks are run on, from what a machine with Python has; the same each time on one machine."""

import gettext
import re
import sysconfig
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, zip_longest
from pathlib import Path
from pydoc_data.topics import topics

LANGUAGES = [
    "ru",
    "fr",
    "ja",
    "de",
    "zh_CN",
    "ko",
    "el",
    "uk",
    "tr",
    "es",
    "vi",
    "ka",
    "bg",
    "ta",
    "th",
]
LANGUAGES += [
    "hi",
    "he",
    "ar",
    "bn",
    "te",
    "ml",
    "kn",
    "pa",
    "mr",
    "gu",
    "hy",
    "si",
    "km",
    "ne",
    "am",
    "my",
]
CATALOGS = Path("/usr/share/locale")


class TooLittleText(Exception):
    """This machine has too little text of the kind."""


def cut(texts: Iterable[str], size: int) -> list[str]:
    """The first texts, of `size` bytes of UTF-8 together; TooLittleText if there are not so many."""
    parts: list[str] = []
    for text in texts:
        data = text.encode("utf-8", "replace")[:size]
        size -= len(data)
        parts.append(data.decode(errors="ignore"))
        if not size:
            return parts
    raise TooLittleText(f"this machine lacks {size:,} bytes of such text")


def source(size: int) -> list[str]:
    """Python source: the files of the standard library, then those of the installed packages."""

    def files() -> Iterator[str]:
        for folder in ("stdlib", "purelib"):
            for file in sorted(Path(sysconfig.get_path(folder)).rglob("*.py")):
                if folder == "purelib" or "site-packages" not in file.parts:
                    yield file.read_text(encoding="utf-8", errors="replace")

    return cut(filter(None, files()), size)


def prose(size: int) -> list[str]:
    """English: the chapters of the Python documentation that `help` shows, then docstrings of the standard library."""

    def parts() -> Iterator[str]:
        yield from (topics[name] for name in sorted(topics))
        for text in source(20_000_000):
            if "topics = {" not in text:
                yield "\n\n".join(
                    docstring
                    for docstring in re.findall(r'"""(.*?)"""', text, re.DOTALL)
                    if len(docstring) > 100
                )

    return cut(filter(None, parts()), size)


def many_scripts(size: int) -> list[str]:
    """What programs say in 31 languages and 18 scripts: their message catalogs, a language in turn."""
    turns = zip_longest(*(_messages(language) for language in LANGUAGES))
    return cut(filter(None, chain.from_iterable(turns)), size)


def _messages(language: str, most: int = 2_500_000) -> list[str]:
    """The translated messages of a language, each once, in parts of some 50 KB."""
    seen: dict[str, None] = {}
    for file in sorted((CATALOGS / language / "LC_MESSAGES").glob("*.mo")):
        # A broken catalog is skipped.
        with (
            file.open("rb") as opened,
            suppress(UnicodeDecodeError),
        ):
            messages = gettext.GNUTranslations(opened)._catalog
            seen.update(
                dict.fromkeys(text for message, text in messages.items() if message)
            )
    data = "\n".join(seen).encode()[:most].decode(errors="ignore")
    return [data[start : start + 25_000] for start in range(0, len(data), 25_000)]


def one_word(size: int) -> str:
    """Letters with no space between them: those of the prose, of which 2 MB have more than 1 MB."""
    return "".join(filter(str.isalpha, "".join(prose(2_000_000))))[:size]


def chinese(size: int) -> list[str]:
    """What programs say in Chinese."""
    return cut(filter(None, _messages("zh_CN")), size)


def tiny(count: int) -> list[str]:
    """Texts of five words each, from the prose."""
    words = "".join(prose(2_000_000)).split()
    return [" ".join(words[start : start + 5]) for start in range(0, 5 * count, 5)]
