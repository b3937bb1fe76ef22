"""What becomes of the added tokens in a text: each is found, refused, or plain text.

The options for special tokens, and their names, are those of tiktoken; the default, to
find all of them, is that of Hugging Face.
"""

from collections.abc import Collection
from typing import Literal

from minitok.added_tokens import EVERY_TOKEN, Policy, Trie
from minitok.assembly import Parts
from minitok.encoding import Encoding

Special = Literal["all"] | Collection[str]  # all special tokens, or those you name


def policy_of(
    tok: Parts, allowed: Special, disallowed: Special, as_text: bool
) -> Policy:
    """What the options of `encode` mean for a tokenizer.

    `disallowed="all"` means all that are not allowed by name (in tiktoken,
    `allowed="all"` leaves none of them). As in tiktoken, a special token that is
    neither allowed nor disallowed is ordinary text. With `as_text`, every added token
    counts as special, and so do the model's own symbols, the unknown token, and what
    the template and padding add.
    """
    if allowed == "all" and not disallowed and not as_text:
        return EVERY_TOKEN
    allowed = _names("allowed_special", allowed)
    disallowed = _names("disallowed_special", disallowed)
    key = allowed, disallowed, as_text
    policies = tok.computed.policies
    if key not in policies:
        policies[key] = _policy(tok, allowed, disallowed, as_text)
    return policies[key]


def _policy(tok: Parts, allowed: Special, disallowed: Special, as_text: bool) -> Policy:
    added = tok.added_tokens
    if as_text:
        special = {**tok.model.symbols, **added.ids}
    else:
        special = {name: id for name, id in added.ids.items() if id in added.special}

    if disallowed != "all":
        refused = set(disallowed)
    elif allowed == "all":
        refused = set(special)
    else:
        refused = special.keys() - allowed

    if allowed != "all":
        cut_at = special.keys() & allowed
    elif as_text:
        cut_at = set()
    else:
        cut_at = set(special)
    cut_at -= refused

    ids = {**special, **added.ids}
    unknown: set[int] = set()
    if tok.model.unknown_id is not None:
        unknown.add(tok.model.unknown_id)
    refused_ids = {ids[name] for name in refused if name in ids}
    hidden: set[int] = set()
    if as_text:
        marks = _marks(tok)
        if disallowed == "all":
            refused_ids |= marks
        hidden.update(special.values(), marks, unknown)
        hidden -= {special[name] for name in cut_at}
        hidden -= refused_ids
    refused_ids -= unknown
    if not _can_make(tok, refused_ids):
        refused_ids = set()
    # Ordinary added tokens are always cut out.
    cut_at |= added.ids.keys() - special.keys()
    return Policy(
        cut_at=frozenset(cut_at | refused),
        hidden=frozenset(hidden),
        refused_ids=frozenset(refused_ids),
        refused=Trie(refused),
        allowed=frozenset(cut_at),
    )


def _marks(tok: Parts) -> set[int]:
    """The ids that the template and padding add."""
    marks: set[int] = set()
    if tok.padding is not None:
        marks.add(tok.padding.pad_id)
    if tok.post_processor is not None:
        empty = Encoding(ids=[])
        marks.update(tok.post_processor.apply([empty]).ids)
        marks.update(tok.post_processor.apply([empty, empty]).ids)
    return marks


def _can_make(tok: Parts, ids: set[int]) -> bool:
    """Whether a text without added tokens may still become one of these ids."""
    if tok.normalizer is not None:
        return True
    return any(tok.model.id_to_token(id) is not None for id in ids)


def _names(option: str, special: Special) -> Literal["all"] | frozenset[str]:
    if special == "all":
        return "all"
    if isinstance(special, str):
        raise TypeError(
            f'{option}={special!r} is neither "all" nor a collection of tokens: '
            f"write {{{special!r}}}"
        )
    return frozenset(special or ())


def refusal(token: str, where: str) -> ValueError:
    """The error for a refused token, with the options that let the text pass."""
    return ValueError(
        f"{where}, where it is not allowed: pass allowed_special={{{token!r}}} "
        "to have it as a token, or as_text=True to have it as ordinary text, "
        "and no disallowed_special that names it"
    )
