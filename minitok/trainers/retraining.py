"""Give a tokenizer a new vocabulary, and all its parts the new ids."""

from collections.abc import Iterable, Mapping
from typing import Any

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.assembly import Parts
from minitok.garbage_collector import garbage_collector_off
from minitok.models import Model
from minitok.pre_tokenizers import NO_SPLIT
from minitok.trainers.trainer import Trainer, check_words
from minitok.validation import check_type


def check_trainer(trainer: Any, model: Model) -> None:
    """TypeError if this trainer makes another kind of model."""
    check_type(trainer, Trainer, "trainer")
    if trainer.makes is not type(model):
        raise TypeError(
            f"this trainer makes a {trainer.makes.__name__}, but the tokenizer's model "
            f"is a {type(model).__name__}: each has its own"
        )


@garbage_collector_off()
def retrain(
    tok: Parts,
    trainer: Trainer,
    word_counts: Mapping[str, int],
    special: Iterable[str | AddedToken],
    added: Iterable[AddedToken],
    show_progress: bool = False,
) -> dict[str, Any]:
    """The parts of a tokenizer that change when it learns a new vocabulary.

    Of the added tokens, those in `special` come first, with the options that they have
    here, and those in `added` follow. ValueError if there are no words, or if the new
    vocabulary lacks a token of the template.
    """
    check_words(word_counts)
    pre_tokenizer = tok.pre_tokenizer or NO_SPLIT
    counts = dict.fromkeys(pre_tokenizer.alphabet(), 0)
    counts |= word_counts
    model = tok.model.replace(**trainer.learn(counts, show_progress=show_progress))
    tokens = _add_tokens(tok, special, added, model.vocab)
    vocab = {**model.vocab, **tokens.ids}
    parts: dict[str, Any] = {"model": model, "added_tokens": tokens}
    for name in ("post_processor", "padding"):
        part = getattr(tok, name)
        if part is not None:
            parts[name] = part.with_ids(vocab)
    return parts


def _add_tokens(
    tok: Parts,
    special: Iterable[str | AddedToken],
    added: Iterable[AddedToken],
    vocab: Mapping[str, int],
) -> AddedTokens:
    known: dict[Any, AddedToken] = {}
    for token in tok.added_tokens.tokens.values():
        known[token.content] = token
    special = [known.get(token, token) for token in special]
    tokens = AddedTokens().plus(special, vocab, special=True)
    others = [token for token in added if token.content not in tokens.ids]
    return tokens.plus(others, vocab, special=False)
