"""Lessons as learners run them: in their own copy, twice in one kernel, and with sentences of their own."""

import ast
import copy
import os
import shutil
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import nbformat
import pytest
from lessons import LESSONS, NOTEBOOKS, code_cells, each_lesson, python, tags
from nbclient import NotebookClient

TOOL = Path(__file__).parents[2] / "tools" / "notebooks.py"
SECONDS_FOR_A_CELL = 600
# A word and a text that a learner might type: letters no corpus has, two spaces, an emoji.
OTHERS = [("zebras", "Is it 12 o'clock at  the café? 🍌"), ("日本語", "東京は 夜の七時。")]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def my_course(tmp_path_factory):
    """The learner's copy of the course, as the tool makes it."""
    root = tmp_path_factory.mktemp("course")
    shutil.copytree(NOTEBOOKS, root / "notebooks")
    (root / "tools").mkdir()
    script = shutil.copy(TOOL, root / "tools")
    spec = spec_from_file_location("notebooks_of_the_learner", script)
    tool = module_from_spec(spec)
    sys.modules[spec.name] = tool
    spec.loader.exec_module(tool)
    assert tool.main(["copy"]) == 0
    return root / "my-course"


def run(cells, folder, monkeypatch):
    """Run cells in one kernel; the first one that fails is an error that shows it."""
    monkeypatch.setenv("JUPYTER_PREFER_ENV_PATH", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    notebook = nbformat.v4.new_notebook(cells=cells)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        resources={"metadata": {"path": str(folder)}},
        extra_arguments=["--log-level=ERROR"],
        timeout=SECONDS_FOR_A_CELL,
        store_widget_state=False,
    )
    client.execute()
    return notebook


def fresh(path):
    return [cell for cell in nbformat.read(path, as_version=4).cells if cell.cell_type == "code"]


class Replaced(ast.NodeTransformer):
    """Other words and texts in the place of those that a cell invites you to change."""

    def __init__(self, lines, word, text):
        self.lines, self.word, self.text, self.count = lines, word, text, 0

    def other(self, node):
        if getattr(node, "lineno", None) not in self.lines:
            return node if isinstance(node, ast.Constant) else self.visit(node)
        is_corpus = isinstance(node, ast.Call) and ast.unparse(node.func) == "corpora.load"
        if is_corpus or (isinstance(node, ast.Constant) and isinstance(node.value, str)):
            self.count += 1
            return ast.copy_location(ast.Constant(self.text if is_corpus or " " in node.value else self.word), node)
        return node if isinstance(node, ast.Constant) else self.visit(node)

    def visit_Constant(self, node):
        return self.other(node) if isinstance(node.value, str) and " " in node.value else node

    def visit_JoinedStr(self, node):
        node.values = [self.other(part) if isinstance(part, ast.Constant) else part for part in node.values]
        return node

    def visit_keyword(self, node):
        return node

    def visit_BinOp(self, node):
        node.left, node.right = self.other(node.left), self.other(node.right)
        return node

    def visit_Assign(self, node):
        node.value = self.other(node.value)
        return node

    def visit_Call(self, node):
        node.args = [self.other(argument) for argument in node.args]
        return node

    def visit_Tuple(self, node):
        node.elts = [self.other(element) for element in node.elts]
        return node

    visit_List = visit_Tuple


def with_others(source, word, text):
    """A cell with other words and texts in the lines whose comment invites to it; in all of them if none has one.

    >>> with_others("look('hugs', 'a pun', label='A word')  # another word", "x", "y z")
    ("look('x', 'y z', label='A word')", 2)
    """
    tree = ast.parse(python(source))
    invited = {number for number, line in enumerate(source.splitlines(), 1) if "#" in line}
    for lines in (invited, set(range(1, 1000))):
        replaced = Replaced(lines, word, text)
        made = ast.unparse(ast.fix_missing_locations(replaced.visit(copy.deepcopy(tree))))
        if replaced.count:
            break
    return made, replaced.count


def test_other_sentences_get_into_a_cell():
    def made(source):
        return with_others(source, "x", "y z")[0]

    assert made("look('hugs', 'a pun', label='A word')  # or yours") == "look('x', 'y z', label='A word')"
    assert made("words = ['a']  # yours\nshow(words, 'ids')") == "words = ['x']\nshow(words, 'ids')"
    assert made("a = {'role': 'user', 'content': 'Hi you'}") == "a = {'role': 'user', 'content': 'y z'}"
    assert made("look(f'a {MARK}')  # yours") == "look(f'y z{MARK}')"
    assert made("text = old['key'] + 'b'  # yours") == "text = old['key'] + 'x'"
    assert made("mine = corpora.load('python')  # yours") == "mine = 'y z'"
    assert with_others("1 + 1", "x", "y") == ("1 + 1", 0)


@each_lesson()
def test_it_runs_to_its_end_with_stubs_and_again_in_the_same_kernel(my_course, number, monkeypatch):
    path = my_course / LESSONS[number].name
    assert not any(cell.outputs for cell in fresh(path))
    ran = run(fresh(path) + fresh(path), my_course, monkeypatch)
    checks = [cell.outputs for cell in ran.cells if "check" in tags(cell)]
    assert all("Not started" in str(outputs) for outputs in checks)


@each_lesson()
@pytest.mark.parametrize(("word", "text"), OTHERS)
def test_it_runs_with_sentences_of_the_learners_own(my_course, number, word, text, monkeypatch):
    if not any("yours" in tags(cell) for cell in code_cells(number)):
        return
    cells = fresh(my_course / LESSONS[number].name)
    for cell in cells:
        if "yours" in tags(cell):
            cell.source, count = with_others(cell.source, word, text)
            assert count, f"nothing to change here:\n{cell.source}"
    run(cells, my_course, monkeypatch)


def test_a_tokenizer_that_is_not_for_chats_gets_through_the_capstone(my_course, monkeypatch):
    cells = fresh(my_course / LESSONS["11"].name)
    (design,) = [cell for cell in cells if "CHAT_TEMPLATE = (" in cell.source]
    design.source += "\nCHAT_TEMPLATE = None"
    ran = run(cells, my_course, monkeypatch)
    assert "(0 in a text; there is no chat template)" in str([cell.outputs for cell in ran.cells])
