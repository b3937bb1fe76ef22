"""The playground: which tokenizers it shows by itself, and its texts."""

import pytest
from samples import byte_level

from minitok.pre_tokenizers import GPT4_PATTERN
from minitok_course import corpora
from minitok_course.views import Playground
from minitok_course.views.playground import OWN_TEXT, TEXTS

STORIES = corpora.load("stories")


@pytest.fixture(scope="module")
def two():
    return {
        "ours": byte_level([STORIES], 500),
        "other": byte_level([STORIES], 500, pattern=GPT4_PATTERN),
    }


def names(view):
    return [cells[0].split(" (")[0] for cells in view.view.rows]


def test_by_itself_it_shows_six_that_come_with_the_course():
    view = Playground("The ferry")
    assert names(view) == ["GPT-2", "GPT-4", "GPT-4o", "Qwen3", "BERT", "Pegasus"]


def test_a_text_can_be_chosen_and_changed(two):
    view = Playground(tokenizers=two)
    assert view.texts.value == "English" and view.input.value == TEXTS["English"]
    view.texts.value = "Code"
    assert view.input.value == TEXTS["Code"] and "area" in str(view)
    view.input.value += "!"
    assert view.texts.value == OWN_TEXT and view.input.value == TEXTS["Code"] + "!"
