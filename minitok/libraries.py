"""Tokenizers of any library, and how each is asked for its ids. Their methods tell them apart; none is imported."""

from collections.abc import Sequence
from typing import Any

TELLING = {
    "decode_single_token_bytes": "tiktoken",
    "id_to_piece": "sentencepiece",
    "convert_ids_to_tokens": "transformers",
}
"""A method that the tokenizers of one library alone have. What has none of them is minitok's, `tokenizers`' or else."""


def library_of(tokenizer: Any) -> str | None:
    """The library that a tokenizer is from, if it is one of those above."""
    return next((library for method, library in TELLING.items() if hasattr(tokenizer, method)), None)


def ids_of(tokenizer: Any, text: str) -> Sequence[Any]:
    """What a tokenizer makes of a text, with the special tokens that a plain call adds and finds: its ids.

    Besides the libraries' it takes any object with `encode`, or any function from a text to tokens; what these give is
    given as it is.
    """
    library = library_of(tokenizer)
    if library == "tiktoken":
        made = tokenizer.encode(text, allowed_special="all")
    elif library == "transformers":
        made = tokenizer(text)["input_ids"]
    else:
        made = tokenizer.encode(text) if hasattr(tokenizer, "encode") else tokenizer(text)
    return list(getattr(made, "ids", made))
