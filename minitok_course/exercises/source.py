"""What the source of an attempt shows, if it can be found."""

import ast
import inspect
import linecache
import re
import sys
import textwrap
from contextlib import suppress
from symtable import symtable
from typing import Any

from minitok_course.exercises.verdict import format_python


def is_stub(attempt: Any) -> bool:
    """Whether a function's body is `...` and nothing else; False if its source can't be found."""
    function = _read(attempt)
    if function is None:
        return False
    body = function.body[ast.get_docstring(function) is not None :]
    return [ast.unparse(statement) for statement in body] in (["..."], ["return ..."])


def ends_in_the_first_round(attempt: Any) -> bool:
    """Whether a loop of the function ends with a `return` that nothing in the loop skips."""
    loops = [
        node
        for node in ast.walk(_read(attempt) or ast.Pass())
        if isinstance(node, (ast.For, ast.While))
    ]
    ended = [loop for loop in loops if isinstance(loop.body[-1], ast.Return)]
    return any(
        not any(isinstance(node, ast.Continue) for node in ast.walk(loop))
        for loop in ended
    )


def source_of(attempt: Any, name: str) -> str:
    """The source that defines an attempt under a name: the statements of its cell or file that it needs. Else ""."""
    attempt = undecorated(attempt)
    code = getattr(attempt, "__code__", None)
    if code is None:
        return _of_a_value(attempt, name)
    for text in (
        f"{_imports()}\n{''.join(linecache.getlines(code.co_filename))}",
        _lines(attempt),
    ):
        names = sorted(_bound_in(text))
        held = [
            code.co_name,
            *(name for name in names if attempt.__globals__.get(name) is attempt),
        ]
        if called := next((name for name in held if name in names), ""):
            return needed(text, called) + (
                f"\n\n\n{name} = {called}" if called != name else ""
            )
    return ""


def undecorated(attempt: Any) -> Any:
    """The function inside a decorator's wrapper; the attempt itself if there is none."""
    try:
        return inspect.unwrap(attempt) if callable(attempt) else attempt
    except ValueError:  # it goes round in a circle
        return attempt


def _of_a_value(value: Any, name: str) -> str:
    imports = _imports()
    for cell in reversed(_cells()):
        if name in _bound_in(cell):
            source, defined = needed(f"{imports}\n{cell}", name), dict[str, Any]()
            with suppress(Exception):  # a cell may need another one
                exec(source, defined)
                candidate = defined.get(name)
                if candidate == value or (
                    callable(value) and type(candidate).__name__ == type(value).__name__
                ):
                    return source
    return (
        f"{name} = {format_python(value)}"
        if is_python(format_python(value)) and not callable(value)
        else ""
    )


def needed(text: str, name: str) -> str:
    """The statements of a text that a name needs, with the comments above them, without what only prints or tries."""
    statements, wanted, chosen = _statements(text), {name}, set[int]()
    while True:
        sources = {
            i: ast.unparse(node) for i, node in enumerate(statements) if i not in chosen
        }
        more = {
            i
            for i, source in sources.items()
            if (binds(source) | _changed(statements[i])) & wanted
        }
        if not more:
            break
        chosen |= more
        wanted |= {read for i in more for read in reads(sources[i])}
    lines, parts = text.splitlines(), []
    for i in sorted(chosen):
        node = statements[i]
        start = (
            min(
                [
                    node.lineno,
                    *(one.lineno for one in getattr(node, "decorator_list", [])),
                ]
            )
            - 1
        )
        while start and lines[start - 1].startswith("#"):
            start -= 1
        parts.append("\n".join(lines[start : node.end_lineno]))
    return _spaced(list(dict.fromkeys(parts)))


def _spaced(parts: list[str]) -> str:
    text = ""
    for before, part in zip(["", *parts], parts):
        is_long = re.search(
            r"^(def|class|@|async)\b", f"{before}\n{part}", re.MULTILINE
        )
        text += ("\n\n\n" if is_long else "\n") * bool(text) + part
    return text


def _statements(text: str) -> list[ast.stmt]:
    try:
        return ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


def is_python(text: str) -> bool:
    return bool(_statements(f"pass\n{text}"))


def _bound_in(text: str) -> set[str]:
    return {name for node in _statements(text) for name in binds(ast.unparse(node))}


def binds(source: str) -> set[str]:
    """The names that some code defines or imports."""
    symbols = symtable(source, "", "exec").get_symbols() if is_python(source) else []
    return {one.get_name() for one in symbols if one.is_assigned() or one.is_imported()}


def reads(source: str) -> set[str]:
    """The names from outside that some code reads, in its functions as well."""
    names, tables = (
        set[str](),
        [symtable(source, "", "exec")] if is_python(source) else [],
    )
    while tables:
        table = tables.pop()
        tables += table.get_children()
        names |= {
            one.get_name()
            for one in table.get_symbols()
            if one.is_global() and one.is_referenced()
        }
    return names


def _changed(node: ast.stmt) -> set[str]:
    """The names whose values a statement changes: `table[0] = 1`, `table.update(…)`."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return set()
    parts = [node.value] if isinstance(node, ast.Expr) else list(ast.walk(node))
    called = [
        one.func.value
        for one in parts
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)
    ]
    stored = [
        one.value
        for one in parts
        if isinstance(one, ast.Subscript) and isinstance(one.ctx, ast.Store)
    ]
    return {one.id for one in called + stored if isinstance(one, ast.Name)}


def _cells() -> list[str]:
    """The cells run in this session."""
    inputs = getattr(sys.modules.get("__main__"), "In", None)
    return (
        [cell for cell in inputs if isinstance(cell, str)]
        if isinstance(inputs, list)
        else []
    )


def _imports() -> str:
    nodes = [node for cell in _cells() for node in _statements(cell)]
    return "\n".join(
        ast.unparse(node)
        for node in nodes
        if isinstance(node, (ast.Import, ast.ImportFrom))
    )


def _lines(attempt: Any) -> str:
    try:
        return textwrap.dedent(inspect.getsource(attempt))
    except Exception:  # from `inspect`, if no cell or file has it
        return ""


def _read(attempt: Any) -> ast.FunctionDef | None:
    match _statements(_lines(attempt)):
        case [ast.FunctionDef() as function]:
            return function
    return None
