"""A growing vocabulary: a text as it is cut by the first merges, however many the learner chooses.

Ranks never go down while a word is encoded, so one forest has the tokens after any number of merges: after k, they are
the nodes of a rank below k that are not part of another such node. The front end cuts it; nothing is encoded again.

Python, or a page without Python, sends this to the front end (`grow.js`):

    texts   [{"name": "English", "text": "low lower", "base": "bytes", "nodes": [[0, 1, -1, -1, -1], ...]}, ...]
    size    how many merges there are
    merges  how many are learned: the place of the dot, 0 to `size`
    shown   the name of the text that is shown
    asked   what the learner typed; the answer is new `texts`, one of them named "yours", and `shown`

A node is [start, end, rank, left, right]. It covers the text from `start` to `end`: in UTF-8 bytes where the base is
"bytes", in code points where it is "characters". `rank` is that of the merge that made it, counted from 0; `left` and
`right` are the places in `nodes` of the two that it joined. A byte or character that is there from the start has -1 for
all three. Parts come before what they make; what no node covers, such as the space between words, is not a token. If a
text was cut short, "more" says how many characters are left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import log
from typing import Any

import traitlets

from minitok.models import BPE
from minitok.pre_tokenizers import WhitespaceSplit
from minitok.tokenizer import Tokenizer
from minitok.validation import check_text, format_value
from minitok_course.views.common.form import View, source
from minitok_course.views.common.html import (
    counted,
    more,
    name_of,
    sentence,
    text_table,
    thin,
)
from minitok_course.views.common.readings import chip_of, spell_out, to_bytes
from minitok_course.views.common.stills import still

YOURS = "yours"
MOST = 1_000  # characters of a text
TELLING = 4  # numbers of merges in the still form
STILL_CHIPS = 100
TONES = "0316"  # from cool to warm

Node = tuple[int, int, int, int, int]
Forest = dict[str, Any]


class Grow(View):
    """A text, cut by a vocabulary that the learner grows merge by merge: `Grow(tok, "low lower lowest")`.

    `model` is a `Tokenizer` with a `BPE`, or a list of merges for words between spaces, such as your own `learn_merges`
    gives. Several texts by name, `{"English": ..., "Greek": ...}`, show what the same passage costs in each language. A
    character that the vocabulary lacks is shown as one token. The view starts after `merges` merges.
    """

    _esm = source("making.js", "form.js", "forest.js", "curves.js", "../grow.js")
    _css = source("style.css", "../grow.css")

    heading = "Watch a vocabulary grow"

    texts = traitlets.List(traitlets.Dict()).tag(sync=True)
    size = traitlets.Int().tag(sync=True)
    shown = traitlets.Unicode().tag(sync=True)
    asked = traitlets.Unicode().tag(sync=True)
    # An echo would undo what the learner has dragged in the meantime.
    merges = traitlets.Int(0).tag(sync=True, echo_update=False)

    def __init__(
        self, model: Any, texts: str | Mapping[str, str], *, merges: int = 0
    ) -> None:
        self.tokenizer = as_tokenizer(model)
        self.initial_texts = (
            {"the text": texts} if isinstance(texts, str) else dict(texts)
        )
        super().__init__(size=len(self.tokenizer.model.merges), merges=merges)
        self._show(self.initial_texts, next(iter(self.initial_texts), ""))

    @traitlets.validate("merges")
    def _stay_inside(self, proposal: Any) -> int:
        return max(0, min(int(proposal["value"]), self.size))

    @traitlets.observe("asked")
    def _answer(self, change: Any) -> None:
        own = {YOURS: change["new"]} if change["new"] else {}
        self._show(
            {**self.initial_texts, **own}, next(iter(own or self.initial_texts), "")
        )

    def _show(self, texts: Mapping[str, str], name: str) -> None:
        """Show these texts; if they can't be shown, say why and keep the old ones."""
        try:
            forests = [forest(self.tokenizer, *named) for named in texts.items()]
        except Exception as error:
            self.problem = sentence(
                f"This text can't be shown: {str(error) or type(error).__name__}"
            )
            self.texts = self.texts or [forest(self.tokenizer, "none", "")]
            return
        with self.hold_sync():
            self.problem, self.texts, self.shown = "", forests, name

    def _rows(self) -> Iterator[tuple[int, Forest, list[Node]]]:
        """The text that is shown, after 0, 1, 10, 100, … and all merges."""
        places = [
            0,
            *(
                10**power
                for power in range(len(str(self.size)))
                if 10**power < self.size
            ),
            self.size,
        ]
        for text in self.texts:
            if text["name"] == self.shown:
                yield from (
                    (merges, text, cut(text["nodes"], merges))
                    for merges in dict.fromkeys(places)
                )

    def __repr__(self) -> str:
        return (
            f"<Grow: {counted(len(self.texts), 'text')}, {counted(self.size, 'merge')}>"
        )

    def lines(self) -> Iterable[str]:
        rows = []
        for merges, text, nodes in self._rows():
            tokens = " | ".join(map(spell_out, faces(text, nodes[:STILL_CHIPS])))
            rows.append(
                (
                    f"{merges:,}",
                    f"{len(nodes):,}",
                    tokens + (" …" if len(nodes) > STILL_CHIPS else ""),
                )
            )
        return (
            self.problem,
            text_table(("merges", "tokens", "cut here |"), rows),
            self._others(),
        )

    def _others(self) -> str:
        """How many tokens each text takes after all merges, if there are several texts."""
        ends = [
            f"{sentence(text['name'])} {len(cut(text['nodes'], self.size)):,}"
            for text in self.texts
        ]
        return f"Tokens after all merges: {', '.join(ends)}." if len(ends) > 1 else ""

    def drawn(self) -> str:
        """The text after a few numbers of merges."""
        rows = list(self._rows())
        markup = f"<p>{name_of(self.problem)}</p>" if self.problem else ""
        for merges, text, nodes in [rows[place] for place in thin(len(rows), TELLING)]:
            chips = map(
                chip_of,
                faces(text, nodes),
                (self._tone(rank) for _, _, rank, *_ in nodes),
            )
            drawn = " ".join(chip for chip, _ in zip(chips, range(STILL_CHIPS)))
            counts = (
                f"<b>{counted(merges, 'merge')}</b>: {counted(len(nodes), 'token')}"
            )
            markup += f'<div class="mt-step"><p>{counts}</p><p>{drawn} {more(len(nodes) - STILL_CHIPS)}</p></div>'
        markup += f"<p>{name_of(self._others())}</p>" if len(self.texts) > 1 else ""
        return still(markup)

    def _tone(self, rank: int) -> str:
        """The tone of a token by its age: blue for one of the first merges, orange for one of the last."""
        if rank < 0:
            return "a"
        return TONES[
            min(int(len(TONES) * log(rank + 1) / log(self.size + 1)), len(TONES) - 1)
        ]


def as_tokenizer(model: Any) -> Any:
    """The tokenizer itself; for a list of merges, one that cuts words at spaces and has these merges."""
    if not isinstance(model, Tokenizer):
        merges = [tuple(pair) for pair in model]
        tokens = dict.fromkeys(
            chain.from_iterable((*pair, "".join(pair)) for pair in merges)
        )
        tok = Tokenizer(BPE({token: id for id, token in enumerate(tokens)}, merges))
        tok.pre_tokenizer = WhitespaceSplit()
        return tok
    if not isinstance(model.model, BPE):
        raise TypeError(
            f"{format_value(model.model)} has no merges: give a tokenizer with a BPE, or a list of merges"
        )
    return model


def forest(tok: Any, name: str, whole: str) -> Forest:
    """A text with all tokens that its encoding goes through, from single bytes or characters to the last ones."""
    text = check_text(whole)[:MOST]
    in_bytes = tok.pre_tokenizer is not None and tok.pre_tokenizer.spell("é") == ["Ã©"]
    nodes: list[Node] = []
    # The text so far; for byte-level models, with a character for each byte.
    read, done = "", 0
    for word, (begin, end) in tok.stages(text).words:
        between = text[done:begin]
        read += "".join(tok.pre_tokenizer.spell(between)) if in_bytes else between
        heads = list(range(len(nodes), len(nodes) + len(word)))
        nodes += [
            (place, place + 1, -1, -1, -1)
            for place in range(len(read), len(read) + len(word))
        ]
        for rank, i in tok.model.places(word):
            left, right = heads[i : i + 2]
            heads[i : i + 2] = [len(nodes)]
            nodes.append((nodes[left][0], nodes[right][1], rank, left, right))
        read, done = read + word, end
    base, text = (
        ("bytes", (to_bytes(read) or b"").decode())
        if in_bytes
        else ("characters", read)
    )
    return {
        "name": name,
        "text": text,
        "base": base,
        "nodes": nodes,
        "more": max(len(whole) - MOST, 0),
    }


def cut(nodes: Sequence[Node], merges: int) -> list[Node]:
    """The tokens after this many merges: the nodes made by then that are not part of another."""
    parts = {part for _, _, rank, *both in nodes if rank < merges for part in both}
    return sorted(
        node
        for place, node in enumerate(nodes)
        if node[2] < merges and place not in parts
    )


def faces(text: Forest, nodes: Sequence[Node]) -> list[str | bytes]:
    """What each token covers: bytes, or characters."""
    data = text["text"].encode() if text["base"] == "bytes" else text["text"]
    return [data[start:end] for start, end, *_ in nodes]
