"""Predictions and quizzes in a page: judged there as in Python, and their answers nowhere in its text before."""

import base64
import json
import random
import re

import pytest
from bs4 import BeautifulSoup
from lessons import LESSONS
from playwright.sync_api import expect
from serving import QUICK

from minitok.views import Prediction, Question, Quiz

PREDICTIONS = {
    "whole": Prediction("How many tokens does `hugs` become?", 12, why="Count `hugs`."),
    "float": Prediction("What share?", 17.6, tolerance=0.1),
    "near": Prediction("What share?", 0.5),
    "thousand": Prediction("How many?", 1234),
    "pair": Prediction("Which pair of `ug`?", "u g"),
    "text": Prediction("Which `<token>`?", 'The "end" & <s>'),
    "parts": Prediction("How many bytes?", {"é": 2, "`€`": 3, "<a>": 1}, why="So."),
    "pairs": Prediction("Which two?", {"first": "u g", "second": ("h", "ug")}),
    "line": Prediction("Which ids?", [1, 5, 42], why="In order."),
    "words": Prediction("In which order?", ["CSV", "JSON", "YAML"]),
    "marked": Prediction("Which pair, such as `a ##b`?", "##u ##g"),
    "halves": Prediction("Which two of `hug`?", ["h", "ug"]),
    "choice": Prediction("Which?", "b", choices=["a", "b", "c"]),
    "choices": Prediction("Whose?", {"x": "found", "y": "an error"}, choices=["an error", "found"]),
    "none": Prediction("How many?", 0),
}
TYPED = [
    "",
    " ",
    "12",
    "13",
    "11",
    "12.0",
    "about 12",
    "2 or 3",
    "many",
    "17,6",
    "17.7 %",
    "16",
    "1,234",
    "1.234",
    "-5",
    "−5",
]
TYPED += [
    "1 234",
    "1_234",
    "1e3",
    ".5",
    "0,5",
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
    "[1, 5, 42]",
    "1 5",
]
TYPED += [
    "1 5 42 7",
    "1,5,42",
    "x 5 42",
    "csv json yaml",
    "CSV JSON YAML",
    "CSV, YAML, JSON",
    "b",
    "a",
    "found",
    "an error",
]
TYPED += [
    "<b>bold</b>",
    'it\'s "so"',
    "é",
    "2",
    "3",
    "1",
    "0",
    "00",
    "5 %",
    "5k",
    "0.012 thousand",
    'THE "END" & <S>',
    'The "end" & <s>',
    "x" * 60,
    "١٢",
]
OF_ASCII = [text for text in TYPED if text != "١٢"]  # digits of other scripts are read in Python alone


def attempts(prediction):
    """Pairs of tries: values that are typed in its boxes, among them the right ones."""
    chance = random.Random(7)
    right = [" ".join(map(str, prediction.truths))] if prediction.in_one_line else [str(t) for t in prediction.truths]
    values = [*OF_ASCII, *right, *prediction.choices]
    for _ in range(60):
        yield [[chance.choice(values) for _ in prediction.labels] for _ in range(3)]
    yield [right, right]
    yield [[""] * len(prediction.labels), right, right]
    for typed in values:
        yield [[typed] * len(prediction.labels)]


def in_python(prediction, tries):
    """What a prediction tells after each try, from its beginning."""
    fresh = Prediction(
        prediction.asked,
        prediction.truths[0],
        choices=prediction.choices,
        why=prediction.why,
        tolerance=prediction.tolerance,
    )
    fresh.truths, fresh.in_one_line, fresh.labels = prediction.truths, prediction.in_one_line, prediction.labels
    told = []
    for guesses in tries:
        if fresh.locked:
            break
        fresh.commit(guesses if len(guesses) > 1 else guesses[0])
        told.append({"problem": fresh.problem, "locked": fresh.locked, "outcome": fresh.outcome})
    return told


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


def plain(told):
    """The same with each character of the markup written in one way."""
    markup = ("outcome", "html")
    return [{k: str(BeautifulSoup(v, "html.parser")) if k in markup else v for k, v in one.items()} for one in told]


@pytest.mark.parametrize("name", PREDICTIONS)
def test_a_guess_is_judged_in_the_page_as_in_python(opened, tools, address, name):
    import asking

    prediction = PREDICTIONS[name]
    tried = list(attempts(prediction))
    described = json.loads(json.dumps(asking.prediction(prediction)))
    page = opened("changelog.html")
    told = page.evaluate(IN_THE_PAGE, [f"{address}judging.js", prediction.labels, described, tried])
    for tries, one in zip(tried, told):
        assert plain(one) == plain(in_python(prediction, tries)), tries
    assert len({json.dumps(one) for one in told}) > 5


def test_a_quiz_is_judged_in_the_page_as_in_python(opened, tools, address):
    import asking

    quiz = Quiz(
        [
            Question("Is `##` a token?", {"Yes & no": "It marks a <token>.", "No": "It is a prefix."}, answer="No"),
            Question("Which byte?", {"a": "One byte.", "é": "Two bytes.", "€": "Three."}, answer="a"),
        ]
    )
    tried = [(0, -1), (0, 1), (1, 2), (1, -1), (0, 0), (0, 1), (1, 0), (1, 1)]
    script = """async ([address, questions, asked, tried]) => {
        const judge = new (await import(address)).Quiz(questions, asked);
        return tried.map((message) => { judge.choose(...message); return JSON.stringify(judge.told); });
    }"""
    page = opened("changelog.html")
    told = page.evaluate(script, [f"{address}judging.js", quiz.questions, asking.quiz(quiz), tried])
    for (question, choice), one in zip(tried, told):
        quiz._asked_by_page({"question": question, "choice": choice})
        assert plain(json.loads(one)) == plain(quiz.told)


def islands(site, name):
    """The islands of a page that ask something."""
    tree = BeautifulSoup((site / name).read_text("utf-8"), "html.parser")
    found = [(node["id"], json.loads(node.script.string)) for node in tree.select(".mt-island")]
    return {id: island for id, island in found if island["front"] in ("prediction", "quiz")}


def decoded(island):
    return json.loads(base64.b64decode(island["asked"]))


def each_lesson():
    """A test for each lesson; those that `make test` does not run are slow."""
    marks = {number: [pytest.mark.slow] for number in LESSONS if number not in QUICK}
    return pytest.mark.parametrize("number", [pytest.param(n, marks=marks.get(n, [])) for n in LESSONS])


@each_lesson()
def test_the_answers_stand_nowhere_in_the_page(site, number):
    name = f"{LESSONS[number].stem}.html"
    text = (site / name).read_text("utf-8")
    asked = islands(site, name)
    assert asked
    tree = BeautifulSoup(text, "html.parser")
    for id, island in asked.items():
        described = decoded(island)
        questions = described.get("questions", [{"reasons": [described.get("why")]}])
        reasons = [reason for question in questions for reason in question["reasons"] if reason]
        for reason in reasons:
            assert reason not in text and json.dumps(reason)[1:-1] not in text
            assert BeautifulSoup(reason, "html.parser").get_text() not in tree.get_text()
        link = tree.select_one(f"#{id} a")["href"]
        answers = BeautifulSoup((site / link.split("#")[0]).read_text("utf-8"), "html.parser")
        told = answers.find(id=link.split("#")[1]).get_text()
        assert all(BeautifulSoup(reason, "html.parser").get_text() in told for reason in reasons)
    assert not re.search(
        r"Prediction\(|Quiz\(|Question\(", "".join(node.get_text() for node in tree.select(".cell > .input"))
    )


def test_a_prediction_gives_two_tries_and_is_remembered(opened, site):
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


def test_a_quiz_is_answered_to_its_end(opened, site):
    name = "02_bpe_from_scratch.html"
    island = next(island for island in islands(site, name).values() if island["front"] == "quiz")
    page = opened(name)
    quiz = page.locator(".mt-quiz")
    for number, question in enumerate(decoded(island)["questions"]):
        form = quiz.locator("form").nth(number)
        wrong = next(place for place in range(len(question["reasons"])) if place != question["right"])
        for place in (wrong, question["right"]):
            form.get_by_role("radio").nth(place).check()
            form.get_by_role("button", name="Check").click()
        expect(form).to_contain_text("Right.")
    expect(quiz.locator(".mt-score")).to_contain_text("0 of")
