"""The same ids in every thread and process; `tests/attack/processes.py` tries harder."""

import copy
import multiprocessing
import pickle
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from samples import SCRIPTS, byte_level

from minitok.normalizers import NFKD, Lowercase
from minitok.processors import TemplateProcessing

TEXT = "<s>".join(SCRIPTS.values())
METHODS = multiprocessing.get_all_start_methods()


def tokenizer():
    tok = byte_level(SCRIPTS.values())
    tok.add_special_tokens(["<s>"])
    return tok


def ids_there(tok):
    return tok.encode(TEXT), tok(TEXT).ids


@pytest.mark.parametrize("method", METHODS)
def test_a_process_gives_the_ids_of_its_parent(method):
    tok = tokenizer()
    ids = tok.encode(TEXT)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(ids_there, [tok, tok]) == [(ids, ids)] * 2


def test_a_pickle_of_a_tokenizer_at_work_is_that_of_a_new_one():
    tok = tokenizer()
    before = pickle.dumps(tok)
    ids = tok.encode(TEXT)
    assert pickle.dumps(tok) == before
    assert pickle.loads(before).encode(TEXT) == ids


def test_a_tokenizer_with_a_long_added_token_is_copied():
    tok = tokenizer()
    tok.add_tokens(["x" * 1000])
    ids = tok.encode("x" * 1000)
    assert len(ids) == 1
    assert copy.deepcopy(tok).encode("x" * 1000) == pickle.loads(pickle.dumps(tok)).encode("x" * 1000) == ids


MARKS = TemplateProcessing("<s> $A", special_tokens={"<s>": 0})


@pytest.mark.parametrize(
    ("name", "parts"), [("normalizer", [None, NFKD(), Lowercase()]), ("post_processor", [None, MARKS])]
)
def test_a_call_keeps_the_parts_it_began_with(name, parts):
    """Between two segments of one text, another thread exchanges a part."""
    tok = tokenizer()
    expected = []
    for part in parts:
        setattr(tok, name, part)
        expected.append((tok.encode(TEXT), tok(TEXT).ids))
    with ThreadPoolExecutor(16) as threads:
        results = [threads.submit(ids_there, tok) for _ in range(64)]
        while not all(result.done() for result in results):
            for part in parts:
                setattr(tok, name, part)
    known = [ids for pair in expected for ids in pair]
    assert all(ids in known for result in results for ids in result.result())


WORK = {
    "count_words": "from minitok.trainers import count_words; count_words(repeat('hug ' * 999), None, processes=2)",
    "encode_batch": "tok.encode_batch(['hug ' * 999] * 99_999, processes=2)",
}


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
@pytest.mark.parametrize("name", WORK)
def test_processes_that_share_the_work_end_with_the_one_that_is_killed(name):
    code = "from itertools import repeat; from samples import byte_level; tok = byte_level(['hug']); " + WORK[name]
    with subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parent) as parent:
        children, listed = [], Path(f"/proc/{parent.pid}/task/{parent.pid}/children")
        while len(children) < 2:
            assert parent.poll() is None
            children = listed.read_text().split()
        time.sleep(0.5)  # they begin
        parent.kill()
    end = time.monotonic() + 20
    while left := [child for child in children if Path(f"/proc/{child}").exists()]:
        assert time.monotonic() < end, left
        time.sleep(0.1)
