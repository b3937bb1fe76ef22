"""The tokenizer: train it, add tokens, set lengths, save and load it. The module `pipeline` encodes and decodes."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from minitok import tokenizer_json
from minitok.added_tokens import AddedToken, AddedTokens
from minitok.batches import text_of
from minitok.chat import Chat
from minitok.display import line, table
from minitok.encoding import Direction, Padding, Strategy, Truncation
from minitok.mistakes import checked_list, checked_text, checked_texts
from minitok.parts import converted
from minitok.speed import pieces, progress, safe_cuts, showing_progress
from minitok.trainers import Trainer, count_words, trainer_like

Texts = Iterable[str | Sequence[str]]  # single texts, or batches of them
MAX_REPR_TOKENS = 8
NOT_SHOWN = ("added_tokens", "special_tokens_map", "chat_template")


class Tokenizer(Chat):
    """A model and the parts around it.

    >>> tok = Tokenizer(BPE())
    >>> tok.pre_tokenizer = ByteLevel(pattern=GPT4_PATTERN)
    >>> tok.decoder = decoders.ByteLevel()
    >>> tok.train_from_iterator(texts, BpeTrainer(vocab_size=1000, special_tokens=["<|endoftext|>"]))
    >>> tok.decode(tok.encode("hello"))
    'hello'
    """

    def train_from_iterator(self, texts: Texts, trainer: Trainer, *, show_progress: bool = False) -> None:
        """Replace the vocabulary by one learned from texts, which are read once and not kept.

        The model keeps its options but for those that the trainer has, such as `end_of_word_suffix`. Tokens added to
        its old vocabulary follow the new one, and the template gets the new ids. With a byte-level pre-tokenizer, all
        256 bytes are in the vocabulary, unless its tokens are words. Raises ValueError if the texts contain no word or
        the template loses a token, TypeError if `texts` is a bare string or the trainer makes another kind of model;
        then the tokenizer stays as it was.
        """
        self._train(lambda: self._count(texts), trainer, show_progress)

    def train(self, files: Sequence[str | os.PathLike[str]], trainer: Trainer, *, show_progress: bool = False) -> None:
        """Learn from UTF-8 text files, read in pieces, or whole where no safe cut is known (`encode_iterable`)."""
        if isinstance(files, (str, os.PathLike)):
            raise TypeError(f"files is one path, which is not a list of paths: write [{str(files)!r}]")
        files = [Path(file) for file in checked_list(files, "files", "paths: write ['corpus.txt']")]
        cuts = safe_cuts(self.normalizer, self.pre_tokenizer)
        texts = chain.from_iterable(pieces(text_of(file), cuts) for file in files)
        self._train(lambda: self._count(texts, sum(map(os.path.getsize, files))), trainer, show_progress)

    def train_from_counts(
        self, word_counts: Mapping[str, int], trainer: Trainer, *, show_progress: bool = False
    ) -> None:
        """Learn the same from the words of texts, as `trainers.count_words` or `cluster.count_words` counts them."""
        self._train(lambda: word_counts, trainer, show_progress)

    def train_new_from_iterator(self, texts: Texts, vocab_size: int) -> "Tokenizer":
        """A new tokenizer with the parts and special tokens of this one, and a vocabulary learned from other texts."""
        tok = type(self)(self.model)
        vars(tok).update({**self._parts(), "special_tokens_map": dict(self.special_tokens_map)})
        tokens = [token for _, token in sorted(self.added_tokens.tokens.items())]
        special = [token.content for token in tokens if token.special]
        trainer = trainer_like(self.model, vocab_size=vocab_size, special_tokens=special)
        tok._train(lambda: tok._count(texts), trainer, added=tokens)
        return tok

    def _count(self, texts: Texts, size: int | None = None) -> Mapping[str, int]:
        """Count the words of texts, whose size in bytes may be known."""
        each = _one_by_one(checked_texts(texts))
        shown = progress(each, "Counting words", "B", size, lambda text: len(text.encode("utf-8", "surrogatepass")))
        return count_words(shown, self.pre_tokenizer, self.normalizer)

    def _train(
        self,
        word_counts: Callable[[], Mapping[str, int]],
        trainer: Trainer,
        show_progress: bool = False,
        added: Sequence[AddedToken] | None = None,
    ) -> None:
        """Train, then make `added` the added tokens, or the trainer's and those here; an error changes nothing."""
        special = converted(trainer, Trainer, "trainer").special_tokens
        if added is None:
            added = [token for id, token in self.added_tokens.tokens.items() if self.model.id_to_token(id) is None]
        else:
            special = [token for token in added if token.special]
        if trainer.makes is not type(self.model):
            raise TypeError(
                f"this trainer makes a {trainer.makes.__name__}, but the tokenizer's model is a "
                f"{type(self.model).__name__}: give each model its own trainer"
            )
        with showing_progress(show_progress):
            learned = trainer.learn_from_counts(word_counts(), self.pre_tokenizer)
        model = self.model.replace(**learned)
        options = {token.content: token for token in self.added_tokens.tokens.values()}
        options |= {token.content: token for token in special if isinstance(token, AddedToken)}
        names = [token if isinstance(token, str) else token.content for token in special]
        found = [options.get(name, AddedToken(name, special=True)) for name in names if name in model.vocab]
        tokens = AddedTokens().plus(found, model.vocab, special=True)
        others = [token for token in added if token.content not in tokens.ids]
        tokens = tokens.plus(others, model.vocab, special=False)
        vocab = {**model.vocab, **tokens.ids}
        processor = self.post_processor and self.post_processor.with_ids(vocab)
        padding = self.padding and self.padding.with_ids(vocab)
        self.model, self.added_tokens, self.post_processor, self.padding = model, tokens, processor, padding

    @property
    def vocab(self) -> Mapping[str, int]:
        """The id of each token, as a new dict."""
        return {**self.model.vocab, **self.added_tokens.ids}

    @property
    def vocab_size(self) -> int:
        """The number of tokens, including added tokens."""
        return len(self.model.vocab) + sum(self.model.id_to_token(id) is None for id in self.added_tokens.tokens)

    def get_added_vocab(self) -> dict[str, int]:
        """The id of each added token, even if the model has the token too. (The name is from transformers.)"""
        return dict(self.added_tokens.ids)

    def token_to_id(self, token: str) -> int | None:
        """The id of a token, or None if the vocabulary lacks it."""
        return self.added_tokens.ids.get(converted(token, str, "token"), self.model.token_to_id(token))

    def add_tokens(self, tokens: str | AddedToken | Sequence[str | AddedToken]) -> int:
        """Give new tokens the next free ids. Returns how many. Raises ValueError, and adds none, if one exists.

        An `AddedToken` that the model has keeps its id there, and from now on is cut from texts wherever it occurs.
        """
        given = _listed(tokens)
        new, adopted = _added(given, special=False), [t.content for t in given if isinstance(t, AddedToken)]
        self.added_tokens = self.added_tokens.plus(new, self.model.vocab, special=False, adopted=adopted)
        return len(new)

    def add_special_tokens(self, tokens: str | AddedToken | Sequence[str | AddedToken] | Mapping[str, Any]) -> int:
        """Add tokens that decoding leaves out; one in the vocabulary keeps its id. Returns how many are newly added.

        With `{"pad_token": "<pad>"}`, as in transformers, `special_tokens_map` gets the role, too.
        """
        before = len(self.added_tokens.tokens)
        roles: Mapping[str, Any] = tokens if isinstance(tokens, Mapping) else {}
        for role in roles:
            if not str(role).endswith(("_token", "_special_tokens")):
                raise ValueError(f"no special token is called {role!r}: write a list, or {{'pad_token': '<pad>'}}")
            if role.endswith("_token") and not isinstance(roles[role], (str, AddedToken)):
                raise TypeError(f"{role}={roles[role]!r} should be one token: write {{{role!r}: '<s>'}}")
        several = [token if isinstance(token, (list, tuple)) else [token] for token in roles.values()]
        new = _added([*chain(*several)] if roles else _listed(tokens), special=True)
        self.added_tokens = self.added_tokens.plus(new, self.model.vocab, special=True)
        named = {role: getattr(token, "content", token) for role, token in roles.items() if role.endswith("_token")}
        self.special_tokens_map = {**self.special_tokens_map, **named}
        return len(self.added_tokens.tokens) - before

    def enable_truncation(
        self, max_length: int, *, stride: int = 0, strategy: Strategy = "longest_first", direction: Direction = "right"
    ) -> None:
        """Cut texts to `max_length` tokens, including the template's; windows of the overflow share `stride` tokens."""
        truncation = Truncation(max_length, stride, strategy, direction)
        if truncation.stride >= truncation.max_length > 0:  # a file may hold it, and use it where a text fits
            raise ValueError(f"stride={stride} leaves windows of {max_length} nothing new: make it smaller")
        self.truncation = truncation

    def no_truncation(self) -> None:
        """Stop truncating."""
        self.truncation = None

    def enable_padding(
        self,
        *,
        pad_token: str = "[PAD]",
        length: int | None = None,
        pad_to_multiple_of: int | None = None,
        direction: Direction = "right",
    ) -> None:
        """Pad to `length` tokens, or to the longest text of a batch. Raises ValueError if `pad_token` has no id."""
        pad_id = self.token_to_id(converted(pad_token, str, "pad_token"))
        if pad_id is None:
            raise ValueError(f"{pad_token!r} has no id: add it with add_special_tokens first")
        self.padding = Padding(pad_id, pad_token, length, pad_to_multiple_of, direction)

    def no_padding(self) -> None:
        """Stop padding."""
        self.padding = None

    def to_dict(self) -> dict[str, Any]:
        """The tokenizer as data, in the format of Hugging Face's `tokenizer.json`."""
        return tokenizer_json.write(self._parts())

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Tokenizer":
        """The tokenizer that `to_dict` wrote. Raises ValueError if the data is damaged or needs parts minitok lacks."""
        parts = tokenizer_json.read(data)
        tok = cls(parts["model"])
        vars(tok).update(parts)
        return tok

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a `tokenizer.json`. An existing file is replaced only when the new one is complete."""
        tokenizer_json.save(self.to_dict(), path)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> "Tokenizer":
        """The tokenizer in a `tokenizer.json`. Raises ValueError, with the name of the file, if it is damaged."""
        try:
            return cls.from_dict(tokenizer_json.load(path))
        except ValueError as error:
            raise ValueError(f"cannot load {os.fspath(path)}: {error}") from error

    @staticmethod
    def from_pretrained(name: str | os.PathLike[str]) -> "Tokenizer":
        """A tokenizer from the Hugging Face hub, downloaded once, or from a folder that transformers saved.

        `from_pretrained("openai-community/gpt2")`, `from_pretrained("./folder")`: a folder of that name comes first.
        """
        from minitok import hub, pretrained  # imported here, since nothing else needs them

        name = os.fsdecode(name)
        is_path = os.path.exists(name) or name.startswith((".", os.sep))
        return pretrained.from_folder(name if is_path else hub.tokenizer_folder(name))

    def _repr_html_(self) -> str:
        parts = {**self._shown(), "special tokens": line(self._special()) or None, "vocab_size": f"{self.vocab_size:,}"}
        return table(("part", "is"), [(name, "none" if part is None else part) for name, part in parts.items()])

    def __repr__(self) -> str:
        special = self._special()
        more = f" and {len(special) - MAX_REPR_TOKENS} more" if len(special) > MAX_REPR_TOKENS else ""
        parts = {**self._shown(), "special_tokens": f"{special[:MAX_REPR_TOKENS]}{more}" if special else None}
        named = [f"{name}={part}" for name, part in parts.items() if part and name != "model"]
        return f"Tokenizer({', '.join([repr(self.model), *named])})"

    def _parts(self) -> dict[str, Any]:
        return {name: part for name, part in vars(self).items() if name[0] != "_"}

    def _shown(self) -> dict[str, Any]:
        return {name: part for name, part in self._parts().items() if name not in NOT_SHOWN}

    def _special(self) -> list[str]:
        return [token.content for token in self.added_tokens.tokens.values() if token.special]


def _one_by_one(texts: Texts) -> Iterator[str]:
    """Yield each text, also from batches."""
    for text in texts:
        is_one = isinstance(text, (str, bytes, Mapping)) or not hasattr(text, "__iter__")
        yield from map(checked_text, [text] if is_one else text)


def _listed(tokens: Any) -> list[str | AddedToken]:
    several = [tokens] if isinstance(tokens, (str, AddedToken)) else tokens
    return [*checked_list(several, "tokens", "strings or AddedTokens: write ['<s>']")]


def _added(tokens: Iterable[str | AddedToken], *, special: bool) -> list[AddedToken]:
    return [token if isinstance(token, AddedToken) else AddedToken(token, special=special) for token in tokens]
