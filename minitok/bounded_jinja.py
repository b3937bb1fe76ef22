"""Jinja in its sandbox, with bounds on what a template may do: a chat template may come from anybody.

The sandbox keeps a template from all but its own values, yet lets it fill the memory or run for years. So each
operation, loop and macro counts as a step, steps and time are limited, and what would be too large is not made at all.
"""

import json
import re
from collections.abc import Callable, Collection
from datetime import datetime
from functools import partial, wraps
from time import monotonic
from typing import Any

from minitok.mistakes import needs

with needs("chat"):
    from jinja2 import TemplateError, compiler, ext, filters, nodes, pass_environment, sandbox, utils

STEPS, SECONDS, CHARS, HELD = 1_000_000, 10, 5_000_000, 50_000_000  # the most of each; HELD: by a list or dict
LEFT_OUT = {"batch", "center", "decode", "encode", "expandtabs", "format_map", "ljust", "pprint", "rjust", "slice"}
LEFT_OUT |= {"sum", "translate", "urlize", "wordwrap", "zfill"}  # large or slow if misused; no known template has them
PLACES = {"%": "%", "format": "[%{]", "indent": r"\s|\Z", "replace": ""}  # where options are put in
MAKING = nodes.BinExpr, nodes.Call, nodes.Dict, nodes.Filter, nodes.Getitem, nodes.List, nodes.Tuple
FILTERS = {**filters.FILTERS, "tojson": partial(json.dumps, ensure_ascii=False)}


class BoundedCompiler(compiler.CodeGenerator):
    """Has what a template's operations, loops and macros make counted."""

    def visit(self, node: Any, *args: Any, **named: Any) -> None:
        if isinstance(node, (nodes.For, nodes.Macro)):
            node.body.insert(0, nodes.ExprStmt(nodes.List([], lineno=node.lineno), lineno=node.lineno))
        makes = isinstance(node, MAKING) and getattr(node, "ctx", "load") == "load"
        self.write("environment.spent(" * makes)
        super().visit(node, *args, **named)
        self.write(")" * makes)


class BoundedNamespace(utils.Namespace):
    __repr__ = object.__repr__  # Jinja's writes all that it holds

    def __init__(self, /, *args: Any, **named: Any) -> None:
        super().__init__()
        for name, value in dict(*args, **named).items():
            self[name] = value

    def __setitem__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            raise TemplateError(f"a namespace takes no name that starts with an underscore, such as {name!r}")
        super().__setitem__(name, value)


def bounded(name: str, filter_: Callable[..., Any]) -> Callable[..., Any]:
    """A filter with its arguments checked and its result counted, by the environment that Jinja passes to it."""
    passes = hasattr(filter_, "jinja_pass_arg")  # the filter itself is passed the environment, or a context that has it

    @wraps(filter_)
    def call(passed: Any, /, *args: Any, **named: Any) -> Any:
        _check_growth(name, *args, *named.values())
        made = filter_(passed, *args, **named) if passes else filter_(*args, **named)
        return getattr(passed, "environment", passed).spent(made)

    return call if passes else pass_environment(call)


class BoundedEnvironment(sandbox.ImmutableSandboxedEnvironment):
    """Jinja as transformers sets it up; for one use, since it counts the steps."""

    code_generator_class = BoundedCompiler
    intercepted_binops = frozenset(["*", "**", "%"])
    used_extensions: tuple[type[ext.Extension], ...] = (ext.LoopControlExtension,)
    bounded_filters = {name: bounded(name, filter_) for name, filter_ in FILTERS.items()}

    def __init__(self) -> None:
        super().__init__(trim_blocks=True, lstrip_blocks=True, extensions=self.used_extensions)
        self.steps, self.end, self.filters = 0, monotonic() + SECONDS, self.bounded_filters.copy()
        del self.globals["lipsum"]
        self.globals |= {"dict": lambda *args, **named: dict(*args, **named), "namespace": BoundedNamespace}
        self.globals |= {"raise_exception": _raise, "strftime_now": lambda form: datetime.now().strftime(form[:1000])}

    def spent(self, made: Any) -> Any:
        """What an operation made: a step, and another for each 50 characters or entries."""
        self.steps += 1 + (len(made) // 50 if isinstance(made, Collection) else 0)
        if self.steps > STEPS or monotonic() > self.end or _size(made) > HELD:
            raise TemplateError(f"it takes more than {STEPS:,} steps, {SECONDS} seconds or {HELD:,} characters")
        return made

    def call(self, context: Any, called: Any, /, *args: Any, **named: Any) -> Any:
        method = getattr(called, "__wrapped__", called)  # the sandbox wraps str.format
        _check_growth(getattr(method, "__name__", ""), getattr(method, "__self__", ""), *args, *named.values())
        return super().call(context, called, *args, **named)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        a, b = (abs(n) if isinstance(n, float | int) else len(n) if hasattr(n, "__len__") else 0 for n in (left, right))
        size = {"*": a * b, "**": max(a, 2) ** min(b, 64), "%": 0}[operator]
        if size > (2**64 if {type(left), type(right)} <= {bool, int, float} else CHARS):
            raise TemplateError(f"the result of {operator} is too large")
        _check_growth(operator, left, *(right if isinstance(right, tuple) else [right]))
        return super().call_binop(context, operator, left, right)


def _check_growth(name: str, value: Any = "", *options: Any) -> None:
    """TemplateError if an operation, a filter or a method of strings could give too much or take too long."""
    if name in LEFT_OUT:
        raise TemplateError(f"{name} is left out here, since it may take long")
    each = max([0, *(abs(n) if type(n) is int and name in ("indent", "tojson") else _size(n) for n in options)])
    size = _size(value, each) if name == "tojson" else 0
    if name in PLACES:
        text, pattern = str(value), PLACES[name] or re.escape("".join(map(str, options[:1])))
        if name in ("%", "format"):  # a width has four digits at the most, and is not an option
            each = max(each, 9999 if not re.search(r"\d{5}|\*|\{[^{}]*\{", text) else CHARS + 1)
        size = len(re.findall(pattern, text)) * each
    if size > CHARS:
        raise TemplateError(f"the result of {name} is too large")


def _size(value: Any, each: int = 0) -> int:
    """About how many characters a value is, written out with `each` more for each entry and level; or too many."""
    size, left = 0, [(value, 1)]
    while left and size <= HELD:
        entry, level = left.pop()
        is_list = isinstance(entry, Collection) and not isinstance(entry, str)
        inner = [*entry, *getattr(entry, "values", tuple)()] if is_list else []
        size += (len(entry) if isinstance(entry, str) else 32) + len(inner) * each * level
        left += [(part, level + 1) for part in inner]
    return size


def _raise(message: str) -> None:
    raise TemplateError(message)
