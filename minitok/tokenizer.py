"""The tokenizer: encode, decode, train, add tokens, save.

The stages of encoding are in `pipeline.py`, the way back is in `decoding.py`.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain
from typing import TYPE_CHECKING, Any, Never, Unpack, overload

from minitok import pipeline
from minitok.added_tokens import AddedToken, Tokens
from minitok.assembly import Parts
from minitok.decoding import decode_ids, decode_parts
from minitok.encoding import (
    Encoding,
    Padding,
    PaddingOptions,
    Truncation,
    TruncationOptions,
)
from minitok.garbage_collector import garbage_collector_off
from minitok.options import Options, Special
from minitok.policy import EVERY_TOKEN
from minitok.steps import Stages
from minitok.trainers import Trainer, count_words, trainer_like
from minitok.trainers.retraining import check_trainer, retrain
from minitok.trainers.trainer import progress
from minitok.validation import (
    check_list,
    check_options,
    check_texts,
    format_entries,
    refuse_attribute,
)

Texts = Iterable[str | Sequence[str]]  # single texts, or batches of them
Path = str | os.PathLike[str]


SUMMARY = (
    "model",
    "normalizer",
    "pre_tokenizer",
    "post_processor",
    "decoder",
    "truncation",
    "padding",
)


class Tokenizer(Parts):
    """A model and the parts around it: `tok.decoder = decoders.ByteLevel()`.

    >>> Tokenizer(models.WordPiece({"hug": 0, "##s": 1}))("hugs").tokens
    ['hug', '##s']
    """

    if not TYPE_CHECKING:
        __getattr__ = refuse_attribute

    def encode(
        self,
        text: str,
        *,
        add_special_tokens: bool = True,
        allowed_special: Special | None = None,
        disallowed_special: Special | None = None,
        as_text: bool = False,
        **others: Never,
    ) -> list[int]:
        """The ids of a text, the same as `tok(text).ids`.

        (A model with dropout draws again each time.) `add_special_tokens=False` leaves
        out the template. The other options decide about special tokens in the text:

            allowed_special  disallowed_special  as_text
            -                -                   -        all are found
            {"<a>"}          -                   -        <a> is found, others are text
            -                {"<b>"}             -        <b> raises, others are text
            -                "all"               -        all raise
            {"<a>"}          "all"               -        <a> is found, others raise
            -                -                   True     all are text
            {"<a>"}          -                   True     <a> is found, others are text

        What is text goes to the model, which may make the same token of it. A token
        that is disallowed raises ValueError where the text itself holds it; if only the
        normalizer or the model would make it, it is never made, unless it is allowed,
        too.
        `as_text=True` is for text that others wrote, and is about every added token:
        nothing in the text becomes one except the unknown token, not even by way of the
        normalizer or the model, unless `allowed_special` names it.
        """
        (encoding,) = pipeline.encode_all(
            self,
            [(text,)],
            spans=False,
            add_special_tokens=add_special_tokens,
            allowed_special=allowed_special,
            disallowed_special=disallowed_special,
            as_text=as_text,
            **others,
        )
        return encoding.ids

    @overload
    def __call__(  # type: ignore[overload-overlap]  # a str is iterable, too
        self, text: str, pair: str | None = None, **options: Unpack[Options]
    ) -> Encoding: ...
    @overload
    def __call__(
        self, text: Iterable[str | tuple[str, str]], **options: Unpack[Options]
    ) -> list[Encoding]: ...
    def __call__(
        self, text: Any, pair: str | None = None, **options: Unpack[Options]
    ) -> Any:
        """The `Encoding` of a text or a pair, with the options of `encode`.

        For a list of texts and pairs, a list of encodings.
        """
        if isinstance(text, str):
            texts = (text,) if pair is None else (text, pair)
            (encoding,) = pipeline.encode_all(self, [texts], spans=True, **options)
            return encoding
        if pair is not None:
            raise TypeError(
                "a list of texts takes its pairs as tuples: "
                'tok([("a text", "its pair"), ...])'
            )
        batch = map(_as_tuple, check_texts(text))
        with garbage_collector_off():
            return list(pipeline.encode_all(self, batch, spans=True, **options))

    @garbage_collector_off()
    def encode_batch(
        self, texts: Iterable[str], **options: Unpack[Options]
    ) -> list[list[int]]:
        """The ids of each text, with the options of `encode`."""
        batch = [(text,) for text in check_texts(texts)]
        encodings = pipeline.encode_all(self, batch, spans=False, **options)
        return [encoding.ids for encoding in encodings]

    def tokenize(self, text: str) -> list[str]:
        """The tokens of a text, without template, truncation or padding."""
        return pipeline.encode_text(self, text, EVERY_TOKEN, spans=True).tokens

    def stages(self, text: str) -> Stages:
        """What each stage makes of a text."""
        return pipeline.stages(self, text)

    def apply_chat_template(
        self, messages: Sequence[Mapping[str, Any]], **options: Any
    ) -> Any:
        """The ids of a chat, such as `[{"role": "user", "content": "Hi!"}]`.

        The options are those of `minitok.chat.apply_chat_template`.
        """
        from minitok import chat  # imported here, since it needs Jinja2

        return chat.apply_chat_template(self, messages, **options)

    def decode(
        self,
        ids: Iterable[int],
        *,
        skip_special_tokens: bool = True,
        errors: str = "replace",
    ) -> str:
        """The text of some ids. Raises ValueError if no token has one of them.

        Without a decoder, spaces join the tokens. If ids end inside a character,
        `errors` works as in `bytes.decode`.
        """
        return decode_ids(self, ids, skip_special_tokens, errors)

    def decode_batch(
        self,
        batch: Iterable[Iterable[int]],
        *,
        skip_special_tokens: bool = True,
        errors: str = "replace",
    ) -> list[str]:
        """The text of each list of ids, with the options of `decode`."""
        return [decode_ids(self, ids, skip_special_tokens, errors) for ids in batch]

    def decode_stream(self, ids: Iterable[int]) -> Iterator[str]:
        """Yield the text of ids that arrive one by one, as soon as it is certain.

        Joined, it equals `decode(ids)`.
        """
        special = self.added_tokens.special
        ordinary = (id for id in ids if id not in special)
        return filter(None, decode_parts(self, ordinary))

    def train_from_iterator(
        self, texts: Texts, trainer: Trainer, *, show_progress: bool = False
    ) -> None:
        """Replace the vocabulary by one learned from texts, which are read once.

        The model keeps its options, except those that the trainer has. Tokens that were
        added to its old vocabulary follow the new one, and the template gets the new
        ids. Raises ValueError if the texts hold no word or the template loses a token,
        TypeError if the trainer makes another kind of model. After an error the
        tokenizer is unchanged.
        """
        check_trainer(trainer, self.model)  # before the texts are read
        counts = self._count_words(texts, show_progress)
        self.train_from_counts(counts, trainer, show_progress=show_progress)

    def train(
        self, files: Sequence[Path], trainer: Trainer, *, show_progress: bool = False
    ) -> None:
        """Learn from the lines of UTF-8 text files, as Hugging Face's library does."""
        check_list(files, "files", "paths: write ['corpus.txt']")
        lines = chain.from_iterable(map(read_lines, files))
        self.train_from_iterator(lines, trainer, show_progress=show_progress)

    def train_from_counts(
        self,
        counts: Mapping[str, int],
        trainer: Trainer,
        *,
        show_progress: bool = False,
    ) -> None:
        """Train on the counts from `trainers.count_words`."""
        check_trainer(trainer, self.model)
        special = trainer.special_tokens
        added = self._beyond_model()
        self.exchange(retrain(self, trainer, counts, special, added, show_progress))

    def train_new_from_iterator(self, texts: Texts, vocab_size: int) -> "Tokenizer":
        """A new tokenizer, with a vocabulary learned from other texts.

        It has the parts and special tokens of this one.
        """
        added = [token for _, token in sorted(self.added_tokens.tokens.items())]
        special = [token for token in added if token.special]
        trainer = trainer_like(
            self.model, vocab_size=vocab_size, special_tokens=special
        )
        tok = copy(self)
        counts = self._count_words(texts)
        tok.exchange(retrain(self, trainer, counts, (), added))
        return tok

    def _count_words(
        self, texts: Texts, show_progress: bool = False
    ) -> Mapping[str, int]:
        singly = chain.from_iterable(map(_as_batch, check_texts(texts)))
        counted = progress(singly, show_progress, "Counting words", " texts")
        return count_words(counted, self.pre_tokenizer, self.normalizer)

    @property
    def vocab(self) -> Mapping[str, int]:
        """The id of each token, as a new dict."""
        return {**self.model.vocab, **self.added_tokens.ids}

    @property
    def vocab_size(self) -> int:
        """The number of tokens, including added tokens."""
        return len(self.model.vocab) + len(self._beyond_model())

    def _beyond_model(self) -> list[AddedToken]:
        """The added tokens that the model does not have."""
        tokens = self.added_tokens.tokens
        return [tokens[id] for id in tokens if self.model.id_to_token(id) is None]

    def get_added_vocab(self) -> dict[str, int]:
        """The id of each added token, even if the model has the token, too.

        (The name is from transformers.)
        """
        return dict(self.added_tokens.ids)

    def token_to_id(self, token: str) -> int | None:
        """The id of a token, or None if the vocabulary lacks it."""
        return self.added_tokens.ids.get(token, self.model.vocab.get(token))

    def id_to_token(self, id: int) -> str | None:
        """The token with this id, or None if no token has it."""
        added = self.added_tokens.tokens.get(id)
        if added is not None:
            return added.content
        return self.model.id_to_token(id)

    def add_tokens(self, tokens: Tokens) -> int:
        """Give new tokens the next free ids. Returns how many.

        Raises ValueError, and adds none, if one exists. An `AddedToken` that the model
        has keeps its id there, and from now on is cut from texts wherever it occurs.
        """
        return self._add(tokens, special=False)

    def add_special_tokens(self, tokens: Tokens | Mapping[str, Any]) -> int:
        """Add tokens that decoding leaves out. Returns how many are new.

        A token in the vocabulary keeps its id. With `{"pad_token": "<pad>"}`, as in
        transformers, `special_tokens_map` gets the role, too.
        """
        if not isinstance(tokens, Mapping):
            return self._add(tokens, special=True)
        count = self._add(tokens.values(), special=True)
        roles = dict(self.special_tokens_map)
        for role, token in tokens.items():
            roles[role] = getattr(token, "content", token)
        self.special_tokens_map = roles
        return count

    def _add(self, tokens: Tokens, special: bool) -> int:
        before = self.added_tokens
        after = before.plus(tokens, self.model.vocab, special=special)
        self.added_tokens = after
        return len(after.tokens) - len(before.tokens)

    def enable_truncation(
        self, max_length: int, **options: Unpack[TruncationOptions]
    ) -> None:
        """Cut texts to `max_length` tokens, including the template's.

        The options are those of `Truncation`.
        """
        check_options("tok.enable_truncation", options, Truncation.__annotations__)
        self.truncation = Truncation(max_length, **options)

    def no_truncation(self) -> None:
        """Stop truncating."""
        self.truncation = None

    def enable_padding(
        self, *, pad_token: str = "[PAD]", **options: Unpack[PaddingOptions]
    ) -> None:
        """Pad to `length` tokens, by default the longest of a batch.

        The options are those of `Padding`.
        """
        check_options("tok.enable_padding", options, PaddingOptions.__annotations__)
        pad_id = self.token_to_id(pad_token)
        if pad_id is None:
            raise ValueError(
                f"{pad_token!r} has no id: add it with add_special_tokens first"
            )
        self.padding = Padding(pad_id, pad_token, **options)

    def no_padding(self) -> None:
        """Stop padding."""
        self.padding = None

    def to_dict(self) -> dict[str, Any]:
        """The tokenizer as data, in the format of Hugging Face's `tokenizer.json`."""
        # Imported here and below, since only files need it.
        from minitok.interop import tokenizer_json

        return tokenizer_json.to_dict(self)

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> "Tokenizer":
        """The tokenizer that `to_dict` wrote.

        Raises ValueError if the data is damaged or needs parts that minitok lacks.
        """
        from minitok.interop import tokenizer_json

        return _assemble(tokenizer_json.read_parts, data)

    def save(self, path: Path) -> None:
        """Write a `tokenizer.json`.

        An existing file is replaced only when the new one is complete.
        """
        from minitok.interop import tokenizer_json

        tokenizer_json.save(self, path)

    @staticmethod
    def from_file(path: Path) -> "Tokenizer":
        """The tokenizer in a `tokenizer.json`.

        Raises ValueError, with the name of the file, if it is damaged.
        """
        from minitok.interop import tokenizer_json

        return _assemble(tokenizer_json.read_file, path)

    @staticmethod
    def from_pretrained(name: Path) -> "Tokenizer":
        """A tokenizer from the Hugging Face hub, or from a folder.

        What is on the hub is downloaded once; a folder is one that transformers saved.
        Raises ValueError if something is missing, damaged or what minitok lacks.
        """
        from minitok.interop import folders

        return _assemble(folders.read_pretrained, name)

    def __repr__(self) -> str:
        fields = [repr(self.model)]
        for name, part in summarize(self).items():
            if part is not None and name != "model":
                fields.append(f"{name}={part}")
        return f"Tokenizer({', '.join(fields)})"


@garbage_collector_off()
def _assemble(read: Callable[[Any], dict[str, Any]], source: Any) -> Tokenizer:
    """The tokenizer whose parts a function reads."""
    parts = read(source)
    tok = Tokenizer(parts["model"])
    tok.exchange(parts)
    return tok


def summarize(tok: Tokenizer) -> dict[str, Any]:
    """The parts by name, and the first special tokens; None where there is none."""
    tokens = tok.added_tokens.tokens.values()
    special = [token.content for token in tokens if token.special]
    summary = {name: getattr(tok, name) for name in SUMMARY}
    names = format_entries(tuple(special), most=8)
    summary["special_tokens"] = names if special else None
    return summary


def read_lines(file: Path) -> Iterator[str]:
    """The lines of a UTF-8 file, with line endings. ValueError if it is not UTF-8."""
    try:
        with open(file, encoding="utf-8", newline="\n") as lines:
            yield from lines
    except UnicodeDecodeError as error:
        raise ValueError(
            f"{file} is not UTF-8, so read it as what it is, such as with "
            'Path(...).read_text(encoding="latin-1"), and call train_from_iterator'
        ) from error


def _as_tuple(entry: str | tuple[str, str]) -> tuple[str, ...]:
    """A pair of texts as it is, a single text as a tuple."""
    if isinstance(entry, tuple) and len(entry) == 2:
        return entry
    return (entry,)


def _as_batch(texts: str | Sequence[str]) -> Sequence[str]:
    """A batch of texts as it is, anything else as a list."""
    if isinstance(texts, Iterable) and not isinstance(texts, (str, bytes, Mapping)):
        return texts
    return [texts]
