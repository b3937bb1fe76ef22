"""Jinja, set up so that all strings of a template are `MarkedText`.

This is the one place that depends on Jinja's internals: its compiler emits Python, and
we wrap each string of a template in `environment.own(...)`.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any

from minitok.chat.marked_text import GENERATED, OWN, MarkedText, add_flag, join
from minitok.validation import require_extra

with require_extra("chat"):
    from jinja2 import TemplateError, compiler, ext, nodes, pass_eval_context
    from jinja2.filters import do_join
    from jinja2.sandbox import ImmutableSandboxedEnvironment


class Generation(ext.Extension):
    """`{% generation %}` and `{% endgeneration %}` around what the assistant wrote."""

    tags = {"generation"}

    def parse(self, parser: Any) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        block = nodes.CallBlock(self.call_method("_mark"), [], [], body)
        return block.set_lineno(line)

    def _mark(self, caller: Any) -> MarkedText:
        return add_flag(caller(), GENERATED)


class MarkingCompiler(compiler.CodeGenerator):
    """Makes the strings of a template `MarkedText`."""

    def _output_const_repr(self, group: Iterable[Any]) -> str:
        return f"environment.own({super()._output_const_repr(group)})"

    def visit_Const(self, node: nodes.Const, frame: compiler.Frame) -> None:
        # A `Markup`, which the filter `safe` makes, escapes what is added to it.
        is_text = type(node.value) is str
        self.write("environment.own(" if is_text else "(")
        super().visit_Const(node, frame)
        self.write(")")

    def visit_Concat(self, node: nodes.Concat, frame: compiler.Frame) -> None:
        self.write("concat(map(str, ")
        self.visit(nodes.Tuple(node.nodes, "load"), frame)
        self.write("))")


@pass_eval_context
def join_filter(
    context: nodes.EvalContext,
    values: Any,
    d: object = "",
    attribute: str | int | None = None,
) -> Any:
    """Jinja's filter `join`, with a `MarkedText` between the values."""
    return do_join(context, values, join([str(d)]), attribute)


def raise_exception(message: str) -> None:
    raise TemplateError(message)


def strftime_now(form: str) -> str:
    return datetime.now().strftime(form)


class Environment(ImmutableSandboxedEnvironment):
    """Jinja's sandbox as transformers sets it up, for strings that are `MarkedText`."""

    code_generator_class = MarkingCompiler
    concat = staticmethod(join)

    def __init__(self) -> None:
        super().__init__(
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=[Generation, ext.LoopControlExtension],
        )
        self.filters["join"] = join_filter
        self.filters["tojson"] = partial(json.dumps, ensure_ascii=False)
        self.globals["raise_exception"] = raise_exception
        self.globals["strftime_now"] = strftime_now

    @staticmethod
    def own(text: str) -> MarkedText:
        """A text that the template wrote."""
        return MarkedText(text, bytes([OWN]) * len(text))
