"""Right answers in other shapes, by functions of other kinds."""

from collections import OrderedDict
from functools import partial, wraps

import numpy


def swapped(value):
    """Lists for tuples and tuples for lists, other dicts, and numpy's numbers."""
    if isinstance(value, dict):
        return OrderedDict((key, swapped(item)) for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return (tuple if isinstance(value, list) else list)(map(swapped, value))
    numbers = {int: numpy.int64, float: numpy.float64}
    return numbers.get(type(value), lambda same: same)(value)


class Callable:
    def __init__(self, program):
        self.program = program

    def __call__(self, *args):
        return self.program(*args)

    def method(self, *args):
        return self.program(*args)


def as_class(program):
    class Answer:
        def __new__(cls, *args):
            return program(*args)

    return Answer


KINDS = {
    "function": lambda program: program,
    "partial": partial,
    "object": Callable,
    "class": as_class,
    "method": lambda program: Callable(program).method,
}


def kind_for(name):
    """One of the kinds, so that all exercises together have each."""
    return [*KINDS][len(name) % len(KINDS)]


def reshaped(program, shape, kind):
    @wraps(program)
    def attempt(*args):
        return shape(program(*args))

    return KINDS[kind](attempt)
