"""Where patterns cut a text, seen."""

import pytest

from minitok.pre_tokenizers import (
    GPT2_PATTERN,
    GPT4_PATTERN,
    ByteLevel,
    Split,
    Whitespace,
)
from minitok_course.views import PatternExplorer
from minitok_course.views.pattern_explorer import alternatives


def explorer(text="you'll pay 1234", **options):
    return PatternExplorer(
        text,
        {"GPT-2": Split(GPT2_PATTERN), "GPT-4": Split(GPT4_PATTERN)},
        own=Split,
        **options,
    )


def words(view):
    """The rows of the text twin by name: the words of each pattern."""
    return {
        name: cut.split(" | ")
        for name, _, cut in view.view.frames[0].rows
        if not name.startswith(" ")
    }


def test_the_text_twin_tells_what_each_alternative_matched():
    assert str(explorer()) == (
        "Text to cut: you'll pay 1234\n"
        "Your own pattern: \\w+|[^\\w\\s]+\n"
        "One text, cut into words\n"
        "pattern                       words  cut here |, left out (…)\n"
        "GPT-2                         4      you | 'll | ␣pay | ␣1234\n"
        "  1 '(?:[sdmt]|ll|ve|re)      1      'll\n"
        "  2 ␣?\\p{L}+                  2      you | ␣pay\n"
        "  3 ␣?\\p{N}+                  1      ␣1234\n"
        "GPT-4                         6      you | 'll | ␣pay | ␣ | 123 | 4\n"
        "  1 '(?i:[sdmt]|ll|ve|re)     1      'll\n"
        "  2 [^\\r\\n\\p{L}\\p{N}]?\\p{L}+  2      you | ␣pay\n"
        "  3 \\p{N}{1,3}                2      123 | 4\n"
        "  8 \\s+                       1      ␣\n"
        "yours                         7      you | ' | ll | ␣ | pay | ␣ | 1234\n"
        "  1 \\w+                       4      you | ll | pay | 1234\n"
        "  2 [^\\w\\s]+                  1      '"
    )


@pytest.mark.parametrize("pattern", [r"a|(?:b|c)+|[|(]|\||", r"[]|]|[^]|]", "(?i)a"])
def test_a_pattern_is_cut_at_its_outermost_bars(pattern):
    found = alternatives(pattern)
    assert "|".join(found) == pattern
    assert len(found) == {"a": 5, "[": 2, "(": 1}[pattern[0]]


def test_the_words_follow_the_text_and_the_pattern():
    view = explorer()
    view.input.value = "one two"
    assert words(view)["GPT-2"] == ["one", "␣two"]
    view.pattern.value = "o"
    assert words(view)["yours"] == ["o", "ne␣tw", "o"]


def test_a_broken_pattern_is_explained_and_the_words_stay():
    view = explorer()
    before = words(view)
    view.pattern.value = "(\\w+"
    assert view.view.problem.endswith(
        "at position 0: close it with ), and write \\( for the character"
    )
    assert words(view) == before
    view.input.value = "a b"
    assert "close it with )" in view.view.problem and words(view)["yours"] == [
        "a",
        "␣",
        "b",
    ]
    view.pattern.value = "."
    assert view.view.problem == ""


def test_a_pattern_that_tries_all_ways_is_stopped_and_explained():
    view = PatternExplorer("aa", {"GPT-2": Split(GPT2_PATTERN)}, own=Split)
    view.pattern.value = "(a|aa)+b"
    view.input.value = "a" * 40 + "!"
    assert "too slow for this text" in view.view.problem
    assert words(view)["GPT-2"] == ["a" * 40, "!"]
    view.input.value = "aab"
    assert view.view.problem == ""


def test_what_is_left_out_is_shown():
    view = PatternExplorer("Hey  you ", {"words": Whitespace()}, own=Split)
    assert words(view)["words"] == ["Hey", "(␣␣)", "you", "(␣)"]
    assert "<del>left out</del>" in view.still()


def test_a_pre_tokenizer_that_fails_has_a_sentence_in_its_row():
    view = PatternExplorer(
        "\ud800", {"bytes": ByteLevel(), "words": Whitespace()}, own=Split
    )
    assert "surrogate pair" in view.view.frames[0].rows[0][2]
    assert words(view)["words"] == ["\\ud800"]


def test_the_libraries_own_pre_tokenizers_are_taken_too():
    tokenizers = pytest.importorskip("tokenizers")
    view = PatternExplorer(
        " café au",
        {"theirs": tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False)},
        own=Split,
    )
    assert words(view)["theirs"] == ["␣café", "␣au"]
