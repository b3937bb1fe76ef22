"""minitok/models/word_piece.py: longest match first."""

from hypothesis import given
from hypothesis import strategies as st

from minitok import Tokenizer
from minitok.models import WordPiece
from minitok.steps import MatchStep
from minitok.trainers import WordPieceTrainer

HUGGING = ["[UNK]", "h", "hug", "huggin", "##g", "##gi", "##ging", "##i", "##n", "##s"]

vocabularies = st.sets(st.text("#ab", max_size=5), max_size=12).map(
    lambda tokens: ["[UNK]", *sorted(tokens)]
)
words = st.text("#abc", max_size=12)
prefixes = st.sampled_from(["##", "#", "", "a", "@@"])


def model(tokens=HUGGING, **options):
    return WordPiece({token: id for id, token in enumerate(tokens)}, **options)


def test_looking_up_ends_where_no_candidate_is_a_token_and_a_long_word_has_no_steps():
    assert list(model().steps("hax"))[-1] == MatchStep(
        start=1, end=2, candidate="##a", found=False
    )
    assert list(model().steps("")) == list(model().steps("h" + "g" * 100)) == []


@given(vocabularies, words, prefixes)
def test_the_steps_that_find_a_token_give_the_tokens(tokens, word, prefix):
    piece = model(tokens, continuing_subword_prefix=prefix)
    steps, found = list(piece.steps(word)), piece.tokenize(word)
    assert all(step.found == (step.candidate in tokens) for step in steps)
    if steps and not steps[-1].found:
        assert found == [(0, "[UNK]", (0, len(word)))]
    else:
        shown = [
            (step.candidate, (step.start, step.end)) for step in steps if step.found
        ]
        assert shown == [(token.value, token.offsets) for token in found]


def test_a_retrained_model_keeps_its_options_and_takes_the_prefix_of_the_new_one():
    trainer = WordPieceTrainer(continuing_subword_prefix="@@")
    tok = Tokenizer(model(unk_token="?", max_input_chars_per_word=7))
    tok.train_from_iterator(["hug"], trainer)
    assert (tok.model.unk_token, tok.model.max_input_chars_per_word) == ("?", 7)
    assert tok.model.continuing_subword_prefix == "@@"
    assert list(tok.vocab) == ["@@g", "@@u", "h", "@@ug", "hug"]
