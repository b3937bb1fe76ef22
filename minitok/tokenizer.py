"""The tokenizer: train it, add tokens, set lengths, save and load it. The module `pipeline` encodes and decodes."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from minitok import tokenizer_json
from minitok.added_tokens import AddedToken, AddedTokens
from minitok.chat import Chat
from minitok.display import line, table
from minitok.encoding import Direction, Padding, Strategy, Truncation
from minitok.mistakes import checked_text, checked_texts, needs, shown
from minitok.parts import converted
from minitok.trainers import Trainer, trainer_like

if TYPE_CHECKING:
    from pathlib import Path

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

        The model keeps its options, such as `unk_token`. Tokens added to its old vocabulary follow the new one, and the
        template gets the new ids. With a byte-level pre-tokenizer, the vocabulary has all 256 bytes. Raises ValueError
        if the texts contain no word or the template loses a token, TypeError if `texts` is a bare string or the trainer
        makes another kind of model; then the tokenizer stays as it was.
        """
        converted(trainer, Trainer, "trainer")
        added = [token for id, token in self.added_tokens.tokens.items() if self.model.id_to_token(id) is None]
        self._train(texts, trainer, trainer.special_tokens, added, show_progress)

    def train(self, files: Sequence[str | os.PathLike[str]], trainer: Trainer, *, show_progress: bool = False) -> None:
        """Learn a vocabulary from UTF-8 text files, in the same way as `train_from_iterator`."""
        from pathlib import Path  # imported here to keep `import minitok` fast

        if isinstance(files, (str, os.PathLike)):
            raise TypeError(f"files is one path, which is no list of paths: write [{str(files)!r}]")
        self.train_from_iterator(map(_text_of, map(Path, files)), trainer, show_progress=show_progress)

    def train_new_from_iterator(self, texts: Texts, vocab_size: int) -> "Tokenizer":
        """A new tokenizer with the parts and special tokens of this one, and a vocabulary learned from other texts."""
        tok = type(self)(self.model)
        vars(tok).update({**self._parts(), "special_tokens_map": dict(self.special_tokens_map)})
        tokens = [token for _, token in sorted(self.added_tokens.tokens.items())]
        special = [token.content for token in tokens if token.special]
        trainer = trainer_like(self.model, vocab_size=vocab_size, special_tokens=special)
        tok._train(texts, trainer, special, tokens, False)
        return tok

    def _train(
        self, texts: Texts, trainer: Trainer, special: Sequence[Any], added: Iterable[AddedToken], show_progress: bool
    ) -> None:
        """Train, then make `special` and `added` the added tokens; an error changes nothing."""
        checked_texts(texts)
        if trainer.makes is not type(self.model):
            raise TypeError(
                f"this trainer makes a {trainer.makes.__name__}, but the tokenizer's model is a "
                f"{type(self.model).__name__}: give each model its own trainer"
            )
        learned = trainer.learn_from_texts(_one_by_one(texts, show_progress), self.pre_tokenizer, self.normalizer)
        model = self.model.replace(**learned)
        options = {token.content: token for token in self.added_tokens.tokens.values()}
        options |= {token.content: token for token in special if isinstance(token, AddedToken)}
        names = [getattr(token, "content", token) for token in special]
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
        new = _added(tokens, special=False)
        given = [tokens] if isinstance(tokens, (str, AddedToken)) else tokens
        adopted = [token.content for token in given if isinstance(token, AddedToken)]
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
        several = [token if isinstance(token, (list, tuple)) else [token] for token in roles.values()]
        new = _added([*chain(*several)] if roles else tokens, special=True)
        self.added_tokens = self.added_tokens.plus(new, self.model.vocab, special=True)
        named = {role: getattr(token, "content", token) for role, token in roles.items() if role.endswith("_token")}
        self.special_tokens_map = {**self.special_tokens_map, **named}
        return len(self.added_tokens.tokens) - before

    def enable_truncation(
        self, max_length: int, *, stride: int = 0, strategy: Strategy = "longest_first", direction: Direction = "right"
    ) -> None:
        """Cut texts to `max_length` tokens, including the template's; windows of the overflow share `stride` tokens."""
        self.truncation = Truncation(max_length, stride, strategy, direction)

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
        pad_id = self.token_to_id(pad_token)
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

        name = os.fspath(name)
        is_path = os.path.isdir(name) or name.startswith((".", os.sep))
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


def _one_by_one(texts: Texts, show_progress: bool) -> Iterator[str]:
    """Yield each text, also from batches, and show a progress bar."""
    if show_progress:
        with needs("course"):
            from tqdm.auto import tqdm  # imported here, since the core needs only regex

        texts = tqdm(texts, desc="Counting words", unit=" texts")
    for text in texts:
        is_one = isinstance(text, (str, bytes, Mapping)) or not hasattr(text, "__iter__")
        yield from map(checked_text, [text] if is_one else text)


def _text_of(file: "Path") -> str:
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        remedy = f'Path({str(file)!r}).read_text(encoding="latin-1")'
        wrong = f"{file} is not UTF-8, from byte {error.start} on: read it with its own encoding, such as {remedy}"
        raise ValueError(f"{wrong}, and pass the text to train_from_iterator") from None


def _added(tokens: Any, *, special: bool) -> list[AddedToken]:
    several = [tokens] if isinstance(tokens, (str, AddedToken)) else tokens
    if isinstance(several, (bytes, Mapping)) or not hasattr(several, "__iter__"):
        raise TypeError(f"tokens is {shown(tokens)}, and should be a list of strings or AddedTokens: write ['<s>']")
    return [token if isinstance(token, AddedToken) else AddedToken(token, special=special) for token in several]
