"""Count the words of texts, which is all that a trainer reads of them.

Words repeat (Zipf's law): 20 MB of source code have some 70,000 different words, and a
trainer looks at each of them just once.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from minitok.normalizers import Normalizer
from minitok.pre_tokenizers import NO_SPLIT, PreTokenizer
from minitok.text import AlignedText
from minitok.validation import check_text, check_texts, surrogate_error


def count_words(
    texts: Iterable[str],
    pre_tokenizer: PreTokenizer | None,
    normalizer: Normalizer | None = None,
) -> Counter[str]:
    """How often each word occurs in the texts, spelled as the model reads it.

    `Counter({'Ġthe': 2, ...})`. Without a pre-tokenizer, each text is a word. The
    counts of several corpora can be added. TypeError if `texts` is a string.
    """
    pre_tokenizer = pre_tokenizer or NO_SPLIT
    make_text: Callable[[str], AlignedText] = AlignedText
    if pre_tokenizer.minds_start:
        make_text = AlignedText.with_spans
    counts: Counter[str] = Counter()
    unspelled: Counter[str] = Counter()  # words as they were cut
    source = ""
    try:
        for source in check_texts(texts):
            text = make_text(check_text(source)).join_surrogates()
            if normalizer is not None:
                text = normalizer.normalize(text)
            unspelled.update(pre_tokenizer.cut(text).words)
        for source, count in unspelled.items():
            for word in pre_tokenizer.spell(source):
                counts[word] += count
    except UnicodeEncodeError as error:
        raise surrogate_error(error, source) from None
    return counts
