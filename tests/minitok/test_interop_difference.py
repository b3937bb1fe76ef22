"""minitok/interop/difference.py: the shortest text on which two tokenizers disagree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from samples import SCRIPTS, byte_level

from minitok.interop.difference import shrink, smallest_difference
from minitok.interop.huggingface import to_tokenizers, to_transformers
from minitok.interop.tiktoken import to_tiktoken
from minitok_course import corpora

STORIES = corpora.load("stories")
TEXTS = [*STORIES.splitlines(), *SCRIPTS.values()]


@pytest.fixture(scope="module")
def tok():
    return byte_level([STORIES], 1000)


def test_the_same_tokenizer_in_five_hands_never_differs(tok):
    others = [
        tok,
        tok.encode,
        to_tokenizers(tok),
        to_transformers(tok),
        to_tiktoken(tok, "ours"),
    ]
    for other in others:
        assert smallest_difference(tok, other, [*TEXTS[::10], "one<|end|>two"]) is None


def test_a_function_may_give_any_tokens():
    assert (
        smallest_difference(
            list, lambda text: list(text.lower()), ["all alike", "still Alike"]
        )
        == "A"
    )


def test_a_shorter_difference_may_come_in_a_later_text():
    def shorten(text):
        return text.replace("ab", "").replace("c", "")

    assert smallest_difference(list, shorten, ["long ab", "short c"]) == "c"


@given(text=st.text("abc", min_size=1), needed=st.text("abc", min_size=1, max_size=4))
def test_no_character_can_be_taken_from_what_is_left(text, needed):
    def fails(text):
        return all(text.count(char) >= needed.count(char) for char in needed)

    if fails(text):
        assert sorted(shrink(text, fails)) == sorted(needed)
