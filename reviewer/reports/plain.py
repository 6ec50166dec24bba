"""Frozen dataclasses to plain data and back, strictly: the shape of `results.json` is that of its types."""

from __future__ import annotations

import dataclasses
import json
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from reviewer.decoding import Field, Style
from reviewer.fingerprint import Plain

T = TypeVar("T")


def to_plain(value: object) -> Plain:
    """Give dataclasses as mappings, tuples as lists; anything else must be plain already."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {one.name: to_plain(getattr(value, one.name)) for one in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [to_plain(inner) for inner in value]
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    raise TypeError(f"{type(value).__name__} has no plain form")


def decode(kind: type[T], field: Field) -> T:
    """Read a dataclass from a field; unknown and missing keys, and values of another type, are errors with a path."""
    hints = typing.get_type_hints(kind)
    members = dataclasses.fields(kind)  # type: ignore[arg-type]  # T is always one of our dataclasses
    required = [one.name for one in members if _is_required(one)]
    found = field.entries(required=required, optional=[one.name for one in members if one.name not in required])
    return kind(**{name: _value(hints[name], inner) for name, inner in found.items()})


def _is_required(member: dataclasses.Field[Any]) -> bool:
    return member.default is dataclasses.MISSING and member.default_factory is dataclasses.MISSING


def _value(hint: Any, field: Field) -> Any:  # noqa: ANN401  # type hints are values of any kind
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        return _optional(arguments, field)
    if origin is tuple:
        return _sequence(arguments, field)
    if origin is not None and issubclass(origin, Mapping):
        return {key: _value(arguments[1], inner) for key, inner in field.mapping().items()}
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return decode(hint, field)
    readers: dict[Any, Callable[[], object]] = {
        str: field.text,
        int: field.integer,
        float: field.number,
        bool: field.flag,
    }
    return readers[hint]() if hint in readers else plain(field)


def _optional(arguments: tuple[Any, ...], field: Field) -> Any:  # noqa: ANN401  # the same
    if types.NoneType in arguments and field.is_null:
        return None
    kinds = [one for one in arguments if one is not types.NoneType]
    return _value(kinds[0], field) if len(kinds) == 1 else plain(field)


def _sequence(arguments: tuple[Any, ...], field: Field) -> tuple[Any, ...]:
    items = field.items()
    if len(arguments) == 2 and arguments[1] is Ellipsis:  # noqa: PLR2004  # tuple[T, ...]
        return tuple(_value(arguments[0], one) for one in items)
    if len(items) != len(arguments):
        raise field.fail(f"expected {len(arguments)} values, got {len(items)}")
    return tuple(_value(hint, one) for hint, one in zip(arguments, items, strict=True))


def plain(field: Field) -> Plain:
    """Give a field's content as plain data, numbers and flags as they were written in JSON."""
    if field.is_list:
        return [plain(one) for one in field.items()]
    if field.is_mapping:
        return {key: plain(inner) for key, inner in field.mapping().items()}
    if field.style is Style.TYPED:
        value: Plain = json.loads(str(field.content))
        return value
    return field.text()
