"""Foreign files, read strictly: every error names the file, and the line or the path in it."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from reviewer.corpus import decode
from reviewer.decoding import Field, from_plain
from reviewer.errors import LabelError, ReviewerError

_LARGEST_CELL = 2**27


def read_text(path: Path) -> str:
    """Give a file's text with its own line ends; a byte order mark stays, as offsets may count it."""
    try:
        return decode(path.read_bytes(), str(path))
    except OSError as error:
        raise LabelError(f"{path}: cannot be read: {error.strerror}", "Check the path.") from error
    except ReviewerError as error:
        raise LabelError(error.message, "Save the file as UTF-8.") from error


def read_json(path: Path) -> Field:
    """Give the root of a JSON file."""
    return from_plain(_decode_json(read_text(path).removeprefix("\ufeff"), str(path)), str(path), LabelError)


def read_json_lines(path: Path) -> Iterator[Field]:
    """Give each record of a JSON Lines file, blank lines aside; the first line that is no JSON ends it."""
    for record in read_each_line(path):
        if isinstance(record, LabelError):
            raise record
        yield record


def read_each_line(path: Path) -> Iterator[Field | LabelError]:
    """Give each record of a JSON Lines file, blank lines aside, and in the place of a line that is no JSON the error.

    So whoever reads can name all that is wrong at once.
    """
    # Only line feeds end a record: texts hold raw line separators that `splitlines` would cut at.
    for number, line in enumerate(read_text(path).removeprefix("\ufeff").split("\n"), start=1):
        if line.strip():
            try:
                yield from_plain(_decode_json(line, f"{path}:{number}"), str(path), LabelError, line=number)
            except LabelError as error:
                yield error


def read_csv(path: Path, columns: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Give each row's place and its cells under `columns`; further columns are left aside."""
    csv.field_size_limit(_LARGEST_CELL)
    reader = csv.reader(io.StringIO(read_text(path).removeprefix("\ufeff"), newline=""))
    try:
        header = next(reader, [])
        missing = [name for name in columns if name not in header]
        if missing:
            raise LabelError(f"{path}:1: no column {' and '.join(missing)}", f"Found: {', '.join(header)}.")
        wanted = [header.index(name) for name in columns]
        for row in reader:
            place = f"{path}:{reader.line_num}"
            if len(row) != len(header):
                raise LabelError(f"{place}: expected {len(header)} cells, got {len(row)}")
            yield place, [row[at] for at in wanted]
    except csv.Error as error:
        raise LabelError(f"{path}:{reader.line_num}: {error}") from error


def decode_cell(text: str, place: str) -> Field:
    """Give the root of JSON that stands in a cell."""
    return from_plain(_decode_json(text, place), place, LabelError)


def name_of(field: Field) -> str:
    """Give a name, which a data set may write as text or as a number."""
    return field.text() if field.is_text else str(field.integer())


def _decode_json(text: str, place: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LabelError(f"{place}: not JSON: {error}", "Is the file cut short, or another format?") from error
