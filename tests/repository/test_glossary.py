"""The glossary has the words of the lessons, and each lesson links to the words that it teaches."""

import re

import pytest
from lessons import LESSONS, ROOT, notebook, prose

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ENTRIES = dict(
    re.findall(r"^### (.+?)\n(.*?)(?=^### |\Z)", GLOSSARY, re.MULTILINE | re.DOTALL)
)
FIELD = (  # what a reader of the papers, of the libraries' documentation and of textbooks meets
    "segmentation, likelihood, log-likelihood, marginal likelihood, dynamic programming, expectation-maximization, "
    "forward-backward, digamma, byte fallback, end-of-word suffix, pointwise mutual information, pre-token, n-best, "
    "subword regularization, unigram language model, Viterbi, lattice, morpheme, case folding, token learner, "
    "MaxMatch, Zipf's law, Heaps' law, type, code point, normalizer, pre-tokenizer, post-processor, offsets, "
    "alignment, initial alphabet, added token, attention mask, type ids, out of vocabulary"
)


def anchor(heading):
    """What a link to a heading ends in: Zipf's law → zipfs-law."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def links(number):
    """The words of the glossary that a lesson links to."""
    return set(re.findall(r"glossary\.md#([\w-]+)", prose(notebook(number))))


def test_the_words_are_in_the_order_of_the_alphabet_and_each_has_an_example():
    assert list(ENTRIES) == sorted(ENTRIES, key=anchor)
    assert [word for word, text in ENTRIES.items() if "\nExample: " not in text] == []


@pytest.mark.parametrize("number", LESSONS)
def test_every_link_of_a_lesson_leads_to_a_word(number):
    assert links(number) <= set(map(anchor, ENTRIES))


@pytest.mark.parametrize("word", ENTRIES)
def test_the_lesson_that_a_word_names_links_to_it(word):
    (number,) = re.findall(r"\*Lesson (\d\d)\.\*", ENTRIES[word])
    assert anchor(word) in links(number)


def test_the_words_of_the_field_are_told():
    told = re.findall(r"^### .*|\*.*", GLOSSARY, re.MULTILINE)
    assert [
        word
        for word in FIELD.split(", ")
        if not any(word.lower() in line.lower() for line in told)
    ] == []
