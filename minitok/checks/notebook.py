"""Verdicts in a notebook: each can be stepped through, and turns grey once the code that it is about has changed."""

import linecache
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any
from uuid import uuid4

if TYPE_CHECKING:
    from .verdict import Verdict

STALE = "The code has changed: run this again."


@dataclass
class Output:
    """A verdict under its check cell, with the code that it is about, and what can be stepped through below it."""

    verdict: "Verdict"
    code: Any
    picture: Any
    id: str
    stale: bool = False

    def publish(self, **options: Any) -> None:
        """Show it, or with `update=True` what has become of it."""
        verdict = replace(self.verdict, old=self.stale)
        data = {"text/plain": repr(verdict), "text/html": verdict.html()}
        in_notebook().display_pub.publish(data, transient={"display_id": self.id}, **options)


_outputs: dict[str, Output] = {}


def in_notebook() -> Any:
    """IPython, where it shows HTML; None in a terminal, and where there is no IPython."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell if shell and "text/html" in shell.display_formatter.active_types else None


def show(verdict: "Verdict") -> bool:
    """Show a verdict, and what can be stepped through, if this is a notebook."""
    shell = in_notebook()
    if not shell:
        return False
    name = verdict.name.split(".")[1]
    output = Output(verdict, code_of(verdict.attempt), verdict.picture(), uuid4().hex)
    _outputs.pop(name, None)
    if shell.user_ns.get(name) is verdict.attempt:
        _outputs[name] = output
    output.publish()
    if output.picture:
        shell.display_pub.publish(*shell.display_formatter.format(output.picture))
    shell.events.register("post_run_cell", look_again)  # once: it registers nothing twice
    return True


def look_again(result: Any = None) -> None:
    """Compare what the verdicts are about with what the notebook holds now, after each cell."""
    for name, output in _outputs.items():
        code = code_of(in_notebook().user_ns.get(name))
        is_one = isinstance(code, list) or isinstance(output.code, str)  # a function of the learner's, or a value
        stale = is_one and code not in (None, output.code)
        if stale != output.stale:
            output.stale = stale
            output.publish(update=True)
            if output.picture:
                output.picture.problem = STALE if stale else ""


def code_of(value: Any) -> Any:
    """The cell that a function is from, or a value in words; None for a function that is from no cell."""
    from .source import undecorated
    from .verdict import shown

    if not callable(value):
        return shown(value, 10_000)
    function = undecorated(value)
    if getattr(function, "__globals__", None) is not in_notebook().user_ns:
        return None
    return linecache.getlines(function.__code__.co_filename)
