"""The ruler: every token under its characters, and each cut with its reason."""

import re

import pytest
from playwright.sync_api import expect

from .lab import typing

pytestmark = pytest.mark.slow

# How far the first glyph of each token is from where its character stands above it, and the rows in their order.
OFF = """(view) => [...view.querySelectorAll('.mt-system')].flatMap((system) => {
    const text = system.querySelector('.mt-text').getBoundingClientRect().left;
    const column = parseFloat(getComputedStyle(system).getPropertyValue('--mt-column'));
    return [...system.querySelectorAll('[data-span]')].map((token) => {
        const start = Number(token.dataset.span.split(' ')[0]);
        return Math.abs(token.getBoundingClientRect().left - text - start * column);
    });
}).filter((off) => off > 1)"""


@pytest.fixture
def playground(shown):
    with typing(shown("Playground"), "hugs, café!"):
        expect(shown("Playground").locator(".mt-caption")).to_contain_text(
            "11 characters"
        )
        yield shown("Playground")


def names(view):
    return view.locator(".mt-system").first.locator(".mt-name").all_inner_texts()


def test_each_token_stands_under_its_characters_and_the_rows_keep_their_order(
    playground,
):
    for text in ("hugs pun", "pun and a bun, hugs", "a"):
        with typing(playground, text):
            expect(playground.locator(".mt-caption")).to_contain_text(
                re.compile(rf"\b{len(text)} character")
            )
            assert playground.locator(".mt-view").evaluate(OFF) == []
            assert names(playground) == ["ours", "in one", "pieces"]


def test_a_tick_says_whose_cut_it_is_and_why(playground):
    tick, tip = (
        playground.locator(".mt-staff[aria-label=ours] .mt-tick"),
        playground.locator(".mt-tip"),
    )
    tick.first.hover()
    expect(tip).to_have_text("ours cuts here: none of its merges joins c and a.")
    stage = playground.locator(".mt-stage").bounding_box()
    assert tip.bounding_box()["y"] >= stage["y"] + stage["height"]  # no row is covered
    playground.locator(".mt-strip .mt-mark").first.hover()
    expect(tip).to_contain_text("cut here: ")


def test_a_token_lights_its_characters_in_every_row(playground):
    playground.locator('[data-span="0 3"]').first.hover()
    lit = playground.locator(".mt-pointed")
    expect(lit.first).to_be_visible()
    assert all(
        float(node.get_attribute("data-span").split()[0]) < 3 for node in lit.all()
    )
    playground.locator(".mt-title").hover()
    expect(lit).to_have_count(0)


def test_a_text_is_wrapped_on_a_phone_and_a_long_one_scrolls_beside_its_names(
    lab, playground
):
    with lab.sized(390), typing(playground, "hugs and puns and buns and hugs and puns"):
        expect(playground.locator(".mt-system")).not_to_have_count(1)
        lines = playground.locator(".mt-text").all_text_contents()
        assert all(line.startswith(" ") for line in lines[1:])
        assert playground.locator(".mt-view").evaluate(
            "view => view.scrollWidth <= view.clientWidth"
        )
    with lab.sized(390), typing(playground, "café"):
        expect(playground.locator("[aria-label=ours] .mt-byte")).to_have_text(
            ["c3", "a9"]
        )
    with typing(playground, "hugs and puns " * 60):
        expect(playground.locator(".mt-scroll[data-scrolls]")).to_have_count(1)
        expect(playground.locator(".mt-name").first).to_be_in_viewport()
