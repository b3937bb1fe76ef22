"""The tokenizer: its parts in the order in which text flows through them.

    text -> cut at special tokens -> normalizer -> pre-tokenizer -> model -> ids

and back: ids -> tokens -> decoder -> text.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, groupby
from typing import Any, NamedTuple

from minitok import serialization
from minitok.added_tokens import AddedTokens
from minitok.decoders import ByteLevel, Decoder
from minitok.display import line, table
from minitok.encoding import Encoding
from minitok.models import Model
from minitok.models.cache import WordCache
from minitok.normalizers import Normalizer
from minitok.pre_tokenizers import PreTokenizer
from minitok.steps import Stages, Token
from minitok.text import AlignedText, naming_surrogates
from minitok.trainers import Trainer, count_words
from minitok.trainers.counting import split_words


class Tokenizer:
    """A model and the parts around it.

    >>> tok = Tokenizer(BPE())
    >>> tok.pre_tokenizer = ByteLevel(pattern=GPT4_PATTERN)
    >>> tok.decoder = decoders.ByteLevel()
    >>> tok.train_from_iterator(texts, BpeTrainer(vocab_size=1000, special_tokens=["<|endoftext|>"]))
    >>> tok.decode(tok.encode("hello"))
    'hello'

    `encode` gives ids, and nothing else, fast. Calling the tokenizer gives an `Encoding`, with everything.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.normalizer: Normalizer | None = None
        self.pre_tokenizer: PreTokenizer | None = None
        self.decoder: Decoder | None = None
        self._added_tokens = AddedTokens()
        self._cache = WordCache(model, str)

    # Training

    def train_from_iterator(self, texts: Iterable[str], trainer: Trainer) -> None:
        """Learn a vocabulary from texts, which are read once and not kept.

        The model keeps its options, such as `unk_token`; its vocabulary is replaced. Behind a byte-level
        pre-tokenizer the vocabulary always holds all 256 bytes. Raises ValueError if the texts hold no word,
        TypeError if `texts` is a bare string or the trainer makes another kind of model; nothing has changed then.
        """
        counts = count_words(texts, self.pre_tokenizer, self.normalizer)
        if not counts:
            raise ValueError(
                "there is nothing to learn from: the texts hold no word. "
                "A generator can be read once only; make it anew, or pass a list"
            )
        if self.pre_tokenizer is not None:
            counts.update(dict.fromkeys(self.pre_tokenizer.alphabet, 0))
        model = self.model.retrained(trainer.train(counts))
        self.model = model
        self._added_tokens = AddedTokens({t: model.vocab[t] for t in trainer.special_tokens if t in model.vocab})

    def train(self, files: Sequence[str | os.PathLike[str]], trainer: Trainer) -> None:
        """Learn a vocabulary from text files in UTF-8; otherwise as `train_from_iterator`."""
        if isinstance(files, (str, os.PathLike)):
            raise TypeError(f"files is one path, which is no list of paths: write [{str(files)!r}]")
        self.train_from_iterator((_read(file) for file in files), trainer)

    # Text to ids

    def encode(self, text: str) -> list[int]:
        """The ids of a text: the fast way, no offsets kept. The same as `tok(text).ids`."""
        cache = self._word_cache()
        ids: list[int] = []
        pre_tokenizer = self.pre_tokenizer
        with naming_surrogates(text):
            for segment, special in self._added_tokens.cut(_checked(text)):
                if special is not None:
                    ids.append(special)
                elif pre_tokenizer is None:
                    segment = segment if self.normalizer is None else self.normalizer.normalize_str(segment)
                    ids.extend(cache[segment] if segment else ())
                else:
                    for words in split_words(segment, pre_tokenizer, self.normalizer):
                        ids.extend(chain.from_iterable(map(cache.__getitem__, words)))
                if pre_tokenizer is not None:
                    pre_tokenizer = pre_tokenizer.continued
        return ids

    def _word_cache(self) -> WordCache:
        """The cache, made anew when the model or the pre-tokenizer has been replaced."""
        spell = str if self.pre_tokenizer is None else self.pre_tokenizer.spell
        if self._cache.model is not self.model or self._cache.spell != spell:
            self._cache = WordCache(self.model, spell)
        return self._cache

    def encode_batch(self, texts: Sequence[str]) -> list[list[int]]:
        """The ids of each text."""
        if isinstance(texts, str):
            raise TypeError("texts is a string, which would be read letter by letter: use encode, or pass [text]")
        return [self.encode(text) for text in texts]

    def __call__(self, text: str) -> Encoding:
        """The tokens of a text with everything about them: offsets, words, masks."""
        tokens: list[Token] = []
        word_ids: list[int | None] = []
        words_before = 0
        for part in self._flow(text):
            if part.special is not None:
                tokens.append(Token(part.special, part.segment.text, part.segment.source_span()))
                word_ids.append(None)
            for word_id, word in enumerate(part.words, words_before):
                found = self._tokens_of(word)
                tokens += found
                word_ids += [word_id] * len(found)
            words_before += len(part.words)
        return Encoding(
            ids=[token.id for token in tokens],
            tokens=[token.value for token in tokens],
            offsets=[token.offsets for token in tokens],
            word_ids=word_ids,
            type_ids=[0] * len(tokens),
            attention_mask=[1] * len(tokens),
            special_tokens_mask=[int(token.id in self._added_tokens.tokens) for token in tokens],
        )

    def tokenize(self, text: str) -> list[str]:
        """The tokens of a text, as they stand in the vocabulary."""
        return self(text).tokens

    def stages(self, text: str) -> Stages:
        """What each stage of the pipeline made of a text."""
        parts = list(self._flow(text))
        encoding = self(text)
        return Stages(
            segments=tuple(part.segment.text for part in parts),
            normalized=tuple(part.normalized.text for part in parts),
            words=tuple((word.text, word.source_span()) for part in parts for word in part.words),
            tokens=tuple(map(Token, encoding.ids, encoding.tokens, encoding.offsets)),
        )

    def _flow(self, text: str) -> "Iterator[_Part]":
        """The text on its way to the model, part by part, with its offsets."""
        start = 0
        with naming_surrogates(text):
            for segment, special in self._added_tokens.cut(_checked(text)):
                aligned = AlignedText(segment, start=start)
                start += len(segment)
                if special is not None:
                    yield _Part(aligned, aligned, [], special)
                    continue
                normalized = aligned if self.normalizer is None else self.normalizer.normalize(aligned)
                if self.pre_tokenizer is None:
                    yield _Part(aligned, normalized, [normalized] if normalized.text else [], None)
                else:
                    yield _Part(aligned, normalized, self.pre_tokenizer.pre_tokenize(normalized), None)

    def _tokens_of(self, word: AlignedText) -> list[Token]:
        """The model's tokens, with offsets into the text instead of the word."""
        return [Token(id, value, word.source_span(*span)) for id, value, span in self.model.tokenize(word.text)]

    # Ids to text

    def decode(self, ids: Iterable[int], *, skip_special_tokens: bool = True, errors: str = "replace") -> str:
        """The text of some ids. Raises ValueError on an id that does not exist.

        Ids may end inside a character: `errors` says what its bytes become, as in `bytes.decode`. Without a
        decoder the tokens are joined by spaces.
        """
        special = self._added_tokens.tokens
        ids = [id for id in ids if id not in special] if skip_special_tokens else ids
        runs = (
            (is_special, [special[id] for id in run] if is_special else self.model.tokens(run))
            for is_special, run in groupby(ids, key=special.__contains__)
        )
        if self.decoder is None:
            return " ".join(token for _, tokens in runs for token in tokens)
        decode = partial(self.decoder.decode, errors=errors)
        if not isinstance(self.decoder, ByteLevel):
            return decode([token for _, tokens in runs for token in tokens])
        # Half a character must not reach into a special token.
        return "".join("".join(tokens) if is_special else decode(tokens) for is_special, tokens in runs)

    def decode_stream(self, ids: Iterable[int]) -> Iterator[str]:
        """The text of ids that arrive one by one, as soon as it is certain: joined, it equals `decode(ids)`."""
        special = self._added_tokens.tokens
        tokens = (self.model.tokens([id])[0] for id in ids if id not in special)
        if self.decoder is not None:
            return self.decoder.stream(tokens)
        return (token if i == 0 else f" {token}" for i, token in enumerate(tokens))

    # The vocabulary

    @property
    def vocab(self) -> Mapping[str, int]:
        """Each token's id; to be read, not changed."""
        return {**self.model.vocab, **self._added_tokens.ids}

    @property
    def vocab_size(self) -> int:
        """How many tokens there are, special ones included."""
        return len(self.vocab)

    def token_to_id(self, token: str) -> int | None:
        """The id of a token, or None if there is no such token."""
        return self._added_tokens.ids.get(token, self.model.token_to_id(token))

    def id_to_token(self, id: int) -> str | None:
        """The token with this id, or None if there is none."""
        return self._added_tokens.tokens.get(id, self.model.id_to_token(id))

    # Files

    def to_dict(self) -> dict[str, Any]:
        """The tokenizer as data, in the shape of Hugging Face's `tokenizer.json`."""
        return serialization.write(
            serialization.Parts(self.model, self.normalizer, self.pre_tokenizer, self.decoder, self._added_tokens)
        )

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> "Tokenizer":
        """The tokenizer that `to_dict` wrote. Raises ValueError on data that is damaged or asks for other parts."""
        parts = serialization.read(data)
        tok = cls(parts.model)
        tok.normalizer = parts.normalizer
        tok.pre_tokenizer = parts.pre_tokenizer
        tok.decoder = parts.decoder
        tok._added_tokens = parts.added_tokens
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

    def _repr_html_(self) -> str:
        parts = {
            "normalizer": self.normalizer,
            "pre_tokenizer": self.pre_tokenizer,
            "model": self.model,
            "decoder": self.decoder,
            "special tokens": line(self._added_tokens.ids) or None,
            "vocab_size": f"{self.vocab_size:,}",
        }
        return table(("part", "is"), [(name, "none" if part is None else part) for name, part in parts.items()])

    def __repr__(self) -> str:
        parts = {
            "normalizer": self.normalizer,
            "pre_tokenizer": self.pre_tokenizer,
            "decoder": self.decoder,
            "special_tokens": list(self._added_tokens.ids) or None,
        }
        return f"Tokenizer({self.model}{''.join(f', {name}={part}' for name, part in parts.items() if part)})"


class _Part(NamedTuple):
    """A segment of a text after each stage on its way to the model; `special` is its id if it is a special token."""

    segment: AlignedText
    normalized: AlignedText
    words: list[AlignedText]
    special: int | None


def _read(file: str | os.PathLike[str]) -> str:
    with open(file, encoding="utf-8") as opened:
        return opened.read()


def _checked(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a text is a str, not {type(text).__name__}: {text!r}")
    return text
