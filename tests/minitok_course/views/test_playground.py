"""The playground: which tokenizers it shows by itself, and what it dares the learner to find."""

import pytest
from samples import byte_level

from minitok.interop import hub
from minitok.pre_tokenizers import GPT4_PATTERN
from minitok_course import corpora
from minitok_course.views import Playground
from minitok_course.views.common import usual_tokenizers as usual
from minitok_course.views.playground import OWN_TEXT, TEXTS

STORIES = corpora.load("stories")


@pytest.fixture(scope="module")
def two():
    return {
        "ours": byte_level([STORIES], 500),
        "other": byte_level([STORIES], 500, pattern=GPT4_PATTERN),
    }


@pytest.fixture
def nothing_published(monkeypatch):
    """No vocabulary can be had; what was asked for, and whether it may be downloaded."""
    asked = []

    def not_here(name, *, download=True):
        asked.append((name, download))
        raise hub.NotAvailable(name)

    monkeypatch.setattr(hub, "tokenizer_file", not_here)
    monkeypatch.setattr(hub, "tiktoken_encoding", not_here)
    usual._published.cache_clear()
    yield asked
    usual._published.cache_clear()


def names(view):
    return [cells[0].split(" (")[0] for cells in view.view.rows]


def test_without_a_network_it_shows_what_comes_along_and_says_once_what_is_missing(
    nothing_published,
):
    view = Playground("The ferry")
    along = [name for name in usual.PUBLISHED if name != "DeepSeek-V3"]
    assert sorted(names(view)) == sorted([*along, "our BPE", "our WordPiece"])
    view.input.value = "The ferries"
    assert (
        str(view).count("Not on this computer")
        == view.still().count("Not on this computer")
        == 1
    )
    assert view.view.note.startswith("Not on this computer, so not shown: DeepSeek-V3.")


@pytest.mark.parametrize("download", [True, False])
def test_it_downloads_only_when_asked_to(nothing_published, download):
    Playground(download=download)
    assert nothing_published == [("deepseek-ai/DeepSeek-V3", download)]


def test_published_tokenizers_come_first_and_there_are_seven(monkeypatch, two):
    usual._published.cache_clear()
    monkeypatch.setattr(usual, "_published", lambda name, download: two["ours"])
    found, missing = usual.usual_tokenizers()
    assert list(found) == [*usual.PUBLISHED, "our BPE"] and missing == []


def test_a_text_can_be_chosen_and_changed(two):
    view = Playground(tokenizers=two)
    assert view.texts.value == "English" and view.input.value == TEXTS["English"]
    view.texts.value = "Code"
    assert view.input.value == TEXTS["Code"] and "area" in str(view)
    view.input.value += "!"
    assert view.texts.value == OWN_TEXT and view.input.value == TEXTS["Code"] + "!"


def test_it_dares_the_learner_to_find_what_the_rows_can_show(two, nothing_published):
    def kinds(view):
        return [dare["kind"] for dare in view.view.dares]

    assert kinds(Playground()) == ["agree", "cuts", "costs"]
    assert kinds(Playground(tokenizers=two)) == ["agree"]
    published = {"GPT-2": two["ours"], "GPT-4o / gpt-oss": two["other"]}
    assert kinds(Playground(tokenizers=published)) == ["agree", "cuts", "costs"]
