"""Where split patterns cut a text: the words of each, under each other, and of one that the learner types."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import ipywidgets

from ..patterns import Regex, compile_pattern
from ..steps import Offsets
from .live import Live
from .parts.html import Hues, bdi, broken, chip, counted, listed, more, row, rows, sentence, visible
from .parts.stepper import Frame, Stepper

MAX_WORDS = 300
MOST_SECONDS = 1.0  # for the matches of a pattern that is being typed
YOURS = "yours"
START = r"\w+|[^\w\s]+"


class Cut(NamedTuple):
    """A text cut by one pre-tokenizer: `name`, the words with their offsets, or the `problem` that it had."""

    name: str
    words: Sequence[tuple[str, Offsets]] = ()
    problem: str = ""


class PatternRows(Stepper):
    """The words of several pre-tokenizers, and, marked, what each leaves out between them, such as the spaces."""

    heading = "One text, cut into words"
    columns = ("pattern", "words", "cut here |, left out (…)")

    def draw(self, records: Iterable[Cut], text: str | None) -> Iterator[Frame]:
        drawn, twin, hues = [], [], Hues()
        for cut in records:
            if cut.problem:
                drawn.append(broken(cut.name, cut.problem))
                twin.append((sentence(cut.name), "", sentence(cut.problem)))
                continue
            parts = list(_parts(cut.words, text or ""))
            lost = sum(len(part) for part, found in parts if not found)
            told = [counted(len(cut.words), "word"), *([f"{counted(lost, 'character')} left out"] if lost else [])]
            drawn.append(row(cut.name, told, _chips(parts, hues)))
            twin.append((sentence(cut.name), f"{len(cut.words):,}", listed(parts, MAX_WORDS, _plain, " | ")))
        if not drawn:
            yield Frame(("There are no patterns to compare.",))
        elif text:
            hint = " Struck out is what a pattern leaves out." if any("mt-gone" in row for row in drawn) else ""
            yield Frame((f"{counted(len(text), 'character')}, cut by each pattern.{hint}",), rows(drawn), tuple(twin))
        else:
            yield Frame(("There is no text yet: type one.",), rows(drawn), tuple(twin))


def _parts(words: Sequence[tuple[str, Offsets]], text: str) -> Iterator[tuple[str, bool]]:
    """The words as they stand in the text (True) and what lies between them (False), in order."""
    done = 0
    for word, (start, end) in words:
        if start > done:
            yield text[done:start], False
        yield (text[start:end] if start < end else word), True
        done = max(end, done)
    if done < len(text):
        yield text[done:], False


def _chips(parts: Sequence[tuple[str, bool]], hues: Hues) -> str:
    shown = parts[:MAX_WORDS]
    drawn = (chip(part, hues[part]) if found else f'<del class="mt-gone">{bdi(part)}</del>' for part, found in shown)
    return f'<div class="mt-chips">{" ".join(drawn)} {more(len(parts) - MAX_WORDS)}</div>'


def _plain(part: tuple[str, bool]) -> str:
    return visible(part[0]) if part[1] else f"({visible(part[0])})"


class PatternExplorer(Live):
    r"""Where patterns cut the learner's text: `PatternExplorer("I'll pay", {"GPT-2": Split(GPT2_PATTERN)}, own=Split)`.

    Takes pre-tokenizers of minitok or Hugging Face by name. `own` makes one of the `Regex` that the learner types into
    a second box, which starts as `pattern`; when that fails, or takes too long, a sentence says so.
    """

    def __init__(
        self, text: str, pre_tokenizers: Mapping[str, Any], *, own: Callable[[Regex], Any], pattern: str = START
    ) -> None:
        self.pre_tokenizers = dict(pre_tokenizers)
        self.own = own
        self.pattern = ipywidgets.Text(value=sentence(pattern), description="Your own pattern", continuous_update=True)
        super().__init__(PatternRows, self._cut, text, label="Text to cut", lines=2)
        self.add_class("mt-pattern-explorer")
        self.boxes.append(self.pattern)
        self.children = (*self.boxes, self.view)
        self.pattern.observe(lambda _: self.refresh(self.input.value), "value")

    def refresh(self, text: str) -> None:
        """Show the words of a text; while the learner's pattern is broken, or too slow for it, say so."""
        with self.view.hold_sync():
            complaint = self._make_own(text)
            super().refresh(text)
            self.view.problem = complaint or self.view.problem

    def _make_own(self, text: str) -> str:
        try:
            pattern = Regex(self.pattern.value)
            deque(compile_pattern(pattern).finditer(text, timeout=MOST_SECONDS), maxlen=0)
            self.pre_tokenizers[YOURS] = self.own(pattern)
        except TimeoutError:
            return "Your pattern can't be used yet: it is too slow for this text, since it matches it in many ways"
        except Exception as error:
            return sentence(f"Your pattern can't be used yet: {str(error) or type(error).__name__}")
        return ""

    def _cut(self, text: str) -> Iterator[Cut]:
        for name, pre_tokenizer in self.pre_tokenizers.items():
            try:
                yield Cut(name, pre_tokenizer.pre_tokenize_str(text))
            except Exception as error:
                yield Cut(name, problem=str(error) or type(error).__name__)
