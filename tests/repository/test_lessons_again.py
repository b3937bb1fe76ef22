"""Lessons as learners run them: in a folder of their own, then again in the same kernel, with texts of their own.

Running is slow, so it is tried on one lesson, with views to type into.
"""

import ast
import copy
import os
import sys

import nbformat
import pytest
from lessons import code_cells, each_lesson, python, tags
from nbclient import NotebookClient

# A word and a text that a learner might type: letters no corpus has, two spaces, an emoji.
WORD, TEXT = "日本語", "Is it 12 o'clock at  the café? 東京は 夜の七時。🍌"


class Replaced(ast.NodeTransformer):
    """Other words and texts in the place of those that a cell invites you to change: no options, and no names."""

    def __init__(self, lines):
        self.lines, self.count = lines, 0

    def visit_Constant(self, node):
        if not isinstance(node.value, str) or node.lineno not in self.lines:
            return node
        self.count += 1
        return ast.Constant(TEXT if " " in node.value else WORD)

    def visit_Call(self, node):
        if ast.unparse(node.func) == "corpora.load" and node.lineno in self.lines:
            self.count += 1
            return ast.Constant(TEXT)
        return self.generic_visit(node)

    def visit_Dict(self, node):
        node.values = [
            self.visit(value) if " " in ast.unparse(value) else value
            for value in node.values
        ]
        return node

    def visit_keyword(self, node):
        return node

    visit_Subscript = visit_Compare = visit_keyword


def with_others(source):
    """A cell with other texts in the lines whose comment invites to it, in all if none has one; and how many they are.

    >>> with_others("look('hugs', 'a pun', label='A word')  # another word")
    ("look('日本語', 'Is it …', label='A word')", 2)
    """
    invited = {
        number for number, line in enumerate(source.splitlines(), 1) if "#" in line
    }
    for lines in (invited, range(1, 1000)):
        replaced = Replaced(lines)
        made = ast.unparse(replaced.visit(ast.parse(python(source))))
        if replaced.count:
            break
    return made, replaced.count


@each_lesson()
def test_each_cell_that_is_the_learners_has_a_text_to_change(number):
    yours = [cell.source for cell in code_cells(number) if "yours" in tags(cell)]
    assert [source for source in yours if not with_others(source)[1]] == []


@pytest.mark.slow
def test_it_runs_with_stubs_and_again_in_the_same_kernel_with_a_learners_own_texts(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    cells = [copy.deepcopy(cell) for cell in code_cells("07") * 2]
    for place, cell in enumerate(cells):
        cell.id, cell.outputs = f"cell-{place}", []
        if "yours" in tags(cell) and place >= len(cells) // 2:
            cell.source, _ = with_others(cell.source)
    (tmp_path / "my-course").mkdir()
    NotebookClient(
        nbformat.v4.new_notebook(cells=cells),
        resources={"metadata": {"path": str(tmp_path / "my-course")}},
        kernel_name="python3",
        timeout=600,
        extra_arguments=["--log-level=ERROR"],
    ).execute()
    checks = [str(cell.outputs) for cell in cells if "check" in tags(cell)]
    assert checks and all("Not started" in told for told in checks)
