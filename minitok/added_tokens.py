"""Tokens that never go through the model: they are cut from a text before anything else sees it."""

import re
from collections.abc import Mapping


class AddedTokens:
    """Special tokens with their ids, and the knife that cuts a text at them.

    >>> AddedTokens({"<|end|>": 7}).cut("one<|end|>two")
    [('one', None), ('<|end|>', 7), ('two', None)]
    """

    def __init__(self, ids: Mapping[str, int] | None = None) -> None:
        self.ids = dict(ids or {})
        if "" in self.ids:
            raise ValueError("an added token is empty, and nothing could ever match it: leave it out")
        self.tokens = {id: token for token, id in self.ids.items()}
        longest_first = sorted(self.ids, key=lambda token: (-len(token), token))
        self._split = re.compile(f"({'|'.join(map(re.escape, longest_first))})").split

    def cut(self, text: str) -> list[tuple[str, int | None]]:
        """The text in parts, none of them empty: a token with its id, what stands between with None."""
        if not self.ids:
            return [(text, None)] if text else []
        return [(part, self.ids.get(part)) for part in self._split(text) if part]
