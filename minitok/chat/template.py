"""Chat templates: from messages to one text, in which each character knows whether the template wrote it.

A template is written in the language Jinja, and puts marks around messages: `<|im_start|>user\\nHi!<|im_end|>\\n`. A
message may hold such a mark too, and must not get its token. So all strings of the template are `Written`, and stay so
when they are added, joined, cut or stripped. All else, and what an operation has lost track of, is text and no mark.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial
from traceback import extract_tb
from typing import Any, SupportsIndex

from minitok.validation import check_list, check_text, require_extra

with require_extra("chat"):
    from jinja2 import (
        TemplateError,
        TemplateSyntaxError,
        compiler,
        ext,
        nodes,
        pass_eval_context,
    )
    from jinja2.filters import do_join
    from jinja2.sandbox import ImmutableSandboxedEnvironment

OWN, GENERATED, FINAL = (
    1,
    2,
    4,
)  # flags of a character: by the template, in an assistant's turn, in the last message
ROLES = {
    "assistant",
    "developer",
    "function",
    "model",
    "system",
    "tool",
    "user",
}  # a template may put them in a mark
REASONING = ("reasoning_content", "thinking", "reasoning")


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
        return Written(
            chars,
            self._flags[key] if isinstance(key, slice) else bytes([self._flags[key]]),
        )

    def lstrip(self, chars: str | None = None) -> "Written":
        return self[len(self) - len(super().lstrip(chars)) :]

    def rstrip(self, chars: str | None = None) -> "Written":
        return self[: len(super().rstrip(chars))]

    def strip(self, chars: str | None = None) -> "Written":
        return self.lstrip(chars).rstrip(chars)

    def join(self, strings: Iterable[str]) -> "Written":
        parts: list[str] = []
        for string in strings:
            parts += [self, string]
        return joined(parts[1:])

    def having(self, flag: int) -> bytes:
        """A byte for each character, 0 where it does not have the flag."""
        return bytes(flags & flag for flags in self._flags)


def joined(strings: Iterable[str]) -> Written:
    """Strings as one, with their flags."""
    parts = list(strings)
    flags = [
        part._flags if isinstance(part, Written) else bytes(len(part)) for part in parts
    ]
    return Written("".join(parts), b"".join(flags))


def flagged(string: str, flag: int) -> Written:
    """A string with one more flag on every character."""
    return Written(string, bytes(flags | flag for flags in joined([string])._flags))


class _Generation(ext.Extension):
    """`{% generation %}` and `{% endgeneration %}` around what the assistant wrote, as in transformers."""

    tags = {"generation"}

    def parse(self, parser: Any) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endgeneration",), drop_needle=True)
        return nodes.CallBlock(self.call_method("_generated"), [], [], body).set_lineno(
            line
        )

    _generated = staticmethod(lambda caller: flagged(caller(), GENERATED))


class _Compiler(compiler.CodeGenerator):
    """Makes the strings of a template `Written`."""

    def _output_const_repr(self, group: Iterable[Any]) -> str:
        return f"environment.own({super()._output_const_repr(group)})"

    def visit_Const(self, node: nodes.Const, frame: compiler.Frame) -> None:
        self.write("environment.own(" if isinstance(node.value, str) else "(")
        super().visit_Const(node, frame)
        self.write(")")

    def visit_Concat(self, node: nodes.Concat, frame: compiler.Frame) -> None:
        self.write("concat(map(str, ")
        self.visit(nodes.Tuple(node.nodes, "load"), frame)
        self.write("))")


@pass_eval_context
def _join(
    context: nodes.EvalContext,
    values: Any,
    d: object = "",
    attribute: str | int | None = None,
) -> Any:
    """Jinja's filter `join`, with a `Written` between the values."""
    return do_join(context, values, joined([str(d)]), attribute)


def _raise(message: str) -> None:
    raise TemplateError(message)


class _Environment(ImmutableSandboxedEnvironment):
    """Jinja's sandbox as transformers sets it up, for templates whose strings are `Written`."""

    code_generator_class = _Compiler
    concat, own = (
        staticmethod(joined),
        staticmethod(lambda text: Written(text, bytes([OWN]) * len(text))),
    )

    def __init__(self) -> None:
        super().__init__(
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=[_Generation, ext.LoopControlExtension],
        )
        self.filters |= {
            "join": _join,
            "tojson": partial(json.dumps, ensure_ascii=False),
        }
        self.globals |= {
            "raise_exception": _raise,
            "strftime_now": lambda form: datetime.now().strftime(form),
        }


_ENVIRONMENT = _Environment()
_compiled = lru_cache(32)(_ENVIRONMENT.from_string)


def render(
    template: str,
    messages: Sequence[Mapping[str, Any]],
    special: Mapping[str, str],
    **variables: Any,
) -> Written:
    """The text of a chat. ValueError, with the line of the template, if it can't be written.

    `special` holds special tokens by role, which count as the template's; `variables` do not. The last text is FINAL.
    """
    try:
        chat = [
            _prepared(message, place)
            for place, message in enumerate(check_list(messages, "messages", "dicts"))
        ]
        plain = _plain(variables, "an argument")
    except RecursionError:
        raise ValueError(
            "a message or an argument is nested in itself, or too deeply for a template"
        ) from None
    if not chat:
        raise ValueError(
            "Cannot apply chat template to an empty conversation: give at least one message"
        )
    own = {
        role: _ENVIRONMENT.own(check_text(token))
        for role, token in special.items()
        if token is not None
    }
    given = {"messages": chat, **own, **plain}
    try:
        last, name = chat[-1], "content"
        if isinstance(parts := last.get("content"), list):
            last, name = (
                next(
                    (
                        part
                        for part in parts[::-1]
                        if isinstance(part, dict) and "text" in part
                    ),
                    {},
                ),
                "text",
            )
        if isinstance(last.get(name), str):
            last[name] = flagged(last[name], FINAL)
        return _compiled(template).render(given)  # type: ignore[return-value]
    except Exception as error:
        lines = [
            frame.lineno
            for frame in extract_tb(error.__traceback__)
            if frame.filename == "<template>"
        ]
        if isinstance(error, TemplateSyntaxError):
            lines.append(error.lineno)
        where = f" in line {lines[-1]}" if lines else ""
        kind = "" if isinstance(error, TemplateError) else f"{type(error).__name__}: "
        wrong = re.sub(
            r"(minitok\.chat\.template\.)?\bWritten\b(?= object|')", "str", str(error)
        )
        raise ValueError(f"the chat template fails{where}: {kind}{wrong}") from error


def _prepared(message: Any, place: int) -> dict[str, Any]:
    """A message as transformers gives it to templates: without what is None, and with all names of its reasoning."""
    if not isinstance(message, Mapping):
        raise TypeError(
            f'message {place} is {message!r}: write a dict, such as {{"role": "user", "content": "Hi!"}}'
        )
    made = {
        name: value
        for name, value in _plain(message, f"message {place}").items()
        if value is not None
    }
    if named := [made[name] for name in REASONING if name in made]:
        made = {"thinking": named[0], **made, "reasoning_content": named[0]}
    if made.get("role") in ROLES:
        made["role"] = flagged(made["role"], OWN)
    return made


def _plain(value: Any, where: str) -> Any:
    """A copy in plain types: methods of others would be open to the template."""
    for kind in (str, bool, int, float):
        if isinstance(value, kind):
            return kind(value)
    if isinstance(value, Mapping):
        return {
            _plain(name, where): _plain(entry, where) for name, entry in value.items()
        }
    if isinstance(value, list | tuple):
        return type(value)([_plain(entry, where) for entry in value])
    if value is not None:
        raise TypeError(
            f"{where} holds {value!r}: a template takes only strings, numbers, lists and dicts"
        )
    return None
