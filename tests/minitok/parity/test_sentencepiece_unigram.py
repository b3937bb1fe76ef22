"""Unigram here and in Hugging Face's `tokenizers`, with any pieces and scores; training beside SentencePiece's.

`tokenizers` compares paths as minitok does: in float64, and a path is replaced only by a strictly better one. So all
is equal there, ties included.
"""

import io
import math

import sentencepiece
import tokenizers as hf
from hypothesis import given
from hypothesis import strategies as st

from minitok.models import Unigram
from minitok.pre_tokenizers import Metaspace, Sequence, WhitespaceSplit
from minitok.trainers import UnigramTrainer, count_words
from minitok.trainers.em import CorpusLattice
from minitok_course import corpora

COURSE = "\n".join(
    corpora.load(name) for name in ("stories", "essays", "languages", "python")
)
BYTES = [(f"<0x{byte:02X}>", -20.0) for byte in range(256)]

pieces = st.dictionaries(
    st.text("ab▁", min_size=1, max_size=4), st.integers(-12, 0).map(float), max_size=10
)
words = st.text("abc▁é", max_size=10)


def scores_of_sentencepiece():
    """What SentencePiece learns from the course, with no option of its own that minitok lacks."""
    model = io.BytesIO()
    lines = (" ".join(line.split()) for line in COURSE.splitlines() if line.strip())
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=lines,
        model_writer=model,
        vocab_size=1000,
        normalization_rule_name="identity",
        remove_extra_whitespaces=False,
        character_coverage=1.0,
        split_by_unicode_script=False,
        split_by_number=False,
        max_sentence_length=10**6,
        bos_id=-1,
        eos_id=-1,
        num_threads=1,
        minloglevel=2,
    )
    theirs = sentencepiece.SentencePieceProcessor(model_proto=model.getvalue())
    return {theirs.id_to_piece(id): theirs.get_score(id) for id in range(1000)}


@given(pieces, words, st.booleans())
def test_any_vocabulary_gives_the_same_tokens_of_any_word_in_tokenizers(
    pieces, word, byte_fallback
):
    vocab = [("<unk>", 0.0), *pieces.items(), *BYTES]
    expected = hf.models.Unigram(vocab, 0, byte_fallback).tokenize(word)
    offsets = [
        tuple(len(word.encode()[:place].decode()) for place in token.offsets)
        for token in expected
    ]
    found = Unigram(vocab, unk_id=0, byte_fallback=byte_fallback).tokenize(word)
    assert found == [
        (token.id, token.value, span) for token, span in zip(expected, offsets)
    ]


def losses(scores, counts):
    """The loss of a corpus, all ways to cut a word counted, and by the best way alone; probabilities sum to one."""
    scores = {piece: score for piece, score in scores.items() if piece != "<unk>"}
    total = math.log(math.fsum(map(math.exp, scores.values())))
    normal = [score - total for score in scores.values()]
    corpus = CorpusLattice(counts, {piece: id for id, piece in enumerate(scores)})
    _, loss = corpus.expected_counts(normal)
    used = corpus.best_counts(normal)
    return loss, -math.fsum(n * score for n, score in zip(used, normal))


def test_training_reaches_the_loss_of_sentencepiece_within_two_percent():
    in_words = Sequence([WhitespaceSplit(), Metaspace()])
    counts = count_words(COURSE.splitlines(), in_words)
    model = UnigramTrainer(vocab_size=1000).train(counts)
    assert len(model.pieces) == 1000
    here = losses(dict(model.pieces), counts)
    there = losses(scores_of_sentencepiece(), counts)
    assert here[0] < 1.02 * there[0]
    assert here[1] < 1.02 * there[1]
