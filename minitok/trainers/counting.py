"""Texts to word counts: the one pass over the corpus that every trainer needs.

Words repeat (Zipf's law): 20 MB of source code hold only some 70,000 different ones. A trainer that works on
each different word once, with its count, does the work of a whole corpus on a small part of it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial

from minitok.normalizers import Normalizer
from minitok.pre_tokenizers import PreTokenizer
from minitok.text import naming_surrogates

BATCH = 1_000_000
"""About how many characters are sent to another process at a time."""


def count_words(
    texts: Iterable[str],
    pre_tokenizer: PreTokenizer | None,
    normalizer: Normalizer | None = None,
    *,
    processes: int = 1,
) -> Counter[str]:
    """How often each word occurs in the texts, spelled as the model reads it: `Counter({'Ġthe': 2, ...})`.

    With no pre-tokenizer each text is one word. With more than one of `processes` the texts are shared out; the
    result is the same. Nothing is kept of the texts but the counts. Raises TypeError if `texts` is a bare string.
    """
    if isinstance(texts, str):
        raise TypeError("texts is a string, which would be read letter by letter: put it in a list, [text]")
    count = partial(_count, pre_tokenizer=pre_tokenizer, normalizer=normalizer)
    if processes == 1:
        return count(texts)
    from multiprocessing import Pool  # here, since most never need it

    counts: Counter[str] = Counter()
    with Pool(processes) as pool:
        for part in pool.imap(count, _batches(texts)):
            counts.update(part)
    return counts


def _count(texts: Iterable[str], pre_tokenizer: PreTokenizer | None, normalizer: Normalizer | None) -> Counter[str]:
    counts: Counter[str] = Counter()
    for text in texts:
        if normalizer is not None:
            text = normalizer.normalize_str(text)
        if pre_tokenizer is None:
            counts.update([text] if text else [])
            continue
        for piece in pre_tokenizer.pieces(text):
            counts.update(pre_tokenizer.split(piece))
    if pre_tokenizer is None:
        return counts
    spelled: Counter[str] = Counter()
    for word, count in counts.items():
        with naming_surrogates(word):
            spelled[pre_tokenizer.spell(word)] += count
    return spelled


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    """Texts in lists of about `BATCH` characters; one that is longer stays whole."""
    rest = iter(texts)
    for first in rest:
        batch, size = [first], len(first)
        while size < BATCH and (text := next(rest, None)) is not None:
            batch.append(text)
            size += len(text)
        yield batch
