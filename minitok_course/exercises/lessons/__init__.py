"""The exercises, two files a lesson: `lesson_02.py` has the programs and `lesson_02.md` the text, in its order.

Its known slips call what the `.py` defines: wrong programs of more than an expression are functions there.
"""

from importlib import import_module
from pkgutil import iter_modules

from minitok_course.exercises.exercise import DESCRIPTIONS

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")

ORDER = [*DESCRIPTIONS]
# No lesson asks for these. They are for those who are done early: docs/teaching.md says what they are.
BESIDE = frozenset({"bpe.decode", "bytes.split", "bytes.dropout"})
