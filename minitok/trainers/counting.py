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


def normalize(
    text: str, normalizer: Normalizer | None, pre_tokenizer: PreTokenizer | None
) -> tuple[str, PreTokenizer | None]:
    """The normalized text and what is to cut it, which may be another pre-tokenizer if the text lost its start."""
    if normalizer is None:
        return text, pre_tokenizer
    if pre_tokenizer and pre_tokenizer.continued is not pre_tokenizer and normalizer.drops_start(text):
        pre_tokenizer = pre_tokenizer.continued
    return normalizer.normalize_str(text), pre_tokenizer


def split_words(text: str, pre_tokenizer: PreTokenizer) -> Iterator[list[str]]:
    """The words of a text, not yet spelled for the model, in lists that keep the work on a long text in bounds."""
    for piece in pre_tokenizer.pieces(text):
        yield pre_tokenizer.split(piece)
        pre_tokenizer = pre_tokenizer.continued


def _count(texts: Iterable[str], pre_tokenizer: PreTokenizer | None, normalizer: Normalizer | None) -> Counter[str]:
    counts: Counter[str] = Counter()
    for text in texts:
        with naming_surrogates(text):
            text, cuts = normalize(text, normalizer, pre_tokenizer)
            for words in split_words(text, cuts) if cuts else [[text] if text else []]:
                counts.update(words)
    if pre_tokenizer is None:
        return counts
    spelled: Counter[str] = Counter()
    for word, count in counts.items():
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
