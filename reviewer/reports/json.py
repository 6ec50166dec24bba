"""A result as JSON: `results.json`, and back."""

from __future__ import annotations

import json
from pathlib import Path

from reviewer.decoding import from_plain, parse_json
from reviewer.errors import ReportError
from reviewer.reports.coherence import incoherence
from reviewer.reports.plain import decode, to_plain
from reviewer.reports.result import SCHEMA, Result
from reviewer.visible import visible

LARGEST = 256 * 1024 * 1024
REMEDY = "Give a folder that `reviewer run` wrote."


class JsonReporter:
    """Renders a result as `results.json`."""

    def render(self, result: Result) -> str:
        """Give the result as JSON with sorted keys; the same result gives the same bytes."""
        return json.dumps(to_plain(result), ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False) + "\n"


def read_result(path: Path) -> Result:
    """Read a result folder, or its `results.json`; anything else is a ReportError."""
    file = path / "results.json" if path.is_dir() else path
    try:
        if file.stat().st_size > LARGEST:
            raise ReportError(f"{file}: larger than any result", REMEDY)
        value = parse_json(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise ReportError(f"{file}: no such result", REMEDY) from error
    except (OSError, ValueError) as error:
        raise ReportError(f"{file}: not a result ({error})", REMEDY) from error
    if not isinstance(value, dict) or value.get("schema") != SCHEMA:
        raise ReportError(f"{file}: not a result of schema {SCHEMA}", "Run it again with this version.")
    result = decode(Result, from_plain(_inert(value), str(file), ReportError))
    if wrong := incoherence(result):
        raise ReportError(f"{file}: {wrong}", f"It was edited, or written by something else. {REMEDY}")
    return result


def _inert(value: object) -> object:
    """Give the same value with every character that could act in a terminal made visible."""
    if isinstance(value, dict):
        return {visible(str(key)): _inert(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_inert(inner) for inner in value]
    return visible(value) if isinstance(value, str) else value
