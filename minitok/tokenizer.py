"""The tokenizer, whole: it encodes, decodes, learns, takes new tokens, is saved. `pipeline.py` has the stages."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain
from typing import Any, get_args, overload

from minitok import much_text, pipeline
from minitok.added_tokens import EVERY_TOKEN, Tokens
from minitok.assembly import Parts
from minitok.cache import garbage_collector_off
from minitok.decoders import Errors
from minitok.decoding import decoded, decoded_parts
from minitok.encoding import Encoding, Padding, Truncation
from minitok.policy import Special
from minitok.steps import Stages, table
from minitok.trainers import Trainer, count_words, trainer_like
from minitok.trainers.trainer import checked_trainer, progress, retrained
from minitok.validation import check_choice, check_list, check_texts, format_entries

SHOWN = (
    "model",
    "normalizer",
    "pre_tokenizer",
    "post_processor",
    "decoder",
    "truncation",
    "padding",
)
Texts = Iterable[str | Sequence[str]]  # single texts, or batches of them
Path = str | os.PathLike[str]


class Tokenizer(Parts):
    """A model and the parts around it, which can be exchanged: `tok.decoder = decoders.ByteLevel()`.

    >>> Tokenizer(models.WordPiece({"hug": 0, "##s": 1}))("hugs").tokens
    ['hug', '##s']
    """

    def encode(
        self,
        text: str,
        *,
        add_special_tokens: bool = True,
        allowed_special: Special = "all",
        disallowed_special: Special = (),
        as_text: bool = False,
    ) -> list[int]:
        """The ids of a text, the same as `tok(text).ids` (but for a model with dropout, which draws anew).

        `add_special_tokens=False` leaves out the template. Special tokens in the text become tokens if they are in
        `allowed_special`, and raise ValueError if they are in `disallowed_special`, where `"all"` means all that are
        not allowed by name; others are ordinary text. `as_text=True` is for text that others wrote: nothing in it
        becomes an added token but the unknown one, not even by way of the normalizer or the model, unless
        `allowed_special` names it.
        """
        options = add_special_tokens, allowed_special, disallowed_special, as_text
        return pipeline.encode_all(self, [(text,)], False, *options)[0].ids

    @overload
    def __call__(
        self, text: str, pair: str | None = None, **options: Any
    ) -> Encoding: ...
    @overload
    def __call__(
        self, text: Iterable[str | tuple[str, str]], **options: Any
    ) -> list[Encoding]: ...
    def __call__(self, text: Any, pair: str | None = None, **options: Any) -> Any:
        """The `Encoding` of a text or a pair, with the options of `encode`; of a list of texts and pairs, a list."""
        is_one = isinstance(text, str | bytes) or not isinstance(text, Iterable)
        if pair is not None and not is_one:
            raise TypeError(
                'a list of texts takes its pairs as tuples: tok([("a text", "its pair"), ...])'
            )
        batch = (
            [text if pair is None else (text, pair)] if is_one else check_texts(text)
        )
        pairs = [
            entry if isinstance(entry, tuple) and len(entry) == 2 else (entry,)
            for entry in batch
        ]
        with garbage_collector_off():
            found = pipeline.encode_all(self, pairs, True, **options)
        return found[0] if is_one else found

    def encode_batch(
        self, texts: Iterable[str], *, processes: int = 1, **options: Any
    ) -> list[list[int]]:
        """The ids of each text, with the options of `encode`. Several `processes` share the work."""
        batch = check_texts(texts)
        if processes > 1:
            return much_text.encode_in_processes(self, batch, processes, **options)
        return [
            found.ids
            for found in pipeline.encode_all(
                self, [(text,) for text in batch], False, **options
            )
        ]

    def encode_iterable(self, chunks: Iterable[str], **options: Any) -> Iterator[int]:
        """Yield the ids of a text that arrives in chunks of any size, those that `encode` gives for the whole text.

        Where no safe place to cut is known, as with a pattern of your own, the text is read to its end first.
        ValueError if texts are truncated or padded, which needs their length.
        """
        return much_text.encode_stream(self, check_texts(chunks), **options)

    def tokenize(self, text: str) -> list[str]:
        """The tokens of a text, without template, truncation or padding."""
        return pipeline.encode_text(self, text, EVERY_TOKEN, spans=True).tokens

    def stages(self, text: str) -> Stages:
        """What each stage makes of a text."""
        return pipeline.stages(self, text)

    def apply_chat_template(
        self, messages: Sequence[Mapping[str, Any]], **options: Any
    ) -> Any:
        """The ids of a chat, such as `[{"role": "user", "content": "Hi!"}]`, as `minitok.chat` makes them."""
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

        Without a decoder, spaces join the tokens. If ids end inside a character, `errors` works as in `bytes.decode`.
        """
        return decoded(
            self,
            ids,
            skip_special_tokens,
            check_choice(errors, "errors", get_args(Errors)),
        )

    def decode_batch(self, batch: Iterable[Iterable[int]], **options: Any) -> list[str]:
        """The text of each list of ids, with the options of `decode`."""
        return [self.decode(ids, **options) for ids in batch]

    def decode_stream(self, ids: Iterable[int]) -> Iterator[str]:
        """Yield the text of ids that arrive one by one, as soon as it is certain: joined, it equals `decode(ids)`."""
        return filter(
            None,
            decoded_parts(
                self, (id for id in ids if id not in self.added_tokens.special)
            ),
        )

    def train_from_iterator(
        self, texts: Texts, trainer: Trainer, *, show_progress: bool = False
    ) -> None:
        """Replace the vocabulary by one learned from texts, which are read once and not kept.

        The model keeps its options but for those that the trainer has. Tokens added to its old vocabulary follow the
        new one, and the template gets the new ids. ValueError if the texts hold no word or the template loses a token,
        TypeError if the trainer makes another kind of model; then the tokenizer stays as it was.
        """
        checked_trainer(trainer, self.model)  # before the texts are read
        self.train_from_counts(
            self._count(texts, show_progress), trainer, show_progress=show_progress
        )

    def train(
        self, files: Sequence[Path], trainer: Trainer, *, show_progress: bool = False
    ) -> None:
        """Learn from UTF-8 text files, read in pieces, or whole where no safe cut is known."""
        texts = much_text.texts_of(
            self, check_list(files, "files", "paths: write ['corpus.txt']")
        )
        self.train_from_iterator(texts, trainer, show_progress=show_progress)

    def train_from_counts(
        self,
        counts: Mapping[str, int],
        trainer: Trainer,
        *,
        show_progress: bool = False,
    ) -> None:
        """Learn the same from the words of texts, as `trainers.count_words` counts them."""
        kept = [
            token
            for id, token in self.added_tokens.tokens.items()
            if self.model.id_to_token(id) is None
        ]
        self.exchange(retrained(self, trainer, counts, kept, show_progress))

    def train_new_from_iterator(self, texts: Texts, vocab_size: int) -> "Tokenizer":
        """A new tokenizer with the parts and special tokens of this one, and a vocabulary learned from other texts."""
        added = [token for _, token in sorted(self.added_tokens.tokens.items())]
        trainer = trainer_like(
            self.model,
            vocab_size=vocab_size,
            special_tokens=[t for t in added if t.special],
        )
        tok = copy(self)
        tok.exchange(retrained(self, trainer, self._count(texts), added))
        return tok

    def _count(self, texts: Texts, show_progress: bool = False) -> Mapping[str, int]:
        several = (
            [text] if isinstance(text, str | bytes) else text
            for text in check_texts(texts)
        )
        each = progress(
            chain.from_iterable(several), show_progress, "Counting words", " texts"
        )
        return count_words(each, self.pre_tokenizer, self.normalizer)

    @property
    def vocab(self) -> Mapping[str, int]:
        """The id of each token, as a new dict."""
        return {**self.model.vocab, **self.added_tokens.ids}

    @property
    def vocab_size(self) -> int:
        """The number of tokens, including added tokens."""
        return len(self.model.vocab) + sum(
            self.model.id_to_token(id) is None for id in self.added_tokens.tokens
        )

    def get_added_vocab(self) -> dict[str, int]:
        """The id of each added token, even if the model has the token too. (The name is from transformers.)"""
        return dict(self.added_tokens.ids)

    def token_to_id(self, token: str) -> int | None:
        """The id of a token, or None if the vocabulary lacks it."""
        return self.added_tokens.ids.get(token, self.model.vocab.get(token))

    def id_to_token(self, id: int) -> str | None:
        """The token with this id, or None if no token has it."""
        return pipeline.find_token(self, id)

    def add_tokens(self, tokens: Tokens) -> int:
        """Give new tokens the next free ids. Returns how many. Raises ValueError, and adds none, if one exists.

        An `AddedToken` that the model has keeps its id there, and from now on is cut from texts wherever it occurs.
        """
        return self._add(tokens, special=False)

    def add_special_tokens(self, tokens: Tokens | Mapping[str, Any]) -> int:
        """Add tokens that decoding leaves out; one in the vocabulary keeps its id. Returns how many are newly added.

        With `{"pad_token": "<pad>"}`, as in transformers, `special_tokens_map` gets the role, too.
        """
        if not isinstance(tokens, Mapping):
            return self._add(tokens, special=True)
        several = [
            token if isinstance(token, list | tuple) else [token]
            for token in tokens.values()
        ]
        count = self._add([*chain(*several)], special=True)
        named = {
            role: getattr(t, "content", t)
            for role, t in tokens.items()
            if role.endswith("_token")
        }
        self.special_tokens_map = {**self.special_tokens_map, **named}
        return count

    def _add(self, tokens: Any, special: bool) -> int:
        before = len(self.added_tokens.tokens)
        self.added_tokens = self.added_tokens.plus(
            tokens, self.model.vocab, special=special
        )
        return len(self.added_tokens.tokens) - before

    def enable_truncation(self, max_length: int, **options: Any) -> None:
        """Cut texts to `max_length` tokens, including the template's. Options: `stride`, `strategy` and `direction`."""
        truncation = Truncation(max_length, **options)
        if (
            truncation.stride >= truncation.max_length > 0
        ):  # a file may hold it, and use it where a text fits
            raise ValueError(
                f"stride={truncation.stride} leaves windows of {max_length} nothing new: make it smaller"
            )
        self.truncation = truncation

    def no_truncation(self) -> None:
        """Stop truncating."""
        self.truncation = None

    def enable_padding(self, *, pad_token: str = "[PAD]", **options: Any) -> None:
        """Pad to `length` tokens, by default the longest of a batch. Options: `pad_to_multiple_of` and `direction`."""
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
        from minitok.interop import (
            tokenizer_json,  # here and below, what only files need
        )

        return tokenizer_json.to_dict(self)

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> "Tokenizer":
        """The tokenizer that `to_dict` wrote. Raises ValueError if the data is damaged or needs parts minitok lacks."""
        from minitok.interop import tokenizer_json

        return tokenizer_json.from_dict(data)

    def save(self, path: Path) -> None:
        """Write a `tokenizer.json`. An existing file is replaced only when the new one is complete."""
        from minitok.interop import tokenizer_json

        tokenizer_json.save(self, path)

    @staticmethod
    def from_file(path: Path) -> "Tokenizer":
        """The tokenizer in a `tokenizer.json`. Raises ValueError, with the name of the file, if it is damaged."""
        from minitok.interop import tokenizer_json

        return tokenizer_json.from_file(path)

    @staticmethod
    def from_pretrained(name: Path) -> "Tokenizer":
        """A tokenizer from the Hugging Face hub, downloaded once, or from a folder that transformers saved."""
        from minitok.interop import folders

        return folders.from_pretrained(name)

    def __repr__(self) -> str:
        model, *others = self._shown()
        written = [f"{name}={part}" for name, part in others if part]
        return f"Tokenizer({', '.join([repr(model[1]), *written])})"

    def _repr_html_(self) -> str:
        rows = [
            (name, "none" if part is None else part) for name, part in self._shown()
        ]
        return table(("part", "is"), [*rows, ("vocab_size", f"{self.vocab_size:,}")])

    def _shown(self) -> list[tuple[str, Any]]:
        special = tuple(
            token.content
            for token in self.added_tokens.tokens.values()
            if token.special
        )
        parts = [(name, getattr(self, name)) for name in SHOWN]
        return [
            *parts,
            ("special_tokens", format_entries(special, most=8) if special else None),
        ]
