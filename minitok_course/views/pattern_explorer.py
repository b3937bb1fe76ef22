"""Where split patterns cut a text: the words of each, and which part of the pattern matched them."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import ipywidgets

from minitok.patterns import Regex, compile_pattern
from minitok_course.views.common.form import UNTYPED, source
from minitok_course.views.common.html import (
    HUES,
    PLAIN,
    bdi,
    chip,
    counted,
    id_below,
    listed,
    more,
    name_of,
    reason,
    row,
    rows,
    running,
    sentence,
    visible,
)
from minitok_course.views.common.stepper import Frame, Stepper
from minitok_course.views.live import Live

MAX_WORDS = 300
ONE_LINE = 36  # a longer part is cut off on a phone until it is tapped
MOST_SECONDS = 1.0  # for the matches of a pattern that is being typed
YOURS = "yours"
START = r"\w+|[^\w\s]+"
SYNTAX = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]])*\]|.", re.DOTALL)


class Piece(NamedTuple):
    """A word, or what is left out before one; `rule` is the alternative of the pattern that matched it, from 1."""

    text: str
    is_word: bool = True
    rule: int | None = None


class Cut(NamedTuple):
    """A text cut by one pre-tokenizer: its `name`, the pieces, and its pattern's `rules`, or the `problem` it had."""

    name: str
    pieces: Sequence[Piece] = ()
    rules: Sequence[str] = ()
    problem: str = ""


class PatternRows(Stepper):
    """The words of several pre-tokenizers with the alternative that matched each, and what is left out between them."""

    _css = source("style.css", "../pattern_explorer.css")
    heading = "One text, cut into words"
    columns = ("pattern", "words", "cut here |, left out (…)")
    needs_text = False

    def draw(self, records: Iterable[Cut], text: str | None) -> Iterator[Frame]:
        drawn, twin = list[str](), list[tuple[str, ...]]()
        for cut in records:
            if cut.problem:
                drawn.append(
                    row(
                        cut.name,
                        (),
                        f'<p class="mt-trouble">{name_of(cut.problem)}</p>',
                    )
                )
                twin.append((sentence(cut.name), "", sentence(cut.problem)))
                continue
            words = sum(piece.is_word for piece in cut.pieces)
            lost = sum(len(piece.text) for piece in cut.pieces if not piece.is_word)
            counts = [
                counted(words, "word"),
                *([f"{counted(lost, 'character')} left out"] if lost else []),
            ]
            drawn.append(row(cut.name, counts, f"<div>{_words(cut)}{_key(cut)}</div>"))
            twin += [
                (
                    sentence(cut.name),
                    f"{words:,}",
                    listed(cut.pieces, MAX_WORDS, _plain, " | "),
                ),
                *_twin(cut),
            ]
        if not drawn:
            yield Frame(("There are no patterns to compare.",))
        elif text:
            markup = "".join(drawn)
            hint = " Numbers tell which part matched." if "mt-id" in markup else ""
            hint += " Dotted is left out." if "mt-gone" in markup else ""
            yield Frame(
                (f"{counted(len(text), 'character')}.{hint}",),
                rows(drawn),
                tuple(twin),
            )
        else:
            yield Frame((UNTYPED,), rows(drawn), tuple(twin))


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
            pieces.append(Piece(text[done:start], is_word=False))
        matches = (rule for rule, one in enumerate(tried, 1) if one.match(text, start))
        pieces.append(
            Piece(text[start:end] if start < end else word, rule=next(matches, None))
        )
        done = max(end, done)
    return Cut(
        name,
        [*pieces, *([Piece(text[done:], is_word=False)] if done < len(text) else [])],
        rules,
    )


def _tone(rule: int | None) -> str:
    return PLAIN[0] if rule is None else str((rule - 1) % len(HUES))


def _words(cut: Cut) -> str:
    drawn = []
    for place, (text, is_word, rule) in enumerate(cut.pieces[:MAX_WORDS]):
        # A line through what is left out would make `÷` of `:`.
        tone = _tone(rule) if cut.rules else PLAIN[place % 2]
        face = (
            chip(text, tone)
            if is_word
            else f'<del class="mt-gone" style="text-decoration:none">{bdi(text)}</del>'
        )
        drawn.append(f'<span class="mt-token">{face}{id_below(rule)}</span>')
    return f'<div class="mt-tokens">{" ".join(drawn)} {more(len(cut.pieces) - MAX_WORDS)}</div>'


def _key(cut: Cut) -> str:
    """The alternatives of a pattern, each with its number; those that matched nothing are pale."""
    used = {piece.rule for piece in cut.pieces}
    drawn = []
    for number, rule in enumerate(cut.rules, 1):
        face = f'<code class="mt-{_tone(number if number in used else None)}">{bdi(rule, running(rule))}</code>'
        idle = "" if number in used else " mt-idle"
        opens = ' tabindex="0"' if len(rule) > ONE_LINE else ""
        drawn.append(f'<span class="mt-rule{idle}"{opens}>{number} {face}</span>')
    return f'<div class="mt-key">{" ".join(drawn)}</div>' if drawn else ""


def _plain(piece: Piece) -> str:
    return visible(piece.text) if piece.is_word else f"({visible(piece.text)})"


def _twin(cut: Cut) -> Iterator[tuple[str, ...]]:
    for number, rule in enumerate(cut.rules, 1):
        matched = [piece for piece in cut.pieces if piece.rule == number]
        if matched:
            yield (
                f"  {number} {visible(rule)}",
                f"{len(matched):,}",
                listed(matched, MAX_WORDS, _plain, " | "),
            )


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
