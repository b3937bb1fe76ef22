"""The parts of a tokenizer in the order in which text flows through them, and what can be done with them.

    text -> cut at added tokens -> normalizer -> pre-tokenizer -> model -> truncation -> template -> padding -> ids

and back: ids -> tokens -> decoder -> text.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from minitok import flow
from minitok.added_tokens import AddedToken, AddedTokens, Special
from minitok.decoders import Decoder
from minitok.encoding import Encoding
from minitok.lengths import Padding, Truncation
from minitok.models import Model
from minitok.models.cache import WordCache
from minitok.normalizers import Normalizer
from minitok.pre_tokenizers import PreTokenizer
from minitok.processors import PostProcessor, TemplateProcessing
from minitok.steps import Stages, Token

NO_TEMPLATE = TemplateProcessing()


class Pipeline:
    """A model with the parts around it: text to ids and back.

    `encode` gives ids, and nothing else, fast. Calling it gives an `Encoding`, with everything.
    """

    def __init__(self, model: Model) -> None:
        self.model = model
        self.normalizer: Normalizer | None = None
        self.pre_tokenizer: PreTokenizer | None = None
        self.post_processor: PostProcessor | None = None
        self.decoder: Decoder | None = None
        self.truncation: Truncation | None = None
        self.padding: Padding | None = None
        self.added_tokens = AddedTokens()
        self._cache = WordCache(model, str)

    # Text to ids

    def encode(
        self,
        text: str,
        *,
        add_special_tokens: bool = True,
        allowed_special: Special = "all",
        disallowed_special: Special = (),
    ) -> list[int]:
        """The ids of a text: the fast way, no offsets kept. The same as `tok(text).ids`.

        `allowed_special` names the special tokens to find in the text, `disallowed_special` those that it must not
        hold (ValueError); `"all"` of these are all that are not allowed. Others in the text are ordinary text. (These
        are tiktoken's names, with Hugging Face's default.)
        """
        return self.encode_batch(
            [text],
            add_special_tokens=add_special_tokens,
            allowed_special=allowed_special,
            disallowed_special=disallowed_special,
        )[0]

    def encode_batch(
        self,
        texts: Sequence[str],
        *,
        add_special_tokens: bool = True,
        allowed_special: Special = "all",
        disallowed_special: Special = (),
    ) -> list[list[int]]:
        """The ids of each text, with the options of `encode`."""
        spell = str if self.pre_tokenizer is None else self.pre_tokenizer.spell
        if self._cache.model is not self.model or self._cache.spell != spell:
            self._cache = WordCache(self.model, spell)
        found: list[list[int]] = []
        processor = self.post_processor or NO_TEMPLATE
        for text in _listed(texts):
            allowed = self.added_tokens.allowed(_checked(text), allowed_special, disallowed_special)
            knives = self.added_tokens.knives(self.normalizer, allowed)
            ids = flow.encode(text, knives, self.normalizer, self.pre_tokenizer, self._cache)
            if self.truncation is not None:
                ids = self.truncation.cut(ids, processor.count_added() if add_special_tokens else 0)
            found.append(processor.wrap(ids) if add_special_tokens else ids)
        return found if self.padding is None else self.padding.fill(found)

    def __call__(self, text: str, pair: str | None = None, **options: Any) -> Encoding:
        """The tokens of a text, or of a pair, with everything about them; the options are those of `encode`."""
        return self.batch([text if pair is None else (text, pair)], **options)[0]

    def batch(
        self,
        texts: Sequence[str | tuple[str, str]],
        *,
        add_special_tokens: bool = True,
        allowed_special: Special = "all",
        disallowed_special: Special = (),
    ) -> list[Encoding]:
        """Each text, or each pair, with everything about its tokens, padded and truncated as set."""
        found: list[Encoding] = []
        processor = self.post_processor or NO_TEMPLATE
        for one_or_two in _listed(texts):
            both = one_or_two if isinstance(one_or_two, tuple) and len(one_or_two) == 2 else (one_or_two,)
            encodings = []
            for text in both:
                allowed = self.added_tokens.allowed(_checked(text), allowed_special, disallowed_special)
                encodings.append(self._encoding(text, allowed))
            if self.truncation is not None:
                added = processor.count_added(pair=len(both) == 2) if add_special_tokens else 0
                encodings = self.truncation.apply(encodings, added)
            found.append(processor.process(encodings, add_special_tokens=add_special_tokens))
        return found if self.padding is None else self.padding.apply(found)

    def tokenize(self, text: str) -> list[str]:
        """The tokens of a text, as they stand in the vocabulary: no template, no truncation, no padding."""
        return self._encoding(text, None).tokens

    def _encoding(self, text: str, allowed: frozenset[str] | None) -> Encoding:
        """The tokens of a text by themselves. An added token is a word of its own."""
        tokens: list[Token] = []
        word_ids: list[int | None] = []
        words = 0
        for segment in self._follow(text, allowed):
            for of_word in flow.tokens_of_words(segment, self.model):
                tokens += of_word
                word_ids += [words] * len(of_word)
                words += 1
        return Encoding(
            ids=[token.id for token in tokens],
            tokens=[token.value for token in tokens],
            offsets=[token.offsets for token in tokens],
            word_ids=word_ids,
            type_ids=[0] * len(tokens),
            attention_mask=[1] * len(tokens),
            special_tokens_mask=[0] * len(tokens),
            sequence_ids=[0] * len(tokens),
        )

    def _follow(self, text: str, allowed: frozenset[str] | None) -> Iterator[flow.Segment]:
        knives = self.added_tokens.knives(self.normalizer, allowed)
        return flow.follow(_checked(text), knives, self.normalizer, self.pre_tokenizer)

    def stages(self, text: str) -> Stages:
        """What each stage of the pipeline made of a text."""
        segments = list(self._follow(text, None))
        encoding, templated = self._encoding(text, None), self(text)
        return Stages(
            segments=tuple(segment.text.text for segment in segments),
            normalized=tuple(segment.normalized.text for segment in segments),
            words=tuple((word.text, word.source_span()) for segment in segments for word in segment.words),
            tokens=tuple(map(Token, encoding.ids, encoding.tokens, encoding.offsets)),
            template=tuple(map(Token, templated.ids, templated.tokens, templated.offsets)),
        )

    # Ids to text

    def decode(self, ids: Iterable[int], *, skip_special_tokens: bool = True, errors: str = "replace") -> str:
        """The text of some ids. Raises ValueError on an id that does not exist.

        Ids may end inside a character: `errors` says what its bytes become, as in `bytes.decode`. Without a
        decoder the tokens are joined by spaces. An added token is itself, whatever is next to it.
        """
        ids = list(ids)
        added, special = self.added_tokens.tokens, self.added_tokens.special
        if skip_special_tokens and not special.isdisjoint(ids):
            ids = [id for id in ids if id not in special]
        if added.keys().isdisjoint(ids):
            return flow.decode(self.model.tokens(ids), self.decoder, errors)
        return flow.decode_with_added(list(self._tokens(ids)), self.decoder, errors)

    def decode_stream(self, ids: Iterable[int]) -> Iterator[str]:
        """The text of ids that arrive one by one, as soon as it is certain: joined, it equals `decode(ids)`."""
        special = self.added_tokens.special
        return flow.stream(self._tokens(id for id in ids if id not in special), self.decoder)

    def _tokens(self, ids: Iterable[int]) -> Iterator[str | AddedToken]:
        """The tokens with these ids, those of the model as strings."""
        added = self.added_tokens.tokens
        return (added[id] if id in added else self.model.tokens([id])[0] for id in ids)

    # The vocabulary

    @property
    def vocab(self) -> Mapping[str, int]:
        """Each token's id; to be read, not changed."""
        return {**self.model.vocab, **self.added_tokens.ids}

    @property
    def vocab_size(self) -> int:
        """How many tokens there are, added ones included."""
        return len(self.vocab)

    def token_to_id(self, token: str) -> int | None:
        """The id of a token, or None if there is no such token."""
        return self.added_tokens.ids.get(token, self.model.token_to_id(token))

    def id_to_token(self, id: int) -> str | None:
        """The token with this id, or None if there is none."""
        added = self.added_tokens.tokens.get(id)
        return self.model.id_to_token(id) if added is None else added.content


def _checked(text: str) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a text is a str, not {type(text).__name__}: {text!r}")
    return text


def _listed(texts: Sequence[Any]) -> Sequence[Any]:
    if isinstance(texts, str):
        raise TypeError("texts is a string, which would be read letter by letter: use encode, or pass [text]")
    return texts
