"""What becomes of special tokens: in a text they are found, refused, or read as ordinary text; in ids they stay whole.

The options and their names are tiktoken's; the default, to find them all, is Hugging Face's.
"""

import re
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from typing import Any, Literal, NamedTuple

from minitok.added_tokens import Trie
from minitok.decoders import ByteLevel
from minitok.encoding import Encoding
from minitok.errors import checked_list
from minitok.text import PLACEHOLDER
from minitok.words import TokenBytes

Special = Literal["all"] | Collection[str]  # the special tokens that an option is for: all, or those you name


class Policy(NamedTuple):
    """What becomes of added tokens in a text."""

    found: frozenset[str] | None = None  # those to cut the text at, by name; None: all
    hidden: frozenset[int] = frozenset()  # ids that nothing in the text gives, not even by way of the model
    refused: Trie | None = None  # strings that raise an error
    refused_ids: frozenset[int] = frozenset()  # and the ids that do, should the normalizer or the model make them


EVERY_TOKEN = Policy()


def policy_of(tok: Any, allowed: Special, disallowed: Special, as_text: bool) -> Policy:
    """What the options of `encode` mean for a tokenizer.

    `disallowed="all"` means all that are not allowed by name (in tiktoken `allowed="all"` leaves none of them). As in
    tiktoken, a special token that is neither allowed nor disallowed is ordinary text. With `as_text`, every added token
    counts as special, and so do the model's own symbols, the unknown token, and what the template and padding add.
    """
    key = _names("allowed_special", allowed), _names("disallowed_special", disallowed), as_text
    if key not in tok.cache:
        tok.cache[key] = _policy(tok, *key)
    return tok.cache[key]  # type: ignore[no-any-return]


def _policy(tok: Any, allowed: Special, disallowed: Special, as_text: bool) -> Policy:
    added, unknown = tok.added_tokens, {tok.model.unknown_id} - {None}
    if as_text:
        names = {**tok.model.symbols, **added.ids}
    else:
        names = {name: id for name, id in added.ids.items() if id in added.special}
    by_name = set() if allowed == "all" else names.keys() & allowed
    refused = names.keys() - by_name if disallowed == "all" else set(disallowed)
    found = (names.keys() if allowed == "all" and not as_text else by_name) - refused
    refused_ids = {id for name, id in [*added.ids.items(), *names.items()] if name in refused}
    hidden: set[int] = set()
    if as_text:
        marks = _marks(tok)
        hidden = {*names.values(), *marks, *unknown} - {names[name] for name in found}
        refused_ids |= marks if disallowed == "all" else set()
    return Policy(
        found=frozenset(found | (added.ids.keys() - names.keys())),
        hidden=frozenset(hidden),
        refused=Trie(refused),
        refused_ids=frozenset(refused_ids - unknown),
    )


def _names(option: str, special: Special) -> Literal["all"] | frozenset[str]:
    if isinstance(special, str) and special != "all":
        raise TypeError(f'{option}={special!r} is neither "all" nor a collection of tokens: write {{{special!r}}}')
    return "all" if special == "all" else frozenset(special or ())


def _marks(tok: Any) -> set[int]:
    """The ids that the template and padding add."""
    marks = set() if tok.padding is None else {tok.padding.pad_id}
    for texts in ([Encoding(ids=[])], [Encoding(ids=[])] * 2) if tok.post_processor is not None else ():
        marks.update(tok.post_processor.apply(texts).ids)
    return marks


def refusal(token: str, where: str) -> ValueError:
    """The error for a refused token, with the options that let the text pass."""
    return ValueError(
        f"{where}, where it is not allowed: pass allowed_special={{{token!r}}} to have it as a token, "
        "or as_text=True without disallowed_special to have it as ordinary text"
    )


# From ids to text


def decoded(tok: Any, ids: Iterable[int], skip_special_tokens: bool, errors: str) -> str:
    """The text of some ids, all at once."""
    ids = ids if type(ids) is list else list(checked_list(ids, "ids", "whole numbers: write [1, 2]"))
    special = tok.added_tokens.special
    if isinstance(tok.decoder, ByteLevel):
        if "bytes" not in tok.cache:
            tok.cache["bytes"] = TokenBytes(tok.model, tok.decoder, tok.added_tokens.tokens)
        with suppress(KeyError):
            return b"".join(map(tok.cache["bytes"].__getitem__, ids)).decode("utf-8", errors)
    if skip_special_tokens and not special.isdisjoint(ids):
        return decoded(tok, [id for id in ids if id not in special], False, errors)
    if tok.decoder is not None and tok.added_tokens.tokens.keys().isdisjoint(ids):
        tokens = tok.model.tokens(ids)
        if PLACEHOLDER not in "".join(tokens):
            return tok.decoder.decode(tokens, errors=errors)  # type: ignore[no-any-return]
    return "".join(decoded_parts(tok, ids, errors))


def decoded_parts(tok: Any, ids: Iterable[int], errors: str = "replace") -> Iterator[str]:
    """The text of some ids in parts, each as soon as it is certain; without a decoder, spaces join the tokens.

    Added tokens stay as they are, but for those that the model has, too, and that are not special: Gemma's `▁▁`. A
    placeholder stands for each while the others are decoded.
    """
    beside: deque[str] = deque()

    def tokens() -> Iterator[str]:
        for id in ids:
            added = tok.added_tokens.tokens.get(id)
            if added is not None and not added.special and tok.model.id_to_token(id) is not None:
                added = None
            token = tok.model.tokens([id])[0] if added is None else added.content
            if added is not None or PLACEHOLDER in token:
                beside.append(token)
                token = PLACEHOLDER
            yield token

    spaced = (f" {token}" if i else token for i, token in enumerate(tokens()))
    parts = spaced if tok.decoder is None else tok.decoder.chain(tokens(), errors=errors)
    return (re.sub(PLACEHOLDER, lambda here: beside.popleft() if beside else here[0], part) for part in parts)
