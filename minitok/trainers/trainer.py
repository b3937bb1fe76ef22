"""What all trainers share: the words of a corpus are counted, and then a vocabulary is learned from the counts.

Words repeat (Zipf's law): 20 MB of source code have some 70,000 different words, and a trainer looks at each just once.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, ClassVar

from minitok.added_tokens import AddedToken, AddedTokens
from minitok.assembly import Parts
from minitok.models import Model, WordLevel
from minitok.normalizers import Normalizer
from minitok.part import Part
from minitok.pre_tokenizers import PreTokenizer
from minitok.text import AlignedText, batches
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
    *,
    processes: int = 1,
) -> Counter[str]:
    """How often each word occurs in the texts, spelled as the model reads it: `Counter({'Ġthe': 2, ...})`.

    Without a pre-tokenizer, each text is a word. Several `processes` share the work. TypeError if `texts` is a string.
    """
    count = partial(_count, pre_tokenizer=pre_tokenizer, normalizer=normalizer)
    if processes == 1:
        return count(check_texts(texts))
    from concurrent.futures import (
        ProcessPoolExecutor,  # imported here, since few need it
    )

    total: Counter[str] = Counter()
    with ProcessPoolExecutor(processes) as pool:
        waiting = batches(check_texts(texts))
        while some := list(
            islice(waiting, 8 * processes)
        ):  # `map` reads all that it is given at once
            for found in pool.map(count, some):
                total.update(found)
    return total


def _count(
    texts: Iterable[str],
    pre_tokenizer: PreTokenizer | None,
    normalizer: Normalizer | None,
) -> Counter[str]:
    as_text = (
        AlignedText.with_spans
        if pre_tokenizer and pre_tokenizer.minds_start
        else AlignedText
    )
    as_cut, counts = Counter[str](), Counter[str]()
    for source in texts:
        text = as_text(check_text(source))
        try:
            if normalizer is not None:
                text = normalizer.normalize(text)
            if pre_tokenizer is None:
                counts.update([text.text] if text.text else [])
                continue
            at_start, others = pre_tokenizer.cut(text).split_start()
            as_cut.update(others)
        except UnicodeEncodeError as error:
            raise surrogate_error(error, source) from None
        for word in at_start:
            counts.update(part.text for part in pre_tokenizer.finish(as_text(word)))
    for word, count in as_cut.items():
        for part in pre_tokenizer.spell(word) if pre_tokenizer else ():
            counts[part] += count
    return counts


class Trainer(Part, ABC, kw_only=True):
    """Learns a model from word counts. `vocab_size` includes the special tokens, which get the first ids."""

    vocab_size: int = 30_000
    special_tokens: Sequence[str | AddedToken] = ()
    makes: ClassVar[type[Model]]

    def prepare(self) -> None:
        tokens = check_tuple(self.special_tokens, "special_tokens")
        self._special = tuple(
            dict.fromkeys(getattr(token, "content", token) for token in tokens)
        )
        vocab_size = check_int(self.vocab_size, "vocab_size", least=1)
        self.keep(vocab_size=vocab_size, special_tokens=tuple(dict.fromkeys(tokens)))

    @abstractmethod
    def learn(
        self, word_counts: Mapping[str, int], *, show_progress: bool = False
    ) -> dict[str, Any]:
        """Learn the model's fields, by name, from how often each word occurs."""

    def train(self, word_counts: Mapping[str, int]) -> Model:
        """Learn a model from how often each word occurs, as counted by `count_words`."""
        return self.makes(**self.learn(word_counts))


class WordLevelTrainer(Trainer):
    """Trains a `WordLevel` model: words that occur `min_frequency` times or more, the most frequent first."""

    min_frequency: int = 0
    makes = WordLevel

    def learn(
        self, word_counts: Mapping[str, int], *, show_progress: bool = False
    ) -> dict[str, Any]:
        checked_counts(word_counts)
        ranked = sorted(word_counts, key=lambda word: (-word_counts[word], word))
        frequent = (
            word for word in ranked if word_counts[word] >= max(self.min_frequency, 1)
        )
        words = list(dict.fromkeys([*self._special, *frequent]))
        return {
            "vocab": {
                word: id
                for id, word in enumerate(
                    words[: max(self.vocab_size, len(self._special))]
                )
            }
        }


def checked_counts(word_counts: Any) -> None:
    """TypeError if this is not a dict from words to how often they occur."""
    if not isinstance(word_counts, Mapping) or not all(
        isinstance(word, str) for word in word_counts
    ):
        wanted = "a dict from words to how often they occur, as from count_words(texts, pre_tokenizer)"
        raise TypeError(
            f"word_counts is {format_value(word_counts)}, and should be {wanted}"
        )


def checked_trainer(trainer: Any, model: Model) -> None:
    """TypeError if this trainer makes another kind of model."""
    if not isinstance(trainer, Trainer):
        raise TypeError(
            f"trainer is {format_value(trainer)}, and should be one of minitok.trainers"
        )
    if trainer.makes is not type(model):
        made, wanted = trainer.makes.__name__, type(model).__name__
        raise TypeError(
            f"this trainer makes a {made}, but the tokenizer's model is a {wanted}: each has its own"
        )


def progress(
    items: Iterable[Any], is_shown: bool, what: str, unit: str, total: int | None = None
) -> Iterable[Any]:
    """The items, with a bar of `tqdm` that says how far the work has come, if `is_shown`."""
    if not is_shown:
        return items
    with require_extra("course"):
        from tqdm.auto import tqdm  # imported here, since the core needs only regex
    return tqdm(items, desc=what, unit=unit, total=total)  # type: ignore[no-any-return]


def retrained(
    tok: Parts,
    trainer: Trainer,
    word_counts: Mapping[str, int],
    kept: Iterable[AddedToken],
    show_progress: bool = False,
) -> dict[str, Any]:
    """The parts of a tokenizer that change when it learns a new vocabulary: model, added tokens, template, padding.

    The trainer's special tokens come first among the added tokens, with the options that they have here; `kept` follow.
    ValueError if there are no words or the new vocabulary lacks a token of the template.
    """
    checked_trainer(trainer, tok.model)
    checked_counts(word_counts)
    if not any(word_counts):
        raise ValueError(
            "there is nothing to learn from: the texts hold no word (a generator can be read only once)"
        )
    alphabet = [] if tok.pre_tokenizer is None else tok.pre_tokenizer.alphabet()
    counts = {**dict.fromkeys(alphabet, 0), **word_counts}
    model = tok.model.replace(**trainer.learn(counts, show_progress=show_progress))
    known = {token.content: token for token in tok.added_tokens.tokens.values()}
    special = [
        known.get(token, token) if isinstance(token, str) else token
        for token in trainer.special_tokens
    ]
    tokens = AddedTokens().plus(special, model.vocab, special=True)
    others = [token for token in kept if token.content not in tokens.ids]
    tokens = tokens.plus(others, model.vocab, special=False)
    vocab = {**model.vocab, **tokens.ids}
    return {
        "model": model,
        "added_tokens": tokens,
        "post_processor": tok.post_processor and tok.post_processor.with_ids(vocab),
        "padding": tok.padding and tok.padding.with_ids(vocab),
    }
