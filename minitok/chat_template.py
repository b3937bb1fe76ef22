"""Chat templates: from messages to one text, in which each character knows whether the template wrote it.

A template is written in the language Jinja, and puts marks around messages: `<|im_start|>user\\nHi!<|im_end|>\\n`. A
message may hold such a mark too, and must not get its token. So all strings of the template are `Written`, and stay so
when they are added, joined, cut or stripped. All else, and what an operation has lost track of, is text and no mark.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache, partial, wraps
from time import monotonic
from traceback import extract_tb
from typing import Any, SupportsIndex

from minitok.mistakes import checked_list, checked_text, needs

with needs("chat"):
    from jinja2 import Template, TemplateError, compiler, ext, nodes, pass_eval_context, sandbox, utils
    from jinja2.filters import do_join
    from jinja2.parser import Parser

OWN, GENERATED, FINAL = 1, 2, 4  # flags of a character: by the template, in an assistant's turn, in the last message
ROLES = {"assistant", "developer", "function", "model", "system", "tool", "user"}  # a template may put them in a mark
FILE, REASONING = "<chat template>", ("reasoning_content", "thinking", "reasoning")
STEPS, SECONDS, CHARS, HELD = 1_000_000, 10, 5_000_000, 50_000_000  # the most of each; HELD: by a list or dict
LEFT_OUT = {"batch", "center", "decode", "encode", "expandtabs", "format_map", "ljust", "pprint", "rjust", "slice"}
LEFT_OUT |= {"sum", "translate", "urlize", "wordwrap", "zfill"}  # large or slow if misused; no known template has them
PLACES = {"%": "%", "format": "[%{]", "indent": r"\s|\Z", "replace": ""}  # where options are put in
MAKING = nodes.BinExpr, nodes.Call, nodes.Dict, nodes.Filter, nodes.Getitem, nodes.List, nodes.Tuple


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
        return joined(part for n, string in enumerate(strings) for part in ((self, string) if n else (string,)))

    def having(self, flag: int) -> bytes:
        """A byte for each character, 0 where it does not have the flag."""
        return bytes(flags & flag for flags in self._flags)


def joined(strings: Iterable[str]) -> Written:
    """Strings as one, with their flags."""
    size, wrong = 0, f"it writes more than {CHARS:,} characters"
    parts = [string for string in strings if (size := size + len(string)) <= CHARS or _raise(wrong)]
    flags = [part._flags if isinstance(part, Written) else bytes(len(part)) for part in parts]
    return Written("".join(parts), b"".join(flags))


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
    """Makes the strings of a template `Written`, and has what its operations, loops and macros make counted."""

    def _output_const_repr(self, group: Iterable[Any]) -> str:
        return f"environment.own({super()._output_const_repr(group)})"

    def visit(self, node: Any, *args: Any, **named: Any) -> None:
        if isinstance(node, (nodes.For, nodes.Macro)):
            node.body.insert(0, nodes.ExprStmt(nodes.List([], lineno=node.lineno), lineno=node.lineno))
        is_text = isinstance(node, nodes.Const) and isinstance(node.value, str)
        makes = is_text or (isinstance(node, MAKING) and getattr(node, "ctx", "load") == "load")
        self.write(f"environment.{'own' if is_text else 'spent'}(" if makes else "")
        super().visit(node, *args, **named)
        self.write(")" * makes)

    def visit_Concat(self, node: nodes.Concat, frame: compiler.Frame) -> None:
        self.write("concat(map(str, ")
        self.visit(nodes.Tuple(node.nodes, "load"), frame)
        self.write("))")


class _Namespace(utils.Namespace):
    __repr__ = object.__repr__  # Jinja's writes all that it holds

    def __init__(self, /, *args: Any, **named: Any) -> None:
        super().__init__()
        for name, value in dict(*args, **named).items():
            self[name] = value

    def __setitem__(self, name: str, value: Any) -> None:
        if name.startswith("_"):
            raise TemplateError(f"a namespace takes no name that starts with an underscore, such as {name!r}")
        super().__setitem__(name, value)


class _Environment(sandbox.ImmutableSandboxedEnvironment):
    """Jinja as transformers sets it up, in its sandbox; for one use, since it counts the steps."""

    code_generator_class = _Compiler
    concat, own = staticmethod(joined), staticmethod(lambda text: Written(text, bytes([OWN]) * len(text)))
    intercepted_binops = frozenset(["*", "**", "%"])

    def __init__(self) -> None:
        super().__init__(trim_blocks=True, lstrip_blocks=True, extensions=[_Generation, "jinja2.ext.loopcontrols"])
        self.steps, self.end = 0, monotonic() + SECONDS
        join = pass_eval_context(lambda at, of, d="", attribute=None: do_join(at, of, joined([str(d)]), attribute))
        made = {**self.filters, "tojson": partial(json.dumps, ensure_ascii=False), "join": join}
        self.filters = {name: self._bounded(name, filter_) for name, filter_ in made.items()}
        del self.globals["lipsum"]
        self.globals |= {"dict": lambda *args, **named: dict(*args, **named), "namespace": _Namespace}
        self.globals |= {"raise_exception": _raise, "strftime_now": lambda form: datetime.now().strftime(form[:1000])}

    def spent(self, made: Any) -> Any:
        """What an operation made: a step, and another for each 50 characters or entries."""
        self.steps += 1 + (len(made) // 50 if isinstance(made, Collection) else 0)
        if self.steps > STEPS or monotonic() > self.end or _size(made) > HELD:
            raise TemplateError(f"it takes more than {STEPS:,} steps, {SECONDS} seconds or {HELD:,} characters")
        return made

    def _bounded(self, name: str, made: Any) -> Any:
        def call(*args: Any, **named: Any) -> Any:
            _check_growth(name, *args[hasattr(made, "jinja_pass_arg") :], *named.values())
            return self.spent(made(*args, **named))

        return wraps(made)(call)

    def call(self, context: Any, called: Any, *args: Any, **named: Any) -> Any:
        method = getattr(called, "__wrapped__", called)  # the sandbox wraps str.format
        name, of = getattr(method, "__name__", ""), getattr(method, "__self__", "")
        _check_growth(name, of, *args, *named.values())
        return super().call(context, Written(of).join if name == "join" and type(of) is str else called, *args, **named)

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
        if name in ("%", "format"):  # a width has four digits at the most, and is no option
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


def _raise(message: str) -> Any:
    raise TemplateError(message)


_compiled = lru_cache(32)(lambda template: _Environment().compile(template, filename=FILE))


def render(
    template: str, messages: Sequence[Mapping[str, Any]], special: Mapping[str, str], **variables: Any
) -> Written:
    """The text of a chat. ValueError, with the line of the template, if it can't be written.

    `special` holds special tokens by role, which count as the template's; `variables` do not. The last text is FINAL.
    """
    chat = [_prepared(message, place) for place, message in enumerate(checked_list(messages, "messages", "dicts"))]
    environment = _Environment()
    own = {role: environment.own(checked_text(token)) for role, token in special.items() if token is not None}
    given = {"messages": chat, **own, **_plain(variables, "an argument")}
    try:
        if chat and isinstance(chat[-1].get("content"), str):
            chat[-1]["content"] = flagged(chat[-1]["content"], FINAL)
        made = Template.from_code(environment, _compiled(template), environment.make_globals(None))
        return made.render(given)  # type: ignore[return-value]
    except Exception as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == FILE]
        line = getattr(error, "lineno", None) or (lines[-1] if lines else None)
        kind = "" if isinstance(error, TemplateError) else f"{type(error).__name__}: "
        wrong = re.sub(r"(minitok\.chat_template\.)?\bWritten\b(?= object|')", "str", str(error))
        raise ValueError(f"the chat template fails{f' in line {line}' * bool(line)}: {kind}{wrong}") from error


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
    kind = next((kind for kind in (str, bool, int, float) if isinstance(value, kind)), None)
    if kind is None and value is not None:
        raise TypeError(f"{where} holds {value!r}: a template takes only strings, numbers, lists and dicts")
    return kind(value) if kind is not None else None
