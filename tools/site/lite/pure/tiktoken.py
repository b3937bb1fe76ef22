"""In place of the library `tiktoken`, which is compiled and doesn't run in a page: minitok, with the same ids.

Here is what the lessons use of the library, and no more.
"""

import sys
from functools import cached_property

from minitok.interop.tiktoken import from_ranks


class Encoding:
    """A byte-level vocabulary, its split pattern and its special tokens."""

    def __init__(self, name, *, pat_str, mergeable_ranks, special_tokens):
        self.name = name
        self._pat_str = pat_str
        self._mergeable_ranks = mergeable_ranks
        self._special_tokens = special_tokens

    @cached_property
    def _tokenizer(self):
        return from_ranks(
            self._mergeable_ranks,
            pattern=self._pat_str,
            special_tokens=self._special_tokens,
        )

    @cached_property
    def _bytes(self):
        tokens = {id: token for token, id in self._mergeable_ranks.items()}
        special = {id: name.encode() for name, id in self._special_tokens.items()}
        return tokens | special

    @property
    def n_vocab(self):
        return max(self._bytes) + 1

    @property
    def eot_token(self):
        return self._special_tokens["<|endoftext|>"]

    def encode_ordinary(self, text):
        return self._tokenizer.encode(text, as_text=True)

    def encode(self, text, *, allowed_special=(), disallowed_special="all"):
        if allowed_special == "all":
            disallowed_special = ()
        return self._tokenizer.encode(
            text,
            allowed_special=allowed_special,
            disallowed_special=disallowed_special,
        )

    def decode(self, ids, errors="replace"):
        return self.decode_bytes(ids).decode(errors=errors)

    def decode_bytes(self, ids):
        return b"".join(self._bytes[id] for id in ids)

    def decode_single_token_bytes(self, id):
        return self._bytes[id]

    def token_byte_values(self):
        return sorted(self._mergeable_ranks)


print(
    "OpenAI's library `tiktoken` doesn't run in a page. minitok takes its place: tests hold that their ids are equal.",
    file=sys.stderr,
)
