"""Structure of CSV and TSV files (RFC 4180): records as rows, fields as cells; the text stays as it is.

The delimiter is a tab in `.tsv` and `.tab`; elsewhere it is the one of `,` `;` tab `|` by which the records are most
often as wide as the first. The first record is the header unless a field of it is empty (but the first, above row
labels), doubled or a number (but a year). A quote that opens a field and does not end with it is a character like any
other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from reviewer.corpus.document import Block, Structure
from reviewer.corpus.formats import suffix_of

VERSION = "1"

_DELIMITERS = (",", ";", "\t", "|")
_TABBED = frozenset({".tab", ".tsv"})
_SAMPLE = 200
_NUMBER = re.compile(r"[-+]?[0-9][0-9.,' ]*%?|[-+]?[0-9.]+[eE][-+]?[0-9]+")
_YEAR = re.compile(r"[12][0-9]{3}")


class Record(NamedTuple):
    """A record by its place, and its fields by theirs, without the quotes around them."""

    start: int
    end: int
    fields: tuple[tuple[int, int], ...]


def extract(text: str, id: str = "") -> Structure:  # noqa: A002 # Document's own names
    """Give a canonical text's records as one table."""
    delimiter = "\t" if suffix_of(id) in _TABBED else delimiter_of(text)
    return Structure(tuple(table_blocks(text, list(records(text, delimiter)), 1)))


def table_blocks(text: str, found: list[Record], number: int, *, has_header: bool | None = None) -> Iterator[Block]:
    """Give table, header, rows and cells; without `has_header` the first record tells whether it is the header."""
    if not found:
        return
    table: tuple[tuple[str, str], ...] = (("table", str(number)),)
    with_header = _is_header(text, found) if has_header is None else has_header
    yield Block(kind="table", start=found[0].start, end=found[-1].end, attributes=table)
    for row, record in enumerate(found):
        of_row = (*table, ("row", str(row)))
        is_header = with_header and row == 0
        kind, attributes = ("table-header", table) if is_header else ("table-row", of_row)
        yield Block(kind=kind, start=record.start, end=record.end, attributes=attributes)
        for column, (start, end) in enumerate(record.fields):
            if start < end:
                place = (*of_row, ("column", str(column)))
                below = with_header and row > 0 and column < len(found[0].fields)
                attributes = (*place, ("headers", f"0,{column}")) if below else place
                yield Block(kind="table-cell", start=start, end=end, attributes=attributes)


def delimiter_of(text: str) -> str:
    """Give the delimiter by which most records are as wide as the first; a comma if there is none."""
    scores = {}
    for at, delimiter in enumerate(_DELIMITERS):
        widths = [len(record.fields) for record in islice(records(text, delimiter), _SAMPLE)]
        if widths and widths[0] > 1:
            scores[delimiter] = (widths.count(widths[0]) / len(widths), widths[0], -at)
    return max(scores, key=scores.__getitem__, default=_DELIMITERS[0])


def records(text: str, delimiter: str, start: int = 0, end: int | None = None) -> Iterator[Record]:
    """Give the records between two offsets; blank lines are none."""
    field = _field(delimiter)
    at, stop = start, len(text) if end is None else end
    while at < stop:
        first, fields = at, []
        while first < stop and text[first] in " \t" and text[first] != delimiter:
            first += 1
        while True:
            found = field.match(text, at, stop)
            if found is None:
                return
            fields.append(found.span("quoted") if found["quoted"] is not None else found.span("bare"))
            at = found.end()
            if at >= stop or text[at] != delimiter:
                break
            at += 1
        if first < at and text[first:at].strip(" \t"):
            yield Record(first, at, tuple(_trimmed(text, *one) for one in fields))
        at += 1


@lru_cache(maxsize=len(_DELIMITERS))
def _field(delimiter: str) -> re.Pattern[str]:
    one = re.escape(delimiter)
    return re.compile(rf'"(?P<quoted>(?:[^"]|"")*+)"(?={one}|\n|\Z)|(?P<bare>[^{one}\n]*+)')


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    """Take blanks off both ends of a field's place."""
    part = text[start:end]
    left = len(part) - len(part.lstrip())
    return start + left, start + max(len(part.rstrip()), left)


def _is_header(text: str, found: list[Record]) -> bool:
    names = [text[start:end] for start, end in found[0].fields]
    is_named = all(names[1:]) and any(names) and len(set(names)) == len(names)
    return len(found) > 1 and is_named and not any(map(_is_number, names))


def _is_number(text: str) -> bool:
    return _NUMBER.fullmatch(text) is not None and _YEAR.fullmatch(text) is None
