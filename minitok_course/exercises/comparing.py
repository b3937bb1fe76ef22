"""When two answers count as the same: a list will do for a tuple, and a float may be off by rounding."""

from collections.abc import Mapping, Set
from math import isclose
from numbers import Number
from typing import Any

KINDS: tuple[Any, ...] = (
    Mapping,
    (list, tuple),
    Set,
    Number,
    (bytes, bytearray),
    str,
    type(None),
)


def same(expected: Any, got: Any) -> bool:
    """Whether an answer is the expected one.

    >>> same(("h", "ug"), ["h", "ug"]), same(0.3, 0.1 + 0.2), same("hug", ["h", "u", "g"])
    (True, True, False)
    """
    if not of_one_kind(expected, got):
        return False
    if isinstance(expected, Mapping):
        return len(expected) == len(got) and all(
            key in got and same(expected[key], got[key]) for key in expected
        )
    if isinstance(expected, (list, tuple)):
        return len(expected) == len(got) and all(map(same, expected, got))
    if isinstance(expected, Number):
        return close(expected, got)
    try:
        return bool(expected == got)
    except Exception:
        return False


def of_one_kind(expected: Any, got: Any) -> bool:
    """Whether two values have the same type, or types that can stand for each other."""
    return type(expected) is type(got) or any(
        isinstance(expected, kind) and isinstance(got, kind) for kind in KINDS
    )


def misfit(expected: Any, got: Any) -> tuple[Any, Any] | None:
    """The first two items in the same place, or first keys, whose types can't stand for each other; else None."""
    if not of_one_kind(expected, got):
        return expected, got
    if isinstance(expected, (list, tuple)) and len(expected) == len(got):
        return next(filter(None, map(misfit, expected, got)), None)
    if isinstance(expected, Mapping) and expected and got:
        return misfit(next(iter(expected)), next(iter(got)))
    return None


def close(expected: Any, got: Any) -> bool:
    """Whether two numbers differ by no more than rounding. Here nan equals nan."""
    try:
        both_nan = expected != expected and got != got
        return (
            both_nan
            or bool(expected == got)
            or isclose(expected, got, rel_tol=1e-6, abs_tol=1e-9)
        )
    except (TypeError, ArithmeticError):
        return False
