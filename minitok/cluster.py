"""Count words on many machines, with Dask: `pip install -e ".[cluster]"`.

Counting is a map and a sum. Each file, or each partition of a bag, is counted where it is read, and the counts are
added up in a tree. The task of a machine that is lost runs again on another, and only the result of a task that ended
is used: no word is lost, and none is counted twice. Merging needs the counts alone, so that one machine can do it:

>>> counts = cluster.count_words("texts/*.txt.gz", tok.pre_tokenizer, tok.normalizer)
>>> tok.train_from_counts(counts, BpeTrainer(vocab_size=32_000))
"""

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from typing import Any

from minitok import trainers
from minitok.batches import FILE_CHUNK
from minitok.mistakes import needs, shown
from minitok.normalizers import Normalizer
from minitok.pre_tokenizers import PreTokenizer
from minitok.speed import pieces, safe_cuts

with needs("cluster"):
    import fsspec
    from dask import bag

Paths = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]


def count_words(
    source: "Paths | bag.Bag", pre_tokenizer: PreTokenizer | None, normalizer: Normalizer | None = None
) -> Counter[str]:
    """How often each word occurs, as `trainers.count_words` counts: `Counter({'Ġthe': 2, ...})`.

    `source` is a path or several, to UTF-8 files, each of which is one text, or a Dask bag of texts. A path may hold
    `*`, end in `.gz`, `.bz2` or `.xz`, or name any file that `fsspec` can open, such as `s3://texts/*.txt.gz`. Counts
    on the active Dask client, or, if there is none, in several processes here. Raises ValueError if no file is found or
    one is damaged or not UTF-8.
    """
    count = partial(trainers.count_words, pre_tokenizer=pre_tokenizer, normalizer=normalizer)
    if isinstance(source, bag.Bag):
        return Counter(source.reduction(count, _sum).compute())
    texts = partial(_texts, cuts=safe_cuts(normalizer, pre_tokenizer))
    files = bag.from_sequence(_files(source), partition_size=1)
    return Counter(files.reduction(lambda files: count(chain.from_iterable(map(texts, files))), _sum).compute())


def _files(paths: Paths) -> list[Any]:
    """The files that paths stand for, not yet opened."""
    several = [paths] if isinstance(paths, str | os.PathLike) else paths
    if not isinstance(several, Iterable) or isinstance(several, bytes):
        raise TypeError(f"source is {shown(paths)}, and should be paths, or a Dask bag of texts")
    names = [os.fspath(path) for path in several]
    files = fsspec.open_files(names, "rt", encoding="utf-8", newline="", compression="infer") if names else []
    if not files:
        raise ValueError(f"there is no file {names}: write the path of one, or with * of several")
    return list(files)


def _texts(file: Any, cuts: Any) -> Iterator[str]:
    """The text of a file, in pieces that hold whole words."""
    try:
        with file as opened:
            yield from pieces(iter(partial(opened.read, FILE_CHUNK), ""), cuts)
    except UnicodeDecodeError as error:
        raise ValueError(f"{file.path} is not UTF-8: {error.reason}, {error.object[error.start]:#x}") from None
    except Exception as error:  # each kind of compression has its own
        if file.compression is None or getattr(error, "errno", None) is not None:
            raise
        raise ValueError(f"{file.path} cannot be unpacked, {error!r}: get it again") from None


def _sum(counts: Iterable[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return total
