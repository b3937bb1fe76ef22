"""The options of `encode` for special tokens, and the `Policy` that they mean.

The options, and their names, are those of tiktoken; the default, to find all special
tokens, is that of Hugging Face.
"""

from collections.abc import Collection, Set
from typing import Literal, TypedDict

from minitok.added_tokens import Trie
from minitok.assembly import Parts
from minitok.encoding import Encoding
from minitok.policy import EVERY_TOKEN, Policy
from minitok.validation import check_list

Special = Literal["all"] | Collection[str]  # all special tokens, or those you name
Names = Literal["all"] | frozenset[str]  # the same, as a key


class Options(TypedDict, total=False):
    """The options of `Tokenizer.encode`, and of all that encodes."""

    add_special_tokens: bool
    allowed_special: Special | None
    disallowed_special: Special | None
    as_text: bool


def policy_of(
    tok: Parts, allowed: Special | None, disallowed: Special | None, as_text: bool
) -> Policy:
    """What the options of `encode` mean for a tokenizer.

    Without options every special token is allowed. As in tiktoken, none is allowed if
    only `disallowed` is given, `disallowed="all"` means all that are not allowed, and
    one that is neither allowed nor disallowed is ordinary text. With `as_text`, every
    added token counts as special, and so do the model's user-defined tokens, the
    unknown token, and what the template and padding add; only those allowed by name
    are found.
    """
    if allowed is None:
        if disallowed is None and not as_text:
            return EVERY_TOKEN
        allowed = ()
    key = (
        _names("allowed_special", allowed),
        _names("disallowed_special", disallowed or ()),
        as_text,
    )
    policies = tok.computed.policies
    if key not in policies:
        policies[key] = _policy(tok, *key)
    return policies[key]


def _policy(tok: Parts, allowed: Names, disallowed: Names, as_text: bool) -> Policy:
    special = _special_ids(tok, as_text)
    names: Set[str] = special.keys()
    permitted = names
    if allowed != "all":
        permitted = names & allowed
    elif as_text:  # which finds only the tokens that are allowed by name
        permitted = frozenset()
    ordinary = names - permitted
    refused = ordinary if disallowed == "all" else disallowed
    hidden = ordinary  # the model may not make one of them, either
    if not as_text:
        hidden = ordinary & refused
    return Policy(
        cut_at=frozenset(tok.added_tokens.ids.keys() - ordinary),
        hidden=frozenset(special[name] for name in hidden),
        refused=Trie(refused),
    )


def _special_ids(tok: Parts, as_text: bool) -> dict[str, int]:
    """The tokens that the options are about, with their ids."""
    added = tok.added_tokens
    if not as_text:
        return {name: id for name, id in added.ids.items() if id in added.special}
    marks: dict[str, int] = {}
    if tok.model.unknown_id is not None:
        marks[tok.model.unk_token] = tok.model.unknown_id  # type: ignore[index]
    if tok.padding is not None:
        marks[tok.padding.pad_token] = tok.padding.pad_id
    if tok.post_processor is not None:
        empty = Encoding.of_text([], [], [], [])
        for texts in ([empty], [empty, empty]):
            template = tok.post_processor.apply(texts)
            marks.update(zip(template.tokens, template.ids))
    return {**marks, **tok.model.user_defined_tokens, **added.ids}


def _names(option: str, special: Special) -> Names:
    if special == "all":
        return "all"
    if isinstance(special, str):
        raise TypeError(
            f'{option}={special!r} is neither "all" nor a collection of tokens: '
            f"write {{{special!r}}}"
        )
    return frozenset(check_list(special, option, "tokens"))
