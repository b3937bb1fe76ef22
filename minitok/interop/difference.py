"""Find the shortest text for which two tokenizers give different ids: it says more than a page of tokens."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from minitok.validation import check_text, check_texts

LIBRARY_OF_METHOD = {
    "decode_single_token_bytes": "tiktoken",
    "id_to_piece": "sentencepiece",
    "convert_ids_to_tokens": "transformers",
}


def library_of(tokenizer: Any) -> str | None:
    """The library whose method a tokenizer has; all others are called like minitok's, and so are `tokenizers`'."""
    return next(
        (
            library
            for method, library in LIBRARY_OF_METHOD.items()
            if hasattr(tokenizer, method)
        ),
        None,
    )


def ids_of(tokenizer: Any, text: str) -> Sequence[Any]:
    """The ids of a text, with the special tokens that the tokenizer adds by default or finds in the text.

    `tokenizer` comes from any of the libraries, or is another object with `encode` or a function from a text to tokens.
    """
    library, text = library_of(tokenizer), check_text(text)
    if library == "tiktoken":
        made = tokenizer.encode(text, allowed_special="all")
    elif library == "transformers":
        made = tokenizer(text)["input_ids"]
    else:
        encode = getattr(tokenizer, "encode", tokenizer)
        if isinstance(tokenizer, str) or not callable(encode):
            raise TypeError(
                f"{tokenizer!r:.80} is not a tokenizer: give one, or a function from a text to its tokens"
            )
        made = encode(text)
    if not isinstance(made := getattr(made, "ids", made), Iterable):
        raise TypeError(
            f"{tokenizer!r:.80} gives {made!r:.80} for a text, and should give its tokens: return a list"
        )
    return list(made)


def smallest_difference(a: Any, b: Any, texts: Iterable[str]) -> str | None:
    """The shortest text found for which `a` and `b` give different ids, or None if they agree on all of `texts`.

    `a` and `b` are anything that `ids_of` takes. `shrink` shortens the texts; of equally short ones the first counts.
    """

    def differ(text: str) -> bool:
        return ids_of(a, text) != ids_of(b, text)

    if differ(""):
        return ""
    smallest: str | None = None
    for text in check_texts(texts):
        if differ(text):
            smallest = min(smallest or text, shrink(text, differ), key=len)
            if len(smallest) == 1:
                break
    return smallest


def shrink(text: str, fails: Callable[[str], bool]) -> str:
    """Shorten a text that fails until removing any one more character makes it pass: `xxaxbx` → `ab`.

    Binary searches shorten the end and the start; then parts anywhere are removed, from half the text down to one
    character (Zeller and Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002). `fails("")` is false.
    """
    text = text[: least(len(text), lambda length: fails(text[:length]))]
    text = text[-least(len(text), lambda length: fails(text[-length:])) :]
    size = len(text) // 2
    while size:
        length, start = len(text), 0
        while start < len(text):
            rest = text[:start] + text[start + size :]
            if fails(rest):
                text = rest
            else:
                start += size
        if len(text) == length:
            size //= 2
    return text


def least(length: int, fails: Callable[[int], bool]) -> int:
    """A length that fails while the next smaller one passes, given that `length` fails and 0 passes."""
    works = 0
    while length - works > 1:
        half = (works + length) // 2
        works, length = (works, half) if fails(half) else (half, length)
    return length
