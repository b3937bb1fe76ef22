"""GPT-4's tokenizer in one sitting stays one: short, of seven functions, with nothing to look up elsewhere."""

import re
import subprocess
import sys

from lessons import NOTEBOOKS, is_code, prose, read, tags, tool
from published_vocabularies import or_skip, tiktoken_encoding

from minitok.patterns import GPT4_PATTERN
from minitok_course import sitting, solution

PATH = NOTEBOOKS / "gpt4_in_one_sitting.ipynb"
FUNCTIONS = [
    "bpe.count_pairs",
    "bpe.merge_pair",
    "bpe.learn_merges",
    "bytes.encode",
    "bytes.decode_stream",
    "special.cut",
    "gpt4.encode_text",
]


def test_it_takes_two_hours():
    notebook = read(PATH)
    pictures = re.compile(r"!\[[^\]]*\]\([^)]*\)")
    words = pictures.sub("", prose(notebook)).split()
    assert len(notebook.cells) <= 60
    assert len(words) <= 2_600
    assert tool("minutes").minutes(notebook) <= 120
    lengths = [
        len(cell.source.splitlines()) for cell in notebook.cells if is_code(cell)
    ]
    assert max(lengths) <= 15


def test_it_asks_for_seven_functions_of_a_hundred_lines():
    cells = [cell for cell in read(PATH).cells if "exercise" in tags(cell)]
    asked = [re.search(r'^check\("(.+)", ', cell.source, re.M)[1] for cell in cells]
    assert asked == FUNCTIONS
    lines = "".join(solution(name).source for name in asked).splitlines()
    assert len([line for line in lines if line.strip()]) <= 100


def test_solved_it_gives_the_ids_of_gpt4():
    outputs = str([cell.get("outputs") for cell in read(PATH).cells])
    for line in (
        "1,000 of 1,000 texts have the same ids",
        "Both give the same 15 ids",
        "the same ids from OpenAI's library: True",
    ):
        assert line in outputs


def test_its_file_runs_where_minitok_is_not_installed(tmp_path, monkeypatch):
    # As in the notebook, where a cell has imported it.
    notebook = sys.modules["__main__"]
    monkeypatch.setattr(notebook, "GPT4_PATTERN", GPT4_PATTERN, raising=False)
    gpt4 = or_skip(tiktoken_encoding, "cl100k_base")
    text = "Is Zoë's 1,234th strawberry 🍓?"
    file = tmp_path / sitting.FILE
    file.write_text(sitting.card("Ann").text, encoding="utf-8")
    run = "import runpy, sys; sys.modules['minitok'] = sys.modules['minitok_course'] = None; "
    run += "del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"
    command = [sys.executable, "-X", "utf8", "-c", run, str(file), text]
    printed = subprocess.run(command, capture_output=True, text=True, encoding="utf-8")
    assert printed.stdout.splitlines()[0] == str(gpt4.encode(text)), printed.stderr
