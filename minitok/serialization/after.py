"""What comes after the model in `tokenizer.json`: the post-processor, truncation and padding."""

from collections.abc import Callable
from typing import Any

from minitok import processors
from minitok.lengths import Padding, Truncation
from minitok.serialization.fields import Data, only, options, read_one

# Post-processors


def _read_template(data: Data) -> processors.TemplateProcessing:
    known = options(data, "single", "pair", "special_tokens")
    ids = {}
    for name, token in known["special_tokens"].items():
        if len(token["ids"]) != 1:
            raise ValueError(f"minitok has no special token of several tokens in a template, such as {name!r}")
        ids[name] = token["ids"][0]
    return processors.TemplateProcessing(_template(known["single"]), _template(known["pair"]), ids)


def _template(pieces: list[Data]) -> str:
    """`[{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}]` → `[CLS]:0 $A:0`."""
    written = []
    for piece in pieces:
        ((kind, data),) = piece.items()
        name = {"SpecialToken": data["id"], "Sequence": f"${data['id']}"}[kind]
        written.append(f"{name}:{data['type_id']}")
    return " ".join(written)


def _read_bert(data: Data) -> processors.TemplateProcessing:
    known = options(data, "sep", "cls")
    (sep, _), (cls, _) = known["sep"], known["cls"]
    return processors.TemplateProcessing(f"{cls} $A {sep}", f"{cls} $A {sep} $B:1 {sep}:1", map(tuple, known.values()))


def _read_roberta(data: Data) -> processors.PostProcessor:
    known = options(data, "sep", "cls", "trim_offsets", "add_prefix_space")
    (sep, _), (cls, _) = known["sep"], known["cls"]
    template = processors.TemplateProcessing(
        f"{cls} $A {sep}", f"{cls} $A {sep} {sep} $B {sep}", [tuple(known["sep"]), tuple(known["cls"])]
    )
    spaces = processors.ByteLevel(trim_offsets=known["trim_offsets"], add_prefix_space=known["add_prefix_space"])
    return processors.Sequence([spaces, template])


def _read_byte_level(data: Data) -> processors.ByteLevel:
    known = options({"use_regex": True, **data}, "add_prefix_space", "trim_offsets", "use_regex")
    return processors.ByteLevel(trim_offsets=known["trim_offsets"], add_prefix_space=known["add_prefix_space"])


PROCESSORS: dict[str, Callable[[Data], processors.PostProcessor]] = {
    "TemplateProcessing": _read_template,
    "BertProcessing": _read_bert,
    "RobertaProcessing": _read_roberta,
    "ByteLevel": _read_byte_level,
    "Sequence": lambda data: processors.Sequence(
        read_one(PROCESSORS, "post-processor", part) for part in data["processors"]
    ),
}


def write_processor(part: processors.PostProcessor | None) -> dict[str, Any] | None:
    if part is None:
        return None
    if isinstance(part, processors.Sequence):
        return {"type": "Sequence", "processors": [write_processor(one) for one in part.processors]}
    if isinstance(part, processors.ByteLevel):
        options = {"add_prefix_space": part.add_prefix_space, "trim_offsets": part.trim_offsets, "use_regex": True}
        return {"type": "ByteLevel", **options}
    if isinstance(part, processors.TemplateProcessing):
        return {
            "type": "TemplateProcessing",
            "single": list(map(_written, part.single)),
            "pair": list(map(_written, part.pair)),
            "special_tokens": {
                name: {"id": name, "ids": [id], "tokens": [name]} for name, id in sorted(part.special_tokens.items())
            },
        }
    raise ValueError(f"tokenizer.json has no place for {part!r}")


def _written(piece: processors.Piece) -> dict[str, Any]:
    if piece.token is None:
        return {"Sequence": {"id": "AB"[piece.sequence], "type_id": piece.type_id}}
    return {"SpecialToken": {"id": piece.token, "type_id": piece.type_id}}


# Truncation and padding

STRATEGIES = {"LongestFirst": "longest_first", "OnlyFirst": "only_first", "OnlySecond": "only_second"}
DIRECTIONS = {"Left": "left", "Right": "right"}


def read_truncation(data: Data) -> Truncation:
    known = {"direction": "Right", **data}
    direction, strategy = DIRECTIONS[known["direction"]], STRATEGIES[known["strategy"]]
    return Truncation(data["max_length"], data["stride"], strategy, direction).check()  # type: ignore[arg-type]


def write_truncation(part: Truncation | None) -> dict[str, Any] | None:
    if part is None:
        return None
    return {
        "direction": part.direction.title(),
        "max_length": part.max_length,
        "strategy": part.strategy.title().replace("_", ""),
        "stride": part.stride,
    }


def read_padding(data: Data) -> Padding:
    only(data, "padding", pad_type_id=0)
    length = None if data["strategy"] == "BatchLongest" else data["strategy"]["Fixed"]
    multiple, direction = data.get("pad_to_multiple_of"), DIRECTIONS[data["direction"]]
    return Padding(data["pad_id"], data["pad_token"], length, multiple, direction).check()  # type: ignore[arg-type]


def write_padding(part: Padding | None) -> dict[str, Any] | None:
    if part is None:
        return None
    return {
        "strategy": "BatchLongest" if part.length is None else {"Fixed": part.length},
        "direction": part.direction.title(),
        "pad_to_multiple_of": part.pad_to_multiple_of,
        "pad_id": part.pad_id,
        "pad_type_id": 0,
        "pad_token": part.pad_token,
    }
