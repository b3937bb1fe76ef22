"""Lesson 10's recipe for a cluster: the words of many packed files, counted by several processes."""

import gzip
import os
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from operator import add

import pytest
from dask import bag
from distributed import Client, LocalCluster
from lessons import code_cells
from samples import SCRIPTS

from minitok import Tokenizer, corpora
from minitok.models import BPE
from minitok.pre_tokenizers import ByteLevel
from minitok.trainers import BpeTrainer, count_words

pytestmark = pytest.mark.slow
TEXTS = [*SCRIPTS.values(), *corpora.load("stories").split("\n\n")[:20], "", "the end"]


@pytest.fixture(scope="module")
def client():
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(**options) as workers, Client(workers) as client:
        yield client


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("texts")
    for number, text in enumerate(TEXTS):
        with gzip.open(folder / f"{number:03}.txt.gz", "wt", encoding="utf-8", newline="") as packed:
            packed.write(text)
    return sorted(folder.iterdir())


def recipe(words_of, files):
    return bag.from_sequence(files, partition_size=1).map(words_of).fold(add, initial=Counter()).compute()


def words_of(path):
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        return count_words([file.read()], ByteLevel())


def test_the_recipe_is_the_one_of_the_lesson():
    (cell,) = (cell.source for cell in code_cells("10") if "from dask import bag" in cell.source)
    for step in ("bag.from_sequence(", "partition_size=1", ".map(count_words, ", ".fold(add, initial=Counter())"):
        assert step in cell


def test_packed_files_give_the_merges_of_one_machine(client, files):
    tok, other = Tokenizer(BPE()), Tokenizer(BPE())
    tok.pre_tokenizer = other.pre_tokenizer = ByteLevel()
    trainer = BpeTrainer(vocab_size=600, special_tokens=["<|end|>"])
    other.train_from_iterator(TEXTS, trainer)
    tok.train_from_counts(recipe(words_of, files), trainer)
    assert tok.to_dict() == other.to_dict()


def test_a_worker_killed_in_the_middle_loses_nothing_and_nothing_counts_twice(client, files, tmp_path):
    def slowly(path):
        (tmp_path / f"{time.time_ns()}-{os.getpid()}").touch()
        time.sleep(0.2)
        return words_of(path)

    with ThreadPoolExecutor() as threads:
        counting = threads.submit(recipe, slowly, files)
        while len(list(tmp_path.iterdir())) < 8:  # some files are done, and some in work
            time.sleep(0.02)
        killed = next(iter(client.run(os.getpid).values()))
        os.kill(killed, signal.SIGKILL)
        assert not counting.done()
        assert counting.result(timeout=120) == count_words(TEXTS, ByteLevel())
    begun = [path.name.split("-") for path in tmp_path.iterdir()]
    assert len(begun) > len(TEXTS), "a text of the killed worker was begun again"
    assert str(killed) in {process for _, process in begun}
