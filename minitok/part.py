"""The base class of the parts of a tokenizer: a dataclass that never changes.

    class Strip(Normalizer):
        left: bool = True
        right: bool = True

The fields give `Strip(left=False)` its arguments, `repr`, equality, copies and pickles,
and its entry in `tokenizer.json`. Since a part never changes, what it has computed
stays true; `part.replace(left=False)` makes another. A value has to be of the type of
its field, as far as `check_type` knows it.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, fields, replace
from functools import partial
from types import MappingProxyType
from typing import (
    Any,
    ClassVar,
    Self,
    dataclass_transform,
    get_args,
)

from minitok.validation import check_tuple, check_type, format_entries


@dataclass_transform(frozen_default=True)
class Part:
    """A dataclass whose fields are set once.

    With `kw_only=True` the arguments of a class are given by name only.
    """

    # Fields of which `repr` shows only the length: {"merges": "merges"}
    sizes: ClassVar[Mapping[str, str]] = {}

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        super().__init_subclass__()
        dataclass(eq=False, repr=False, kw_only=kw_only)(cls)

    def __post_init__(self) -> None:
        for field in fields(self):  # type: ignore[arg-type]
            name = field.name
            value = getattr(self, name)
            if holds_parts(field.type):
                (kind,) = get_args(field.type)
                value = check_tuple(value, name)
                for part in value:
                    check_type(part, kind, name)
            else:
                value = check_type(value, field.type, name)
            vars(self)[name] = value
        self.prepare()

    def prepare(self) -> None:
        """Check the fields, and compute what is used often.

        What is computed goes into attributes that start with `_`.
        """

    def keep(self, **values: Any) -> None:
        """Set fields to what `prepare` made of them, such as a tuple of a list."""
        self.__dict__.update(values)

    @property
    def options(self) -> dict[str, Any]:
        """The fields and their values."""
        return {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]

    def replace(self, **changes: Any) -> Self:
        """A copy with other values for some fields."""
        return replace(self, **changes)  # type: ignore[type-var]

    def __setattr__(self, name: str, value: Any) -> None:
        is_field = name in self.__dataclass_fields__  # type: ignore[attr-defined]
        is_new = is_field and name not in self.__dict__
        if not is_new and not name.startswith("_"):
            raise AttributeError(
                f"this {type(self).__name__} doesn't change: "
                "make a new one, with .replace(...)"
            )
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        # A string equals a `Regex` with the same characters, which `repr` shows.
        return self.options == other.options and repr(self) == repr(other)

    def __hash__(self) -> int:
        return hash(repr(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields alone; `prepare` computes the rest again."""
        options = self.options
        for name, value in options.items():
            if isinstance(value, MappingProxyType):
                options[name] = dict(value)
        return partial(type(self), **options), ()

    def __repr__(self) -> str:
        arguments = []
        for field in fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if field.name not in self.sizes and value == field.default:
                continue
            arguments.append(self._format(field, value))
        return f"{type(self).__name__}({', '.join(arguments)})"

    def _format(self, field: Field[Any], value: Any) -> str:
        if field.name in self.sizes:
            return f"{len(value)} {self.sizes[field.name]}"
        if field.default is MISSING:
            return format_entries(value)
        return f"{field.name}={format_entries(value)}"


def holds_parts(type_: Any) -> bool:
    """Whether this is the type of a sequence of parts, such as `Sequence[Decoder]`."""
    inner = next(iter(get_args(type_)), None)
    return isinstance(inner, type) and issubclass(inner, Part)
