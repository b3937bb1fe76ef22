"""What all trainers share: they learn a vocabulary from the counts of words.

Words repeat (Zipf's law): 20 MB of source code have some 70,000 different words, and a
trainer looks at each of them just once.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.assembly import Parts
from minitok.garbage_collector import garbage_collector_off
from minitok.models import Model, WordLevel
from minitok.normalizers import Normalizer
from minitok.part import Part
from minitok.pre_tokenizers import NO_SPLIT, PreTokenizer
from minitok.text import AlignedText
from minitok.validation import (
    check_int,
    check_text,
    check_texts,
    check_tuple,
    format_value,
    require_extra,
    surrogate_error,
)


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


class Trainer(Part, ABC, kw_only=True):
    """Learns a model from the counts of words.

    `vocab_size` includes the special tokens, which get the first ids.
    """

    vocab_size: int = 30_000
    special_tokens: Sequence[str | AddedToken] = ()
    makes: ClassVar[type[Model]]

    def prepare(self) -> None:
        self.keep(vocab_size=check_int(self.vocab_size, "vocab_size", minimum=1))
        tokens = check_tuple(self.special_tokens, "special_tokens")
        self.keep(special_tokens=tokens)
        contents = [getattr(token, "content", token) for token in tokens]
        self._special = tuple(dict.fromkeys(contents))

    @abstractmethod
    def learn(
        self, word_counts: Mapping[str, int], *, show_progress: bool = False
    ) -> dict[str, Any]:
        """Learn the model's fields, by name, from how often each word occurs."""

    @garbage_collector_off()
    def train(self, word_counts: Mapping[str, int]) -> Model:
        """Learn a model from how often each word occurs, as `count_words` counts."""
        return self.makes(**self.learn(word_counts))


class WordLevelTrainer(Trainer, kw_only=True):
    """Trains a `WordLevel` model.

    It has the words that occur `min_frequency` times or more, the most frequent first.
    """

    min_frequency: int = 0
    makes = WordLevel

    def learn(
        self, word_counts: Mapping[str, int], *, show_progress: bool = False
    ) -> dict[str, Any]:
        check_counts(word_counts)
        least = max(self.min_frequency, 1)
        words = [word for word, count in word_counts.items() if count >= least]
        words.sort(key=lambda word: (-word_counts[word], word))
        tokens = list(dict.fromkeys([*self._special, *words]))
        size = max(self.vocab_size, len(self._special))
        return {"vocab": {token: id for id, token in enumerate(tokens[:size])}}


def check_counts(word_counts: Any) -> None:
    """TypeError if this is not a dict from words to how often they occur."""
    if not isinstance(word_counts, Mapping):
        raise TypeError(
            f"word_counts is {format_value(word_counts)}, and should be a dict from "
            "words to how often they occur, as from count_words(texts, pre_tokenizer)"
        )


def check_words(word_counts: Any) -> None:
    """TypeError if this is not a dict of counts, ValueError if it has no words."""
    check_counts(word_counts)
    if not any(word_counts):
        raise ValueError(
            "there is nothing to learn from: the texts hold no word "
            "(a generator can be read only once)"
        )


def check_trainer(trainer: Any, model: Model) -> None:
    """TypeError if this trainer makes another kind of model."""
    if not isinstance(trainer, Trainer):
        raise TypeError(
            f"trainer is {format_value(trainer)}, and should be one of minitok.trainers"
        )
    if trainer.makes is not type(model):
        raise TypeError(
            f"this trainer makes a {trainer.makes.__name__}, but the tokenizer's model "
            f"is a {type(model).__name__}: each has its own"
        )


def progress(
    items: Iterable[Any], is_on: bool, what: str, unit: str, total: int | None = None
) -> Iterable[Any]:
    """The items, with a progress bar of `tqdm`."""
    if not is_on:
        return items
    with require_extra("course"):
        from tqdm.auto import tqdm  # imported here, since the core needs only regex
    return tqdm(items, desc=what, unit=unit, total=total)  # type: ignore[no-any-return]


@garbage_collector_off()
def retrain(
    tok: Parts,
    trainer: Trainer,
    word_counts: Mapping[str, int],
    added: Iterable[AddedToken],
    show_progress: bool = False,
) -> dict[str, Any]:
    """The parts of a tokenizer that change when it learns a new vocabulary.

    Of the added tokens, the trainer's special tokens come first, with the options that
    they have here, and those in `added` follow. ValueError if there are no words, or if
    the new vocabulary lacks a token of the template.
    """
    check_trainer(trainer, tok.model)
    check_words(word_counts)
    pre_tokenizer = tok.pre_tokenizer or NO_SPLIT
    counts = dict.fromkeys(pre_tokenizer.alphabet(), 0)
    counts |= word_counts
    model = tok.model.replace(**trainer.learn(counts, show_progress=show_progress))
    tokens = _add_tokens(tok, trainer, added, model.vocab)
    vocab = {**model.vocab, **tokens.ids}
    parts: dict[str, Any] = {"model": model, "added_tokens": tokens}
    if tok.post_processor is not None:
        parts["post_processor"] = tok.post_processor.with_ids(vocab)
    if tok.padding is not None:
        parts["padding"] = tok.padding.with_ids(vocab)
    return parts


def _add_tokens(
    tok: Parts, trainer: Trainer, added: Iterable[AddedToken], vocab: Mapping[str, int]
) -> AddedTokens:
    known: dict[str | AddedToken, AddedToken]
    known = {token.content: token for token in tok.added_tokens.tokens.values()}
    special = [known.get(token, token) for token in trainer.special_tokens]
    tokens = AddedTokens().plus(special, vocab, special=True)
    others = [token for token in added if token.content not in tokens.ids]
    return tokens.plus(others, vocab, special=False)
