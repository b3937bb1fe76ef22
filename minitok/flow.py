"""How text flows through the parts of a tokenizer, there and back.

    text -> cut at added tokens -> normalizer -> cut at added tokens -> pre-tokenizer -> model -> ids

There are two ways there: `follow` keeps for each character where it came from, `encode` works on plain strings and is
fast. Both use the same parts, and give the same ids.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import NamedTuple

from minitok.added_tokens import AddedToken, Knife
from minitok.decoders import Decoder
from minitok.models import Model
from minitok.models.cache import WordCache
from minitok.normalizers import Normalizer
from minitok.pre_tokenizers import PreTokenizer
from minitok.steps import Token
from minitok.text import AlignedText, naming_surrogates
from minitok.trainers.counting import normalize, split_words

STAND_INS = "\ufdd0\ufdd1\ufdd2\ufdd3"
"""Noncharacters, which are for a program's own use: they stand in for added tokens while others are decoded."""

Knives = tuple[Knife, Knife]


class Segment(NamedTuple):
    """A part of a text on its way to the model: as it came, normalized, and as words; `id` if it is an added token."""

    text: AlignedText
    normalized: AlignedText
    words: list[AlignedText]
    id: int | None


def follow(
    text: str, knives: Knives, normalizer: Normalizer | None, pre_tokenizer: PreTokenizer | None
) -> Iterator[Segment]:
    """The parts of a text after each stage, with their offsets."""
    raw, normal = knives
    with naming_surrogates(text):
        for start, end, id in raw.cut(text):
            came = AlignedText(text[start:end], start=start)
            if id is not None:
                yield Segment(came, came, [], id)
                continue
            normalized = came if normalizer is None else normalizer.normalize(came)
            parts = normal.cut(normalized.text)
            for first, last, id in parts:
                part = normalized[first:last]
                from_, to = part.source_span() if len(parts) > 1 else (start, end)
                came = AlignedText(text[from_:to], start=from_)
                if id is not None:
                    yield Segment(came, part, [], id)
                    continue
                words = [part] if pre_tokenizer is None else pre_tokenizer.pre_tokenize(part)
                yield Segment(came, part, words, None)
            if not parts:
                yield Segment(came, normalized, [], None)


def encode(
    text: str, knives: Knives, normalizer: Normalizer | None, pre_tokenizer: PreTokenizer | None, cache: WordCache
) -> list[int]:
    """The ids of a text, the fast way: words are looked up in the cache, and nothing keeps where they came from."""
    ids: list[int] = []
    raw, normal = knives
    with naming_surrogates(text):
        for start, end, id in raw.cut(text):
            if id is not None:
                ids.append(id)
                pre_tokenizer = pre_tokenizer and pre_tokenizer.continued
                continue
            normalized, pre_tokenizer = normalize(text[start:end], normalizer, pre_tokenizer)
            for first, last, id in normal.cut(normalized):
                part = normalized[first:last]
                if id is not None:
                    ids.append(id)
                elif pre_tokenizer is None:
                    ids.extend(cache[part])
                else:
                    for words in split_words(part, pre_tokenizer):
                        ids.extend(chain.from_iterable(map(cache.__getitem__, words)))
                pre_tokenizer = pre_tokenizer and pre_tokenizer.continued
    return ids


def tokens_of_words(segment: Segment, model: Model) -> Iterator[list[Token]]:
    """The tokens of each word of a segment, with offsets into the text; an added token is a word of its own."""
    if segment.id is not None:
        yield [Token(segment.id, segment.normalized.text, segment.text.source_span())]
    for word in segment.words:
        yield [Token(id, value, word.source_span(*span)) for id, value, span in model.tokenize(word.text)]


def decode(tokens: Iterable[str], decoder: Decoder | None, errors: str) -> str:
    """The text of tokens of the model; joined by spaces if there is no decoder."""
    return " ".join(tokens) if decoder is None else decoder.decode(tokens, errors=errors)


def decode_with_added(tokens: Sequence[str | AddedToken], decoder: Decoder | None, errors: str) -> str:
    """The text of tokens. An added token stays as it is, whatever characters it holds and whatever is next to it.

    To the decoder it is one character that has no meaning, and no other token stands for.
    """
    added = [token.content for token in tokens if isinstance(token, AddedToken)]
    for stand_in in STAND_INS:
        text = decode([stand_in if isinstance(token, AddedToken) else token for token in tokens], decoder, errors)
        if text.count(stand_in) == len(added):
            break
    return "".join(chain.from_iterable(zip_longest(text.split(stand_in), added, fillvalue="")))


def stream(tokens: Iterable[str | AddedToken], decoder: Decoder | None) -> Iterator[str]:
    """The text of tokens that arrive one by one, as soon as it is certain."""
    added: deque[str] = deque()

    def without_added() -> Iterator[str]:
        for token in tokens:
            if isinstance(token, AddedToken):
                added.append(token.content)
                token = STAND_INS[0]
            yield token

    parts = _joined_by_spaces(without_added()) if decoder is None else decoder.stream(without_added())
    for part in parts:
        yield re.sub(STAND_INS[0], lambda _: added.popleft(), part)


def _joined_by_spaces(tokens: Iterable[str]) -> Iterator[str]:
    return (token if i == 0 else f" {token}" for i, token in enumerate(tokens))
