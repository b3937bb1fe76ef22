"""The way back: from ids to text, all at once or as the ids arrive."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress

from minitok.assembly import Parts
from minitok.decoders import ByteLevel
from minitok.text import PLACEHOLDER
from minitok.validation import check_list


def decoded(
    tok: Parts, ids: Iterable[int], skip_special_tokens: bool, errors: str
) -> str:
    """The text of some ids, all at once."""
    ids = (
        ids
        if type(ids) is list
        else list(check_list(ids, "ids", "whole numbers: write [1, 2]"))
    )
    special = tok.added_tokens.special
    if isinstance(tok.decoder, ByteLevel):
        with suppress(KeyError):
            return b"".join(
                map(_bytes_of_ids(tok, tok.decoder).__getitem__, ids)
            ).decode("utf-8", errors)
    if skip_special_tokens and not special.isdisjoint(ids):
        return decoded(tok, [id for id in ids if id not in special], False, errors)
    if tok.decoder is not None and tok.added_tokens.tokens.keys().isdisjoint(ids):
        tokens = tok.model.tokens(ids)
        if PLACEHOLDER not in "".join(tokens):
            return tok.decoder.decode(tokens, errors=errors)
    return "".join(decoded_parts(tok, ids, errors))


def _bytes_of_ids(tok: Parts, decoder: ByteLevel) -> dict[int, bytes]:
    """The bytes of each token of the model that is not an added token."""
    computed = tok.computed
    if computed.bytes_of_ids is None:
        found = {}
        for token, id in tok.model.vocab.items():
            if id not in tok.added_tokens.tokens and PLACEHOLDER not in token:
                found[id] = decoder.to_bytes(token)
        computed.bytes_of_ids = found
    return computed.bytes_of_ids


def decoded_parts(
    tok: Parts, ids: Iterable[int], errors: str = "replace"
) -> Iterator[str]:
    """The text of some ids in parts, each as soon as it is certain; without a decoder, spaces join the tokens.

    Added tokens stay as they are, but for those that the model has, too, and that are not special: Gemma's `▁▁`. A
    placeholder stands for each while the others are decoded.
    """
    beside: deque[str] = deque()

    def tokens() -> Iterator[str]:
        for id in ids:
            added = tok.added_tokens.tokens.get(id)
            if (
                added is not None
                and not added.special
                and tok.model.id_to_token(id) is not None
            ):
                added = None
            token = tok.model.tokens([id])[0] if added is None else added.content
            if added is not None or PLACEHOLDER in token:
                beside.append(token)
                token = PLACEHOLDER
            yield token

    spaced = (f" {token}" if i else token for i, token in enumerate(tokens()))
    parts = (
        spaced if tok.decoder is None else tok.decoder.chain(tokens(), errors=errors)
    )
    return (
        re.sub(PLACEHOLDER, lambda here: beside.popleft() if beside else here[0], part)
        for part in parts
    )
