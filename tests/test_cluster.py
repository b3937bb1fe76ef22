"""minitok/cluster.py: the words of many files, counted by a cluster of processes."""

import bz2
import gzip
import lzma
import os
import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from dask import bag
from distributed import Client, LocalCluster
from samples import SCRIPTS

from minitok import Tokenizer, cluster, corpora
from minitok.models import BPE
from minitok.normalizers import NFC
from minitok.pre_tokenizers import GPT4_PATTERN, ByteLevel, PreTokenizer
from minitok.trainers import BpeTrainer, count_words

WORDS = ByteLevel(GPT4_PATTERN)
TEXTS = [*SCRIPTS.values(), *corpora.load("stories").split("\n\n")[:20], "", "the end"]


@pytest.fixture(scope="module")
def client():
    options = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}
    with LocalCluster(**options) as workers, Client(workers) as client:
        yield client


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """Each text in a file of its own, every third of them packed."""
    folder = tmp_path_factory.mktemp("texts")
    for number, text in enumerate(TEXTS):
        if number % 3:
            (folder / f"{number:03}.txt").write_text(text, encoding="utf-8", newline="")
        else:
            with gzip.open(folder / f"{number:03}.txt.gz", "wt", encoding="utf-8", newline="") as packed:
                packed.write(text)
    return folder


def test_many_files_packed_or_not_give_the_counts_of_one_machine(client, files):
    assert cluster.count_words(f"{files}/*", WORDS) == count_words(TEXTS, WORDS)
    assert cluster.count_words(sorted(files.iterdir()), WORDS, NFC()) == count_words(TEXTS, WORDS, NFC())


def test_the_tokenizer_is_the_one_that_one_machine_trains(client, files):
    tok, other = Tokenizer(BPE()), Tokenizer(BPE())
    tok.pre_tokenizer = other.pre_tokenizer = WORDS
    trainer = BpeTrainer(vocab_size=600, special_tokens=["<|end|>"])
    other.train_from_iterator(TEXTS, trainer)
    tok.train_from_counts(cluster.count_words(f"{files}/*", WORDS), trainer)
    assert tok.to_dict() == other.to_dict()


def test_a_bag_is_counted_by_its_partitions(client):
    assert cluster.count_words(bag.from_sequence(TEXTS, npartitions=5), WORDS) == count_words(TEXTS, WORDS)
    with pytest.raises(TypeError, match="a text is a str, not int"):
        cluster.count_words(bag.from_sequence([1, 2]), WORDS)


class Slow(PreTokenizer):
    """Takes its time, and leaves a mark in a folder when it begins a text."""

    folder: str

    def cut(self, text):
        open(f"{self.folder}/{time.time_ns()}-{os.getpid()}", "w").close()
        time.sleep(0.2)
        return WORDS.cut(text)

    def finish(self, word):
        return WORDS.finish(word)


def test_a_worker_killed_in_the_middle_loses_nothing_and_nothing_counts_twice(client, files, tmp_path):
    expected = count_words(TEXTS, WORDS)
    with ThreadPoolExecutor() as threads:
        counting = threads.submit(cluster.count_words, f"{files}/*", Slow(str(tmp_path)))
        while len(list(tmp_path.iterdir())) < 8:  # some files are done, and some in work
            time.sleep(0.02)
        killed = next(iter(client.run(os.getpid).values()))
        os.kill(killed, signal.SIGKILL)
        assert not counting.done()
        assert counting.result(timeout=120) == expected
    begun = [path.name.split("-") for path in tmp_path.iterdir()]
    assert len(begun) > len(TEXTS), "a text of the killed worker was begun again"
    assert str(killed) in {process for _, process in begun}


def test_without_a_client_it_counts_here(files):
    assert cluster.count_words([files / "001.txt", f"{files}/000.txt.gz"], WORDS) == count_words(TEXTS[:2], WORDS)


@pytest.mark.parametrize(("ending", "packed"), [("gz", gzip.compress), ("bz2", bz2.compress), ("xz", lzma.compress)])
def test_a_packed_file_that_is_cut_short_or_none_is_named(tmp_path, ending, packed):
    whole = packed(random.Random(1).randbytes(5000).hex().encode())
    for number, data in enumerate([whole[:1000], b"hello", whole[:100] + b"danger!" + whole[107:]]):
        path = tmp_path / f"{number}.txt.{ending}"
        path.write_bytes(data)
        with pytest.raises(ValueError, match=rf"{path.name} (cannot be unpacked, .+: get it|is not UTF-8)"):
            cluster.count_words(path, WORDS)
    with pytest.raises(FileNotFoundError, match="missing"):
        cluster.count_words(tmp_path / f"missing.txt.{ending}", WORDS)


def test_wrong_sources_are_named(tmp_path):
    with pytest.raises(ValueError, match=r"there is no file \['.*nothing\*'\]"):
        cluster.count_words(f"{tmp_path}/nothing*", WORDS)
    with pytest.raises(ValueError, match=r"there is no file \[\]"):
        cluster.count_words([], WORDS)
    with pytest.raises(TypeError, match="source is 3, and should be paths"):
        cluster.count_words(3, WORDS)
    with pytest.raises(FileNotFoundError, match="missing"):
        cluster.count_words(f"{tmp_path}/missing.txt", WORDS)
    (tmp_path / "café.txt").write_bytes(b"caf\xe9 au lait")
    with pytest.raises(ValueError, match=r"café\.txt is not UTF-8"):
        cluster.count_words(f"{tmp_path}/café.txt", WORDS)
