"""Templates as a file describes them: `[CLS] $A` is a list of slots, and of special tokens.

{"single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}},
            {"Sequence": {"id": "A", "type_id": 0}}],
 "pair": ...,
 "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [101], "tokens": ["[CLS]"]}}}
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from minitok.interop.json_data import Data, check_array, check_object, check_type
from minitok.processors import Slot, TemplateProcessing
from minitok.validation import format_value

ROBERTA_PAIR = "{cls} $A {sep} {sep} $B {sep}"
BERT_PAIR = "{cls} $A {sep} $B:1 {sep}:1"


def read_template(data: Data) -> Data:
    """The options of `TemplateProcessing` from those in the file."""
    tokens: dict[str, Sequence[str]] = {}
    ids: dict[str, Any] = {}
    for name, entry in check_object(data["special_tokens"]).items():
        check_type(entry["id"], str, "id")
        tokens[name] = check_type(entry["tokens"], Sequence[str], "tokens")
        if len(tokens[name]) != len(check_array(entry["ids"])):
            raise ValueError(
                f"the special token {name!r} has not as many tokens as ids: give each token one"
            )
        for token, id in zip(tokens[name], entry["ids"]):
            if ids.setdefault(token, id) != id:
                raise ValueError(
                    f"minitok has no template in which {token!r} has two ids, {ids[token]} and {id}"
                )
    for name in ("single", "pair"):
        slots = [_read_slot(slot, tokens) for slot in check_array(data[name])]
        data[name] = " ".join(slots)
    data["special_tokens"] = list(ids.items())
    return data


def _read_slot(data: Any, tokens: Mapping[str, Sequence[str]]) -> str:
    """A slot, or several if the name of a special token stands for several tokens."""
    ((kind, slot),) = check_object(data).items()
    name = check_type(slot["id"], str, "id")
    type_id = check_type(slot["type_id"], int, "type_id")
    if kind == "Sequence" and name in ("A", "B"):
        return _with_type(f"${name}", type_id)
    if kind != "SpecialToken":
        raise ValueError(
            f"{format_value(data)} is neither the Sequence A or B, nor a SpecialToken"
        )
    slots = []
    for token in tokens.get(name, [name]):
        _check_token(token, r"^$|^\$|\s")
        slots.append(_with_type(token, type_id))
    return " ".join(slots)


def _with_type(name: str, type_id: int) -> str:
    if type_id or name[-1].isdigit():
        return f"{name}:{type_id}"
    return name


def _check_token(token: Any, unfit: str) -> None:
    if re.search(unfit, str(token)):
        raise ValueError(
            f"{format_value(token)} can't be in a template: it is empty, or has a space, a $ or a number at :"
        )


def write_template(data: Data) -> Data:
    """The options in the file from those of `TemplateProcessing`."""
    special = data["special_tokens"]
    template = TemplateProcessing(data["single"], data["pair"], special)
    data["single"] = [_write_slot(slot) for slot in template.slots()]
    data["pair"] = [_write_slot(slot) for slot in template.slots(pair=True)]
    data["special_tokens"] = {}
    for token, id in sorted(special):
        entry = {"id": token, "ids": [id], "tokens": [token]}
        data["special_tokens"][token] = entry
    return data


def _write_slot(slot: Slot) -> Data:
    if slot.token is None:
        return {"Sequence": {"id": "AB"[slot.sequence], "type_id": slot.type_id}}
    return {"SpecialToken": {"id": slot.token, "type_id": slot.type_id}}


def read_bert(data: Data, pair: str = BERT_PAIR) -> Data:
    """The template of an old type: `{"sep": ["[SEP]", 102], "cls": ["[CLS]", 101]}`."""
    special = [check_array(data.pop(name)) for name in ("sep", "cls")]
    for token, _ in special:
        _check_token(token, r"^$|^\$|\s|:\d+$")
    (sep, _), (cls, _) = special
    data["single"] = f"{cls} $A {sep}"
    data["pair"] = pair.format(cls=cls, sep=sep)
    data["special_tokens"] = special
    return data


def read_roberta(data: Data) -> Data:
    """A sequence for another old type: a `ByteLevel` with its options, and a template."""
    tokens = {"sep": data.pop("sep"), "cls": data.pop("cls")}
    template = write_template(read_bert(tokens, ROBERTA_PAIR))
    byte_level = {"type": "ByteLevel", **data}
    return {"processors": [byte_level, {"type": "TemplateProcessing", **template}]}
