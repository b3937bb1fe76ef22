"""Trainers learn a vocabulary from word counts, with a record of each step.

>>> steps = BpeTrainer(vocab_size=7).steps({"hug": 10, "pug": 5, "hugs": 5})
>>> [step.token for step in steps]
['ug', 'hug']
>>> [*WordPieceTrainer(vocab_size=5).train({"hug": 10, "hugs": 5}).vocab]
['##g', '##s', '##u', 'h', '##gs']
"""

from collections.abc import Iterable

from minitok.added_tokens import AddedToken
from minitok.models import BPE, Model, Unigram, WordLevel, WordPiece
from minitok.trainers.bpe_trainer import BpeTrainer
from minitok.trainers.counting import count_words
from minitok.trainers.trainer import Trainer
from minitok.trainers.unigram_trainer import UnigramTrainer
from minitok.trainers.word_level_trainer import WordLevelTrainer
from minitok.trainers.word_piece_trainer import WordPieceTrainer

__all__ = [
    "BpeTrainer",
    "Trainer",
    "UnigramTrainer",
    "WordLevelTrainer",
    "WordPieceTrainer",
    "count_words",
]

TRAINERS: dict[type[Model], type[Trainer]] = {
    BPE: BpeTrainer,
    WordPiece: WordPieceTrainer,
    Unigram: UnigramTrainer,
    WordLevel: WordLevelTrainer,
}


def trainer_like(
    model: Model, *, vocab_size: int, special_tokens: Iterable[str | AddedToken]
) -> Trainer:
    """A trainer for a new model with the same options, unknown token and byte tokens.

    It trains WordPiece by frequency, as Hugging Face's library does.
    """
    if type(model) not in TRAINERS:
        raise TypeError(
            f"no trainer is known for {model!r}: "
            "train a model of your own with train_from_iterator"
        )
    trainer = TRAINERS[type(model)]
    known = trainer().options
    options = {name: getattr(model, name) for name in known if hasattr(model, name)}
    if "score" in known:
        options["score"] = "frequency"
    special = list(special_tokens)
    if model.unk_token is not None and "unk_token" not in options:
        special.append(model.unk_token)  # if it isn't there
    if getattr(model, "byte_fallback", False):
        special += [f"<0x{byte:02X}>" for byte in range(256)]
    return trainer(vocab_size=vocab_size, special_tokens=special, **options)
