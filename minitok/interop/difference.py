"""The shortest text on which two tokenizers differ."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from minitok.validation import check_text, check_texts

LIBRARY_OF_METHOD = {
    "decode_single_token_bytes": "tiktoken",
    "id_to_piece": "sentencepiece",
    "convert_ids_to_tokens": "transformers",
}


def library_of(tokenizer: Any) -> str | None:
    """The library of a tokenizer, by a method that only its tokenizers have.

    None for all others, which are called as those of minitok and `tokenizers` are.
    """
    for method, library in LIBRARY_OF_METHOD.items():
        if hasattr(tokenizer, method):
            return library
    return None


def ids_of(tokenizer: Any, text: str) -> Sequence[Any]:
    """The ids of a text, with the special tokens that the tokenizer adds or finds.

    `tokenizer` comes from any of the libraries, or is another object with `encode`, or
    a function from a text to tokens. Raises TypeError if it is none of these.
    """
    check_text(text)
    if library_of(tokenizer) == "tiktoken":
        result = tokenizer.encode(text, allowed_special="all")
    else:
        encode = getattr(tokenizer, "encode", tokenizer)
        if isinstance(tokenizer, str) or not callable(encode):
            raise TypeError(
                f"{tokenizer!r:.80} is not a tokenizer: "
                "give one, or a function from a text to its tokens"
            )
        result = encode(text)
    tokens = getattr(result, "ids", result)
    if not isinstance(tokens, Iterable):
        raise TypeError(
            f"{tokenizer!r:.80} gives {tokens!r:.80} for a text, "
            "and should give its tokens: return a list"
        )
    return list(tokens)


def smallest_difference(a: Any, b: Any, texts: Iterable[str]) -> str | None:
    """The shortest text for which `a` and `b` give different ids, or None.

    `a` and `b` are anything that `ids_of` takes. `shrink` shortens each of `texts` on
    which they differ; of equally short ones, the first counts.
    """

    def differ(text: str) -> bool:
        return ids_of(a, text) != ids_of(b, text)

    if differ(""):
        return ""
    smallest: str | None = None
    for text in check_texts(texts):
        if not differ(text):
            continue
        shorter = shrink(text, differ)
        if smallest is None or len(shorter) < len(smallest):
            smallest = shorter
        if len(smallest) == 1:
            break
    return smallest


def shrink(text: str, fails: Callable[[str], bool]) -> str:
    """Shorten a text that fails until no character can be removed: `xxaxbx` → `ab`.

    Stretches are removed, from half the text down to one character (Zeller and
    Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002).
    `fails("")` must be false.
    """
    size = len(text) // 2
    while size:
        shorter = _without_stretches(text, size, fails)
        if shorter == text:
            size //= 2
        text = shorter
    return text


def _without_stretches(text: str, size: int, fails: Callable[[str], bool]) -> str:
    """Remove all stretches of `size` characters without which the text still fails."""
    start = 0
    while start < len(text):
        rest = text[:start] + text[start + size :]
        if fails(rest):
            text = rest
        else:
            start += size
    return text
