"""The stages of encoding, in the order in which text flows through them.

    str -> cut at added tokens -> normalizer -> cut at added tokens -> pre-tokenizer
        -> words -> model -> tokens -> truncation -> template -> padding -> Encoding

`encode` and the call take the same road. `encode` needs only ids, so its texts have
spans only where the start of the text matters. The way back is in `decoding.py`.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NamedTuple, Never, TypeVar

from minitok.added_tokens import AddedTokenSplitter
from minitok.assembly import Parts
from minitok.cache import IdsOfWords, TokensOfWords, WordCache
from minitok.encoding import Encoding
from minitok.options import Special, policy_of
from minitok.policy import EVERY_TOKEN, Policy, check_refused
from minitok.pre_tokenizers import NO_SPLIT
from minitok.processors import NO_TEMPLATE
from minitok.steps import Offsets, Stages, Token
from minitok.text import AlignedText
from minitok.validation import check_options, check_text, surrogate_error

Cache = TypeVar("Cache", bound=WordCache[Any])


class Segment(NamedTuple):
    """An added token, with its `id`, or the text between two of them."""

    source: AlignedText
    normalized: AlignedText
    id: int | None


def cut_segments(
    tok: Parts, text: str, policy: Policy, *, spans: bool, trusted: bytes | None = None
) -> Iterator[Segment]:
    """Cut a text at added tokens, and normalize what is between.

    With `trusted`, which needs spans, added tokens are found only where its bytes are
    not 0.
    """
    if not text:
        return
    raw, normal = _splitters(tok, policy)
    pre_tokenizer = tok.pre_tokenizer or NO_SPLIT
    whole = AlignedText(text)
    if spans or pre_tokenizer.minds_start:
        whole = AlignedText.with_spans(text)
    for part, added_id in raw.cut(whole.join_surrogates(), trusted):
        if added_id is not None:
            yield Segment(part, part, added_id)
            continue
        normalized = part
        if tok.normalizer is not None:
            normalized = tok.normalizer.normalize(part)
        pieces = normal.cut(normalized, trusted)
        for piece, id in pieces:
            # Only `stages` reads the source. That of an uncut part includes what the
            # normalizer stripped.
            source = piece if len(pieces) > 1 else part
            yield Segment(source, piece, id)


def _splitters(
    tok: Parts, policy: Policy
) -> tuple[AddedTokenSplitter, AddedTokenSplitter]:
    splitters = tok.computed.splitters
    names = policy.cut_at
    if names not in splitters:
        splitters[names] = tok.added_tokens.splitters(tok.normalizer, names)
    return splitters[names]


def encode_text(
    tok: Parts, text: str, policy: Policy, *, spans: bool, trusted: bytes | None = None
) -> Encoding:
    """The tokens of a text, before the template; without `spans`, only their ids.

    ValueError if the text holds a token that is refused.
    """
    check_text(text)
    if policy is not EVERY_TOKEN:
        check_refused(text, policy.refused)
    segments = cut_segments(tok, text, policy, spans=spans, trusted=trusted)
    hidden = policy.hidden
    computed = tok.computed  # before the parts: see `Computed`
    try:
        if spans:
            tokens = _cache(tok, computed.tokens_of_words, TokensOfWords, hidden)
            return _collect_all(segments, tokens)
        ids = _cache(tok, computed.ids_of_words, IdsOfWords, hidden)
        return _collect_ids(segments, ids)
    except UnicodeEncodeError as error:
        raise surrogate_error(error, text) from None


def _cache(
    tok: Parts,
    caches: dict[frozenset[int], Cache],
    kind: type[Cache],
    hidden: frozenset[int],
) -> Cache:
    if hidden not in caches:
        caches[hidden] = kind(tok.model, tok.pre_tokenizer or NO_SPLIT, hidden)
    return caches[hidden]


def _collect_ids(segments: Iterable[Segment], cache: IdsOfWords) -> Encoding:
    ids: list[int] = []
    for segment in segments:
        if segment.id is not None:
            ids.append(segment.id)
            continue
        words = cache.pre_tokenizer.cut(segment.normalized)
        ids += chain.from_iterable(map(cache.__getitem__, words.words))
    return Encoding(ids=ids)


def _collect_all(segments: Iterable[Segment], cache: TokensOfWords) -> Encoding:
    ids: list[int] = []
    values: list[str] = []
    offsets: list[Offsets] = []
    word_ids: list[int | None] = []
    word_count = 0
    for segment in segments:
        if segment.id is not None:
            ids.append(segment.id)
            values.append(segment.normalized.text)
            offsets.append(segment.normalized.source_span())
            word_ids.append(word_count)
            word_count += 1
            continue
        words = cache.pre_tokenizer.cut(segment.normalized)
        spans = []
        for word in map(cache.__getitem__, words.words):
            its_ids, its_values, its_spans, lengths = word  # quicker than by name
            ids += its_ids
            values += its_values
            spans.append(its_spans)
            for length in lengths:
                word_ids += [word_count] * length
                word_count += 1
        offsets += words.source_spans(spans)
    return Encoding.of_text(ids, values, offsets, word_ids)


def add_template(
    tok: Parts, encodings: list[Encoding], add_special_tokens: bool = True
) -> Encoding:
    """Truncate a text or a pair, and apply the template."""
    processor = tok.post_processor or NO_TEMPLATE
    if tok.truncation is not None:
        added = 0
        if add_special_tokens:
            added = processor.count_added(pair=len(encodings) == 2)
        encodings = tok.truncation.apply(encodings, added)
    if processor is NO_TEMPLATE and len(encodings) == 1:
        return encodings[0]
    return processor.process(encodings, add_special_tokens=add_special_tokens)


def encode_all(
    tok: Parts,
    batch: Iterable[tuple[str, ...]],
    *,
    spans: bool,
    add_special_tokens: bool = True,
    allowed_special: Special | None = None,
    disallowed_special: Special | None = None,
    as_text: bool = False,
    **others: Never,
) -> Iterable[Encoding]:
    """The encodings of texts and pairs; without `spans`, only their ids."""
    if others:
        check_options("tok.encode, tok(...) or tok.encode_batch", others)
    policy = policy_of(tok, allowed_special, disallowed_special, as_text)

    def encode_one(texts: tuple[str, ...]) -> Encoding:
        each = [encode_text(tok, text, policy, spans=spans) for text in texts]
        return add_template(tok, each, add_special_tokens)

    # Lazily: a caller that wants only ids need not hold every encoding.
    return pad(tok, map(encode_one, batch))


def pad(tok: Parts, encodings: Iterable[Encoding]) -> Iterable[Encoding]:
    """Pad the encodings of a batch."""
    if tok.padding is None:
        return encodings
    return tok.padding.apply(list(encodings))


def stages(tok: Parts, text: str) -> Stages:
    """What each stage makes of a text."""
    encoding = encode_text(tok, text, EVERY_TOKEN, spans=True)
    templated = add_template(tok, [encoding])
    (templated,) = pad(tok, [templated])
    segments: list[str] = []
    normalized: list[str] = []
    words: list[tuple[str, Offsets]] = []
    pre_tokenizer = tok.pre_tokenizer or NO_SPLIT
    for segment in cut_segments(tok, text, EVERY_TOKEN, spans=True):
        start, end = segment.source.source_span()
        segments.append(text[start:end])
        normalized.append(segment.normalized.text)
        if segment.id is None:
            for word in pre_tokenizer.pre_tokenize(segment.normalized):
                words.append((word.text, word.source_span()))
    return Stages(
        segments=tuple(segments),
        normalized=tuple(normalized),
        words=tuple(words),
        tokens=_tokens_of(encoding),
        template=_tokens_of(templated),
    )


def _tokens_of(encoding: Encoding) -> tuple[Token, ...]:
    return tuple(map(Token, encoding.ids, encoding.tokens, encoding.offsets))
