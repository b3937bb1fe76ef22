"""The trainer that makes another model of the kind of one that is there."""

from collections.abc import Iterable

from minitok.models import BPE, Model, Unigram, WordLevel, WordPiece
from minitok.trainers.base import Trainer
from minitok.trainers.bpe import BpeTrainer
from minitok.trainers.unigram import UnigramTrainer
from minitok.trainers.word_level import WordLevelTrainer
from minitok.trainers.word_piece import WordPieceTrainer


def for_model(model: Model, *, vocab_size: int, special_tokens: Iterable[str]) -> Trainer:
    """A trainer with the options that can be told from a model, whose unknown token and bytes stay in the vocabulary.

    WordPiece is learned by frequency, as everywhere outside Google.
    """
    special = list(special_tokens)
    if isinstance(model, BPE | Unigram) and model.byte_fallback:
        special += [f"<0x{byte:02X}>" for byte in range(256)]
    if isinstance(model, Unigram):
        unk_token = None if model.unk_id is None else model.pieces[model.unk_id][0]
        return UnigramTrainer(vocab_size=vocab_size, special_tokens=special, unk_token=unk_token)
    if not isinstance(model, BPE | WordPiece | WordLevel):
        raise TypeError(f"no trainer is known for {model!r}: train a model of your own with train_from_iterator")
    if model.unk_token is not None and model.unk_token not in special:
        special.insert(0, model.unk_token)
    if isinstance(model, BPE):
        suffix = model.end_of_word_suffix
        return BpeTrainer(vocab_size=vocab_size, special_tokens=special, end_of_word_suffix=suffix)
    if isinstance(model, WordPiece):
        prefix = model.continuing_subword_prefix
        return WordPieceTrainer(
            vocab_size=vocab_size, special_tokens=special, score="frequency", continuing_subword_prefix=prefix
        )
    return WordLevelTrainer(vocab_size=vocab_size, special_tokens=special)
