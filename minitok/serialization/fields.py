"""How the parts of a `tokenizer.json` are read: what is not known is refused by its name."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

Data = Mapping[str, Any]
Part = TypeVar("Part")


def only(data: Data, what: str, **known: Any) -> None:
    """Refuse an option that is set to anything but its known value."""
    for name, value in known.items():
        if data.get(name, value) not in (value, None):
            raise ValueError(f"minitok has no {name}={data[name]!r} for the {what}: only {name}={value!r}")


def options(data: Data, *names: str) -> dict[str, Any]:
    """The options of a part by name; ValueError, naming it, on one that minitok does not have."""
    for name in data:
        if name not in ("type", *names):
            known = ", ".join(names) or "no options"
            raise ValueError(f"minitok has no {name}={data[name]!r} for {data['type']}: it has {known}")
    return {name: data[name] for name in names}


def read_optional(readers: Mapping[str, Callable[[Data], Part]], kind: str, data: Data | None) -> Part | None:
    return None if data is None else read_one(readers, kind, data)


def read_one(readers: Mapping[str, Callable[[Data], Part]], kind: str, data: Data) -> Part:
    if data["type"] not in readers:
        raise ValueError(f"minitok has no {kind} {data['type']!r}: it has {', '.join(sorted(readers))}")
    return readers[data["type"]](data)


def plain(part: Callable[[], Part]) -> Callable[[Data], Part]:
    """The reader of a part that has no options."""
    return lambda data: part(**options(data))


def write_plain(readers: Mapping[str, object], part: object) -> dict[str, Any] | None:
    """A part that has no options: its type is all there is to say."""
    if part is not None and type(part).__name__ not in readers:
        raise ValueError(f"tokenizer.json has no place for {part!r}")
    return None if part is None else {"type": type(part).__name__}
