"""`Metaspace` in `tokenizer.json`, which is a pre-tokenizer and a decoder of the same options."""

from typing import Any

from minitok import decoders, pre_tokenizers
from minitok.serialization.fields import Data, options


def read_metaspace(data: Data) -> dict[str, Any]:
    """Older files say `add_prefix_space`, which is overruled by `prepend_scheme` and must not contradict it."""
    known = "replacement", "prepend_scheme", "split", "add_prefix_space", "str_rep"
    said = options({"prepend_scheme": "always", **dict.fromkeys(known[2:]), **data}, *known)
    if said["add_prefix_space"] is False and said["prepend_scheme"] != "never":
        raise ValueError("Metaspace has add_prefix_space=False, which needs prepend_scheme='never' beside it")
    return {name: said[name] for name in known[:2]}


def write_metaspace(part: pre_tokenizers.Metaspace | decoders.Metaspace) -> dict[str, Any]:
    return {"type": "Metaspace", "replacement": part.replacement, "prepend_scheme": part.prepend_scheme}
