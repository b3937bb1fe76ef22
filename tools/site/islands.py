"""Views in a page: an island holds a view's state, from which its front end makes it alive, and its still form before.

What judges a guess stands in the page, but encoded, so that nobody reads an answer by accident, in the page or in its
source. Where no script runs, a link leads to a page with the answers.
"""

import base64
import hashlib
import json
from html import escape
from typing import Any

from running import ISLAND

QUESTIONS = ("prediction", "quiz")
AS_IT_IS = "text/html"


def is_question(output: dict[str, Any]) -> bool:
    """Whether an output asks something, so that its answer has to be kept out of the page."""
    return output.get("data", {}).get(ISLAND, {}).get("front") in QUESTIONS


def place(name: str) -> str:
    """Where an island will be."""
    return f'<div class="mt-island" id="{name}"></div>'


def as_html(data: dict[str, Any], name: str, answers: str) -> str:
    """The island of a view; `name` is its own on the page, `answers` the address where its answer stands."""
    island = data[ISLAND]
    still = "".join(data[AS_IT_IS])
    if island["front"] in QUESTIONS:
        still = question(island["state"]) + f'<p><a href="{escape(answers)}#{name}">The answer</a></p>'
        island = {**island, "asked": encoded(island["asked"]), "key": digest(island["asked"])}
    state = json.dumps(island, ensure_ascii=False, separators=(",", ":"), sort_keys=True).replace("<", "\\u003c")
    kind = f' data-front="{island["front"]}"'
    state = f'<script type="application/json">{state}</script>'
    return f'<div class="mt-island" id="{name}"{kind}>{state}<div class="mt-still">{still}</div></div>'


def question(state: dict[str, Any]) -> str:
    """What is asked, and what there is to choose from."""
    if "questions" in state:
        return "".join(
            f"<p>{asked['text']}</p><ul>{''.join(f'<li>{choice}</li>' for choice in asked['choices'])}</ul>"
            for asked in state["questions"]
        )
    listed = "".join(f"<li>{escape(choice)}</li>" for choice in state["choices"] or filter(None, state["labels"]))
    return f"<p><b>{escape(state['title'])}</b></p><p>{state['question']}</p>" + (
        f"<ul>{listed}</ul>" if listed else ""
    )


def encoded(described: dict[str, Any]) -> str:
    return base64.b64encode(json.dumps(described, sort_keys=True).encode()).decode()


def digest(described: dict[str, Any]) -> str:
    """A name for a question: answers that a reader gave to an older version of it are not taken for its own."""
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()[:12]
