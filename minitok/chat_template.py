"""Chat templates: from messages to one text, in which each character knows whether the template wrote it.

A template is written in the language Jinja, and puts marks around messages: `<|im_start|>user\\nHi!<|im_end|>\\n`. A
message may hold such a mark too, and must not get its token. So all strings of the template are `Written`, and stay so
when they are added, joined, cut or stripped. All else, and what an operation has lost track of, is text and no mark.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial, wraps
from time import monotonic
from traceback import extract_tb
from types import CodeType
from typing import Any, SupportsIndex

from minitok.mistakes import checked_list, checked_text, needs

with needs("chat"):
    from jinja2 import Template, TemplateError, TemplateSyntaxError, compiler, ext, nodes, sandbox, utils
    from jinja2.parser import Parser

OWN, GENERATED, FINAL = 1, 2, 4  # flags of a character: by the template, in an assistant's turn, in the last message
ROLES = {"assistant", "developer", "function", "model", "system", "tool", "user"}  # a template may put them in a mark
REASONING = ("reasoning_content", "thinking", "reasoning")
FILE = "<chat template>"
MOST_STEPS, MOST_SECONDS, MOST_CHARS = 1_000_000, 10, 50_000_000


class Written(str):
    """A string with a byte of flags for each character, by default 0: a text that the template did not write."""

    def __new__(cls, text: object = "", flags: bytes = b"") -> "Written":
        made = super().__new__(cls, text)
        made._flags = flags or bytes(len(made))
        return made

    _flags: bytes

    def __str__(self) -> str:
        return self

    def __add__(self, other: str) -> "Written":
        return joined([self, other]) if isinstance(other, str) else NotImplemented

    def __radd__(self, other: str) -> "Written":
        return joined([other, self]) if isinstance(other, str) else NotImplemented

    def __getitem__(self, key: SupportsIndex | slice) -> "Written":
        chars = super().__getitem__(key)
        return Written(chars, self._flags[key] if isinstance(key, slice) else bytes([self._flags[key]]))

    def lstrip(self, chars: str | None = None) -> "Written":
        return self[len(self) - len(super().lstrip(chars)) :]

    def rstrip(self, chars: str | None = None) -> "Written":
        return self[: len(super().rstrip(chars))]

    def strip(self, chars: str | None = None) -> "Written":
        return self.lstrip(chars).rstrip(chars)

    def join(self, strings: Iterable[str]) -> "Written":
        return joined([part for string in strings for part in (self, string)][1:])

    def having(self, flag: int) -> bytes:
        """A byte for each character, 0 where it does not have the flag."""
        return bytes(flags & flag for flags in self._flags)


def joined(strings: Iterable[str]) -> Written:
    """Strings as one, with their flags."""
    strings = list(strings)
    if sum(map(len, strings)) > MOST_CHARS:
        raise TemplateError(f"it writes more than {MOST_CHARS:,} characters")
    flags = [string._flags if isinstance(string, Written) else bytes(len(string)) for string in strings]
    return Written("".join(strings), b"".join(flags))


def flagged(string: str, flag: int) -> Written:
    """A string with one more flag on every character."""
    return Written(string, bytes(flags | flag for flags in joined([string])._flags))


class _Generation(ext.Extension):
    """`{% generation %}` and `{% endgeneration %}` around what the assistant wrote, as in transformers."""

    tags = {"generation"}

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_generated"), [], [], body).set_lineno(line)

    _generated = staticmethod(lambda caller: flagged(caller(), GENERATED))


class _Compiler(compiler.CodeGenerator):
    """Makes the strings of a template `Written`, and counts the steps of its loops and macros."""

    def _output_const_repr(self, group: Iterable[Any]) -> str:
        return f"environment.own({super()._output_const_repr(group)})"

    def visit_Const(self, node: nodes.Const, frame: compiler.Frame) -> None:
        if isinstance(node.value, int) and abs(node.value) > MOST_CHARS:
            raise TemplateSyntaxError(f"{node.value} is too large a number", node.lineno)
        is_text = isinstance(node.value, str)
        self.write("environment.own(" * is_text)
        super().visit_Const(node, frame)
        self.write(")" * is_text)

    def visit_Concat(self, node: nodes.Concat, frame: compiler.Frame) -> None:
        self.write("concat(map(str, (")
        for part in node.nodes:
            self.visit(part, frame)
            self.write(", ")
        self.write(")))")

    def visit_For(self, node: nodes.For, frame: compiler.Frame) -> None:
        super().visit_For(_counted(node), frame)

    def visit_Macro(self, node: nodes.Macro, frame: compiler.Frame) -> None:
        super().visit_Macro(_counted(node), frame)


def _counted(node: Any) -> Any:
    node.body.insert(0, nodes.ExprStmt(nodes.Call(nodes.EnvironmentAttribute("count"), [], [], None, None)))
    node.body[0].set_lineno(node.lineno)
    return node


class _Namespace(utils.Namespace):
    def __setitem__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            raise TemplateError(f"a namespace takes no name that starts with an underscore, such as {name!r}")
        super().__setitem__(name, value)


class _Environment(sandbox.ImmutableSandboxedEnvironment):
    """Jinja as transformers sets it up, in its sandbox; for one use, since it counts the steps."""

    code_generator_class = _Compiler
    concat = staticmethod(joined)
    intercepted_binops = frozenset(["+", "*", "**", "%"])

    def __init__(self) -> None:
        super().__init__(trim_blocks=True, lstrip_blocks=True, extensions=[_Generation, "jinja2.ext.loopcontrols"])
        self.steps, self.end = 0, monotonic() + MOST_SECONDS
        self.filters["tojson"] = partial(json.dumps, ensure_ascii=False)
        self.filters |= {name: _bounded(name, self.filters[name]) for name in ("center", "format", "indent", "replace")}
        del self.globals["lipsum"]
        self.globals |= {"dict": lambda *args, **named: dict(*args, **named), "namespace": _namespace}
        self.globals |= {"raise_exception": _raise, "strftime_now": lambda form: datetime.now().strftime(form)}

    def own(self, text: str) -> Written:
        return Written(text, bytes([OWN]) * len(text))

    def count(self) -> str:
        self.steps += 1
        if self.steps > MOST_STEPS or monotonic() > self.end:
            raise TemplateError(f"it takes more than {MOST_STEPS:,} steps or {MOST_SECONDS} seconds")
        return ""

    def call(self, context: Any, called: Any, *args: Any, **named: Any) -> Any:
        method = getattr(called, "__wrapped__", called)  # the sandbox wraps str.format
        _check_growth(getattr(method, "__name__", ""), getattr(method, "__self__", ""), *args, *named.values())
        return super().call(context, called, *args, **named)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:
        a, b = map(_size, (left, right))
        size = {"+": a + b, "*": a * b, "**": max(a, 2) ** min(b, 64), "%": 0}[operator]
        if size > MOST_CHARS or (operator == "%" and isinstance(left, str) and re.search(r"\d{5}", left)):
            raise TemplateError(f"the result of {operator} is too large")
        return super().call_binop(context, operator, left, right)


def _bounded(name: str, made: Any) -> Any:
    return wraps(made)(lambda *args, **named: _check_growth(name, *args, *named.values()) or made(*args, **named))


def _check_growth(name: str, *values: Any) -> Any:
    """TemplateError if a method of strings, or a filter, could give a string that is too long."""
    texts = [value for value in values if isinstance(value, str)]
    size = max((abs(value) for value in values if isinstance(value, int)), default=0)
    if name == "replace" and len(texts) > 2:
        size = texts[0].count(texts[1]) * len(texts[2])
    if name == "indent" and texts:
        size = (1 + texts[0].count("\n")) * max(size, len(texts[-1]) * len(texts[1:]))
    if size > MOST_CHARS or (name in ("format", "format_map") and re.search(r"\d{5}", "".join(texts[:1]))):
        raise TemplateError(f"the result of {name} is too large")


def _size(value: Any) -> float:
    return abs(value) if isinstance(value, (int, float)) else len(value) if hasattr(value, "__len__") else 0


def _namespace(*args: Any, **named: Any) -> utils.Namespace:
    made = _Namespace()
    for name, value in dict(*args, **named).items():
        made[name] = value
    return made


def _raise(message: str) -> None:
    raise TemplateError(message)


@lru_cache(32)
def _compiled(template: str) -> CodeType:
    return _Environment().compile(template, filename=FILE)


def render(
    template: str, messages: Sequence[Mapping[str, Any]], special: Mapping[str, str], **variables: Any
) -> Written:
    """The text of a chat. ValueError, with the line of the template, if it can't be written.

    `special` holds special tokens by role, which count as the template's; `variables` do not. The last text is FINAL.
    """
    chat = [_prepared(message, place) for place, message in enumerate(checked_list(messages, "messages", "dicts"))]
    if chat and isinstance(chat[-1].get("content"), str):
        chat[-1]["content"] = flagged(chat[-1]["content"], FINAL)
    environment = _Environment()
    own = {role: environment.own(checked_text(token)) for role, token in special.items() if token is not None}
    given = {"messages": chat, **own, **_plain(variables, "an argument")}
    try:
        made = Template.from_code(environment, _compiled(template), environment.make_globals(None))
        return made.render(given)  # type: ignore[return-value]
    except Exception as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == FILE]
        line = getattr(error, "lineno", None) or (lines[-1] if lines else None)
        kind = "" if isinstance(error, TemplateError) else f"{type(error).__name__}: "
        raise ValueError(f"the chat template fails{f' in line {line}' * bool(line)}: {kind}{error}") from error


def _prepared(message: Any, place: int) -> dict[str, Any]:
    """A message as transformers gives it to templates: without what is None, and with all names of its reasoning."""
    if not isinstance(message, Mapping):
        raise TypeError(f'message {place} is {message!r}: write a dict, such as {{"role": "user", "content": "Hi!"}}')
    made = {name: value for name, value in _plain(message, f"message {place}").items() if value is not None}
    reasoning = next((made[name] for name in REASONING if name in made), None)
    if reasoning is not None:
        made = {"thinking": reasoning, **made, "reasoning_content": reasoning}
    return {**made, "role": flagged(made["role"], OWN)} if made.get("role") in ROLES else made


def _plain(value: Any, where: str) -> Any:
    """A copy in plain types: methods of others would be open to the template."""
    if isinstance(value, Mapping):
        return {_plain(name, where): _plain(entry, where) for name, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)([_plain(entry, where) for entry in value])
    for kind in (str, bool, int, float):
        if isinstance(value, kind):
            return kind(value)
    if value is not None:
        raise TypeError(f"{where} holds {value!r}: a template takes only strings, numbers, lists and dicts")
    return None
