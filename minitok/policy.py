"""What becomes of each added token in a text: it is found, refused, or left as text.

The module `options` makes a policy of the options of `encode`.
"""

from typing import NamedTuple

from minitok.added_tokens import Trie


class Policy(NamedTuple):
    """What becomes of added tokens in a text."""

    cut_at: frozenset[str] | None = None  # these tokens; None: all
    hidden: frozenset[int] = frozenset()  # ids that the model may never produce
    refused: Trie = Trie([])  # an error if the text holds one of them


EVERY_TOKEN = Policy()


def check_refused(text: str, refused: Trie) -> None:
    """ValueError for a refused token in a text, with the options that let it pass."""
    for place, token in refused.find(text):
        raise ValueError(
            f"the text holds the special token {token!r} at character {place}, "
            f"where it is not allowed: pass allowed_special={{{token!r}}} "
            "to have it as a token, or as_text=True to have it as ordinary text, "
            "and no disallowed_special that names it"
        )
