"""The texts that ship with the course: what other modules and every notebook may rely on."""

import re
import unicodedata

import pytest

from minitok_course import corpora
from minitok_course.exercises.lessons.lesson_07 import windows
from minitok_course.vocabularies import load


def test_names_are_in_the_documented_order():
    toys = ("hug", "aaabdaaabac", "batat", "four-lines")
    assert corpora.names() == ("stories", "essays", "languages", "python", *toys)


@pytest.mark.parametrize("name", corpora.names())
def test_texts_are_documented_and_clean(name):
    text = corpora.load(name)
    assert f"| {name} |" in (corpora.__doc__ or "")
    assert unicodedata.is_normalized("NFC", text)
    assert not [
        char for char in text if unicodedata.category(char)[0] == "C" and char != "\n"
    ]
    assert not [line for line in text.split("\n") if line != line.rstrip()]


@pytest.mark.parametrize(("name", "how_many"), [("stories", 8), ("essays", 13)])
def test_a_document_is_whole_and_begins_with_its_title(name, how_many):
    documents = corpora.documents(name)
    assert len(documents) == how_many and "".join(documents) == corpora.load(name)
    assert all(re.match(r"[A-Z][\w, -]+\??\n\n", document) for document in documents)


def test_passages_are_lines_and_hold_the_same_numbers():
    passages = corpora.languages()
    assert corpora.load("languages").split("\n") == list(passages.values())
    for language, passage in passages.items():
        digits = "".join(char if char.isdecimal() else " " for char in passage).split()
        assert digits == ["12", "3"], language


def test_the_python_file_compiles():
    compile(corpora.load("python"), "inventory.py", "exec")


@pytest.mark.parametrize("name", ["storys", "../stories"])
def test_an_unknown_name_is_named_with_the_names_there_are(name):
    with pytest.raises(ValueError) as error:
        corpora.load(name)
    message = str(error.value)
    assert f'"{name}"' in message
    assert all(known in message for known in corpora.names())


def test_the_letter_has_scores_for_each_of_berts_tokens_in_each_window():
    letter = corpora.letter()
    count = len(load("BERT").encode(letter.text, add_special_tokens=False))
    spans = [*windows(count, 30, 0), *windows(count, 30, 8)]
    assert {*letter.scores} == {(0, count), *spans}
    for (start, end), of_tokens in letter.scores.items():
        assert len(of_tokens) == end - start
        assert all(0.7 <= sum(scores.values()) <= 1.02 for scores in of_tokens)
