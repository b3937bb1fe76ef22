"""A box to type in, above a view that follows what is typed."""

from collections.abc import Callable
from functools import partial
from html import escape as escape_markup
from typing import Any

import ipywidgets

from minitok.validation import check_text, format_value
from minitok_course.views.common.html import reason, sentence
from minitok_course.views.common.stepper import Stepper


class Live(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """A view of the learner's own text: `Live(MergeStepper, train, "hug pug hugs", label="Text to train on")`.

    `make` is called with the text at each change, and returns the records that `view` takes. If it raises, the view
    shows the message as a sentence and keeps the frames of the last text that worked.
    """

    def __init__(
        self,
        view: Callable[..., Stepper],
        make: Callable[[str], Any],
        text: str = "",
        *,
        label: str = "Your text",
        lines: int = 1,
    ) -> None:
        box = (
            ipywidgets.Text if lines == 1 else partial(ipywidgets.Textarea, rows=lines)
        )
        if not callable(make):
            raise TypeError(
                f"{format_value(make)} is not a function of a text: write Live(TokenStrip, tok, text)"
            )
        self.make = make
        value = check_text(text).encode("utf-8", "backslashreplace").decode("utf-8")
        self.input = box(
            value=value, description=sentence(label), continuous_update=True
        )
        self.boxes = [self.input]
        kind: Any = getattr(view, "func", view)  # of a partial
        try:  # all at once, since what is sent after a view has opened may be lost
            self.view, failed = (
                view(make(text) if text or not kind.needs_text else (), text=text),
                False,
            )
        except Exception:
            self.view, failed = view(()), True
        super().__init__([self.input, self.view])
        self.add_class("mt-live")
        if failed:
            self.refresh(text)
        self.input.observe(lambda change: self.refresh(change["new"]), "value")

    def refresh(self, text: str) -> None:
        """Show the records of a text, or say why there are none."""
        try:
            self.view.show(
                self.make(text) if text or not self.view.needs_text else (), text=text
            )
        except Exception as error:
            self.view.problem = sentence(f"This text can't be shown: {reason(error)}")

    def __repr__(self) -> str:
        return f"<Live: {self.view!r}>"

    def __str__(self) -> str:
        return "\n".join(
            [*(f"{box.description}: {box.value}" for box in self.boxes), str(self.view)]
        )

    def still(self) -> str:
        typed = (
            (escape_markup(box.description), escape_markup(box.value))
            for box in self.boxes
        )
        return (
            "".join(f"<p>{label}: <code>{value}</code></p>" for label, value in typed)
            + self.view.still()
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        data = super()._repr_mimebundle_(**kwargs) or {}
        return {**data, "text/plain": str(self), "text/html": self.still()}
