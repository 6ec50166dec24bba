"""Values of an export, of which nothing is certain: each is what was expected, or nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from reviewer.runs.formats.placing import Found


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
    return float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None


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
    """Give the time between two moments: ISO 8601, or nanoseconds since 1970."""
    began, ended = _moment(start), _moment(end)
    return None if began is None or ended is None or ended < began else round(1000 * (ended - began), 3)


def _moment(value: object) -> float | None:
    if isinstance(value, str) and not value.isdigit():
        try:
            return datetime.fromisoformat(value).timestamp()
        except ValueError:
            return None
    nanoseconds = number(value)
    return None if nanoseconds is None else nanoseconds / 1e9
