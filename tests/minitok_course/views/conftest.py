"""The front ends of the views in a real browser, with no notebook around them."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from browser.lab import launched, without
from playwright.sync_api import Page

from minitok_course.views import Prediction
from minitok_course.views.prediction import said

DRAW = """async ([source, style, state]) => {
  const { default: front } = await import(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
  const heard = {}, made = {}, el = document.createElement("div"), css = document.createElement("style");
  const model = {
    get: (name) => state[name],
    on: (event, act) => (heard[event] ??= []).push(act),
    set(name, value) {
      state[name] = made[name] = value;
      heard[`change:${name}`]?.forEach((act) => act());
    },
    save_changes() {},
  };
  if (state.trace) state.trace = new TextEncoder().encode(state.trace);
  css.textContent = style;
  document.body.replaceChildren(css, el);
  front.render({ model, el });
  window.drawn = { made, el };
}"""
ANSWER = """(answers) => {
  const { made, el } = window.drawn;
  for (const answer of answers) {
    if (Array.isArray(answer)) el.querySelectorAll(".mt-input").forEach((box, place) => (box.value = answer[place]));
    const group = el.querySelectorAll(".mt-choices")[answer.question ?? 0];
    if (answer.choice >= 0) group.querySelectorAll("input")[answer.choice].checked = true;
    el.querySelector("form").requestSubmit();
  }
  return [made, el.innerText];
}"""


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with launched(without) as browser:
        yield browser.new_page()


@pytest.fixture(scope="module")
def draw(page: Page) -> Callable[[Any], None]:
    """Has a view drawn by its front end, alone in the page."""

    def drawn(view: Any) -> None:
        state = {
            name: value
            for name, value in view.get_state().items()
            if name[0] != "_" and name != "layout"
        }
        if "trace" in state:
            state["trace"] = bytes(state["trace"]).decode()
        page.evaluate(DRAW, [str(view._esm), str(view._css), state])

    return drawn


@pytest.fixture(scope="module")
def reply(page: Page, draw: Callable[[Any], None]) -> Callable[..., str]:
    """Gives answers to a view, one after the other, as a learner does; returns what it shows then."""

    def give(view: Any, *answers: Any) -> str:
        draw(view)
        made, seen = page.evaluate(ANSWER, list(answers))
        view.set_state(made)
        return str(seen)

    return give


@pytest.fixture(scope="module")
def commit(reply: Callable[..., str]) -> Callable[..., str]:
    """Commits to guesses, each a value or one for each part."""

    def give(ask: Prediction, *guesses: Any) -> str:
        many = len(ask.labels) > 1
        values = [
            guess if many and isinstance(guess, (list, tuple)) else [guess]
            for guess in guesses
        ]
        typed = [
            ["" if one is None else said(one) for one in value] for value in values
        ]
        return reply(
            ask, *([*value, *[""] * (len(ask.labels) - len(value))] for value in typed)
        )

    return give
