"""The parts that views share."""

import pytest

from minitok_course.views.common.html import (
    chip,
    chips,
    text_table,
    thin,
    visible,
)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("hug", "hug"),
        (" the\n\tcat", "␣the⏎⇥cat"),
        ("", "(empty)"),
        ("a\x00b", "a\\x00b"),
        ("\ud83d", "\\ud83d"),
        ("\u202eabc", "\\u202eabc"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("\u200d", "\\u200d"),
        ("1\ufe0f\u20e3", "1\ufe0f\u20e3"),
        ("\u0301", "◌\u0301"),
    ],
)
def test_everything_in_a_text_is_seen(text, shown):
    assert visible(text) == shown
    shown.encode("utf-8")


def test_a_long_text_is_cut_and_says_so():
    assert visible("a" * 10_000) == "a" * 40 + "… (10,000 characters)"
    assert visible("a" * 60) == "a" * 60


def test_a_chip_is_escaped_and_isolated():
    assert chip("<b>&", "a") == '<code class="mt-a"><bdi>&lt;b&gt;&amp;</bdi></code>'
    assert (
        chips(("h", "ug"))
        == "<code><bdi>h</bdi></code>\u00a0<code><bdi>ug</bdi></code>"
    )


@pytest.mark.parametrize(
    ("count", "most", "places"),
    [
        (0, 3, []),
        (9, 3, [0, 4, 8]),
        (2000, 2, [0, 1999]),
    ],
)
def test_thinning_keeps_the_first_and_the_last(count, most, places):
    assert thin(count, most) == places


def test_the_middle_of_a_long_table_is_left_out():
    lines = text_table(
        ["step"], [[str(step)] for step in range(1000)], most=4
    ).splitlines()
    assert lines == ["step", "0", "1", "… 996 more …", "998", "999"]
