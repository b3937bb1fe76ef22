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


def test_with_no_vocabulary_it_shows_the_courses_own_and_says_once_what_is_missing(
    nothing_published,
):
    view = Playground("The ferry")
    assert sorted(names(view)) == sorted(usual.OWN)
    view.input.value = "The ferries"
    assert (
        str(view).count("Not on this computer")
        == view.still().count("Not on this computer")
        == 1
    )
    assert (
        "GPT-2, GPT-4o / gpt-oss, Qwen3, DeepSeek-V3, BERT, Pegasus" in view.view.note
    )


@pytest.mark.parametrize("download", [True, False])
def test_it_downloads_only_when_asked_to(nothing_published, download):
    Playground(download=download)
    assert [name for name, _ in nothing_published] == [
        "openai-community/gpt2",
        "o200k_harmony",
        "Qwen/Qwen3-0.6B",
        "deepseek-ai/DeepSeek-V3",
        "google-bert/bert-base-uncased",
        "google/pegasus-xsum",
    ]
    assert {allowed for _, allowed in nothing_published} == {download}


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

    assert kinds(Playground()) == ["agree", "costs"]
    assert kinds(Playground(tokenizers=two)) == ["agree"]
    published = {"GPT-2": two["ours"], "GPT-4o / gpt-oss": two["other"]}
    assert kinds(Playground(tokenizers=published)) == ["agree", "cuts", "costs"]
