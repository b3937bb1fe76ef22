"""Views in a page: an island holds a view's state, from which its front end makes it alive, and its still form before.

What judges a guess stands in the page, but encoded, so that nobody reads an answer by accident, in the page or in its
source. Where no script runs, a link leads to a page with the answers.
"""

import base64
import hashlib
import json
import re
from html import escape
from typing import Any

from running import ISLAND

QUESTIONS = ("prediction", "quiz")
FOLDED = re.compile("<details><summary>(.*?)</summary>.*?</details>", re.DOTALL)  # an answer, in a still form


def place(name: str) -> str:
    return f'<div class="mt-island" id="{name}"></div>'


def as_html(data: dict[str, Any], name: str, answers: str = "") -> str:
    """The island of a view; `name` is its own on the page, `answers` the address where its answer stands."""
    island, still = data[ISLAND], "".join(data["text/html"])
    if island["front"] in QUESTIONS:
        still = FOLDED.sub(rf'<p><a href="{escape(answers)}#{name}">\1</a></p>', still)
        asked = json.dumps(island["asked"], sort_keys=True).encode()
        # The key names this version of the question: answers that a reader gave to an older one are not taken for it.
        key = hashlib.sha256(asked).hexdigest()[:12]
        island = {**island, "asked": base64.b64encode(asked).decode(), "key": key}
    state = json.dumps(island, ensure_ascii=False, separators=(",", ":"), sort_keys=True).replace("<", "\\u003c")
    return (
        f'<div class="mt-island" id="{name}" data-front="{island["front"]}">'
        f'<script type="application/json">{state}</script><div class="mt-still">{still}</div></div>'
    )
