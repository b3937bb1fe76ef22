"""Where split patterns cut a text: the words of each under one another, and which part of a pattern matched them."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import ipywidgets

from minitok.patterns import Regex, compile_pattern
from minitok_course.views.common.form import UNTYPED, source
from minitok_course.views.common.html import (
    bdi,
    chip,
    counted,
    listed,
    more,
    name_of,
    reason,
    running,
    sentence,
    visible,
)
from minitok_course.views.common.stepper import Frame, Stepper
from minitok_course.views.live import Live

MAX_WORDS = 300
FEWEST = 12  # letters in a line
MOST_SECONDS = 1.0  # for the matches of a pattern that is being typed
YOURS = "yours"
START = r"\w+|[^\w\s]+"
SYNTAX = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]])*\]|.", re.DOTALL)


class Piece(NamedTuple):
    """A word, or what is left out, up to `end`; `rule` is the part of the pattern that matched it, from 1."""

    text: str
    end: int
    is_word: bool = True
    rule: int | None = None


class Cut(NamedTuple):
    """A text cut by one pre-tokenizer: its `name`, the pieces, and its pattern's `rules`, or the `problem` it had."""

    name: str
    pieces: Sequence[Piece] = ()
    rules: Sequence[str] = ()
    problem: str = ""


Matched = tuple[str, Sequence[Piece]]  # a part of a pattern, and the words


class PatternRows(Stepper):
    """The words of several pre-tokenizers with the alternative that matched each, and what is left out between them."""

    _css = source("style.css", "../pattern_explorer.css")
    heading = "One text, cut into words"
    columns = ("pattern", "words", "cut here |, left out (…)")
    needs_text = False

    def draw(self, records: Iterable[Cut], text: str | None) -> Iterator[Frame]:
        cuts, twin = list(records), list[tuple[str, ...]]()
        ends = [{piece.end for piece in cut.pieces} for cut in cuts if not cut.problem]
        places = set[int]().union(*ends)
        differing = places - places.intersection(*ends)
        longest = max((len(cut.name) for cut in cuts), default=0)
        drawn = [
            f'<ul class="mt-cuts" style="--rows:{len(ends)};--names:{min(longest, 20)}">'
        ]
        below = []
        for cut in cuts:
            name = sentence(cut.name)
            line = f'<b class="mt-name">{name_of(cut.name)}</b>'
            if cut.problem:
                below.append(f'{line} <p class="mt-trouble">{name_of(cut.problem)}</p>')
                twin.append((name, "", sentence(cut.problem)))
                continue
            words = sum(piece.is_word for piece in cut.pieces)
            drawn.append(_letters(cut, differing, len(drawn) - 1, words))
            pieces = listed(cut.pieces, MAX_WORDS, _plain, " | ")
            twin.append((name, f"{words:,}", pieces))
            if cut.rules:
                matched = list(_matched(cut))
                twin += _twin(matched)
                below.append(
                    f"<details><summary>{line}: the {len(matched)} parts of the pattern</summary>"
                    f"{_parts(matched)}</details>"
                )
        if not cuts:
            yield Frame(("There are no patterns to compare.",))
            return
        hint = " <b>only some cut here</b>" if differing else ""
        hint += " <del>left out</del>" if "mt-gone" in "".join(drawn) else ""
        caption = f"{counted(len(text), 'character')}.{hint}" if text else UNTYPED
        yield Frame((caption,), (*drawn, "</ul>", *below), tuple(twin))


def alternatives(pattern: str) -> list[str]:
    """The parts of a pattern between its outermost bars: `a|(?:b|c)+|[|]` gives `a`, `(?:b|c)+` and `[|]`."""
    rules, depth = [""], 0
    for symbol in SYNTAX.findall(pattern):
        depth += {"(": 1, ")": -1}.get(symbol, 0)
        if symbol == "|" and not depth:
            rules.append("")
        else:
            rules[-1] += symbol
    return rules


def cut_of(name: str, pre_tokenizer: Any, text: str) -> Cut:
    """How a pre-tokenizer cuts a text. At each place, the first alternative of a pattern that matches is taken."""
    pattern: Any = getattr(pre_tokenizer, "pattern", None)
    rules = alternatives(pattern) if isinstance(pattern, Regex) else []
    if len(rules) == 1:
        rules = []
    tried = [compile_pattern(Regex(rule)) for rule in rules]
    pieces, done = list[Piece](), 0
    for word, (start, end) in pre_tokenizer.pre_tokenize_str(text):
        if start > done:
            pieces.append(Piece(text[done:start], start, is_word=False))
        matches = (rule for rule, one in enumerate(tried, 1) if one.match(text, start))
        done = max(end, done)
        face = text[start:end] if start < end else word
        pieces.append(Piece(face, done, rule=next(matches, None)))
    if done < len(text):
        pieces.append(Piece(text[done:], len(text), is_word=False))
    return Cut(name, pieces, rules)


def _letters(cut: Cut, differing: set[int], row: int, words: int) -> str:
    """A text cut into words. Lines break only where all patterns cut, so that letters stand under one another."""
    drawn, part, start, begin = "", "", 0, 0
    for text, end, is_word, _ in cut.pieces[:MAX_WORDS]:
        name, look = ("code", "mt-a") if is_word else ("del", "mt-gone")
        if start in differing:
            look += " mt-unlike"
        # A line through what is left out would make `÷` of `:`.
        part += (
            f'<{name} class="{look}" style="text-decoration:none">{bdi(text)}</{name}>'
        )
        if end not in differing:
            drawn += f'<span class="mt-between" style="--letters:{end - begin}">{part}</span> '
            part, begin = "", end
        start = end
    name = name_of(cut.name)
    again = f"<br>{name}" * (start // FEWEST + 1)
    return (
        f'<li style="--row:{row}"><b class="mt-name">{name}<aside aria-hidden="true">{again}</aside></b>'
        f"<p>{drawn}{part} {more(len(cut.pieces) - MAX_WORDS)} "
        f'<b class="mt-count">{counted(words, "word")}</b></p></li>'
    )


def _matched(cut: Cut) -> Iterator[Matched]:
    for number, rule in enumerate(cut.rules, 1):
        yield rule, [piece for piece in cut.pieces if piece.rule == number]


def _parts(matched: Iterable[Matched]) -> str:
    """The parts of a pattern, each with the words that it matched."""
    drawn = []
    for rule, words in matched:
        chips = listed(words, MAX_WORDS, _chip) or "nothing"
        drawn.append(f"<li><code>{bdi(rule, running(rule))}</code> {chips}</li>")
    return f"<ol>{''.join(drawn)}</ol>"


def _chip(piece: Piece) -> str:
    return chip(piece.text, "a")


def _plain(piece: Piece) -> str:
    return visible(piece.text) if piece.is_word else f"({visible(piece.text)})"


def _twin(matched: Iterable[Matched]) -> Iterator[tuple[str, ...]]:
    for number, (rule, words) in enumerate(matched, 1):
        if words:
            pieces = listed(words, MAX_WORDS, _plain, " | ")
            yield f"  {number} {visible(rule)}", f"{len(words):,}", pieces


class PatternExplorer(Live):
    r"""Where patterns cut the learner's text: `PatternExplorer("I'll pay", {"GPT-2": Split(GPT2_PATTERN)}, own=Split)`.

    Takes pre-tokenizers of minitok or Hugging Face by name. `own` makes one from the `Regex` that the learner types
    into a second box, which starts with `pattern`; if that fails or takes too long, a sentence says so.
    """

    def __init__(
        self,
        text: str,
        pre_tokenizers: Mapping[str, Any],
        *,
        own: Callable[[Regex], Any],
        pattern: str = START,
    ) -> None:
        self.pre_tokenizers = dict(pre_tokenizers)
        self.own = own
        self.pattern = ipywidgets.Text(
            value=sentence(pattern),
            description="Your own pattern",
            continuous_update=True,
        )
        complaint = self._make_own(text)
        super().__init__(PatternRows, self._cut, text, label="Text to cut", lines=2)
        self.view.problem = complaint or self.view.problem
        self.add_class("mt-pattern-explorer")
        self.boxes.append(self.pattern)
        self.children = (*self.boxes, self.view)
        self.pattern.observe(lambda _: self.refresh(self.input.value), "value")

    def refresh(self, text: str) -> None:
        """Show the words of a text, and say so if the learner's pattern is broken or too slow for it."""
        with self.view.hold_sync():
            complaint = self._make_own(text)
            super().refresh(text)
            self.view.problem = complaint or self.view.problem

    def _make_own(self, text: str) -> str:
        try:
            pattern = Regex(self.pattern.value)
            deque(
                compile_pattern(pattern).finditer(text, timeout=MOST_SECONDS), maxlen=0
            )
            self.pre_tokenizers[YOURS] = self.own(pattern)
        except TimeoutError:
            self.pre_tokenizers.pop(YOURS, None)
            return "Your pattern can't be used yet: it is too slow for this text, since it matches it in many ways"
        except Exception as error:
            return sentence(f"Your pattern can't be used yet: {reason(error)}")
        return ""

    def _cut(self, text: str) -> Iterator[Cut]:
        for name, pre_tokenizer in self.pre_tokenizers.items():
            try:
                yield cut_of(name, pre_tokenizer, text)
            except Exception as error:
                yield Cut(name, problem=reason(error))
