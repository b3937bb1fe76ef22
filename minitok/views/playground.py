"""Type a text, and see at once what well-known tokenizers make of it, and why they differ."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import ipywidgets

from .compare import Compared, Comparison, read_all
from .live import Live
from .parts.html import listed
from .parts.parting import Parting, parting
from .parts.readings import written
from .parts.usual_tokenizers import has_stages, of_minitok, usual_tokenizers

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
STAGES = {
    "added tokens": "where added tokens are looked for",
    "normalizer": "in the normalizer",
    "split": "where the text is split into words",
    "model": "in the model",
}
USUAL_PAIR = ("GPT-2", "BERT")
MOST_PARTS = 8


class Playground(Live):
    """A text under several tokenizers, and where two of them part: `Playground()`, `Playground("Hey", {"ours": tok})`.

    Takes what `compare` takes; without `tokenizers`, it shows those of GPT-2, GPT-4o and gpt-oss, Qwen3, DeepSeek-V3,
    BERT and Pegasus that are on this computer, or with `download=True` fetched, then some that it trains on the
    course's stories.
    """

    def __init__(
        self, text: str = TEXTS["English"], tokenizers: Mapping[str, Any] | None = None, *, download: bool = False
    ) -> None:
        self.missing: list[str] = []
        if tokenizers is None:
            tokenizers, self.missing = usual_tokenizers(download=download)
        self.tokenizers = {str(name): tok for name, tok in tokenizers.items()}
        names = [name for name, tok in self.tokenizers.items() if has_stages(tok)]
        pair = [name for name in USUAL_PAIR if name in names] if {*USUAL_PAIR} <= {*names} else names[:2]
        self.texts = _choice("Text", [OWN_TEXT, *TEXTS], OWN_TEXT)
        self.pair = [_choice(label, names, name) for label, name in zip(("Compare", "with"), pair) if len(pair) > 1]
        self.shows = [ipywidgets.Checkbox(True, description=what, indent=False) for what in ("ids", "spaces")]
        super().__init__(Comparison, self._compared, text, label="Type here", lines=2)
        choices = ipywidgets.Box([self.texts, *self.shows, *self.pair])
        choices.add_class("mt-choices-in-a-line")
        self.children: list[ipywidgets.Widget] = [choices, self.input, self.view]
        self.add_class("mt-playground")
        self._mark_text(text)
        self.input.observe(lambda change: self._mark_text(change["new"]), "value")
        self.texts.observe(lambda change: self._show_text(change["new"]), "value")
        for choice in self.pair:
            choice.observe(lambda change: self.refresh(self.input.value), "value")
        for box in self.shows:
            box.observe(lambda change: self._hide(change["owner"]), "value")

    def _compared(self, text: str) -> Compared:
        readings = read_all(self.tokenizers, text)
        remarks = []
        fine = {reading.name for reading in readings if not reading.problem}
        if text and len(fine & {choice.value for choice in self.pair}) == 2:
            one, other = (choice.value for choice in self.pair)
            found = parting(of_minitok(self.tokenizers[one]), of_minitok(self.tokenizers[other]), text)
            remarks.append(why(one, other, found))
        if self.missing:
            fetch = "`Playground(download=True)` fetches what can be had."
            remarks.append(f"Not on this computer, so not shown: {', '.join(self.missing)}. {fetch}")
        return Compared(readings, remarks)

    def _mark_text(self, text: str) -> None:
        self.texts.value = next((name for name, known in TEXTS.items() if known == text), OWN_TEXT)

    def _show_text(self, name: str) -> None:
        self.input.value = TEXTS.get(name, self.input.value)

    def _hide(self, box: Any) -> None:
        (self.remove_class if box.value else self.add_class)(f"mt-without-{box.description}")


def _choice(label: str, options: Iterable[str], value: str) -> ipywidgets.Dropdown:
    return ipywidgets.Dropdown(options=list(options), value=value, description=label)


def why(one: str, other: str, found: Parting | None) -> str:
    """Where two tokenizers part, in a sentence or two; tokens stand between backquotes."""
    if found is None:
        return f"{one} and {other} make the same cuts in this text."
    if found.stage == "template":
        told = [f"{name} adds {_quoted(parts)}" for name, parts in ((one, found.one), (other, found.other)) if parts]
        return f"{one} and {other} make the same cuts in this text, but {' and '.join(told)}."
    has = f"{one} has {_quoted(found.one)}, {other} has {_quoted(found.other)}"
    return f"{one} and {other} first differ {STAGES[found.stage]}, at character {found.place:,}: {has}."


def _quoted(parts: Sequence[str | bytes]) -> str:
    return listed(parts, MOST_PARTS, lambda part: "`" + written(part).replace("`", "\\x60") + "`") or "nothing"
