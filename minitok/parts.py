"""The base class of the parts of a tokenizer. A part declares its fields once:

    class Strip(Normalizer):
        left: bool = True
        right: bool = True

This gives `Strip(left=False)` its arguments and their checks, `repr`, equality, copies, pickles, and an entry in
`tokenizer.json`. A part never changes, so what it has computed stays true; `part.replace(left=False)` makes another.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from itertools import repeat
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from minitok.mistakes import Named, no_such, remedy, shown, wrong_call

Self = TypeVar("Self", bound="Part")
REQUIRED = object()


class Kind(NamedTuple):
    """A field that needs more than a type: `convert(value, name)` returns the value to keep, or raises an error."""

    convert: Callable[[Any, str], Any]
    show: Callable[[Any], str] | None = None  # for `repr`, which then has no name: `BPE(1000 tokens, 744 merges)`
    takes: Any = None  # the type that is given, if it is not the one that is kept


class _Signature:
    """The fields as arguments, for `help` and for the tooltips of a notebook."""

    def __get__(self, part: object, cls: "type[Part]") -> Any:
        from inspect import Parameter, Signature  # imported here to keep `import minitok` fast

        kind = Parameter.KEYWORD_ONLY if cls.kw_only else Parameter.POSITIONAL_OR_KEYWORD
        types = get_type_hints(cls)  # without the checks that `Annotated` adds
        types |= {name: own.takes for name, type_ in cls.fields.items() if (own := _kind_of(type_)) and own.takes}
        fields = [(name, types[name], getattr(cls, name, Parameter.empty)) for name in cls.fields]
        return Signature([Parameter(name, kind, default=value, annotation=type_) for name, type_, value in fields])


class Part:
    """An object with declared fields, which never changes. With `kw_only=True` its arguments are given by name only."""

    fields: ClassVar[Mapping[str, Any]] = {}
    kw_only: ClassVar[bool] = False
    __signature__: ClassVar[Any] = _Signature()

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        super().__init_subclass__()
        types: dict[str, Any] = cls.__annotations__
        own = [name for name in types if name[0] != "_" and get_origin(types[name]) is not ClassVar]
        cls.fields = {**cls.fields, **{name: types[name] for name in own}}
        cls.kw_only = cls.kw_only or kw_only

    def __init__(self, *values: Any, **named: Any) -> None:
        given = {**dict(zip(self.fields, values)), **named}
        fits = self.fields.keys() >= given.keys() and len(given) == len(values) + len(named)
        if not fits or (values and self.kw_only):
            raise TypeError(wrong_call(type(self).__name__, type(self), named))
        for name, type_ in self.fields.items():
            value = given.get(name, getattr(type(self), name, REQUIRED))
            if value is REQUIRED:
                raise TypeError(f"{type(self).__name__} needs {name!r}")
            self.__dict__[name] = converted(value, type_, name)
        self.prepare()

    def prepare(self) -> None:
        """Check what types can't express, and compute what is needed often, for attributes that start with `_`."""

    @property
    def options(self) -> dict[str, Any]:
        """The fields and their values."""
        return {name: self.__dict__[name] for name in self.fields}

    def replace(self: Self, **changes: Any) -> Self:
        """Return a copy with other values for some fields."""
        return type(self)(**{**self.options, **changes})

    def __setattr__(self, name: str, value: Any) -> None:
        part = type(self).__name__
        if name in self.fields:
            raise AttributeError(f"this {part} doesn't change: make a new one, .replace({name}={value!r})")
        if name[0] != "_":
            raise AttributeError(f"this {part} has no field {name!r}: it has {', '.join(self.fields) or 'none'}")
        self.__dict__[name] = value

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"this {type(self).__name__} doesn't change, so {name!r} stays")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        pairs = zip(self.options.values(), other.options.values())
        return all(type(mine) is type(theirs) and mine == theirs for mine, theirs in pairs)

    def __hash__(self) -> int:
        if "_hash" not in self.__dict__:
            self._hash = hash(repr(self))
        return self._hash

    def __deepcopy__(self: Self, memo: object = None) -> Self:
        return self

    __copy__ = __deepcopy__

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields alone; `prepare` computes the rest again."""
        options = {k: dict(v) if isinstance(v, MappingProxyType) else v for k, v in self.options.items()}
        return partial(type(self), **options), ()

    def __repr__(self) -> str:
        shown = []
        for name, value in self.options.items():
            if (kind := _kind_of(self.fields[name])) and kind.show:
                shown.append(kind.show(value))
            elif value != (default := getattr(type(self), name, REQUIRED)):
                start = "" if default is REQUIRED else f"{name}="
                more = f" and {len(value) - 20} more" if type(value) is tuple and len(value) > 20 else ""
                shown.append(f"{start}{list(value[:20]) if type(value) is tuple else value!r}{more}")
        return f"{type(self).__name__}({', '.join(shown)})"


class Owner(Named):
    """An object that holds parts, each of which may be exchanged: its attributes are declared, and checked when set."""

    _types: ClassVar[Mapping[str, Any]] = {}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._types = {**cls._types, **{name: type_ for name, type_ in cls.__annotations__.items() if name[0] != "_"}}

    def __setattr__(self, name: str, value: Any) -> None:
        if name in self._types:
            value = converted(value, self._types[name], name)
        elif name[0] != "_":
            raise AttributeError(no_such(f"a {type(self).__name__} has no part", name, self._types, "Tokenizer"))
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a {type(self).__name__} keeps its parts: set {name} to None to go without")


def _kind_of(type_: Any) -> Kind | None:
    return next((note for note in get_args(type_)[1:] if isinstance(note, Kind)), None)


def converted(value: Any, type_: Any, name: str) -> Any:
    """A value as a field keeps it, with lists as tuples. TypeError for another type, ValueError for another choice."""
    if type(value) is type_:
        return value
    origin, args = get_origin(type_), get_args(type_)
    if kind := _kind_of(type_):
        return kind.convert(value, name)
    if origin is Literal:
        if value not in args:
            raise ValueError(f"no {name} {value!r}: choose one of {', '.join(map(str, args))}")
        return value
    if origin in (UnionType, Union):
        kinds = [arg for arg in args if arg is not NoneType]
        chosen = type(value) if type(value) in kinds else kinds[0]
        return None if value is None and NoneType in args else converted(value, chosen, name)
    if origin is tuple:
        if isinstance(value, str) and args[-1] is ...:
            raise TypeError(f"{name}={value!r} would be read letter by letter: write {name}=[{value!r}]")
        if not isinstance(value, Iterable):
            advice = f": write {name}=[]" if value is None else ""
            raise TypeError(f"{name}={shown(value)} should be a list{advice}")
        values = list(value.items() if isinstance(value, Mapping) else value)
        if args[-1] is not ... and len(values) != len(args):
            raise ValueError(f"{name} holds {value!r}, which should have {len(args)} entries")
        types = repeat(args[0]) if args[-1] is ... else args
        return tuple(converted(entry, its_type, name) for entry, its_type in zip(values, types))
    if type_ is float and type(value) is int and abs(value) < 2**1023:
        return float(value)
    type_ = origin or type_
    if type_ is int and hasattr(value, "__index__") and type(value) is not bool:
        return value.__index__()  # NumPy's whole numbers, too
    if not isinstance(value, type_) or (type(value) is bool and type_ is not bool):
        given = "a class" if isinstance(value, type) else type(value).__name__
        raise TypeError(f"{name}={shown(value)} should be of type {type_.__name__}, not {given}{remedy(value, type_)}")
    return value


def between(least: int, most: int = 2**64 - 1) -> Kind:
    """A whole number that is not less than `least` and not more than `most`."""

    def convert(value: Any, name: str) -> int:
        number: int = converted(value, int, name)
        if number < least:
            raise ValueError(f"{name}={number} is too small: make it {least} or more")
        if number > most:
            raise ValueError(f"{name} is too large: make it {most:,} or less")
        return number

    return Kind(convert)


def _one_char(value: Any, name: str) -> str:
    if not isinstance(value, str) or len(value) != 1:
        raise ValueError(f"{name}={value!r} must be one character, such as '▁'")
    return value


Char = Annotated[str, Kind(_one_char)]
Natural = Annotated[int, between(0)]
Positive = Annotated[int, between(1)]
Processes = Annotated[int, between(1, 1000)]  # more at once would stop the machine
Id = Annotated[int, between(0, 2**32 - 1)]
