"""JSON read strictly: a key that stands twice, `NaN` and numbers that nothing could hold are refused."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence

MOST_DIGITS = 300
"""A longer whole number is none that a program counts, and no float could hold it."""


def parse_json(text: str | bytes, *, finite: bool = True) -> object:
    """Give what a JSON text holds: dicts, lists, texts, numbers, flags and None.

    Args:
        text: One value; bytes are UTF-8.
        finite: Whether `NaN`, `Infinity` (which are no JSON) and numbers beyond any float are refused here.

    Raises:
        ValueError: It is no JSON, has a key twice (the last would win unseen), or is nested too deeply.

    """
    try:
        value: object = (_FINITE if finite else _ANY).decode(text if isinstance(text, str) else text.decode("utf-8"))
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    return value


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"the key {max(names, key=names.count)!r} stands twice")
    return found


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _fraction(written: str) -> float:
    value = float(written)
    if math.isinf(value):
        raise ValueError(f"{written[:MOST_DIGITS]} is beyond any number")
    return value


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not a number")


_ANY = json.JSONDecoder(object_pairs_hook=_once)
_FINITE = json.JSONDecoder(object_pairs_hook=_once, parse_int=_whole, parse_float=_fraction, parse_constant=_refuse)
"""Made once, not for each of a million lines."""
