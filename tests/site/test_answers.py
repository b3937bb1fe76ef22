"""Predictions and quizzes in a page, without Python: their answers stand nowhere in its text before they are given."""

import base64
import json
import re
from html import unescape

import pytest
from bs4 import BeautifulSoup
from lessons import LESSONS, ROOT, tool
from playwright.sync_api import expect
from serving import each_tried_lesson, serve

from minitok.views import Prediction, Question, Quiz

GUESSES = [  # each with an answer for which it is right, and one for which it is not
    ("12", 12, 13),
    ("1,234", 1234, 1.234),
    ("0.50", 0.5, 0.05),
    (" u  g ", "u g", "ug"),
    ("`##u ##g`", ("##u", "##g"), ("u", "g")),
    ("[1, 5, 42]", [1, 5, 42], [1, 5]),
    ("<b>", "<b>", "<B>"),
    ("2", "2", "2 3"),
]
COMMITTED = """async ([address, asked, tries]) => {
    const judge = new (await import(address)).Prediction(asked);
    return tries.map((guesses) => judge.answer({ guesses }));
}"""
A_QUIZ = """async ([address, questions, asked, tried]) => {
    const judge = new (await import(address)).Quiz(questions, asked);
    return tried.map(([question, choice]) => {
        judge.answer({ question, choice });
        return JSON.stringify(judge.told);
    });
}"""


@pytest.fixture(scope="module")
def judged(browser, tools):
    """Runs a script with the address of judging.js."""
    with serve(ROOT / "tools" / "site" / "static") as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}icon.svg")
        yield lambda script, *values: page.evaluate(script, [f"{address}judging.js", *values])


@pytest.mark.parametrize(("guess", "right", "wrong"), GUESSES)
def test_a_guess_is_called_right_where_it_is_and_then_the_answer_is_shown(judged, guess, right, wrong):
    for answer, told in ((right, "Right."), (wrong, "Compare your guess with the answer.")):
        asked = tool("asking").prediction(Prediction("What?", answer, why="So."))
        empty, committed = judged(COMMITTED, asked, [[" "], [guess]])
        assert not empty["locked"] and "Write down a guess first" in empty["problem"] and not empty["outcome"]
        assert committed["locked"] and committed["guesses"] == [guess] and not committed["problem"]
        outcome = BeautifulSoup(committed["outcome"], "html.parser")
        assert outcome.b.get_text() == told and "So." in outcome.get_text() and not outcome.summary
        shown = [cell.get_text() for cell in outcome.select("td:has(code)")]
        assert shown == [str(part) for part in (answer if isinstance(answer, (list, tuple)) else [answer])]


def test_a_quiz_is_judged_in_the_page_as_in_python(judged):
    first = Question("Is `##` a token?", {"Yes & no": "It marks a <token>.", "No": "It is a prefix."}, answer="No")
    second = Question("Which byte?", {"a": "One byte.", "é": "Two bytes.", "€": "Three."}, answer="a")
    quiz = Quiz([first, second])
    tried = [(0, -1), (0, 1), (1, 2), (1, -1), (0, 0), (0, 1), (1, 0), (1, 1)]
    told = judged(A_QUIZ, quiz.questions, tool("asking").quiz(quiz), tried)
    for (question, choice), one in zip(tried, told, strict=True):
        quiz._asked_by_page({"question": question, "choice": choice})
        assert unescape(str(json.loads(one))) == unescape(str(quiz.told))


def islands(site, name):
    """The islands of a page that ask something, each with what its answer is judged by."""
    tree = BeautifulSoup((site / name).read_text("utf-8"), "html.parser")
    found = {node["id"]: json.loads(node.script.string) for node in tree.select(".mt-island")}
    asking = {id: island for id, island in found.items() if island["front"] in ("prediction", "quiz")}
    return {id: json.loads(base64.b64decode(island["asked"])) for id, island in asking.items()}


@pytest.mark.slow
@each_tried_lesson
def test_the_answers_stand_nowhere_in_the_page(site, number):
    name = f"{LESSONS[number].stem}.html"
    text = (site / name).read_text("utf-8")
    asked = islands(site, name)
    assert asked
    tree = BeautifulSoup(text, "html.parser")
    for id, described in asked.items():
        reasons = [reason for question in described.get("questions", []) for reason in question["reasons"]]
        if "still" in described:
            reasons = [BeautifulSoup(described["still"], "html.parser").find("details").p.decode_contents()]
        for reason in reasons:
            assert reason not in text and json.dumps(reason)[1:-1] not in text
            assert BeautifulSoup(reason, "html.parser").get_text() not in tree.get_text()
        link, _, place = tree.select_one(f"#{id} a")["href"].partition("#")
        told = BeautifulSoup((site / link).read_text("utf-8"), "html.parser").find(id=place).get_text()
        assert all(BeautifulSoup(reason, "html.parser").get_text() in told for reason in reasons)
    code = "".join(node.get_text() for node in tree.select(".cell > .input"))
    assert not re.search(r"Prediction\(|Quiz\(|Question\(", code)


@pytest.mark.slow
def test_a_prediction_shows_its_answer_after_a_guess_and_is_remembered(opened):
    page = opened("02_bpe_from_scratch.html")
    form = page.locator(".mt-prediction").first
    expect(form.locator("table")).to_have_count(0)
    form.get_by_role("button", name="Commit").click()
    expect(form.locator(".mt-problem")).to_contain_text("Write down a guess first")
    for box, guess in zip(form.get_by_role("textbox").all(), ["p u", "u n", "h ug"]):
        box.fill(guess)
    form.get_by_role("textbox").last.press("Enter")
    expect(form).to_contain_text("Compare your guess with the answer.")
    expect(form.locator("table")).to_contain_text("u g")
    expect(form.get_by_role("textbox").first).to_have_attribute("readonly", "")
    expect(page.locator("#map [data-lesson^='02'] .done")).to_have_text("1 of 4 answered")

    page.reload()
    expect(form.locator("table")).to_contain_text("u g")
    page.get_by_role("button", name="Forget my answers").click()
    expect(form.locator("table")).to_have_count(0)
    expect(page.locator("#map [data-lesson^='02'] .done")).to_have_text("")


@pytest.mark.slow
def test_what_would_give_an_answer_away_is_covered_until_there_is_a_guess(opened):
    page = opened("00_start_here.html")
    covered = page.locator(".covered")
    expect(covered).to_have_count(1)
    page.get_by_role("button", name="This may show the answer").click()
    expect(covered).to_have_count(0)

    page.reload()
    expect(covered).to_have_count(1)
    form = page.locator(".mt-prediction")
    form.get_by_role("textbox").fill("1")
    form.get_by_role("button", name="Commit").click()
    expect(form.locator("table")).to_be_visible()
    expect(covered).to_have_count(0)


@pytest.mark.slow
def test_a_quiz_is_answered_to_its_end(opened, site):
    name = "02_bpe_from_scratch.html"
    questions = next(asked["questions"] for asked in islands(site, name).values() if "questions" in asked)
    quiz = opened(name).locator(".mt-quiz")
    for number, question in enumerate(questions):
        form = quiz.locator("form").nth(number)
        wrong = next(place for place in range(len(question["reasons"])) if place != question["right"])
        for place in (wrong, question["right"]):
            form.get_by_role("radio").nth(place).check()
            form.get_by_role("button", name="Check").click()
        expect(form).to_contain_text("Right.")
    expect(quiz.locator(".mt-score")).to_contain_text("0 of")
