"""The course around minitok: exercises that answer, views, texts, and the command.

check(name, attempt)    a verdict, with the smallest case on which the attempt fails
hint(name)              one hint at a time
solution(name)          a solution, and why it works
mine(name)              what you wrote, once it was right; before that, the solution
progress()              what is right, begun and untouched
corpora                 the texts of the lessons
views                   widgets that show the algorithms, step by step
"""

from minitok_course import corpora
from minitok_course.display import show_as_tables
from minitok_course.exercises import Verdict, check, hint, mine, progress, solution

__all__ = ["Verdict", "check", "corpora", "hint", "mine", "progress", "solution"]

show_as_tables()
