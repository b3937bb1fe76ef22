"""Counts the words of texts: the one pass over the corpus that every trainer needs.

Words repeat (Zipf's law): 20 MB of source code have some 70,000 different words, and a trainer looks at each just once.
"""

from collections import Counter
from collections.abc import Iterable
from functools import partial

from minitok.mistakes import checked_text, checked_texts
from minitok.normalizers import Normalizer
from minitok.parts import Positive, converted
from minitok.pre_tokenizers import PreTokenizer
from minitok.speed import batches
from minitok.text import AlignedText, naming_surrogates


def count_words(
    texts: Iterable[str],
    pre_tokenizer: PreTokenizer | None,
    normalizer: Normalizer | None = None,
    *,
    processes: int = 1,
) -> Counter[str]:
    """How often each word occurs in the texts, spelled as the model reads it: `Counter({'Ġthe': 2, ...})`.

    Without a pre-tokenizer, each text is a word. Several `processes` share the work. TypeError if `texts` is a string.
    """
    converted(pre_tokenizer, PreTokenizer | None, "pre_tokenizer")
    converted(normalizer, Normalizer | None, "normalizer")
    converted(processes, Positive, "processes")
    texts = checked_texts(texts)
    count = partial(_count, pre_tokenizer=pre_tokenizer, normalizer=normalizer)
    if processes == 1:
        return count(texts)
    from multiprocessing import Pool  # imported here, since few need it

    counts: Counter[str] = Counter()
    with Pool(processes) as pool:
        for part in pool.imap(count, batches(texts)):
            counts.update(part)
    return counts


def _count(texts: Iterable[str], pre_tokenizer: PreTokenizer | None, normalizer: Normalizer | None) -> Counter[str]:
    as_text = AlignedText.with_spans if pre_tokenizer and pre_tokenizer.minds_start else AlignedText
    as_cut, counts = Counter[str](), Counter[str]()
    for source in texts:
        with naming_surrogates(checked_text(source)):
            text = as_text(source) if normalizer is None else normalizer.normalize(as_text(source))
            if pre_tokenizer is None:
                counts.update([text.text] if text.text else [])
                continue
            at_start, others = pre_tokenizer.cut(text).split_start()
            as_cut.update(others)
            for word in at_start:
                counts.update(part.text for part in pre_tokenizer.finish(as_text(word)))
    for word, count in as_cut.items():
        for part in pre_tokenizer._spell(word) if pre_tokenizer else ():
            counts[part] += count
    return counts
