"""Predictions and quizzes in a page, without Python: their answers stand nowhere in its text before they are given."""

import base64
import json

import pytest
from bs4 import BeautifulSoup
from lessons import LESSONS
from playwright.sync_api import expect
from serving import each_tried_lesson


def islands(site, name):
    """The islands of a page that ask something, each with what its answer is judged by."""
    tree = BeautifulSoup((site / name).read_text("utf-8"), "html.parser")
    found = {
        node["id"]: json.loads(node.script.string) for node in tree.select(".mt-island")
    }
    asking = {
        id: island
        for id, island in found.items()
        if island["front"] in ("prediction", "quiz")
    }
    return {
        id: json.loads(base64.b64decode(island["state"]["asked"]))
        for id, island in asking.items()
    }


@pytest.mark.slow
@each_tried_lesson
def test_the_answers_stand_nowhere_in_the_page(site, number):
    name = f"{LESSONS[number].stem}.html"
    text = (site / name).read_text("utf-8")
    asked = islands(site, name)
    assert asked
    tree = BeautifulSoup(text, "html.parser")
    for id, described in asked.items():
        is_quiz = isinstance(described, list)
        reasons = (
            [reason for question in described for reason in question["reasons"]]
            if is_quiz
            else [described["why"]]
        )
        for reason in reasons:
            assert reason not in text and json.dumps(reason)[1:-1] not in text
            assert (
                BeautifulSoup(reason, "html.parser").get_text() not in tree.get_text()
            )
        link, _, place = tree.select_one(f"#{id} a")["href"].partition("#")
        told = (
            BeautifulSoup((site / link).read_text("utf-8"), "html.parser")
            .find(id=place)
            .get_text()
        )
        assert all(
            BeautifulSoup(reason, "html.parser").get_text() in told
            for reason in reasons
        )


@pytest.mark.slow
def test_a_prediction_shows_its_answer_after_a_guess_and_is_remembered(opened):
    page = opened("02_bpe_from_scratch.html")
    form = page.locator(".mt-prediction").first
    expect(form.locator("table")).to_have_count(0)
    form.get_by_role("button", name="Commit").click()
    expect(form.locator(".mt-problem")).to_contain_text("Guess first")
    for box, guess in zip(form.get_by_role("textbox").all(), ["p u", "u n", "h ug"]):
        box.fill(guess)
    form.get_by_role("textbox").last.press("Enter")
    expect(form.locator(".mt-problem")).to_contain_text(
        "2 of 3 right. Change what has a ✗. One more try"
    )
    form.get_by_role("textbox").first.fill("u g")
    form.get_by_role("textbox").last.press("Enter")
    expect(form).to_contain_text("All right.")
    expect(form.locator("table")).to_contain_text("u g")
    expect(form.get_by_role("textbox")).to_have_count(0)
    expect(page.locator("#map [data-lesson^='02'] .done")).to_have_text(
        "1 of 2 answered"
    )

    page.reload()
    expect(form.locator("table")).to_contain_text("u g")
    page.get_by_role("button", name="Forget my answers").click()
    expect(form.locator("table")).to_have_count(0)
    expect(page.locator("#map [data-lesson^='02'] .done")).to_have_text("")


@pytest.mark.slow
def test_what_would_give_an_answer_away_is_covered_until_there_is_a_guess(opened):
    page = opened("gpt4_in_one_sitting.html")
    covered = page.locator(".covered")
    expect(covered.and_(page.locator(".outputs"))).to_have_count(1)
    page.get_by_role("button", name="This may show the answer").click()
    expect(covered).to_have_count(0)

    page.reload()
    expect(covered).not_to_have_count(0)
    form = page.locator(".mt-prediction").first
    for guess in ("1", "2"):  # the second wrong one brings the answer
        expect(covered).not_to_have_count(0)
        form.get_by_role("textbox").fill(guess)
        form.get_by_role("button", name="Commit").click()
    expect(form.locator(".mt-outcome")).to_contain_text("your guess: 2")
    expect(covered).to_have_count(0)
