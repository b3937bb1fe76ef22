"""Templates as a file describes them: slots, and special tokens.

{"single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
            {"Sequence": {"id": "A", "type_id": 0}}],
 "pair": ...,
 "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [101], "tokens": ["[CLS]"]}}}
"""

from typing import Any

from minitok.interop.json_data import Data, check_array, check_data, check_object
from minitok.processors import Slot, TemplateProcessing
from minitok.validation import check_int, check_type, format_value

SIGNS = {"Sequence": "$", "SpecialToken": ""}  # before the name of a slot


def read_template(data: Data) -> Data:
    """The options of `TemplateProcessing` from those in the file."""
    special = []
    for name, entry in data["special_tokens"].items():
        ids = entry["ids"]
        if entry["tokens"] != [name] or len(ids) != 1:
            raise ValueError(
                f"minitok has no template in which {name!r} stands for other tokens: "
                f"write the tokens themselves, not {format_value(entry)}"
            )
        special.append((name, ids[0]))
    data["special_tokens"] = special
    for name in ("single", "pair"):
        slots = map(_read_slot, check_array(data[name]))
        data[name] = " ".join(slots)
    return data


def _read_slot(data: Any) -> str:
    ((kind, slot),) = check_object(data).items()
    type_id = check_int(slot["type_id"], "type_id")
    return _slot(SIGNS[kind] + check_type(slot["id"], str, "id"), type_id)


def _slot(name: str, type_id: int = 0) -> str:
    """The slot as minitok spells it. A name that ends in a number needs the type id."""
    if name.split() != [name]:
        raise ValueError(f"a template cannot hold the token {name!r}: rename it")
    if type_id or name[-1].isdigit():
        return f"{name}:{type_id}"
    return name


def write_template(data: Data) -> Data:
    """The options in the file from those of `TemplateProcessing`."""
    special = data["special_tokens"]
    template = TemplateProcessing(data["single"], data["pair"], special)
    data["single"] = list(map(_write_slot, template.slots()))
    data["pair"] = list(map(_write_slot, template.slots(pair=True)))
    data["special_tokens"] = {}
    for token, id in sorted(special):
        entry = {"id": token, "ids": [id], "tokens": [token]}
        data["special_tokens"][token] = entry
    return data


def _write_slot(slot: Slot) -> Data:
    if slot.token is None:
        name = "AB"[slot.sequence]
        return {"Sequence": {"id": name, "type_id": slot.type_id}}
    return {"SpecialToken": {"id": slot.token, "type_id": slot.type_id}}


def read_bert(data: Data) -> Data:
    """The template of an old type: `{"sep": ["[SEP]", 2], "cls": ["[CLS]", 1]}`."""
    special = []
    for name in ("sep", "cls"):
        special.append(check_data(data.pop(name), tuple[str, int], name))
    (sep, _), (cls, _) = special
    data["special_tokens"] = special
    data["single"] = f"{_slot(cls)} $A {_slot(sep)}"
    data["pair"] = f"{data['single']} $B:1 {_slot(sep, 1)}"
    return data


def read_roberta(data: Data) -> Data:
    """A sequence for another old type: a `ByteLevel`, and a template."""
    template = read_bert({"sep": data.pop("sep"), "cls": data.pop("cls")})
    *_, sep = template["single"].split()
    template["pair"] = f"{template['single']} {sep} $B {sep}"
    template = {"type": "TemplateProcessing", **write_template(template)}
    return {"processors": [{"type": "ByteLevel", **data}, template]}
