"""A run file's lines, or the JSON objects in it, each with its place."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from reviewer.errors import RunError

PAGES = ("runs", "items", "data", "spans")
"""Under which keys an answer of LangSmith's or Phoenix's API holds its runs or spans."""

OWN_KEYS = ("run_type", "attributes", "query_id")
"""An object that has one of these is no page."""

GZIP = b"\x1f\x8b"


def read_text(path: Path) -> str:
    """Read a run file whole; a byte order mark is dropped."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as error:
        raise RunError(f"{path}: no such file", "Give the path of a run written as JSON lines.") from error
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, UnicodeDecodeError) and error.object.startswith(GZIP):
            raise RunError(f"{path}: packed by gzip", "Unpack it first: gunzip --keep.") from error
        raise RunError(f"{path}: cannot be read as UTF-8 text ({error})", "Write the run as UTF-8.") from error


def read_lines(path: Path) -> Iterator[tuple[int, str]]:
    """Give the lines that are not blank, with their numbers from 1."""
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            yield number, line


def read_objects(path: Path) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Give the objects of an export with their places: an array, one object or page of an API, or one a line."""
    text = read_text(path)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if isinstance(whole, list):
        found = ((f"{path}[{at}]", one) for at, one in enumerate(whole))
    elif whole is not None:
        found = ((str(path), one) for one in (whole,))
    else:
        found = ((f"{path}:{number}", _loaded(path, number, line)) for number, line in read_lines(path))
    for place, value in found:
        yield from _opened(place, value)


def _opened(place: str, value: object) -> Iterator[tuple[str, Mapping[str, object]]]:
    """Give an object, or those that it holds where it is a page."""
    if not isinstance(value, dict):
        raise RunError(f"{place}: not a JSON object", "Export JSON: an array of objects, or one a line.")
    key = None if any(one in value for one in OWN_KEYS) else next((one for one in PAGES if _is_list(value, one)), None)
    if key is None:
        yield place, value
        return
    for at, one in enumerate(value[key]):
        yield from _opened(f"{place}.{key}[{at}]", one)


def _is_list(value: Mapping[str, object], key: str) -> bool:
    held = value.get(key)
    return isinstance(held, list) and all(isinstance(one, dict) for one in held)


def _loaded(path: Path, number: int, line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise RunError(f"{path}:{number}: not a line of JSON ({error})", "One JSON object a line.") from error
