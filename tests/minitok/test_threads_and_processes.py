"""The same ids in every thread and process."""

import multiprocessing
from concurrent.futures import ThreadPoolExecutor

import pytest
from samples import SCRIPTS, byte_level

TEXT = "<s>".join(SCRIPTS.values())


def tokenizer():
    tok = byte_level(SCRIPTS.values())
    tok.add_special_tokens(["<s>"])
    return tok


def ids_there(tok):
    return tok.encode(TEXT), tok(TEXT).ids


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_a_process_gives_the_ids_of_its_parent(method):
    tok = tokenizer()
    ids = tok.encode(TEXT)
    with multiprocessing.get_context(method).Pool(1) as pool:
        assert pool.map(ids_there, [tok]) == [(ids, ids)]


def test_threads_get_the_ids_of_one():
    shared, alone = tokenizer(), tokenizer()
    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ids_there, [shared] * 32)) == [ids_there(alone)] * 32
