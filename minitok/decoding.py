"""From ids back to text, all at once or as they arrive."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from operator import is_
from typing import Any

from minitok.added_tokens import AddedTokens
from minitok.decoders import PLACEHOLDER, ByteLevel, Decoder, Errors
from minitok.mistakes import checked_list, naming_ids
from minitok.models import Model
from minitok.parts import Owner, converted


class TokenBytes(dict[int, bytes]):
    """The bytes of tokens by id, worked out at the first look-up. KeyError for an added token or an unknown id."""

    def __init__(self, model: Model, decoder: ByteLevel, added: AddedTokens) -> None:
        self.parts = model, decoder, added

    def __missing__(self, id: int) -> bytes:
        model, decoder, added = self.parts
        token = PLACEHOLDER if id in added.tokens else model._tokens[id]
        if PLACEHOLDER in token:
            raise KeyError(id)
        return self.setdefault(id, decoder.to_bytes(token))


class Decoding(Owner):
    """The half of a tokenizer that decodes: its model, its decoder and its added tokens."""

    model: Model
    decoder: Decoder | None
    added_tokens: AddedTokens
    _caches: dict[Any, Any]

    def id_to_token(self, id: int) -> str | None:
        """The token with this id, or None if no token has it."""
        added = self.added_tokens.tokens.get(converted(id, int, "id"))
        return self.model.id_to_token(id) if added is None else added.content

    def decode(self, ids: Iterable[int], *, skip_special_tokens: bool = True, errors: str = "replace") -> str:
        """The text of some ids. Raises ValueError if no token has one of them.

        Without a decoder, spaces join the tokens. If ids end inside a character, `errors` works as in `bytes.decode`.
        """
        if skip_special_tokens is not True:
            converted(skip_special_tokens, bool, "skip_special_tokens")
        errors = errors if errors == "replace" else converted(errors, Errors, "errors")
        model, decoder, added, special = self.model, self.decoder, self.added_tokens, self.added_tokens.special
        with naming_ids(ids):
            ids = ids if type(ids) is list else list(ids)
            if type(decoder) is ByteLevel:
                known = self._caches.get("bytes")
                if known is None or not all(map(is_, known.parts, (model, decoder, added))):
                    known = self._caches["bytes"] = TokenBytes(model, decoder, added)
                with suppress(KeyError):
                    return b"".join(map(known.__getitem__, ids)).decode("utf-8", errors)
            if skip_special_tokens and not special.isdisjoint(ids):
                return self.decode([id for id in ids if id not in special], skip_special_tokens=False, errors=errors)
            only_model = added.tokens.keys().isdisjoint(ids)
        if only_model and PLACEHOLDER not in model.chars:
            tokens = model.tokens(ids)
            return " ".join(tokens) if decoder is None else decoder.decode(tokens, errors=errors)
        return "".join(self._chain(ids, errors))

    def decode_batch(self, batch: Iterable[Iterable[int]], **options: Any) -> list[str]:
        """The text of each list of ids, with the options of `decode`."""
        return [self.decode(ids, **options) for ids in checked_list(batch, "batch", "lists of ids: write [[1, 2]]")]

    def decode_stream(self, ids: Iterable[int]) -> Iterator[str]:
        """Yield the text of ids that arrive one by one, as soon as it is certain: joined, it equals `decode(ids)`."""
        special = self.added_tokens.special

        def kept() -> Iterator[int]:
            with naming_ids(ids):
                yield from (id for id in ids if id not in special)

        return filter(None, self._chain(kept(), "replace"))

    def _chain(self, ids: Iterable[int], errors: str) -> Iterator[str]:
        """Decode with a placeholder for each added token, then put the tokens back.

        A token of the model that was only added to be cut from texts is decoded like the model's others: Gemma's `▁▁`.
        """
        beside: deque[str] = deque()

        def tokens() -> Iterator[str]:
            for id in ids:
                added = self.added_tokens.tokens.get(id)
                if added is not None and not added.special and self.model.id_to_token(id) is not None:
                    added = None
                token = self.model.tokens([id])[0] if added is None else added.content
                if added is not None or PLACEHOLDER in token:
                    beside.append(token)
                yield token if added is None and PLACEHOLDER not in token else PLACEHOLDER

        spaced = (f" {token}" if i else token for i, token in enumerate(tokens()))
        parts = spaced if self.decoder is None else self.decoder.chain(tokens(), errors=errors)
        return (re.sub(PLACEHOLDER, lambda here: beside.popleft() if beside else here[0], part) for part in parts)
