"""The JSON Schema of `results.json`, derived from the types; `results.schema.json` holds what it gives."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping
from typing import Any

from reviewer.fingerprint import Plain
from reviewer.reports.result import SCHEMA, Result

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", types.NoneType: "null"}


def results_schema() -> dict[str, Plain]:
    """Give the schema of a whole result."""
    schema = _object(Result)
    properties = schema["properties"]
    assert isinstance(properties, dict)  # noqa: S101  # made by _object
    properties["schema"] = {"const": SCHEMA}
    return {"$schema": DRAFT, "title": "The result of a run", **schema}


def _object(kind: type[Any]) -> dict[str, Plain]:
    hints = typing.get_type_hints(kind)
    names = [one.name for one in dataclasses.fields(kind)]
    return {
        "type": "object",
        "description": (kind.__doc__ or "").split("\n", maxsplit=1)[0],
        "properties": {name: _schema(hints[name]) for name in names},
        "required": list(names),
        "additionalProperties": False,
    }


def _schema(hint: Any) -> dict[str, Plain]:  # noqa: ANN401  # type hints are values of any kind
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint in _SIMPLE:
        return {"type": _SIMPLE[hint]}
    if origin in (types.UnionType, typing.Union):
        return {"anyOf": [_schema(one) for one in arguments]} if _is_known(arguments) else {}
    if origin is tuple:
        return _array(arguments)
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(arguments[1])}
    return _object(hint) if dataclasses.is_dataclass(hint) and isinstance(hint, type) else {}


def _array(arguments: tuple[Any, ...]) -> dict[str, Plain]:
    if len(arguments) == 2 and arguments[1] is Ellipsis:  # noqa: PLR2004  # tuple[T, ...]
        return {"type": "array", "items": _schema(arguments[0])}
    return {
        "type": "array",
        "prefixItems": [_schema(one) for one in arguments],
        "minItems": len(arguments),
        "maxItems": len(arguments),
    }


def _is_known(kinds: tuple[Any, ...]) -> bool:
    """Tell whether a union is of types that we describe; plain data of any shape is not."""
    return all(kind in _SIMPLE or dataclasses.is_dataclass(kind) for kind in kinds)
