"""What becomes of the added tokens in a text: each is found, refused, or plain text.

The options for special tokens, and their names, are those of tiktoken; the default, to
find all of them, is that of Hugging Face.
"""

from collections.abc import Collection, Iterable, Mapping, Set
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
    special = _special_ids(tok, as_text)
    refused = _refused(special, allowed, disallowed)
    permitted = _permitted(special, allowed, as_text) - refused
    ids = {**special, **tok.added_tokens.ids}
    refused_ids = {ids[name]: name for name in ids.keys() & refused}
    refused_ids.pop(tok.model.unknown_id, None)  # type: ignore[arg-type]
    hidden: set[int] = set()
    if as_text:
        hidden.update(special.values())
        hidden -= {special[name] for name in permitted}
        hidden -= refused_ids.keys()
    if not _can_make(tok, refused_ids):
        refused_ids = {}
    ordinary = ids.keys() - special.keys()
    return Policy(
        cut_at=frozenset(permitted | refused | ordinary),
        hidden=frozenset(hidden),
        refused_ids=refused_ids,
        refused=Trie(refused),
    )


def _special_ids(tok: Parts, as_text: bool) -> dict[str, int]:
    """The tokens that the options are about, with their ids."""
    added = tok.added_tokens
    if not as_text:
        return {name: id for name, id in added.ids.items() if id in added.special}
    marks: dict[str, int] = {}
    if tok.model.unknown_id is not None:
        marks[tok.model.tokens([tok.model.unknown_id])[0]] = tok.model.unknown_id
    if tok.padding is not None:
        marks[tok.padding.pad_token] = tok.padding.pad_id
    if tok.post_processor is not None:
        empty = Encoding.of_text([], [], [], [])
        for texts in ([empty], [empty, empty]):
            template = tok.post_processor.apply(texts)
            marks.update(zip(template.tokens, template.ids))
    return {**marks, **tok.model.symbols, **added.ids}


def _refused(
    special: Mapping[str, int], allowed: Special, disallowed: Special
) -> Set[str]:
    """The tokens that raise an error."""
    if disallowed != "all":
        return frozenset(disallowed)
    if allowed == "all":
        return special.keys()
    return special.keys() - allowed


def _permitted(special: Mapping[str, int], allowed: Special, as_text: bool) -> Set[str]:
    """The tokens that are found, unless they are refused."""
    if allowed != "all":
        return special.keys() & allowed
    return frozenset() if as_text else special.keys()


def _can_make(tok: Parts, ids: Iterable[int]) -> bool:
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
