"""Predictions and quizzes in a page: judged there as in Python, and their answers nowhere in its text before."""

import base64
import json
import random
import re
from functools import partial
from html import unescape

import pytest
from bs4 import BeautifulSoup
from lessons import LESSONS, ROOT, tool
from playwright.sync_api import expect
from serving import each_tried_lesson, serve

from minitok.views import Prediction, Question, Quiz

PREDICTIONS = [
    partial(Prediction, "How many tokens does `hugs` become?", 12, why="Count `hugs`."),
    partial(Prediction, "What share?", 17.6, tolerance=0.1),
    partial(Prediction, "What share?", 0.5),
    partial(Prediction, "How many?", 1234),
    partial(Prediction, "Which pair of `ug`?", "u g"),
    partial(Prediction, "Which `<token>`?", 'The "end" & <s>'),
    partial(Prediction, "How many bytes?", {"é": 2, "`€`": 3, "<a>": 1}, why="So."),
    partial(Prediction, "Which two?", {"first": "u g", "second": ("h", "ug")}),
    partial(Prediction, "Which ids?", [1, 5, 42], why="In order."),
    partial(Prediction, "In which order?", ["CSV", "JSON", "YAML"]),
    partial(Prediction, "Which pair, such as `a ##b`?", "##u ##g"),
    partial(Prediction, "Which two of `hug`?", ["h", "ug"]),
    partial(Prediction, "Which?", "b", choices=["a", "b", "c"]),
    partial(Prediction, "Whose?", {"x": "found", "y": "an error"}, choices=["an error", "found"]),
    partial(Prediction, "How many?", 0),
]
NUMBERS = "12 13 11 12.0 17,6 16 1,234 1.234 -5 −5 1_234 1e3 .5 0,5 2 3 1 0 00 5k"
TYPED = ["", " ", *NUMBERS.split(" ")]
TYPED += ["about 12", "2 or 3", "many", "17.7 %", "1 234", "5 %", "0.012 thousand", "[1, 5, 42]", "1 5", "1 5 42 7"]
TYPED += [
    "1,5,42",
    "x 5 42",
    "u g",
    "ug",
    "U G",
    "##u ##g",
    "`##u ##g`",
    "u,g",
    "(u, g)",
    "`u g`",
    "g u",
    "hug",
    "h ug",
]
TYPED += [
    "csv json yaml",
    "CSV JSON YAML",
    "CSV, YAML, JSON",
    "b",
    "a",
    "found",
    "an error",
    "<b>bold</b>",
    'it\'s "so"',
]
TYPED += ["é", 'THE "END" & <S>', 'The "end" & <s>', "x" * 60]

IN_THE_PAGE = """async ([address, labels, asked, all]) => {
    const { Prediction } = await import(address);
    return all.map((tries) => {
        const judge = new Prediction(labels, asked);
        const told = [];
        for (const guesses of tries) {
            if (judge.locked) break;
            const { problem, locked, outcome } = judge.commit(guesses);
            told.push({ problem, locked, outcome });
        }
        return told;
    });
}"""
A_QUIZ = """async ([address, questions, asked, tried]) => {
    const judge = new (await import(address)).Quiz(questions, asked);
    return tried.map((message) => { judge.choose(...message); return JSON.stringify(judge.told); });
}"""


@pytest.fixture(scope="module")
def judged(browser, tools):
    """Runs a script with the address of judging.js."""
    with serve(ROOT / "tools" / "site" / "static") as address, browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}icon.svg")
        yield lambda script, *values: page.evaluate(script, [f"{address}judging.js", *values])


def attempts(prediction):
    """Tries, one after another: values that are typed in its boxes, among them the right ones."""
    chance = random.Random(7)
    right = [" ".join(map(str, prediction.truths))] if prediction.in_one_line else [str(t) for t in prediction.truths]
    values = [*TYPED, *right, *prediction.choices]
    for _ in range(30):
        yield [[chance.choice(values) for _ in prediction.labels] for _ in range(3)]
    yield [right, right]
    yield [[""] * len(prediction.labels), right, right]
    for typed in values:
        yield [[typed] * len(prediction.labels)]


def in_python(prediction, tries):
    """What a prediction tells after each try."""
    told = []
    for guesses in tries:
        if not prediction.locked:
            prediction.commit(guesses if len(guesses) > 1 else guesses[0])
            told.append({name: getattr(prediction, name) for name in ("problem", "locked", "outcome")})
    return told


@pytest.mark.parametrize("make", PREDICTIONS, ids=lambda make: str(make.args[1]))
def test_a_guess_is_judged_in_the_page_as_in_python(judged, make):
    tried = list(attempts(make()))
    told = judged(IN_THE_PAGE, make().labels, tool("asking").prediction(make()), tried)
    for tries, one in zip(tried, told, strict=True):
        assert unescape(str(one)) == unescape(str(in_python(make(), tries))), tries
    assert len(set(map(str, told))) > 5


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
        questions = described.get("questions", [{"reasons": [described.get("why")]}])
        reasons = [reason for question in questions for reason in question["reasons"] if reason]
        for reason in reasons:
            assert reason not in text and json.dumps(reason)[1:-1] not in text
            assert BeautifulSoup(reason, "html.parser").get_text() not in tree.get_text()
        link, _, place = tree.select_one(f"#{id} a")["href"].partition("#")
        told = BeautifulSoup((site / link).read_text("utf-8"), "html.parser").find(id=place).get_text()
        assert all(BeautifulSoup(reason, "html.parser").get_text() in told for reason in reasons)
    code = "".join(node.get_text() for node in tree.select(".cell > .input"))
    assert not re.search(r"Prediction\(|Quiz\(|Question\(", code)


@pytest.mark.slow
def test_a_prediction_gives_two_tries_and_is_remembered(opened):
    page = opened("02_bpe_from_scratch.html")
    form = page.locator(".mt-prediction").first
    expect(form.locator("table")).to_have_count(0)
    form.get_by_role("button", name="Commit").click()
    expect(form.locator(".mt-problem")).to_contain_text("Write down a guess first")
    for box, guess in zip(form.get_by_role("textbox").all(), ["p u", "u n", "h ug"]):
        box.fill(guess)
    form.get_by_role("textbox").last.press("Enter")
    expect(form.locator(".mt-problem")).to_contain_text("2 of 3 right. merge 1: it is a different one. One more try")
    form.get_by_role("textbox").first.fill("u g")
    form.get_by_role("button", name="Commit").click()
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
    for guess in ("1", "2"):
        form.get_by_role("textbox").fill(guess)
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
