"""The tokenizer: how it is trained, given more tokens, set up, written to a file and read from one.

What it does with a text is in `pipeline`.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from minitok import serialization, trainers
from minitok.added_tokens import AddedToken
from minitok.display import line, table
from minitok.encoding import Direction
from minitok.lengths import Padding, Strategy, Truncation
from minitok.pipeline import Pipeline
from minitok.trainers import Trainer


class Tokenizer(Pipeline):
    """A model and the parts around it.

    >>> tok = Tokenizer(BPE())
    >>> tok.pre_tokenizer = ByteLevel(pattern=GPT4_PATTERN)
    >>> tok.decoder = decoders.ByteLevel()
    >>> tok.train_from_iterator(texts, BpeTrainer(vocab_size=1000, special_tokens=["<|endoftext|>"]))
    >>> tok.decode(tok.encode("hello"))
    'hello'

    `encode` gives ids, and nothing else, fast. Calling the tokenizer gives an `Encoding`, with everything.
    """

    # Training

    def train_from_iterator(
        self, texts: Iterable[str | Sequence[str]], trainer: Trainer, *, show_progress: bool = False
    ) -> None:
        """Learn a vocabulary from texts, or from batches of them, which are read once and not kept.

        The model keeps its options, such as `unk_token`; its vocabulary is replaced. Tokens added beyond it come after
        the new one, and the template gets the new ids. Behind a byte-level pre-tokenizer the vocabulary always holds
        all 256 bytes. Raises ValueError if the texts hold no word or the template's tokens would be gone, TypeError if
        `texts` is a bare string or the trainer makes another kind of model; nothing has changed then.
        """
        added = {id: token for id, token in self.added_tokens.tokens.items() if self.model.id_to_token(id) is None}
        self._train(texts, trainer, trainer.special_tokens, added.values(), show_progress)

    def train(self, files: Sequence[str | os.PathLike[str]], trainer: Trainer, *, show_progress: bool = False) -> None:
        """Learn a vocabulary from text files in UTF-8; otherwise as `train_from_iterator`."""
        if isinstance(files, (str, os.PathLike)):
            raise TypeError(f"files is one path, which is no list of paths: write [{str(files)!r}]")
        self.train_from_iterator((_read(file) for file in files), trainer, show_progress=show_progress)

    def train_new_from_iterator(self, texts: Iterable[str | Sequence[str]], vocab_size: int) -> "Tokenizer":
        """A new tokenizer with the parts and special tokens of this one, and a vocabulary learned from other texts."""
        from copy import copy  # here, so that `import minitok` stays quick

        tok = copy(self)
        tokens = [token for _, token in sorted(self.added_tokens.tokens.items())]
        special = [token.content for token in tokens if token.special]
        trainer = trainers.for_model(self.model, vocab_size=vocab_size, special_tokens=special)
        tok._train(texts, trainer, special, tokens, False)
        return tok

    def _train(
        self,
        texts: Iterable[str | Sequence[str]],
        trainer: Trainer,
        special: Iterable[str],
        added: Iterable[AddedToken],
        show_progress: bool,
    ) -> None:
        """Train, then make `special` and `added` the added tokens; a failure changes nothing."""
        if isinstance(texts, str):
            raise TypeError("texts is a string, which would be read letter by letter: put it in a list, [text]")
        counts = trainers.count_words(_one_by_one(texts, show_progress), self.pre_tokenizer, self.normalizer)
        if not counts:
            raise ValueError(
                "there is nothing to learn from: the texts hold no word. "
                "A generator can be read once only; make it anew, or pass a list"
            )
        if self.pre_tokenizer is not None:
            counts.update(dict.fromkeys(self.pre_tokenizer.alphabet, 0))
        trained = Tokenizer(self.model.retrained(trainer.train(counts)))
        options = {token.content: token for token in self.added_tokens.tokens.values()}
        trained.add_special_tokens([options.get(t, t) for t in special if t in trained.model.vocab])
        trained._add([token for token in added if token.content not in trained.added_tokens.ids])
        processor = self.post_processor and self.post_processor.with_ids(trained.vocab)
        padding = self.padding and self.padding.with_ids(trained.vocab)
        self.model, self.added_tokens = trained.model, trained.added_tokens
        self.post_processor, self.padding = processor, padding

    # Tokens beside the model

    def add_tokens(self, tokens: str | AddedToken | Sequence[str | AddedToken]) -> int:
        """Give tokens the next free ids, so that they are cut from a text before the model sees it; how many.

        Raises ValueError on one that is there already, and then none is added.
        """
        return self._add([_as_added(token) for token in _several(tokens)])

    def _add(self, tokens: Sequence[AddedToken]) -> int:
        known = dict(self.vocab)
        first_id = next_id = max(known.values(), default=-1) + 1
        for token in tokens:
            if known.get(token.content, -1) >= first_id:
                raise ValueError(f"{token.content!r} is given twice: leave one out. No token was added")
            if token.content in known:
                raise ValueError(
                    f"{token.content!r} is in the vocabulary already, with the id {known[token.content]}: leave it "
                    "out, or make it special with add_special_tokens. No token was added"
                )
            known[token.content] = next_id
            next_id += 1
        self.added_tokens = self.added_tokens.plus({known[token.content]: token for token in tokens})
        return len(tokens)

    def add_special_tokens(self, tokens: str | AddedToken | Sequence[str | AddedToken]) -> int:
        """Make tokens special: cut from a text first, left out when decoding. How many were no added tokens before.

        One that the vocabulary has keeps its id, any other gets the next free one.
        """
        special = {token.content: token for token in (_as_special(token) for token in _several(tokens))}
        known = self.vocab
        next_id = max(known.values(), default=-1) + 1
        ids = {content: known[content] for content in special if content in known}
        ids |= {content: id for id, content in enumerate((one for one in special if one not in known), next_id)}
        before = len(self.added_tokens.tokens)
        self.added_tokens = self.added_tokens.plus({ids[content]: token for content, token in special.items()})
        return len(self.added_tokens.tokens) - before

    # Lengths

    def enable_truncation(
        self, max_length: int, *, stride: int = 0, strategy: Strategy = "longest_first", direction: Direction = "right"
    ) -> None:
        """Cut what has over `max_length` tokens, the template's included; `stride` of them repeat in the overflow."""
        self.truncation = Truncation(max_length, stride, strategy, direction).check()

    def no_truncation(self) -> None:
        """Cut nothing."""
        self.truncation = None

    def enable_padding(
        self,
        *,
        pad_token: str = "[PAD]",
        length: int | None = None,
        pad_to_multiple_of: int | None = None,
        direction: Direction = "right",
    ) -> None:
        """Fill up with `pad_token` to `length` tokens, or to the longest of a batch, or to a multiple of a number.

        Raises ValueError if `pad_token` has no id.
        """
        pad_id = self.token_to_id(pad_token)
        if pad_id is None:
            raise ValueError(f"{pad_token!r} has no id: add it with add_special_tokens first")
        self.padding = Padding(pad_id, pad_token, length, pad_to_multiple_of, direction).check()

    def no_padding(self) -> None:
        """Fill up nothing."""
        self.padding = None

    # Files

    def to_dict(self) -> dict[str, Any]:
        """The tokenizer as data, in the shape of Hugging Face's `tokenizer.json`."""
        return serialization.write(serialization.Parts(**{name: getattr(self, name) for name in PARTS}))

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Tokenizer":
        """The tokenizer that `to_dict` wrote. Raises ValueError on data that is damaged or asks for other parts."""
        parts = serialization.read(data)
        tok = cls(parts.model)
        for name in PARTS:
            setattr(tok, name, getattr(parts, name))
        return tok

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a `tokenizer.json`; a file that is there already is replaced only once the new one is whole."""
        serialization.save(self.to_dict(), path)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> "Tokenizer":
        """The tokenizer in a `tokenizer.json`. Raises ValueError, naming the file, if it is damaged."""
        try:
            return cls.from_dict(serialization.load(path))
        except ValueError as error:
            raise ValueError(f"cannot load {os.fspath(path)}: {error}") from error

    @classmethod
    def from_pretrained(cls, name: str) -> "Tokenizer":
        """A published tokenizer by its name on the Hugging Face hub, such as `openai-community/gpt2`.

        It is fetched once and kept where all libraries keep such files. What minitok does not have is a ValueError.
        """
        from minitok import hub  # here, since nothing else needs it

        return cls.from_file(hub.tokenizer_file(name))

    # For the eye

    def _repr_html_(self) -> str:
        parts = {**self._parts(), "special tokens": line(self._special()) or None, "vocab_size": f"{self.vocab_size:,}"}
        return table(("part", "is"), [(name, "none" if part is None else part) for name, part in parts.items()])

    def __repr__(self) -> str:
        special = self._special()
        more = f" and {len(special) - FEW} more" if len(special) > FEW else ""
        _, *parts = {**self._parts(), "special_tokens": f"{special[:FEW]}{more}" if special else None}.items()
        return f"Tokenizer({self.model}{''.join(f', {name}={part}' for name, part in parts if part)})"

    def _parts(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in PARTS if name != "added_tokens"}

    def _special(self) -> list[str]:
        return [token.content for token in self.added_tokens.tokens.values() if token.special]


PARTS = serialization.Parts._fields
FEW = 8


def _one_by_one(texts: Iterable[str | Sequence[str]], show_progress: bool) -> Iterator[str]:
    """The texts, those of batches too, with a bar that counts them."""
    if show_progress:
        from tqdm.auto import tqdm  # here, since the core needs nothing but regex

        texts = tqdm(texts, desc="Counting words", unit=" texts")
    for text in texts:
        yield from [text] if isinstance(text, str) else text


def _several(tokens: str | AddedToken | Sequence[str | AddedToken]) -> Sequence[str | AddedToken]:
    return [tokens] if isinstance(tokens, (str, AddedToken)) else tokens


def _as_added(token: str | AddedToken) -> AddedToken:
    return token if isinstance(token, AddedToken) else AddedToken(token)


def _as_special(token: str | AddedToken) -> AddedToken:
    if isinstance(token, AddedToken):
        return AddedToken(token.content, **{**token.options, "special": True})
    return AddedToken(token, special=True)


def _read(file: str | os.PathLike[str]) -> str:
    with open(file, encoding="utf-8") as opened:
        return opened.read()
