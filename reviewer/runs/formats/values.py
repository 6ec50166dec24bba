"""Values of an export, of which nothing is certain: each is what was expected, or nothing."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from datetime import datetime

from reviewer.runs.formats.placing import Found

UNITS = (10**9, 10**6, 10**3)
"""Nanoseconds (OTLP), microseconds and milliseconds (tables, JavaScript) of a second; else moments are in seconds."""

OF_A_YEAR = 31_557_600
"""Seconds: no trace is of 1970, so a number of at least as many of a unit counts that unit, or a smaller one."""


def mapping(value: object) -> Mapping[str, object]:
    """Give an object, also one that is written as JSON inside a text; else an empty one."""
    if isinstance(value, str) and value.lstrip().startswith("{"):
        value = loaded(value)
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> Sequence[object]:
    """Give an array, also one that is written as JSON inside a text; else an empty one."""
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = loaded(value)
    return value if isinstance(value, list) else ()


def text(value: object) -> str:
    """Give a text, else an empty one."""
    return value if isinstance(value, str) else ""


def number(value: object) -> float | None:
    """Give a number, also one that is written as a text; else nothing."""
    if isinstance(value, str):
        try:
            return float(value)
        except ValueError:
            return None
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None
    try:
        return float(value)
    except OverflowError:  # JSON's whole numbers have no end
        return math.inf if value > 0 else -math.inf


def whole(value: str) -> int | None:
    """Give a whole number that is written as a text; else nothing."""
    try:
        return int(value)
    except ValueError:
        return None


def loaded(value: str) -> object:
    """Read JSON, else give nothing."""
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return None


def found(place: str, rank: int, one: Mapping[str, object]) -> Found:
    """Give a hit of a search as `{id, page_content | content | text, score, metadata}`."""
    own = next((text(one[key]) for key in ("page_content", "content", "text") if text(one.get(key))), "")
    flat = {key: value for key, value in one.items() if not isinstance(value, (dict, list))}
    return Found(
        place=f"{place}, rank {rank}",
        id=text(one.get("id")),
        text=own,
        score=number(one.get("score")),
        metadata={**flat, **mapping(one.get("metadata"))},
    )


def milliseconds(start: object, end: object) -> float | None:
    """Give the time between two moments: ISO 8601, or what has passed since 1970, in the unit that its size tells."""
    began, ended = _moment(start), _moment(end)
    if began is None or ended is None or not 0 <= ended - began < math.inf:
        return None
    return round(1000 * (ended - began), 3)


def _moment(value: object) -> float | None:
    if isinstance(value, str) and not value.isdigit():
        try:
            return datetime.fromisoformat(value).timestamp()
        except (ValueError, OverflowError):
            return None
    passed = number(value)
    if passed is None:
        return None
    return passed / next((unit for unit in UNITS if abs(passed) >= OF_A_YEAR * unit), 1)
