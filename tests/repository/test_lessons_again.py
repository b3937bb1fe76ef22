"""Lessons as learners run them: in a folder of their own, then again in the same kernel, with texts of their own.

Running is slow, so it is tried on two lessons: one with views to type into, and the capstone.
"""

import ast
import copy
import os
import sys

import nbformat
import pytest
from lessons import code_cells, each_lesson, python, tags
from nbclient import NotebookClient

SECONDS_FOR_A_CELL = 600
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


def run_twice(number, folder, monkeypatch, added=None):
    """The cells of a lesson as they are handed out, then with other texts; `added` goes after the cells of its keys."""
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    cells = [copy.deepcopy(cell) for cell in code_cells(number) * 2]
    for place, cell in enumerate(cells):
        cell.id, cell.outputs = f"cell-{place}", []
    for cell in cells[len(cells) // 2 :]:
        if "yours" in tags(cell):
            cell.source, _ = with_others(cell.source)
        cell.source += "".join(
            more for text, more in (added or {}).items() if text in cell.source
        )
    folder = folder / "my-course"
    folder.mkdir()
    notebook = nbformat.v4.new_notebook(cells=cells)
    options = {
        "kernel_name": "python3",
        "timeout": SECONDS_FOR_A_CELL,
        "extra_arguments": ["--log-level=ERROR"],
    }
    NotebookClient(
        notebook, resources={"metadata": {"path": str(folder)}}, **options
    ).execute()
    return notebook.cells


@pytest.mark.slow
def test_it_runs_with_stubs_and_again_in_the_same_kernel_with_a_learners_own_texts(
    tmp_path, monkeypatch
):
    cells = run_twice("07", tmp_path, monkeypatch)
    checks = [str(cell.outputs) for cell in cells if "check" in tags(cell)]
    assert checks and all("Not started" in told for told in checks)


@pytest.mark.slow
def test_a_tokenizer_that_is_not_for_chats_gets_through_the_capstone(
    tmp_path, monkeypatch
):
    cells = run_twice(
        "12",
        tmp_path,
        monkeypatch,
        added={'CHAT_TEMPLATE = """{': "\nCHAT_TEMPLATE = None"},
    )
    assert "(there is no chat template)" in str([cell.outputs for cell in cells])
