"""How a part is written to `tokenizer.json` and read from it: by the fields that it declares, and their types."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from minitok import pre_tokenizers
from minitok.encoding import Direction, Strategy
from minitok.interop.expressions import read_pattern, write_pattern
from minitok.models.unigram import Piece
from minitok.part import Part
from minitok.patterns import Pattern
from minitok.steps import Pair
from minitok.validation import check_choice, check_int, check_tuple, format_value

Data = dict[str, Any]
REMEDY = "get it again, or correct it there"


class Damaged(ValueError):
    """What is wrong in the data, and where: `pre_tokenizer.pretokenizers[0].pattern`."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}")
        self.place, self.problem = place, problem


@contextmanager
def inside(place: str) -> Iterator[None]:
    """Add the name of a place to all errors that come from reading what it holds."""
    try:
        yield
    except Damaged as error:
        raise Damaged(
            f"{place}{'' if error.place[0] == '[' else '.'}{error.place}", error.problem
        ) from error
    except KeyError as error:
        raise Damaged(
            place, f"{error} is missing, so the file is damaged: {REMEDY}"
        ) from error
    except (AttributeError, OverflowError, TypeError, UnicodeDecodeError) as error:
        raise Damaged(place, f"{error}, so the file is damaged: {REMEDY}") from error
    except ValueError as error:
        raise Damaged(place, str(error)) from error


def mapping(data: Any) -> Mapping[str, Any]:
    """The data, which must be an object of JSON: names and values."""
    if not isinstance(data, Mapping):
        raise TypeError(f"{format_value(data)} should be an object, {{...}}")
    return data


def array(data: Any) -> list[Any]:
    """The data, which must be an array of JSON: values in a row."""
    if not isinstance(data, list):
        raise TypeError(f"{format_value(data)} should be an array, [...]")
    return data


def field_types(part: type[Part]) -> dict[str, Any]:
    """The fields of a part, and the types that they declare."""
    types = get_type_hints(part)
    return {field.name: types[field.name] for field in fields(part)}  # type: ignore[arg-type]


def checked(value: Any, type_: Any, name: str) -> Any:
    """A value from a file, of the type that a field declares. TypeError or ValueError if it is of another."""
    origin, args = get_origin(type_), get_args(type_)
    if origin is Literal:
        return check_choice(value, name, args)
    if origin in (UnionType, Union):  # with None
        return None if value is None else checked(value, args[0], name)
    if origin is Sequence:
        return tuple(
            checked(entry, args[0], name) for entry in check_tuple(value, name)
        )
    if origin is tuple:
        entries = zip(check_tuple(value, name), args, strict=True)
        return tuple(checked(entry, its_type, name) for entry, its_type in entries)
    if type_ is int:
        return check_int(value, name)
    if type_ is float and type(value) is int and abs(value) < 2**1023:
        return float(value)
    type_ = origin or type_
    if not isinstance(value, type_) or (type(value) is bool and type_ is not bool):
        raise TypeError(
            f"{name}={format_value(value)} should be of type {type_.__name__}, not {type(value).__name__}"
        )
    return value


class Shape(NamedTuple):
    """How the file describes a part.

    `names` are the fields that have other names in the file, `optional` those that older files leave out, `ignored` the
    options that only the file has, with the value that is written. `read` and `write` change the options as a whole.
    """

    part: type[Part]
    names: Mapping[str, str] = {}
    optional: tuple[str, ...] = ()
    ignored: Mapping[str, Any] = {}
    read: Callable[[Data], Data] = lambda data: data
    write: Callable[[Data], Data] = lambda data: data


class Codec(NamedTuple):
    """How the value of a field is read, and checked, and written."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any]


class Stage(NamedTuple):
    """The parts that a stage may have: the word for them in messages, and their shapes by type."""

    kind: str
    shapes: Mapping[str, Shape]

    def read(self, data: Any) -> Any:
        """The part. Raises `Damaged`, with the place, on one that minitok does not have or whose fields are wrong."""
        type_ = mapping(data)["type"]
        if not isinstance(type_, str) or type_ not in self.shapes:
            raise ValueError(
                f"minitok has no {self.kind} {format_value(type_)}: it has {', '.join(sorted(self.shapes))}"
            )
        shape = self.shapes[type_]
        for name in shape.ignored.keys() & data.keys():
            checked(data[name], bool, name)
        given = shape.read(
            {
                name: data[name]
                for name in data
                if name != "type" and name not in shape.ignored
            }
        )
        types = field_types(shape.part)
        names = {shape.names.get(name, name): name for name in types}
        options = {}
        for name, value in given.items():
            if name not in names:
                known = ", ".join(names) or "no options"
                raise ValueError(
                    f"minitok has no {name}={format_value(value)} for {type_}: it has {known}"
                )
            with inside(name):
                options[names[name]] = self._codec(types[names[name]], name).read(value)
        missing = [
            *(names.keys() - given.keys()),
            *(shape.ignored.keys() - data.keys()),
        ]
        for name in sorted(missing):
            if name not in shape.optional:
                raise KeyError(name)
        return shape.part(**options)

    def write(self, part: Part) -> Data:
        """The part as data; ValueError on one that `tokenizer.json` does not have."""
        for type_, shape in self.shapes.items():
            if shape.part is type(part):
                data = (
                    {} if type_ == self.kind else {"type": type_}
                )  # truncation and padding have none
                for name, field_type in field_types(shape.part).items():
                    data[shape.names.get(name, name)] = self._codec(
                        field_type, name
                    ).write(part.options[name])
                return shape.write({**data, **shape.ignored})
        raise ValueError(f"tokenizer.json has no place for {part!r}")

    def _codec(self, type_: Any, name: str) -> Codec:
        """The codec for a field of this type and name; a field of parts of this stage reads each of them."""
        inner = next(iter(get_args(type_)), None)
        if isinstance(inner, type) and issubclass(inner, Part):
            return Codec(self._read_all, lambda parts: list(map(self.write, parts)))
        return CODECS.get(
            type_, Codec(lambda value: checked(value, type_, name), lambda value: value)
        )

    def _read_all(self, data: Any) -> list[Any]:
        parts = []
        for i, part in enumerate(array(data)):
            with inside(f"[{i}]"):
                parts.append(self.read(part))
        return parts


def _choices(type_: Any) -> Codec:
    """The words of a `Literal`, which the file capitalizes: `merged_with_next` → `MergedWithNext`."""
    theirs: dict[str, str] = {
        word: word.title().replace("_", "") for word in get_args(type_)
    }
    ours = {written: word for word, written in theirs.items()}
    return Codec(
        lambda written: ours[check_choice(written, "choice", ours)], theirs.__getitem__
    )


def read_merges(merges: list[Any]) -> tuple[tuple[Any, ...], ...]:
    """Merges, written as pairs or, in older files, as lines: `["#version: 0.2", "u g"]` → `("u", "g")`."""
    merges = [
        merge
        for merge in array(merges)
        if not (isinstance(merge, str) and merge.startswith("#version"))
    ]
    pairs = [
        tuple(merge.split(" ") if isinstance(merge, str) else array(merge))
        for merge in merges
    ]
    if bad := [merge for merge, pair in zip(merges, pairs) if len(pair) != 2]:
        raise ValueError(
            f"the merge {format_value(bad[0])} does not join two tokens: write it as a pair"
        )
    return tuple(pairs)


CODECS: Mapping[Any, Codec] = {
    Pattern: Codec(read_pattern, write_pattern),
    bytes: Codec(
        lambda data: b64decode(data, validate=True),
        lambda data: b64encode(data).decode(),
    ),
    pre_tokenizers.Behavior: _choices(pre_tokenizers.Behavior),
    Strategy: _choices(Strategy),
    Direction: _choices(Direction),
    Mapping[str, int]: Codec(mapping, dict),
    Sequence[Pair]: Codec(
        read_merges, lambda merges: [list(merge) for merge in merges]
    ),
    Sequence[Piece]: Codec(array, lambda pieces: [list(piece) for piece in pieces]),
}
