from attempts import right

from minitok import naive_bpe
from minitok_course import check
from minitok_course.sitting import FUNCTIONS

right("gpt4.encode_text")(naive_bpe.encode_text)


def test_one_page_has_the_functions_that_the_exercises_ask_for():
    """They agree on the cases of the exercises, which `test_declared.py` tries."""
    for name in FUNCTIONS:
        assert check(name, getattr(naive_bpe, name.partition(".")[2])), name
