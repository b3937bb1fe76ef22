"""What becomes of special tokens in a text: they are found, refused, or read as ordinary text.

The options and their names are tiktoken's; the default, to find them all, is Hugging Face's.
"""

from collections.abc import Collection
from typing import Any, Literal, NamedTuple

from minitok.added_tokens import Trie
from minitok.encoding import Encoding

Special = Literal["all"] | Collection[str]  # the special tokens that an option is for: all, or those you name


class Policy(NamedTuple):
    """What becomes of added tokens in a text."""

    found: frozenset[str] | None = None  # those to cut the text at, by name, also if they are refused; None: all
    hidden: frozenset[int] = frozenset()  # ids that nothing in the text gives, not even by way of the model
    refused_ids: frozenset[int] = frozenset()  # ids that raise an error, should the normalizer or the model make them
    refused: Trie = Trie([])  # strings that raise an error
    allowed: frozenset[str] | None = None  # those of `found` that are not refused


EVERY_TOKEN = Policy()


def policy_of(tok: Any, allowed: Special, disallowed: Special, as_text: bool) -> Policy:
    """What the options of `encode` mean for a tokenizer.

    `disallowed="all"` means all that are not allowed by name (in tiktoken `allowed="all"` leaves none of them). As in
    tiktoken, a special token that is neither allowed nor disallowed is ordinary text. With `as_text`, every added token
    counts as special, and so do the model's own symbols, the unknown token, and what the template and padding add.
    """
    allowed, disallowed = _names("allowed_special", allowed), _names("disallowed_special", disallowed)
    key = allowed, disallowed, as_text
    if key in tok.cache:
        return tok.cache[key]  # type: ignore[no-any-return]
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
        marks = set() if tok.padding is None else {tok.padding.pad_id}  # what the template and padding add
        for texts in ([Encoding(ids=[])], [Encoding(ids=[])] * 2) if tok.post_processor is not None else ():
            marks.update(tok.post_processor.apply(texts).ids)
        refused_ids |= marks if disallowed == "all" else set()
        hidden = {*names.values(), *marks, *unknown} - {names[name] for name in found} - refused_ids
    refused_ids -= unknown
    if tok.normalizer is None and all(tok.model.id_to_token(id) is None for id in refused_ids):
        refused_ids = set()  # none of them can come of a text that does not hold its token
    found |= added.ids.keys() - names.keys()
    every = frozenset(found | refused)
    policy = Policy(every, frozenset(hidden), frozenset(refused_ids), Trie(refused), frozenset(found))
    return tok.cache.setdefault(key, policy)  # type: ignore[no-any-return]


def _names(option: str, special: Special) -> Literal["all"] | frozenset[str]:
    if isinstance(special, str) and special != "all":
        raise TypeError(f'{option}={special!r} is neither "all" nor a collection of tokens: write {{{special!r}}}')
    return "all" if special == "all" else frozenset(special or ())


def refusal(token: str, where: str) -> ValueError:
    """The error for a refused token, with the options that let the text pass."""
    remedy = f"pass allowed_special={{{token!r}}} to have it as a token, or as_text=True to have it as ordinary text"
    return ValueError(f"{where}, where it is not allowed: {remedy}, and no disallowed_special that names it")
