"""What errors say: what was given, what is wanted, and what to write, also for the names of other libraries."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

MAX_SHOWN = 80  # characters of a value in a message

# For people who know `tokenizers`, `transformers` or tiktoken: their names, and what to write here
OF_TOKENIZER = {
    "get_vocab": "tok.vocab",
    "get_vocab_size": "tok.vocab_size",
    "n_vocab": "tok.vocab_size",
    "convert_tokens_to_ids": "tok.token_to_id(token)",
    "convert_ids_to_tokens": "tok.id_to_token(id)",
    "id_to_piece": "tok.id_to_token(id)",
    "decode_single_token_bytes": "tok.decode([id])",
    "batch_decode": "tok.decode_batch(batch)",
    "encode_ordinary": "tok.encode(text, allowed_special=())",
    "encode_plus": "tok(text)",
    "batch_encode_plus": "tok(texts)",
    "save_pretrained": "tok.save(path)",
    "from_str": "Tokenizer.from_dict(json.loads(text))",
    "to_str": "json.dumps(tok.to_dict())",
    "vocab": "tok.model = tok.model.replace(vocab=...), or train",
    "vocab_size": "a trainer with vocab_size=..., and train",
    "pad_token": "tok.enable_padding(pad_token=...)",
}
OF_ENCODING = {
    "input_ids": "encoding.ids",
    "token_type_ids": "encoding.type_ids",
    "offset_mapping": "encoding.offsets",
}
OF_CALLS = {
    "truncation": "tok.enable_truncation(max_length) first",
    "max_length": "tok.enable_truncation(max_length) first",
    "padding": "tok.enable_padding() first",
    "return_tensors": "torch.tensor(ids)",
    "return_offsets_mapping": "tok(text).offsets",
    "text_pair": "tok(text, pair)",
}
OF_PARTS = {
    "Truncation": "call tok.enable_truncation(max_length)",
    "Padding": "call tok.enable_padding()",
    "AddedTokens": "call tok.add_tokens(tokens) or tok.add_special_tokens(tokens)",
}


def shown(value: object) -> str:
    """A value as a message shows it, cut if it is long."""
    written = repr(value)
    return written if len(written) <= MAX_SHOWN else f"{written[:MAX_SHOWN]}..."


def no_such(what: str, name: str, known: Iterable[str], instead: Mapping[str, str]) -> str:
    """`no_such("a Tokenizer has no attribute", "n_vocab", ...)`: the message for a wrong name, with what to write."""
    from difflib import get_close_matches  # imported here to keep `import minitok` fast

    if name in instead:
        return f"{what} {name!r}: write {instead[name]}"
    known = list(known)
    near = get_close_matches(name, known, n=1, cutoff=0.75)
    return f"{what} {name!r}: {f'do you mean {near[0]!r}?' if near else 'it has ' + ', '.join(known)}"


def remedy(value: Any, type_: type) -> str:
    """What to write instead of a value that is not of this type, after a colon; "" if there is no telling."""
    name = value.__name__ if isinstance(value, type) else type(value).__name__
    if type_.__name__ in OF_PARTS:
        return f": {OF_PARTS[type_.__name__]}"
    if hasattr(type_, "__abstractmethods__"):
        home = sys.modules[".".join(type_.__module__.split(".")[:2])]
        kinds = [kind for kind in vars(home).values() if isinstance(kind, type) and issubclass(kind, type_)]
        if name in (kind.__name__ for kind in kinds):
            return f": write {home.__name__.removeprefix('minitok.')}.{name}(...)"
        leaves = [kind.__name__ for kind in kinds if not any(kind in other.__bases__ for other in kinds)]
        return f": {home.__name__} has {', '.join(leaves)}"
    if type_ is str and isinstance(value, bytes):
        return ": decode it first, with .decode()"
    if type_ is str and hasattr(value, "finditer"):
        return f": write Regex({value.pattern!r})"
    try:
        same = type_ in (int, float) and not isinstance(value, bool) and type_(value) == float(value)
    except (TypeError, ValueError, OverflowError):
        return ""
    return f": write {type_(value)}" if same else ""


def checked_text(text: Any) -> str:
    """The text itself. TypeError if it is not a string."""
    if isinstance(text, str):
        return text
    several = "several texts go to tok(texts) or tok.encode_batch(texts), a pair to tok(text, pair)"
    advice: dict[type, str] = {bytes: "decode it, with .decode()", dict: 'give the text in it, such as row["text"]'}
    wanted = advice.get(type(text), several if isinstance(text, Iterable) else "give a string")
    raise TypeError(f"a text is a str, not {type(text).__name__}: {shown(text)}; {wanted}")


def checked_texts(texts: Any) -> Iterable[Any]:
    """The texts themselves. TypeError if they are not a list, or something else to go through."""
    if isinstance(texts, str):
        raise TypeError("texts is a string, which would be read letter by letter: put it in a list, [text]")
    if isinstance(texts, (bytes, Mapping)) or not hasattr(texts, "__iter__"):
        raise TypeError(f"texts is {shown(texts)}, and should be a list of strings, or a generator of them")
    return texts  # type: ignore[no-any-return]


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Turn the error for a library that is not installed into one that says which extra has it."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ImportError(f"{error.name} is not installed: {how_to_install(extra)}", name=error.name) from error


def how_to_install(extra: str) -> str:
    """What to type to install an extra of this package; no package index has it."""
    return f'run pip install -e ".[{extra}]" in your copy of the course, the folder with pyproject.toml'
