"""Type a text, and see at once what well-known tokenizers make of it, and why they differ."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import ipywidgets

from minitok_course import vocabularies
from minitok_course.views.compare import Comparison, read_all
from minitok_course.views.live import Live

TEXTS = {
    "English": "The lighthouse keepers didn't sleep in 2024.",
    "Code": "def area(r):\n    # the area of a circle\n    return 3.14159 * r ** 2\n",
    "Chinese": "灯塔看守人昨晚没有睡觉。",
    "Thai": "เมื่อคืนคนเฝ้าประภาคารไม่ได้นอน",
    "Emoji": "ship 🚢 family 👨‍👩‍👧‍👦 flag 🇧🇷 thumbs 👍🏽",
    "Numbers": "7 42 365 1969 10000 123456789 3.14159 1,000,000",
    "Chat": "<|im_start|>user\nHow many r's are in strawberry?<|im_end|>\n<|im_start|>assistant\n",
}
OWN_TEXT = "what I type"
USUAL = ("GPT-2", "GPT-4", "GPT-4o", "Qwen3", "BERT", "Pegasus")


class Playground(Live):
    """A text under several tokenizers, and where they cut it: `Playground()`, `Playground("Hey", {"ours": tok})`.

    Takes what `compare` takes. Without `tokenizers`, it shows those of GPT-2, GPT-4, GPT-4o, Qwen3, BERT and Pegasus.
    """

    def __init__(
        self,
        text: str = TEXTS["English"],
        tokenizers: Mapping[str, Any] | None = None,
    ) -> None:
        if tokenizers is None:
            tokenizers = {name: vocabularies.load(name) for name in USUAL}
        options = [OWN_TEXT, *TEXTS]
        self.texts = ipywidgets.Dropdown(
            options=options, value=OWN_TEXT, description="Text"
        )
        super().__init__(
            Comparison, partial(read_all, tokenizers), text, label="Type here", lines=2
        )
        self.children: list[ipywidgets.Widget] = [self.texts, self.input, self.view]
        self.add_class("mt-playground")
        self._mark_text(text)
        self.input.observe(lambda change: self._mark_text(change["new"]), "value")
        self.texts.observe(lambda change: self._show_text(change["new"]), "value")

    def _mark_text(self, text: str) -> None:
        self.texts.value = next(
            (name for name, known in TEXTS.items() if known == text), OWN_TEXT
        )

    def _show_text(self, name: str) -> None:
        self.input.value = TEXTS.get(name, self.input.value)
