"""The stages of encoding, in their order. The way back is in `minitok/decoding.py`.

    str -> cut at added tokens -> normalizer -> cut at added tokens -> pre-tokenizer -> words -> model -> tokens
    tokens -> truncation -> template -> padding -> Encoding, or its ids alone

`encode` needs only ids, so its texts keep no spans; a call needs everything. Otherwise the two do the same.
"""

from collections.abc import Iterable, Iterator
from itertools import accumulate, chain
from operator import is_, itemgetter
from typing import Any, NamedTuple, overload

from minitok.added_tokens import EVERY_TOKEN, AddedTokens, Policy, Span, Special, masked
from minitok.decoding import Decoding
from minitok.encoding import Encoding, Padding, Truncation
from minitok.mistakes import checked_text, checked_texts, no_such
from minitok.models import Model
from minitok.normalizers import Normalizer
from minitok.parts import converted
from minitok.pre_tokenizers import PreTokenizer
from minitok.processors import NO_TEMPLATE, PostProcessor
from minitok.speed import WordCache, garbage_collector_off
from minitok.steps import Offsets, Stages, Token
from minitok.text import AlignedText, Words, naming_surrogates

ids_of, values_of, offsets_of, parts_of, count_of = map(itemgetter, range(5))


class Segment(NamedTuple):
    """An added token, with its `id`, or the text between two of them; `span` is None for a text without spans."""

    span: Offsets | None
    normalized: AlignedText
    words: Words
    id: int | None


class Pipeline(Decoding):
    """A model and the parts around it: from text to ids, and back."""

    normalizer: Normalizer | None
    pre_tokenizer: PreTokenizer | None
    post_processor: PostProcessor | None
    truncation: Truncation | None
    padding: Padding | None

    def __init__(self, model: Model) -> None:
        self.model = model
        self.normalizer = self.pre_tokenizer = self.post_processor = self.decoder = None
        self.truncation = self.padding = None
        self.added_tokens = AddedTokens()
        self._caches = {}

    def __getstate__(self) -> dict[str, Any]:
        """Copy and pickle everything but the caches; a copy has a `special_tokens_map` of its own."""
        return {name: dict(part) if type(part) is dict else part for name, part in vars(self).items()} | {"_caches": {}}

    def encode(
        self,
        text: str,
        *,
        add_special_tokens: bool = True,
        allowed_special: Special = "all",
        disallowed_special: Special = (),
        as_text: bool = False,
    ) -> list[int]:
        """The ids of a text, the same as `tok(text).ids`.

        `add_special_tokens=False` leaves out the template. Special tokens in the text become tokens if they are in
        `allowed_special`, and raise ValueError if they are in `disallowed_special`, where `"all"` means all that are
        not allowed by name; others are ordinary text. The names are tiktoken's, the default is Hugging Face's.

        `as_text=True` is for text that others wrote: it gives no added token, special or not, unless
        `allowed_special` names it, neither by itself nor once normalized, nor by way of the model. What looks like one
        is spelled with other tokens or, if the model lacks these, unknown. `disallowed_special` then raises instead.
        """
        options = add_special_tokens, allowed_special, disallowed_special, as_text
        return self._encode_all([(text,)], False, *options)[0].ids

    @overload
    def __call__(self, text: str, pair: str | None = None, **options: Any) -> Encoding: ...
    @overload
    def __call__(self, text: Iterable[str | tuple[str, str]], **options: Any) -> list[Encoding]: ...
    def __call__(self, text: Any, pair: str | None = None, **options: Any) -> Encoding | list[Encoding]:
        """The `Encoding` of a text or a pair, or a list of them: `tok(["a text", ("another", "its pair")])`."""
        is_one = isinstance(text, str | bytes) or not isinstance(text, Iterable)
        if pair is not None and not is_one:
            raise TypeError('a list of texts takes its pairs as tuples: tok([("a text", "its pair"), ...])')
        batch = [text if pair is None else (text, pair)] if is_one else checked_texts(text)
        pairs = [entry if isinstance(entry, tuple) and len(entry) == 2 else (entry,) for entry in batch]
        with garbage_collector_off():
            found = self._encode_all(pairs, True, **options)
        return found[0] if is_one else found

    def _encode_all(
        self,
        batch: Iterable[tuple[Any, ...]],
        spans: bool,
        /,
        add_special_tokens: bool = True,
        allowed_special: Special = "all",
        disallowed_special: Special = (),
        as_text: bool = False,
        **unknown: Any,
    ) -> list[Encoding]:
        """The encoding of each text or pair; without `spans`, it has only ids."""
        for name in unknown:
            known = ("add_special_tokens", "allowed_special", "disallowed_special", "as_text")
            raise TypeError(no_such("encoding has no option", name, known, "a call"))
        if add_special_tokens is not True:
            converted(add_special_tokens, bool, "add_special_tokens")
        now = self._now()
        policy = now._policy(allowed_special, disallowed_special, as_text)
        found = []
        for texts in batch:
            encodings = []
            for text in texts:
                with naming_surrogates(checked_text(text)):
                    if policy is not EVERY_TOKEN:
                        policy.check(text)
                        now._check_outcome(text, policy)
                    segments = now._segments(text, policy, spans=spans)
                    encodings.append((now._encoding if spans else now._ids)(segments, policy))
            found.append(now._fitted(encodings, add_special_tokens))
        return found if now.padding is None else now.padding.apply(found)

    def _now(self) -> "Pipeline":
        """The same parts, for the time of a call, in which another thread may exchange them."""
        now = object.__new__(Pipeline)
        vars(now).update(vars(self))
        return now

    def _policy(self, allowed_special: Special, disallowed_special: Special, as_text: bool) -> Policy:
        """What becomes of added tokens; `as_text` also hides the ids of the template, of padding and of the unknown."""
        if allowed_special == "all" and not disallowed_special and not as_text:
            return EVERY_TOKEN
        marks: set[int] = set()
        if as_text and self.post_processor is not None:
            for texts in ([Encoding(ids=[])], [Encoding(ids=[])] * 2):
                marks.update(self.post_processor.apply(texts).ids)
        if as_text and self.padding is not None:
            marks.add(self.padding.pad_id)
        return self.added_tokens.policy(allowed_special, disallowed_special, as_text, frozenset(marks), self.model)

    def _check_outcome(self, text: str, policy: Policy) -> None:
        """Raise ValueError if the normalizer or the model makes a refused token of a text that does not hold it."""
        ids = policy.refused_ids
        if ids and (self.normalizer is not None or not self.model._tokens.keys().isdisjoint(ids)):
            found = self._encoding(self._segments(text, EVERY_TOKEN, spans=True), EVERY_TOKEN)
            for id, (start, end) in zip(found.ids, found.offsets):
                if id in ids:
                    token = self.id_to_token(id) or ""
                    where = f"{text[start:end]!r} at character {start}"
                    policy.refuse(token, f"{where} becomes the special token {token!r}")

    def _segments(self, text: str, policy: Policy, *, spans: bool, own: bytes | None = None) -> Iterator[Segment]:
        """Cut a text at added tokens; normalize the parts between them, and cut these into words.

        With `own`, added tokens are found only where its bytes are not 0, one byte for each character.
        """
        spans = spans or own is not None or (self.pre_tokenizer is not None and self.pre_tokenizer.minds_start)
        raw, normal = self.added_tokens.splitters(self.normalizer, policy.found)
        for start, end, id in raw.cut(text, None if own is None else masked(AlignedText.with_spans(text), own)):
            whole = AlignedText.with_spans(text[start:end], start) if spans else AlignedText(text[start:end])
            if id is not None:
                yield Segment((start, end), whole, Words(whole, []), id)
                continue
            if self.normalizer is not None:
                whole = self.normalizer.normalize(whole)
            parts = normal.cut(whole.text, None if own is None else masked(whole, own)) or [Span(0, 0, None)]
            for first, last, id in parts:
                part = whole[first:last] if len(parts) > 1 else whole
                is_part = len(parts) > 1 or id is not None
                span = None if part.starts is None else part.source_span() if is_part else (start, end)
                words = Words(part, [part.text] if id is None and part.text else [], [0])
                if words.words and self.pre_tokenizer is not None:
                    words = self.pre_tokenizer.cut(part)
                yield Segment(span, part, words, id)

    def _tokens(self, words: Words, hidden: frozenset[int], *, spans: bool) -> Iterable[Any]:
        """The ids of each word or, with `spans`, its `WordTokens`; none of them is in `hidden`."""
        key, parts = (spans, bool(hidden)), (self.model, self.pre_tokenizer, hidden)
        cache = self._caches.get(key)
        if cache is None or not all(map(is_, cache.parts, parts)):
            cache = self._caches[key] = WordCache(*parts, spans=spans)
        if self.pre_tokenizer is None or not self.pre_tokenizer.minds_start:
            return map(cache.__getitem__, words.words)
        first, others = words.split_start()
        at_start = (cache.encode(AlignedText.with_spans(word)) for word in first)
        return chain(at_start, map(cache.__getitem__, others))

    def _ids(self, segments: Iterable[Segment], policy: Policy) -> Encoding:
        ids: list[int] = []
        for _, _, words, id in segments:
            ids += chain.from_iterable(self._tokens(words, policy.hidden, spans=False)) if id is None else [id]
        return Encoding(ids=ids)

    def _encoding(self, segments: Iterable[Segment], policy: Policy) -> Encoding:
        """The tokens of a text, without the template. Each added token counts as a word."""
        ids: list[int] = []
        values: list[str] = []
        offsets: list[Offsets] = []
        word_ids: list[int] = []
        count = 0
        for segment in segments:
            if segment.id is not None:
                ids.append(segment.id)
                values.append(segment.normalized.text)
                offsets.append(segment.span or (0, 0))
                word_ids.append(count)
                count += 1
                continue
            tokens = list(self._tokens(segment.words, policy.hidden, spans=True))
            ids += chain.from_iterable(map(ids_of, tokens))
            values += chain.from_iterable(map(values_of, tokens))
            offsets += segment.words.source_spans(map(offsets_of, tokens))
            firsts = list(accumulate(map(count_of, tokens), initial=count))
            word_ids += [first + number for first, parts in zip(firsts, map(parts_of, tokens)) for number in parts]
            count = firsts[-1]
        return Encoding.of_text(ids, values, offsets, word_ids)

    def _fitted(self, encodings: list[Encoding], add_special_tokens: bool = True) -> Encoding:
        """Truncate a text or a pair, and apply the template."""
        processor = self.post_processor or NO_TEMPLATE
        if self.truncation is not None:
            added = processor.count_added(pair=len(encodings) == 2) if add_special_tokens else 0
            encodings = self.truncation.apply(encodings, added)
        if processor is NO_TEMPLATE and len(encodings) == 1:
            return encodings[0]
        return processor.process(encodings, add_special_tokens=add_special_tokens)

    def tokenize(self, text: str) -> list[str]:
        """The tokens of a text, without template, truncation or padding."""
        with naming_surrogates(checked_text(text)):
            return self._encoding(self._segments(text, EVERY_TOKEN, spans=True), EVERY_TOKEN).tokens

    def stages(self, text: str) -> Stages:
        """The result of each stage for a text."""
        with naming_surrogates(checked_text(text)):
            segments = list(self._segments(text, EVERY_TOKEN, spans=True))
            encoding = self._encoding(segments, EVERY_TOKEN)
        templated = self._fitted([encoding])
        if self.padding is not None:
            (templated,) = self.padding.apply([templated])
        words = [word for segment in segments for word in segment.words.aligned()]
        if self.pre_tokenizer is not None:
            words = [part for word in words for part in self.pre_tokenizer.finish(word)]
        return Stages(
            segments=tuple(text[slice(*segment.span)] for segment in segments if segment.span),
            normalized=tuple(segment.normalized.text for segment in segments),
            words=tuple((word.text, word.source_span()) for word in words if word.text),
            tokens=tuple(map(Token, encoding.ids, encoding.tokens, encoding.offsets)),
            template=tuple(map(Token, templated.ids, templated.tokens, templated.offsets)),
        )
