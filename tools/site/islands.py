"""Views in a page: an island holds a view's state, from which its front end makes it alive, and its still form before.

What judges a guess stands in the page, but encoded. Where no script runs, a link leads to a page with the answers.
"""

import hashlib
import json
import re
from html import escape
from typing import Any

from running import ISLAND

QUESTIONS = ("prediction", "quiz")
# An answer, in a still form.
FOLDED = re.compile("<details><summary>(.*?)</summary>.*?</details>", re.DOTALL)


def place(name: str) -> str:
    return f'<div class="mt-island" id="{name}"></div>'


def as_html(data: dict[str, Any], name: str, answers: str = "") -> str:
    """The island of a view; `name` is its own on the page, `answers` the address where its answer stands."""
    island, still = data[ISLAND], "".join(data["text/html"])
    if island["front"] in QUESTIONS:
        still = FOLDED.sub(rf'<p><a href="{escape(answers)}#{name}">\1</a></p>', still)
        # The key names this version of the question: answers that a reader gave to an older one are not taken for it.
        island = {
            **island,
            "key": hashlib.sha256(island["state"]["asked"].encode()).hexdigest()[:12],
        }
    state = json.dumps(
        island, ensure_ascii=False, separators=(",", ":"), sort_keys=True
    ).replace("<", "\\u003c")
    return (
        f'<div class="mt-island" id="{name}" data-front="{island["front"]}">'
        f'<script type="application/json">{state}</script><div class="mt-still">{still}</div></div>'
    )
