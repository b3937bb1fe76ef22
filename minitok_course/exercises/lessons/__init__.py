"""The exercises, a file a lesson: `lesson_02.py` has the programs, and `lesson_02.md` what is said, in its order.

Its known slips call what the `.py` defines: wrong programs of more than an expression are functions there.
"""

from importlib import import_module
from pkgutil import iter_modules

from minitok_course.exercises.exercise import TOLD

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")

ORDER = [*TOLD]
