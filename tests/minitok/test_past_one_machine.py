"""Past one machine: Dask counts words and encodes a data set, and merges and ids are those of one process."""

from collections import Counter
from operator import add

from dask import bag
from distributed import Client, LocalCluster

from minitok import Tokenizer
from minitok.models import BPE
from minitok.pre_tokenizers import ByteLevel
from minitok.trainers import BpeTrainer, count_words
from minitok_course import corpora


def byte_level():
    tok = Tokenizer(BPE())
    tok.pre_tokenizer = ByteLevel()
    return tok


def test_two_processes_count_and_encode_as_one_does():
    texts = corpora.load("stories").splitlines(keepends=True)
    trainer = BpeTrainer(vocab_size=600)
    alone, together = byte_level(), byte_level()
    alone.train_from_iterator(texts, trainer)

    parts = bag.from_sequence([texts[::2], texts[1::2]], partition_size=1)
    counting = parts.map(count_words, ByteLevel()).fold(add, initial=Counter())
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with cluster, Client(cluster):
        together.train_from_counts(counting.compute(), trainer)
        ids = parts.map(together.encode_batch).compute()

    assert together.model.merges == alone.model.merges
    assert ids == [alone.encode_batch(texts[::2]), alone.encode_batch(texts[1::2])]
