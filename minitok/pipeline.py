"""The stages of encoding, in the order in which text flows. The way back is in `decoders.py`.

    str -> cut at added tokens -> normalizer -> cut at added tokens -> pre-tokenizer -> words -> model -> tokens
    tokens -> truncation -> template -> padding -> Encoding, or its ids alone

`encode` needs only ids, so its texts keep spans only where the start of the text matters; a call needs everything.
Otherwise the two do the same.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate, chain
from operator import itemgetter
from typing import Any, NamedTuple

from minitok.added_tokens import EVERY_TOKEN, AddedTokens, Policy, Special, policy_of, refusal
from minitok.cache import Cache, TokensOfWords
from minitok.decoders import Decoder
from minitok.encoding import Encoding, Padding, Truncation
from minitok.models import Model
from minitok.normalizers import Normalizer
from minitok.parts import checked_text, lone_surrogate
from minitok.pre_tokenizers import PreTokenizer
from minitok.processors import NO_TEMPLATE, PostProcessor
from minitok.steps import Offsets, Stages, Token
from minitok.text import AlignedText, Words

# The fields of `WordTokens` by their places, for `map`, which is much quicker here than a loop in Python.
ids_of, values_of, offsets_of, parts_of, part_count_of = map(itemgetter, range(5))


class Parts:
    """The parts of a tokenizer, which can be exchanged, and what has been computed of them."""

    model: Model
    normalizer: Normalizer | None
    pre_tokenizer: PreTokenizer | None
    post_processor: PostProcessor | None
    decoder: Decoder | None
    truncation: Truncation | None
    padding: Padding | None
    added_tokens: AddedTokens
    special_tokens_map: dict  # type: ignore[type-arg]  # by role, as in transformers: {"eos_token": "<|end|>"}
    chat_template: str | None
    cache: dict  # type: ignore[type-arg]

    def __init__(self, model: Model) -> None:
        self.model, self.added_tokens = model, AddedTokens()
        self.normalizer = self.pre_tokenizer = self.post_processor = self.decoder = None
        self.truncation = self.padding = self.chat_template = None
        self.special_tokens_map = {}

    def __setattr__(self, name: str, value: Any) -> None:
        """Exchange a part, and forget what has been computed of the parts."""
        kinds = Parts.__annotations__
        if name not in kinds:
            raise AttributeError(f"a Tokenizer has no {name!r}: its parts are {', '.join(kinds)}")
        if not isinstance(value, kinds[name]):
            raise TypeError(f"{name} is {value!r:.80}, and should be of type {kinds[name]}")
        vars(self).update({"cache": {}, name: value})

    def __getstate__(self) -> dict[str, Any]:
        """Copies and pickles have a cache and a `special_tokens_map` of their own."""
        return {**vars(self), "cache": {}, "special_tokens_map": dict(self.special_tokens_map)}


class Segment(NamedTuple):
    """An added token, with its `id`, or the text between two of them, as it is in the source and normalized."""

    source: AlignedText
    normalized: AlignedText
    words: Words
    id: int | None


def segments(tok: Parts, text: str, policy: Policy, *, spans: bool, own: bytes | None = None) -> Iterator[Segment]:
    """Cut a text at added tokens, where `own` allows; normalize the parts between them, and cut these into words."""
    if not text:
        return
    if (key := ("splitters", policy.found)) not in tok.cache:
        tok.cache[key] = tok.added_tokens.splitters(tok.normalizer, policy.found)
    raw, normal = tok.cache[key]
    spans = spans or own is not None or (tok.pre_tokenizer is not None and tok.pre_tokenizer.minds_start)
    source = AlignedText.with_spans(text) if spans else AlignedText(text)
    for part, id in raw.cut(source, own) if raw.tokens else [(source, None)]:
        if id is not None:
            yield Segment(part, part, Words(part, []), id)
            continue
        normalized = part if tok.normalizer is None else tok.normalizer.normalize(part)
        pieces = normal.cut(normalized, own) if normal.tokens else [(normalized, None)]
        for piece, id in pieces:
            words = Words(piece, [piece.text] if id is None and piece.text else [], [0])
            if words.words and tok.pre_tokenizer is not None:
                words = tok.pre_tokenizer.cut(piece)
            yield Segment(part if len(pieces) == 1 and id is None else piece, piece, words, id)


def encoded(tok: Parts, text: str, policy: Policy, *, spans: bool, own: bytes | None = None) -> Encoding:
    """The tokens of a text, without the template; only their ids, if not `spans`. Each added token counts as a word."""
    checked_text(text)
    kind = TokensOfWords if spans else Cache
    if (key := (kind, policy.hidden)) not in tok.cache:
        tok.cache[key] = kind(tok.model, tok.pre_tokenizer, policy.hidden)
    try:
        found = segments(tok, text, policy, spans=spans, own=own)
        return (_everything if spans else _ids_alone)(found, tok.cache[key])
    except UnicodeEncodeError as error:
        raise lone_surrogate(error, text) from None


def _ids_alone(found: Iterable[Segment], cache: Cache) -> Encoding:
    ids: list[int] = []
    for _, _, words, id in found:
        ids += chain.from_iterable(cache.of(words)) if id is None else [id]
    return Encoding(ids=ids)


def _everything(found: Iterable[Segment], cache: Cache) -> Encoding:
    ids: list[int] = []
    values: list[str] = []
    offsets: list[Offsets] = []
    word_ids: list[int] = []
    count = 0
    for _, text, words, id in found:
        if id is not None:
            ids.append(id)
            values.append(text.text)
            offsets.append(text.source_span())
            word_ids.append(count)
            count += 1
            continue
        tokens = list(cache.of(words))
        ids += chain.from_iterable(map(ids_of, tokens))
        values += chain.from_iterable(map(values_of, tokens))
        offsets += words.source_spans(map(offsets_of, tokens))
        firsts = list(accumulate(map(part_count_of, tokens), initial=count))
        word_ids += [first + number for first, parts in zip(firsts, map(parts_of, tokens)) for number in parts]
        count = firsts[-1]
    return Encoding.of_text(ids, values, offsets, word_ids)


def fitted(tok: Parts, encodings: list[Encoding], add_special_tokens: bool = True) -> Encoding:
    """Truncate a text or a pair, and apply the template."""
    processor = tok.post_processor or NO_TEMPLATE
    if tok.truncation is not None:
        added = processor.count_added(pair=len(encodings) == 2) if add_special_tokens else 0
        encodings = tok.truncation.apply(encodings, added)
    if processor is NO_TEMPLATE and len(encodings) == 1:
        return encodings[0]
    return processor.process(encodings, add_special_tokens=add_special_tokens)


def encode_all(
    tok: Parts,
    batch: Iterable[tuple[str, ...]],
    spans: bool,
    add_special_tokens: bool = True,
    allowed_special: Special = "all",
    disallowed_special: Special = (),
    as_text: bool = False,
) -> list[Encoding]:
    """The encoding of each text or pair; without `spans`, it has only ids."""
    policy = EVERY_TOKEN
    if allowed_special != "all" or disallowed_special or as_text:
        policy = policy_of(tok, allowed_special, disallowed_special, as_text)
    encode = encoded if policy is EVERY_TOKEN else encoded_if_allowed
    found = []
    for texts in batch:
        encodings = [encode(tok, text, policy, spans=spans) for text in texts]
        found.append(fitted(tok, encodings, add_special_tokens))
    return found if tok.padding is None else tok.padding.apply(found)


def encoded_if_allowed(tok: Parts, text: str, policy: Policy, *, spans: bool) -> Encoding:
    """The same. ValueError if the text holds a refused token, or if the normalizer or the model makes one of it."""
    for place, token in policy.refused.find(checked_text(text)):
        raise refusal(token, f"the text holds the special token {token!r} at character {place}")
    if not policy.refused_ids:
        return encoded(tok, text, policy, spans=spans)
    found = encoded(tok, text, policy, spans=True)
    for id, (start, end) in zip(found.ids, found.offsets):
        if id in policy.refused_ids:
            token = token_of(tok, id) or ""
            raise refusal(token, f"{text[start:end]!r} at character {start} becomes the special token {token!r}")
    # A refused token may be no word of its own, and still hide one that begins inside it.
    plain = policy._replace(found=policy.allowed)
    if not tok.model.is_random and found.ids != encoded(tok, text, plain, spans=False).ids:
        raise ValueError("a special token that is not allowed changes how this text is read: pass as_text=True")
    return found


def token_of(tok: Parts, id: int) -> str | None:
    """The token with this id, or None if no token has it."""
    added = tok.added_tokens.tokens.get(id)
    return tok.model.id_to_token(id) if added is None else added.content


def stages(tok: Parts, text: str) -> Stages:
    """What each stage makes of a text."""
    tokens = encoded(tok, text, EVERY_TOKEN, spans=True)
    templated = fitted(tok, [tokens])
    if tok.padding is not None:
        (templated,) = tok.padding.apply([templated])
    found = list(segments(tok, text, EVERY_TOKEN, spans=True))
    words = [word for segment in found for word in segment.words.aligned()]
    if tok.pre_tokenizer is not None:
        words = [part for word in words for part in tok.pre_tokenizer.finish(word)]
    return Stages(
        segments=tuple(text[slice(*segment.source.source_span())] for segment in found),
        normalized=tuple(segment.normalized.text for segment in found),
        words=tuple((word.text, word.source_span()) for word in words if word.text),
        tokens=tuple(map(Token, tokens.ids, tokens.tokens, tokens.offsets)),
        template=tuple(map(Token, templated.ids, templated.tokens, templated.offsets)),
    )
