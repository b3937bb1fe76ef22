"""Encoding with BPE as a watershed: a text as a landscape, and the water that rises through the merges.

Between two neighbours stands a hill. It drowns when the merge that joins its two sides has been learned, and with it
all merges that make them: so it is as high as the highest rank among these. Pools run together, a pool is a token, and
the hills that never drown are the cuts. Nothing is encoded while the water moves.

Python, or a page without Python, sends this to the front end (`waterline.js`):

    sides   [{"name": "GPT-2", "size": 50000}, ...]: one tokenizer or two, and how many merges each has
    texts   [{"name": "the text", "text": "low lower", "base": "bytes", "lands": [...], "more": 0}, ...]
    merges  how many are learned, which is the height of the water
    shown   the name of the text that is shown
    asked   what the learner typed; the answer is new `texts`, one of them named "yours", and `shown`
    together  whether all texts are seen at once, each in a row, with its price in tokens

`lands` has the words of the text for each side: [start, hills], such as [0, [[0, 2, 66, 66], ...]]. A hill is [start,
end, height, rank]: the merge of this rank, counted from 0, joins what the hill parts, and makes the token from `start`
to `end`. Places are in UTF-8 bytes where the base is "bytes", in code points where it is "characters". A hill as high
as the number of merges never drowns; inside a token that no merge makes, such as `<|endoftext|>`, the height is -1.
Between words are cliffs: the pre-tokenizer cuts there. What is in no word, such as the space between words, is not a
token. If a text was cut short, "more" says how many characters are left out.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Any, ClassVar, NamedTuple

import traitlets

from minitok.models import BPE
from minitok.pre_tokenizers import WhitespaceSplit
from minitok.tokenizer import Tokenizer
from minitok.validation import check_text, format_value
from minitok_course.views.common.form import View, source
from minitok_course.views.common.html import (
    counted,
    escape,
    listed,
    name_of,
    reason,
    sentence,
    table,
    text_table,
)
from minitok_course.views.common.readings import spell_out, to_bytes
from minitok_course.views.common.stills import still

YOURS = "yours"
MOST = 1_000  # characters of a text
LEVELS = 0, 1, 10, 100, 1_000, 10_000, 100_000
MAX_TOKENS = 100
# In the still form: the width of a letter, and how high the cliffs are, those of one text and of one of several.
CELL, TOP, LOW = 16, 96, 30
WATER = 5 / 6  # of this height
STILL_LETTERS = 60
UNLIKE = "the two tokenizers read different characters, so show them one by one"
GIVE = "give a tokenizer with a BPE, or a list of merges"


class Hill(NamedTuple):
    start: int
    end: int
    height: int = -1
    rank: int = -1


Word = tuple[int, list[Hill]]  # where it starts, and its hills


class Waterline(View):
    """A text as a landscape: `Waterline("low lower", tok)`, or with `{"GPT-2": one, "GPT-4o": other}` for `tok`.

    Each is a `Tokenizer` with a `BPE`, or a list of merges for words between spaces, such as your own `learn_merges`
    gives. Two of them are mirrored, each after its own first merges. Several texts by name, `{"English": ..., "Greek":
    ...}`, become a choice. The view starts after `merges` merges.
    """

    _esm = source("making.js", "form.js", "letters.js", "../waterline.js")
    _css = source("style.css", "../waterline.css")

    heading = "Raise the water"
    columns: ClassVar[tuple[str, ...]] = ("merges", "tokens", "cut here |")
    top: ClassVar[int] = TOP  # of the cliffs

    texts: traitlets.List[Any] = traitlets.List().tag(sync=True)
    sides: traitlets.List[Any] = traitlets.List().tag(sync=True)
    shown = traitlets.Unicode().tag(sync=True)
    asked = traitlets.Unicode().tag(sync=True)
    together = traitlets.Bool(False).tag(sync=True)
    # An echo would undo what the learner has dragged in the meantime.
    merges = traitlets.Int().tag(sync=True, echo_update=False)

    def __init__(
        self, text: str | Mapping[str, str], tokenizer: Any, *, merges: int = 0
    ) -> None:
        self.initial_texts = {"the text": text} if isinstance(text, str) else text
        named = tokenizer if isinstance(tokenizer, Mapping) else {"": tokenizer}
        if len(named) not in (1, 2):
            raise ValueError(f"give one or two tokenizers, not {len(named)}")
        self.tokenizers = []
        sides = []
        for name, model in named.items():
            tok = as_tokenizer(model)
            size = len(tok.model.merges)
            self.tokenizers.append(tok)
            sides.append({"name": name, "size": size})
        super().__init__(sides=sides, merges=merges)
        self.texts = [landscape(self.tokenizers, "", "")]
        self._show()

    @traitlets.observe("asked")
    def _show(self, change: Any = None) -> None:
        """Show all texts; if they can't be shown, say why and keep the old ones."""
        texts = dict(self.initial_texts)
        if self.asked:
            texts[YOURS] = self.asked
        drawn = []
        try:
            for name, text in texts.items():
                drawn.append(landscape(self.tokenizers, name, text))
        except Exception as error:
            self.problem = sentence(f"This text can't be shown: {reason(error)}")
            return
        with self.hold_sync():
            self.problem = ""
            self.texts = drawn
            self.shown = name if self.asked else next(iter(texts))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {counted(len(self.texts), 'text')}>"

    def lines(self) -> Iterable[str]:
        yield self.problem
        for place, side in enumerate(self.sides):
            yield side["name"]
            yield text_table(self.columns, list(self._rows(place)))

    def drawn(self) -> str:
        """The landscapes for each side, and what its merges make of them."""
        markup = f"<p>{name_of(self.problem)}</p>"
        for place, side in enumerate(self.sides):
            markup += f"<p><b>{name_of(side['name'])}</b></p>"
            for text in self._seen():
                drawing = picture(text, text["lands"][place], side["size"], self.top)
                markup += f"<p>{name_of(text['name'])}</p>{drawing}"
            rows = [list(map(name_of, row)) for row in self._rows(place)]
            markup += "".join(table(self.columns, rows))
        return still(markup)

    def _seen(self) -> list[dict[str, Any]]:
        return [text for text in self.texts if text["name"] == self.shown]

    def _rows(self, place: int) -> Iterator[tuple[str, ...]]:
        """The tokens of the text that is shown, after more and more merges."""
        size = self.sides[place]["size"]
        for text in self._seen():
            for merges, tokens in cut(text, text["lands"][place], size):
                yield f"{merges:,}", f"{len(tokens):,}", spelled(tokens)


class Skylines(Waterline):
    """One sentence in several languages under one water: `Skylines({"English": "How?", "Greek": "Πώς;"}, tok)`.

    Each has a price: how many tokens it has for each token of the first. Of two tokenizers by name, one is shown at a
    time.
    """

    heading = "The price of a sentence"
    together = traitlets.Bool(True).tag(sync=True)

    columns = ("text", "tokens", "price", "cut here |")
    top = LOW

    def _rows(self, place: int) -> Iterator[tuple[str, ...]]:
        """Each text, and its tokens and its price after all merges."""
        size = self.sides[place]["size"]
        first = 0
        for text in self.texts:
            tokens = tokens_after(text, text["lands"][place], size)
            first = first or len(tokens)
            price = f"{len(tokens) / first:.1f}×" if first else ""
            yield text["name"], f"{len(tokens):,}", price, spelled(tokens)

    def _seen(self) -> list[dict[str, Any]]:
        return self.texts


def as_tokenizer(model: Any) -> Any:
    """The tokenizer itself; for a list of merges, one that cuts words at spaces and has these merges."""
    if not isinstance(model, Tokenizer):
        vocab: dict[str, int] = {}
        for left, right in model:
            for token in left, right, left + right:
                vocab.setdefault(token, len(vocab))
        tok = Tokenizer(BPE(vocab, model))
        tok.pre_tokenizer = WhitespaceSplit()
        return tok
    if not isinstance(model.model, BPE):
        kind = format_value(model.model)
        raise TypeError(f"{kind} has no merges: {GIVE}")
    return model


def landscape(tokenizers: Iterable[Any], name: str, whole: str) -> dict[str, Any]:
    """A text as the front end draws it. ValueError if two tokenizers read different characters."""
    text = check_text(whole)[:MOST]
    lands = [land(tok, text) for tok in tokenizers]
    read, base, _ = lands[0]
    if (read, base) != lands[-1][:2]:
        raise ValueError(UNLIKE)
    result = {"name": name, "text": read, "base": base}
    words = [inside for _, _, inside in lands]
    return {**result, "lands": words, "more": len(whole) - len(text)}


def land(tok: Any, text: str) -> tuple[str, str, list[Word]]:
    """The text as a tokenizer reads it, what it is counted in, and its words."""
    cuts = tok.pre_tokenizer
    in_bytes = cuts is not None and cuts.spell("é") == ["Ã©"]
    words = []
    read = ""  # for byte-level models, with a character for each byte
    done = 0
    for word, (begin, end) in tok.stages(text).words:
        between = text[done:begin]
        if in_bytes and between:  # a byte-level model drops nothing: this is a token
            between = "".join(cuts.spell(between))
            token = Hill(len(read), len(read + between))
            words.append((token.start, [token] * (len(between) - 1)))
        read += between
        words.append((len(read), hills(tok.model, word, len(read))))
        read += word
        done = end
    if in_bytes:
        read = (to_bytes(read) or b"").decode()
    in_bytes = in_bytes or read.isascii()
    return read, "bytes" if in_bytes else "characters", words


def hills(model: BPE, word: str, start: int) -> list[Hill]:
    """The hill after each symbol of a word but the last."""
    end = start + len(word)
    never = Hill(start, end, len(model.merges))
    result = [never] * (len(word) - 1)
    symbols = [Hill(place, place + 1) for place in range(start, end)]
    for rank, i in model.places(word):
        left = symbols[i]
        right = symbols.pop(i + 1)
        height = max(rank, left.height, right.height)
        joined = Hill(left.start, right.end, height, rank)
        result[left.end - start - 1] = joined
        symbols[i] = joined
    return result


def cut(
    text: Mapping[str, Any], words: Iterable[Word], size: int
) -> Iterator[tuple[int, list[str | bytes]]]:
    """The tokens after 0, 1, 10, 100, … and all merges."""
    for merges in sorted({*LEVELS, size}):
        if merges <= size:
            yield merges, tokens_after(text, words, merges)


def spelled(tokens: Sequence[str | bytes]) -> str:
    return listed(tokens, MAX_TOKENS, spell_out, " | ")


def tokens_after(
    text: Mapping[str, Any], words: Iterable[Word], merges: int
) -> list[str | bytes]:
    """What each token covers after this many merges: bytes, or characters."""
    data = text["text"]
    if text["base"] == "bytes":
        data = data.encode()
    return [data[start:end] for start, end in pools(words, merges)]


def pools(words: Iterable[Word], merges: int) -> Iterator[tuple[int, int]]:
    """Where each token starts and ends after this many merges."""
    for start, inside in words:
        end = start + 1
        for hill in inside:
            if hill.height >= merges:
                yield start, end
                start = end
            end += 1
        yield start, end


def picture(text: Mapping[str, Any], words: Iterable[Word], size: int, top: int) -> str:
    """The first letters of a text under all the water, as a drawing: what still stands out are the cuts."""
    letters = ""
    width = 0
    for char in text["text"][:STILL_LETTERS]:
        room = CELL
        if text["base"] == "bytes":
            room *= len(char.encode())
        middle = width + room // 2
        letters += f'<text x="{middle}" y="{top + 18}">{escape(char)}</text>'
        width += room
    sunken = dry = ""
    for start, inside in words:
        dry += peak(start, top, top)
        for place, hill in enumerate(inside, start + 1):
            if hill.height >= size:
                dry += peak(place, top, top)
            else:
                share = log(hill.height + 2) / log(size + 2)
                sunken += peak(place, top, WATER * top * share)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{top + 26}" role="img"'
        f' aria-label="The hills of the text, and the water after all merges">'
        f'<path fill="#8cbfe0" d="M0,{top - WATER * top:.0f}H{width}V{top}H0z"/><path fill="#5f86b5" d="{sunken}"/>'
        f'<g fill="currentColor" font-family="monospace" font-size="15" text-anchor="middle">'
        f'<path d="{dry}"/>{letters}</g></svg>'
    )


def peak(place: int, top: int, rise: float) -> str:
    """A hill after so many letters."""
    return f"M{place * CELL - 9},{top}l9,{-rise:.0f}l9,{rise:.0f}z"
