from importlib import import_module
from pathlib import Path

from attempts import RIGHT, WRONG

from minitok_course.exercises import exercise_names
from minitok_course.exercises.exercise import EXERCISES


def test_each_exercise_is_tried_with_a_right_and_two_wrong_attempts():
    """The slips that it declares are wrong attempts, too: test_declared.py tries them."""
    for file in Path(__file__).parent.glob("test_lesson*.py"):
        import_module(file.stem)
    for name in exercise_names():
        wrong = WRONG[name] + len(EXERCISES[name].known_slips)
        assert name.startswith("museum.") or (RIGHT[name] >= 1 and wrong >= 2), name
