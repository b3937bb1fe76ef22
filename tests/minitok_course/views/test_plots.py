"""The style of the plots: one for all lessons, legible everywhere, and in words as well."""

import re
from xml.etree import ElementTree

import pytest

from minitok_course.views.plots import HUES, INK, plot

LINES = {
    "stories": ([0, 100, 900], [4.25, 2.0, 1.5]),
    "essays": ([0, 100, 900], [4.5, 2.5, 1.75]),
}
AXES = {"x": "merges", "y": "tokens per word", "title": "The first merges buy the most"}


def luminance(color):
    channels = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("color", [INK, *HUES])
@pytest.mark.parametrize("ground", ["#ffffff", "#111111"], ids=["light", "dark"])
def test_it_can_be_read_in_both_themes(color, ground):
    low, high = sorted((luminance(color), luminance(ground)))
    assert (high + 0.05) / (low + 0.05) >= 4


def texts(drawn):
    nodes = ElementTree.fromstring(drawn.svg).iter()
    return [
        text for node in nodes if node.tag.endswith("text") for text in node.itertext()
    ]


def test_its_names_are_written_at_the_lines():
    drawn = plot(LINES, **AXES)
    assert {*LINES, *AXES.values()} <= set(texts(drawn))
    assert "legend" not in drawn.svg.decode()


def test_it_is_small_and_the_same_each_time_and_has_no_ground():
    drawn = plot(LINES, **AXES)
    assert drawn.svg == plot(LINES, **AXES).svg
    assert len(drawn.svg) < 40_000
    source = drawn.svg.decode()
    assert "#ffffff" not in source and "#000000" not in source
    assert not re.findall(r"<image|<script", source)


def test_between_whole_numbers_that_are_counted_there_is_no_mark():
    marks = texts(
        plot(
            {"rungs": ([1, 2, 3, 4], [40, 20, 10, 5])},
            x="rung",
            y="seconds",
            title="Rung by rung",
        )
    )
    assert {"1", "2", "3", "4"} <= set(marks) and not {"1.5", "2.5"} & set(marks)


def test_names_never_overlap():
    drawn = plot({name: ([0, 1], [5, 5]) for name in "abcdef"}, x="", y="", title="")
    places = [
        float(up)
        for up in re.findall(r'y="([\d.]+)"[^>]*>[a-f]</text>', drawn.svg.decode())
    ]
    assert len(places) == 6
    assert all(
        abs(one - other) > 10 for i, one in enumerate(places) for other in places[:i]
    )


def test_points_alone_are_labelled_dots_however_many_there_are():
    drawn = plot(
        {name: ([place], [place]) for place, name in enumerate("abcdefghi")}, **AXES
    )
    assert {*"abcdefghi"} <= set(texts(drawn)) and "i: 8 at 8." in str(drawn)


def test_logarithms_and_single_points():
    ranks = range(1, 2_000)
    drawn = plot(
        {"words": (ranks, [2_000 / rank for rank in ranks]), "one": ([5], [9])},
        log=True,
        **AXES,
    )
    assert "one: 9 at 5." in str(drawn) and len(drawn.svg) < 80_000
