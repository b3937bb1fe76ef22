"""The texts that ship with the course: what other modules and every notebook may rely on."""

import unicodedata
from collections import Counter
from importlib.resources import files

import pytest

from minitok import corpora

SCRIPTS = {"LATIN", "CYRILLIC", "GREEK", "ARABIC", "HEBREW", "DEVANAGARI", "CJK", "HIRAGANA", "HANGUL", "THAI"}
FILES = ("stories.txt", "essays.txt", "languages.json", "inventory.py.txt")


def test_names_are_in_the_documented_order() -> None:
    toys = ("hug", "aaabdaaabac", "batat", "four-lines")
    assert corpora.names() == ("stories", "essays", "languages", "python", *toys)


@pytest.mark.parametrize("name", corpora.names())
def test_every_name_loads_and_is_documented(name: str) -> None:
    assert corpora.load(name)
    assert f"| {name} |" in (corpora.__doc__ or "")


@pytest.mark.parametrize("name", corpora.names())
def test_texts_are_clean(name: str) -> None:
    text = corpora.load(name)
    assert unicodedata.is_normalized("NFC", text)
    assert not [char for char in text if unicodedata.category(char)[0] == "C" and char != "\n"]
    assert not [line for line in text.split("\n") if line != line.rstrip()]


@pytest.mark.parametrize("file", FILES)
def test_files_have_lf_line_ends_and_end_with_one(file: str) -> None:
    data = files("minitok.corpora").joinpath(file).read_bytes()
    assert b"\r" not in data and b"\t" not in data
    assert data.endswith(b"\n") and not data.endswith(b"\n\n")


def test_english_is_at_least_60_kb() -> None:
    sizes = {name: len(corpora.load(name).encode("utf-8")) for name in ("stories", "essays")}
    assert sizes["stories"] >= 40_000 and sizes["essays"] >= 25_000
    assert sum(sizes.values()) >= 60_000


@pytest.mark.parametrize("name", ["stories", "essays"])
def test_english_is_plain_paragraphs(name: str) -> None:
    text = corpora.load(name)
    assert not set("\u2018\u2019\u201c\u201d\u2013\u2014\u2026\u00a0") & set(text), "typographic punctuation"
    assert all(paragraph and "\n" not in paragraph for paragraph in text[:-1].split("\n\n"))


def test_there_are_12_languages_in_8_scripts() -> None:
    passages = corpora.languages()
    letters = {char for passage in passages.values() for char in passage if char.isalpha()}
    scripts = {unicodedata.name(char).split()[0] for char in letters}
    assert len(passages) >= 12
    assert next(iter(passages)) == "English"
    assert scripts >= SCRIPTS
    assert len(SCRIPTS) >= 8


def test_passages_are_lines_and_hold_the_same_numbers() -> None:
    passages = corpora.languages()
    assert corpora.load("languages").split("\n") == list(passages.values())
    for language, passage in passages.items():
        digits = "".join(char if char.isdecimal() else " " for char in passage).split()
        assert digits == ["12", "3"], language


def test_each_call_of_languages_gives_a_dict_of_its_own() -> None:
    corpora.languages().clear()
    assert corpora.languages()


def test_the_python_file_compiles() -> None:
    source = corpora.load("python")
    compile(source, "inventory.py", "exec")
    assert 120 <= source.count("\n") <= 180


def test_hug_has_the_counts_of_the_lesson() -> None:
    text = corpora.load("hug")
    assert Counter(text.split(" ")) == {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


def test_the_other_toys_are_exact() -> None:
    assert corpora.load("aaabdaaabac") == "aaabdaaabac"
    assert corpora.load("batat") == "The batat and the cat fought over the hat."
    assert corpora.load("four-lines").split("\n") == [
        "Split text into characters",
        "Count adjacent pair frequencies",
        "Merge most frequent pair",
        "Repeat for desired vocabulary size",
    ]
    assert len(corpora.load("four-lines").split()) == 17


@pytest.mark.parametrize("name", ["storys", "", "Hug", "inventory.py.txt", "../stories"])
def test_an_unknown_name_is_named_with_the_names_there_are(name: str) -> None:
    with pytest.raises(ValueError) as error:
        corpora.load(name)
    message = str(error.value)
    assert f'"{name}"' in message
    assert all(known in message for known in corpora.names())
