"""Tokenizers under each other: what belongs together is lit, and what is not asked for can be hidden."""

import pytest
from playwright.sync_api import expect

from .view_table import VIEWS


@pytest.fixture
def seen(shown):
    output = shown(next(view for view in VIEWS if view.name == "Playground"))
    output.locator("textarea").fill("hugs, café!")
    expect(output.locator(".mt-caption")).to_contain_text("11 characters")
    return output


def test_a_token_lights_its_characters_in_every_row(seen):
    hug = seen.locator('[data-span="0 3"]').first
    hug.hover()
    lit = seen.locator(".mt-pointed")
    expect(lit.first).to_be_visible()
    spans = [tuple(map(int, node.get_attribute("data-span").split())) for node in lit.all()]
    assert all(start < 3 for start, _ in spans)
    rows = seen.locator(".mt-row")
    for row in rows.all():
        expect(row.locator(".mt-pointed").first).to_be_visible()
    seen.locator(".mt-title").hover()
    expect(lit).to_have_count(0)


@pytest.mark.parametrize(("name", "part"), [("ids", ".mt-id"), ("spaces", ".mt-space")])
def test_ids_and_spaces_can_be_hidden(seen, name, part):
    seen.locator("textarea").fill("hugs hugs")
    first = seen.locator(part).first
    box = seen.get_by_label(name)
    expect(first).to_be_visible()
    box.uncheck()
    expect(first).to_be_hidden()
    box.check()
    expect(first).to_be_visible()


def test_a_text_can_be_chosen(seen):
    seen.get_by_label("Text", exact=True).select_option("Thai")
    expect(seen.locator("textarea")).to_have_value("เมื่อคืนคนเฝ้าประภาคารไม่ได้นอน")
    seen.locator("textarea").fill("hug")
    expect(seen.get_by_label("Text", exact=True)).to_have_value("what I type")


def test_another_pair_gives_another_reason(seen):
    expect(seen.locator(".mt-remark")).to_contain_text("ours and in one")
    seen.get_by_label("with").select_option("pieces")
    expect(seen.locator(".mt-remark")).to_contain_text("ours and pieces")


SIX_ROWS_FIT = """(view) => {
    const height = (node) => node.getBoundingClientRect().height;
    const rows = [...view.querySelectorAll('.mt-row')].map(height);
    const sum = rows.reduce((one, other) => one + other);
    const gap = (height(view.querySelector('.mt-rows')) - sum) / (rows.length - 1);
    return height(view.querySelector('.mt-playground')) + (6 - rows.length) * (Math.max(...rows) + gap) <= 600;
}"""


def test_six_rows_fit_on_a_projector(lab, seen):
    """At 1280 × 720, JupyterLab leaves a notebook some 600 pixels; a row takes 50 of them, all the rest 300."""
    with lab.sized(1280, 720):  # the room that the text before it had is given back a moment after it is typed
        lab.page.wait_for_function(SIX_ROWS_FIT, arg=seen.element_handle())
