"""How a part is written to `tokenizer.json` and read from it: by the fields that it declares, and their types.

An option in the file that is not a field of the part is refused by name, never skipped.
"""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, get_args

from minitok import models, pre_tokenizers
from minitok.charsmap import Charsmap
from minitok.encoding import Direction, Strategy
from minitok.parts import Part
from minitok.patterns import Pattern
from minitok.tokenizer_json.expressions import read_pattern, write_pattern

Data = dict[str, Any]


def _same(value: Any) -> Any:
    return value


class Shape(NamedTuple):
    """How the file describes a part.

    `names` are the fields that have other names in the file, `optional` those that older files leave out. Of the
    options that only the file has, `fixed` must have the value given here; `ignored` may have any, and is written so.
    `read` and `write` change the dictionary of options where fields do not correspond one to one.
    """

    part: type[Part]
    names: Mapping[str, str] = {}
    optional: tuple[str, ...] = ()
    fixed: Mapping[str, Any] = {}
    ignored: Mapping[str, Any] = {}
    read: Callable[[Data], Data] = _same
    write: Callable[[Data], Data] = _same


class Codec(NamedTuple):
    """How the value of a field is read and written."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


class Stage(NamedTuple):
    """The parts that a stage may have: the word for them in messages, and their shapes by type."""

    kind: str
    shapes: Mapping[str, Shape]

    def read(self, data: Any) -> Any:
        """The part. ValueError on one that minitok does not have, KeyError if a field is missing."""
        type_ = data["type"]
        if type_ not in self.shapes:
            raise ValueError(f"minitok has no {self.kind} {type_!r}: it has {', '.join(sorted(self.shapes))}")
        shape = self.shapes[type_]
        given = shape.read({name: data[name] for name in data if name != "type" and name not in shape.ignored})
        for name, value in shape.fixed.items():
            if (given.pop(name, value) or None) != (value or None):
                raise ValueError(f"minitok has no {name}={data[name]!r} for {type_}: only {name}={value!r}")
        fields = {shape.names.get(name, name): name for name in shape.part.fields}
        for name in sorted(given.keys() - fields.keys()):
            known = ", ".join(fields) or "no options"
            raise ValueError(f"minitok has no {name}={given[name]!r} for {type_}: it has {known}")
        for name in sorted(fields.keys() - given.keys() - {*shape.optional}):
            raise KeyError(name)
        options = {fields[name]: value for name, value in given.items()}
        return shape.part(**{name: self._codec(shape.part.fields[name]).read(value) for name, value in options.items()})

    def write(self, part: Part) -> Data:
        """The part as data; ValueError on one that `tokenizer.json` does not have."""
        for type_, shape in self.shapes.items():
            if shape.part is type(part):
                data = {"type": type_, **shape.fixed}
                for name, kind in part.fields.items():
                    data[shape.names.get(name, name)] = self._codec(kind).write(part.options[name])
                return shape.write({**data, **shape.ignored})
        raise ValueError(f"tokenizer.json has no place for {part!r}")

    def _codec(self, type_: Any) -> Codec:
        """The codec for a field of this type; a field that holds parts of this stage reads and writes each of them."""
        inner = next(iter(get_args(type_)), None)
        if isinstance(inner, type) and issubclass(inner, Part):
            return Codec(lambda parts: list(map(self.read, parts)), lambda parts: list(map(self.write, parts)))
        return CODECS.get(type_, Codec(_same, _same))


def _choices(type_: Any) -> Codec:
    """The words of a `Literal`, which the file capitalizes: `merged_with_next` → `MergedWithNext`."""
    theirs = {word: word.title().replace("_", "") for word in get_args(type_)}
    ours = {written: word for word, written in theirs.items()}
    return Codec(ours.__getitem__, theirs.__getitem__)


def _merges(merges: list[Any]) -> Iterator[tuple[str, str]]:
    """Merges, written as pairs or, in older files, as lines: `["#version: 0.2", "u g"]` → `("u", "g")`."""
    for merge in merges:
        if isinstance(merge, str) and merge.startswith("#version"):
            continue
        parts = merge.split(" ") if isinstance(merge, str) else merge
        if len(parts) != 2:
            raise ValueError(f"the merge {merge!r} does not join two tokens: write it as a pair")
        yield parts[0], parts[1]


CODECS: Mapping[Any, Codec] = {
    Pattern: Codec(read_pattern, write_pattern),
    Charsmap: Codec(lambda data: b64decode(data, validate=True), lambda data: b64encode(data).decode()),
    pre_tokenizers.Behavior: _choices(pre_tokenizers.Behavior),
    Strategy: _choices(Strategy),
    Direction: _choices(Direction),
    models.BPE.fields["vocab"]: Codec(_same, dict),
    models.BPE.fields["merges"]: Codec(_merges, lambda merges: [list(merge) for merge in merges]),
    models.Unigram.fields["vocab"]: Codec(_same, lambda pieces: [list(piece) for piece in pieces]),
}
