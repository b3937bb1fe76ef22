"""How a part is read from a file and written to it: by the fields that it declares."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from types import ModuleType
from typing import Any, NamedTuple, get_args, get_type_hints

from minitok import pre_tokenizers
from minitok.encoding import Direction, Strategy
from minitok.interop.expressions import read_pattern, write_pattern
from minitok.interop.json_data import (
    Data,
    check_array,
    check_data,
    check_object,
    inside,
)
from minitok.models.lattice import ScoredPiece
from minitok.part import Part, holds_parts
from minitok.patterns import Pattern
from minitok.steps import Pair
from minitok.validation import check_choice, check_type, format_value

# Options that older files or those of transformers leave out. They have the default of
# their part.
OPTIONAL = """
add_prefix_space behavior byte_fallback continuing_subword_prefix direction dropout
end_of_word_suffix fuse_unk ignore_merges lstrip normalized pad_to_multiple_of
prepend_scheme rstrip single_word special split strip_accents unk_id unk_token
""".split()  # noqa: SIM905


def _unchanged(value: Any) -> Any:
    return value


class Schema(NamedTuple):
    """How a file describes a part."""

    part: type[Part]
    names: Mapping[str, str]  # fields that have another name in the file
    unused: Sequence[str]  # options of the file alone, which are written as true
    read: Callable[[Data], Data]  # may change the options of the file
    write: Callable[[Data], Data]


class Codec(NamedTuple):
    """How the value of a field is read, and checked, and written."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = _unchanged


class Stage:
    """The parts that a stage may have, by their types in the file."""

    def __init__(self, kind: str) -> None:
        self.kind = kind  # the word for the parts in messages
        self.schemas: dict[str, Schema] = {}

    def add(
        self,
        part: type[Part],
        type_: str | None = None,
        *,
        names: Mapping[str, str] = {},
        unused: Sequence[str] = (),
        read: Callable[[Data], Data] = _unchanged,
        write: Callable[[Data], Data] = _unchanged,
    ) -> None:
        """Add a part. Its type in the file is by default the name of its class.

        If parts have no type in the file, `type_` is the stage's `kind`. The other
        options are those of `Schema`.
        """
        schema = Schema(part, names, unused, read, write)
        self.schemas[type_ or part.__name__] = schema

    def add_all(self, module: ModuleType, *names: str) -> None:
        """Add several parts of a module, which need no options."""
        for name in names:
            self.add(getattr(module, name))

    def read(self, data: Any) -> Any:
        """The part that some data describe.

        Raises ValueError on a part that minitok does not have, and `Damaged`, with the
        place, on a field that is wrong.
        """
        options = dict(check_object(data))
        if self.kind in self.schemas:  # its parts have no type
            options.setdefault("type", self.kind)
        type_ = check_type(options.pop("type"), str, "type")
        if type_ not in self.schemas:
            known = ", ".join(sorted(self.schemas))
            raise ValueError(
                f"minitok has no {self.kind} {format_value(type_)}: it has {known}"
            )
        schema = self.schemas[type_]
        options = schema.read(options)
        names = []
        values = {}
        for field, name, codec in self._fields(schema):
            names.append(name)
            if name in options:
                with inside(name):
                    values[field] = codec.read(options.pop(name))
            elif name not in OPTIONAL:
                raise KeyError(name)
        for name in schema.unused:
            check_type(options.pop(name, True), bool, name)
        for name, value in options.items():
            known = ", ".join(names) or "no options"
            raise ValueError(
                f"minitok has no {name}={format_value(value)} "
                f"for {schema.part.__name__}: it has {known}"
            )
        return schema.part(**values)

    def write(self, part: Part) -> Data:
        """The part as data. Raises ValueError if `tokenizer.json` does not have it."""
        schemas = self.schemas.items()
        types = [name for name, schema in schemas if schema.part is type(part)]
        if not types:
            raise ValueError(f"tokenizer.json has no place for {part!r}")
        type_ = types[0]  # the others are old
        schema = self.schemas[type_]
        data: Data = {}
        if type_ != self.kind:
            data["type"] = type_
        for field, name, codec in self._fields(schema):
            data[name] = codec.write(getattr(part, field))
        return schema.write(data | dict.fromkeys(schema.unused, True))

    def _fields(self, schema: Schema) -> Iterator[tuple[str, str, Codec]]:
        """The fields of a part, each with its name in the file and its codec."""
        types = get_type_hints(schema.part)
        for field in fields(schema.part):  # type: ignore[arg-type]
            name = schema.names.get(field.name, field.name)
            yield field.name, name, self._codec(types[field.name], name)

    def _codec(self, type_: Any, name: str) -> Codec:
        """The codec of a field, by its type.

        `decoders: Sequence[Decoder]` holds parts of this stage, and so the stage reads
        each of them. `pattern: Pattern` has its codec in `CODECS`. `left: bool` has
        none there, and so its value stays as it is if it is a bool.
        """
        if holds_parts(type_):
            return Codec(self._read_all, self._write_all)
        if type_ in CODECS:
            return CODECS[type_]
        return Codec(lambda value: check_data(value, type_, name))

    def _read_all(self, data: Any) -> list[Any]:
        parts = []
        for i, part in enumerate(check_array(data)):
            with inside(f"[{i}]"):
                parts.append(self.read(part))
        return parts

    def _write_all(self, parts: Sequence[Part]) -> list[Data]:
        return list(map(self.write, parts))


def read_merges(merges: Any) -> list[Any]:
    """Merges as pairs: older files have lines, `["#version: 0.2", "u g"]`."""
    pairs = []
    for merge in check_array(merges):
        pair = merge
        if isinstance(merge, str):
            if merge.startswith("#version"):
                continue
            pair = merge.split(" ")
        if len(check_array(pair)) != 2:
            raise ValueError(
                f"the merge {format_value(merge)} does not join two tokens: "
                "write it as a pair"
            )
        pairs.append(pair)
    return pairs


def _write_rows(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [list(row) for row in rows]


def _read_bytes(data: str) -> bytes:
    return b64decode(data, validate=True)


def _write_bytes(data: bytes) -> str:
    return b64encode(data).decode()


def _choices(type_: Any) -> Codec:
    """The words of a `Literal`: `merged_with_next`, in the file `MergedWithNext`."""
    theirs = {word: word.title().replace("_", "") for word in get_args(type_)}
    ours = {word: choice for choice, word in theirs.items()}
    return Codec(lambda word: ours[check_choice(word, "choice", ours)], theirs.get)


CODECS: dict[Any, Codec] = {}
CODECS[bytes] = Codec(_read_bytes, _write_bytes)
CODECS[Pattern] = Codec(read_pattern, write_pattern)
CODECS[Mapping[str, int]] = Codec(check_object, dict)
CODECS[Sequence[Pair]] = Codec(read_merges, _write_rows)
CODECS[Sequence[ScoredPiece]] = Codec(check_array, _write_rows)
for choices in (pre_tokenizers.Behavior, Strategy, Direction):
    CODECS[choices] = _choices(choices)
