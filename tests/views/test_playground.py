"""The playground: which tokenizers it shows by itself, and what it says of two of them."""

import pytest
from samples import byte_level, word_level

from minitok import corpora
from minitok.interop import hub
from minitok.pre_tokenizers import GPT4_PATTERN
from minitok.views import Playground
from minitok.views.parts import usual_tokenizers as usual
from minitok.views.parts.parting import Parting
from minitok.views.playground import OWN_TEXT, TEXTS, why

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
    return [cells[0].split(" (")[0] for cells in view.view.frames[0].rows if cells[0]]


def remarks(view):
    return [cells[-1] for cells in view.view.frames[0].rows if not cells[0]]


def test_with_no_vocabulary_it_shows_the_courses_own_and_says_once_what_is_missing(nothing_published):
    view = Playground("The ferry")
    assert sorted(names(view)) == sorted(usual.OWN)
    view.input.value = "The ferries"
    assert str(view).count("Not on this computer") == view.still().count("Not on this computer") == 1
    assert "GPT-2, GPT-4o / gpt-oss, Qwen3, DeepSeek-V3, BERT, Pegasus" in remarks(view)[-1]
    assert "our BPE and our WordPiece" in remarks(view)[0]


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


def test_it_takes_what_compare_takes_and_needs_no_pair(two):
    view = Playground("a cat", {"words": str.split, "letters": list})
    assert names(view) == ["words", "letters"] and remarks(view) == [] and view.pair == []
    assert names(Playground("a cat", {"ours": two["ours"]})) == ["ours"]
    assert "no tokenizers" in Playground("a cat", {}).still()


def test_another_pair_has_another_remark(two):
    view = Playground("Now 1234", {**two, "words": word_level([STORIES])})
    assert remarks(view) == [
        "ours and other first differ where the text is split into words, at character 3: "
        "ours has `␣1234`, other has `␣` `123` `4`."
    ]
    view.pair[1].value = "words"
    assert "ours and words" in remarks(view)[0]
    view.pair[0].value = "words"
    assert remarks(view) == []


def test_a_text_can_be_chosen_and_changed(two):
    view = Playground(tokenizers=two)
    assert view.texts.value == "English" and view.input.value == TEXTS["English"]
    view.texts.value = "Code"
    assert view.input.value == TEXTS["Code"] and "area" in str(view)
    view.input.value += "!"
    assert view.texts.value == OWN_TEXT and view.input.value == TEXTS["Code"] + "!"


def test_ids_and_spaces_are_hidden_by_a_class(two):
    view = Playground(tokenizers=two)
    for box in view.shows:
        name = f"mt-without-{box.description}"
        box.value = False
        assert name in view._dom_classes
        box.value = True
        assert name not in view._dom_classes


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (None, "A and B make the same cuts in this text."),
        (
            Parting("normalizer", 4, ("É",), ("e",)),
            "A and B first differ in the normalizer, at character 4: A has `É`, B has `e`.",
        ),
        (
            Parting("template", 7, (), ("[CLS]", "[SEP]")),
            "A and B make the same cuts in this text, but B adds `[CLS]` `[SEP]`.",
        ),
        (
            Parting("model", 1_234, (b"\xc3", b"\xa9"), ("é",)),
            "A and B first differ in the model, at character 1,234: A has `c3` `a9`, B has `é`.",
        ),
        (
            Parting("split", 0, tuple("abcdefghijkl"), ("`",)),
            "A and B first differ where the text is split into words, at character 0: "
            "A has `a` `b` `c` `d` `e` `f` `g` `h` and 4 more, B has `\\x60`.",
        ),
    ],
)
def test_where_two_part_is_told_in_a_sentence(found, told):
    assert why("A", "B", found) == told
