"""Dataclasses, named tuples and enumerations as plain JSON values, and back by their type hints."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def plain(value: Any) -> Any:
    """`value` as lists, dictionaries, strings, numbers, booleans and None."""
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return value


def restored(kind: Any, data: Any) -> Any:
    """The value of type `kind` that `plain` made `data` of; raises ValueError if it is none."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        return _one_of(get_args(kind), data)
    if origin is tuple:
        return _tuple(get_args(kind), data)
    if is_dataclass(kind):
        return _record(kind, data)
    if hasattr(kind, "_fields"):
        return _named_tuple(kind, data)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(data)
    if type(data) is not kind:
        raise ValueError(f"{data!r} is no {getattr(kind, '__name__', kind)}")
    return data


def _one_of(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None and NoneType in kinds:
        return None
    for kind in kinds:
        try:
            return restored(kind, data)
        except ValueError:
            continue
    raise ValueError(f"{data!r} does not match any of {kinds}")


def _tuple(kinds: tuple[Any, ...], data: Any) -> tuple[Any, ...]:
    data = restored(list, data)
    if kinds[1:] == (...,):
        kinds = kinds[:1] * len(data)
    if len(kinds) != len(data):
        raise ValueError(f"a list has {len(data)} parts instead of {len(kinds)}")
    return tuple(restored(kind, part) for kind, part in zip(kinds, data, strict=True))


def _named_tuple(kind: Any, data: Any) -> Any:
    hints = get_type_hints(kind)
    return kind(*_tuple(tuple(hints[name] for name in kind._fields), data))


def _record(kind: Any, data: Any) -> Any:
    """A dataclass; fields that it has got since the data was written keep their defaults."""
    data = restored(dict, data)
    known = {field.name: field for field in fields(kind)}
    if unknown := data.keys() - known.keys():
        raise ValueError(f"a {kind.__name__} has no {', '.join(sorted(unknown))}")
    missing = [n for n, field in known.items() if n not in data and not _has_default(field)]
    if missing:
        raise ValueError(f"{kind.__name__}: missing {', '.join(missing)}")
    hints = get_type_hints(kind)
    return kind(**{name: restored(hints[name], part) for name, part in data.items()})


def _has_default(field: Field[Any]) -> bool:
    return field.default is not MISSING or field.default_factory is not MISSING
