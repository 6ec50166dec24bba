"""`matches.jsonl`: the match table as JSON lines, one an item, read as strictly as it is written."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from pathlib import Path

from reviewer.decoding import Field, from_plain, parse_json
from reviewer.errors import ScoreError
from reviewer.scores.match import SINGLE, UNION, Match

_KEYS = tuple(one.name for one in dataclasses.fields(Match))


def write_matches(path: Path, matches: Iterable[Match]) -> None:
    """Write one line a row, every key always, so that rows of several phases and rules share one shape."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for match in matches:
            row = {key: getattr(match, key) for key in _KEYS}
            file.write(json.dumps(row, ensure_ascii=False, allow_nan=False, separators=(",", ":")) + "\n")


def read_matches(path: Path) -> tuple[Match, ...]:
    """Read a match table; a malformed line, and an item given twice, are ScoreErrors that name file and line."""
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ScoreError(f"{path}: cannot be read as UTF-8 text ({error})", "Run `reviewer run` again.") from error
    rows: dict[tuple[object, ...], Match] = {}
    for number, text in enumerate(lines, start=1):
        if text.strip():
            field = _field(path, number, text)
            match = _match(field)
            key = (match.query, match.item, match.arm, match.phase, match.rule)
            if key in rows:
                raise field.fail(f"query {match.query!r} item {match.item} is given twice for one arm, phase and rule")
            rows[key] = match
    return tuple(rows.values())


def _field(path: Path, number: int, text: str) -> Field:
    try:
        plain = parse_json(text)
    except ValueError as error:
        raise ScoreError(f"{path}:{number}: not JSON ({error})", "Each line is one JSON object.") from error
    return from_plain(plain, str(path), ScoreError, number)


def _match(field: Field) -> Match:
    entries = field.entries(required=_KEYS)
    return Match(
        query=entries["query"].text(),
        item=entries["item"].integer(least=0),
        arm=entries["arm"].text(),
        phase=entries["phase"].integer(least=0),
        rank=_optional(entries["rank"]),
        best_share=entries["best_share"].number(least=0, most=1),
        best_rank=_optional(entries["best_rank"]),
        match=entries["match"].choice((SINGLE, UNION)),
        min_coverage=entries["min_coverage"].number(least=0, most=1),
        budget=_optional(entries["budget"]),
    )


def _optional(field: Field) -> int | None:
    return None if field.is_null else field.integer(least=1)
