"""WordPiece here and in Hugging Face's `tokenizers`: the same vocabularies, the same texts."""

import random

import tokenizers as hf
from hugging_face_parts import CORPORA

from minitok.pre_tokenizers import BertPreTokenizer
from minitok.trainers import WordPieceTrainer, count_words


def merges_before_a_tie(counts):
    """How many merges by frequency are made before two pairs are as frequent as each other."""
    for step in WordPieceTrainer(score="frequency").steps(counts, detail=True):
        (_, first, _), (_, second, _), *_ = step.candidates
        if first == second:
            return step.index


def test_by_frequency_the_vocabulary_is_theirs_until_two_pairs_are_as_frequent():
    choose = random.Random(0)
    known = sorted(
        count_words([CORPORA["stories"], CORPORA["languages"]], BertPreTokenizer())
    )
    counts = {word: choose.randint(1, 300) for word in known}
    merges = merges_before_a_tie(counts)
    assert merges >= 50
    special = ["[PAD]", "[UNK]"]
    ours = WordPieceTrainer(score="frequency", vocab_size=1, special_tokens=special)
    letters = ours.train(counts).vocab
    options = {"vocab_size": len(letters) + merges, "special_tokens": special}
    ours = ours.replace(**options).train(counts)
    tok = hf.Tokenizer(hf.models.WordPiece())
    tok.pre_tokenizer = hf.pre_tokenizers.BertPreTokenizer()
    texts = (f"{word} " * count for word, count in counts.items())
    tok.train_from_iterator(
        texts, hf.trainers.WordPieceTrainer(show_progress=False, **options)
    )
    assert set(ours.vocab) == set(tok.get_vocab())
    assert len(ours.vocab) == len(letters) + merges
