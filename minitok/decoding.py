"""A process, decoding: from ids to text, all at once or as the ids arrive.

`Tokenizer.decode` and `decode_stream` call it. The way there is in `pipeline.py`.
"""

import re
from collections import deque
from collections.abc import Iterable, Iterator

from minitok.added_tokens import AddedToken
from minitok.assembly import Parts
from minitok.decoders import ByteLevel
from minitok.text import PLACEHOLDER
from minitok.validation import check_list


def decode_ids(
    tok: Parts, ids: Iterable[int], skip_special_tokens: bool, errors: str
) -> str:
    """The text of some ids, all at once.

    Three roads lead to the same text, and the first that is open is taken:

    - `_decode_bytes` joins the bytes of byte-level tokens. Without it, GPT-2 decodes
      fifteen times as slowly.
    - The decoder gets all tokens at once if no added token is among them. Without this
      road, BERT decodes about three times as slowly.
    - `decode_parts` goes from token to token, and is open to all ids: it keeps added
      tokens away from the decoder, and there may be no decoder.
    """
    if type(ids) is not list:
        if hasattr(ids, "tolist"):  # an array or a tensor
            ids = ids.tolist()
        ids = list(
            check_list(
                ids,
                "ids",
                "whole numbers: write [1, 2], and [[1, 2], [3]] for decode_batch",
            )
        )
    if ids and isinstance(ids[0], list):
        raise TypeError(
            "ids is a list of lists, not of whole numbers: "
            "write tok.decode_batch(batch)"
        )
    text = _decode_bytes(tok, ids, errors)
    if text is not None:
        return text
    special = tok.added_tokens.special
    if skip_special_tokens and not special.isdisjoint(ids):
        ordinary = [id for id in ids if id not in special]
        return decode_ids(tok, ordinary, skip_special_tokens=False, errors=errors)
    if tok.decoder is not None and tok.added_tokens.tokens.keys().isdisjoint(ids):
        return tok.decoder.decode(tok.model.tokens(ids), errors=errors)
    return "".join(decode_parts(tok, ids, errors))


def _decode_bytes(tok: Parts, ids: list[int], errors: str) -> str | None:
    """The text of byte-level ids, or None if an added token is among them."""
    computed = tok.computed  # before the decoder: see `Computed`
    if not isinstance(tok.decoder, ByteLevel):
        return None
    if computed.bytes_of_ids is None:
        computed.bytes_of_ids = _bytes_of_ids(tok, tok.decoder)
    try:
        data = b"".join(map(computed.bytes_of_ids.__getitem__, ids))
    except KeyError:
        return None
    return data.decode("utf-8", errors)


def _bytes_of_ids(tok: Parts, decoder: ByteLevel) -> dict[int, bytes]:
    """The bytes of each token of the model that is not an added token."""
    bytes_of_ids = {}
    for token, id in tok.model.vocab.items():
        if id not in tok.added_tokens.tokens:
            bytes_of_ids[id] = decoder.to_bytes(token)
    return bytes_of_ids


def decode_parts(
    tok: Parts, ids: Iterable[int], errors: str = "replace"
) -> Iterator[str]:
    """The text of some ids in parts, each as soon as it is certain.

    Without a decoder, spaces join the tokens. Added tokens stay as they are: a
    placeholder stands for each while the decoder turns the others into text.
    """
    added: deque[str] = deque()
    tokens = _with_placeholders(tok, ids, added)
    if tok.decoder is None:
        parts = _space(tokens)
    else:
        parts = tok.decoder.chain(tokens, errors=errors)

    def restore(match: re.Match[str]) -> str:
        return added.popleft() if added else match[0]

    for part in parts:
        yield re.sub(PLACEHOLDER, restore, part)


def _with_placeholders(
    tok: Parts, ids: Iterable[int], added: deque[str]
) -> Iterator[str]:
    """The tokens, with placeholders for the added ones, which go to `added`."""
    for id in ids:
        token = _added_token(tok, id)
        if token is None:
            yield from tok.model.tokens([id])
        else:
            added.append(token.content)
            yield PLACEHOLDER


def _added_token(tok: Parts, id: int) -> AddedToken | None:
    """The added token with this id, unless the decoder should see it: Gemma's `▁▁`.

    The decoder sees it if the model also has the token, and it isn't special.
    """
    token = tok.added_tokens.tokens.get(id)
    if token is None or token.special or tok.model.id_to_token(id) is None:
        return token
    return None


def _space(tokens: Iterable[str]) -> Iterator[str]:
    """The tokens, each after the first with a space in front."""
    space = ""
    for token in tokens:
        yield space + token
        space = " "
