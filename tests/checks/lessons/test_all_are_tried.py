from importlib import import_module
from pathlib import Path

from attempts import RIGHT, WRONG

from minitok.checks import exercises


def test_each_exercise_is_tried_with_a_right_and_two_wrong_attempts():
    for file in Path(__file__).parent.glob("test_lesson*.py"):
        import_module(file.stem)
    for name in exercises():
        assert name.startswith("museum.") or (RIGHT[name] >= 1 and WRONG[name] >= 2), name
