"""What an attempt tells by how it is written, where its source can be had."""

import ast
import inspect
import textwrap
from typing import Any


def is_stub(attempt: Any) -> bool:
    """Whether a function's body is `...` and nothing else, as far as its source can be had."""
    function = _read(attempt)
    if function is None:
        return False
    body = function.body[ast.get_docstring(function) is not None :]
    return [ast.unparse(statement) for statement in body] in (["..."], ["return ..."])


def ends_in_the_first_round(attempt: Any) -> bool:
    """Whether a loop of the function ends with a `return` that nothing in it passes by."""
    loops = [node for node in ast.walk(_read(attempt) or ast.Pass()) if isinstance(node, (ast.For, ast.While))]
    return any(
        isinstance(loop.body[-1], ast.Return) and not any(isinstance(node, ast.Continue) for node in ast.walk(loop))
        for loop in loops
    )


def _read(attempt: Any) -> ast.FunctionDef | None:
    try:
        (function,) = ast.parse(textwrap.dedent(inspect.getsource(attempt))).body
    except (OSError, TypeError, SyntaxError, ValueError, IndentationError):
        return None
    return function if isinstance(function, ast.FunctionDef) else None
