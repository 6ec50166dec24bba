"""Tables of reStructuredText: grid tables, simple tables, `list-table` and `csv-table`.

Cells are given where a row is one line; a cell of several lines is no one place in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from reviewer.corpus import csv
from reviewer.corpus.document import Block
from reviewer.corpus.rst_lines import BULLET, GRID_RULE, SIMPLE_RULE, Line, adornment_of, body_end

Attributes = tuple[tuple[str, str], ...]


def grid_end(lines: Sequence[Line], at: int) -> int:
    """Give the line after the last of a grid table."""
    end = at
    while end < len(lines) and lines[end].text.startswith(("+", "|")):
        end += 1
    return end


def simple_end(lines: Sequence[Line], at: int) -> int:
    """Give the line after the last rule of a simple table: one with a blank line below."""
    rules = 0
    for end in range(at + 1, len(lines)):
        is_last = end + 1 >= len(lines) or lines[end + 1].is_blank
        if SIMPLE_RULE.match(lines[end].text) or (
            adornment_of(lines[end]) == "=" and lines[end].indent == lines[at].indent
        ):
            rules += 1
            if is_last:
                return end + 1
    return at


def grid_table(lines: Sequence[Line], number: int) -> Iterator[Block]:
    """Give the blocks of a grid table, whose lines these are: rows between rules, the header above `=`."""
    heads = [at for at, line in enumerate(lines) if GRID_RULE.match(line.text) and "=" in line.text]
    rules = [at for at, line in enumerate(lines) if GRID_RULE.match(line.text)]
    rows = [(first + 1, after) for first, after in pairwise(rules) if after > first + 1]
    header = heads[0] if heads and heads[0] > 0 else 0
    edges = [at for at, char in enumerate(lines[0].text) if char == "+"]
    columns = list(zip((edge + 1 for edge in edges), edges[1:], strict=False))
    yield from _blocks(lines, rows, header, columns, number)


def simple_table(lines: Sequence[Line], number: int) -> Iterator[Block]:
    """Give the blocks of a simple table: a row begins wherever its first column is not empty."""
    rules = [at for at, line in enumerate(lines) if SIMPLE_RULE.match(line.text)]
    columns = [match.span() for match in re.finditer("=+", lines[0].text)]
    margin, first = lines[0].indent, columns[0][1]
    rows: list[tuple[int, int]] = []
    is_open = False
    for at, line in enumerate(lines):
        if at in rules or line.is_blank or set(line.text) <= {"-", " "}:
            is_open = False
        elif is_open and line.indent - margin >= first:
            rows[-1] = (rows[-1][0], at + 1)
        else:
            rows.append((at, at + 1))
            is_open = True
    header = rules[1] if len(rules) > 2 else 0  # noqa: PLR2004 # above, below the header, and at the end
    columns = [(start, following) for (start, _), (following, _) in pairwise(columns)]
    columns.append((columns[-1][1] if columns else 0, 1 << 30))
    yield from _blocks(lines, rows, header, columns, number)


def list_table(lines: Sequence[Line], number: int, header_rows: int) -> Iterator[Block]:
    """Give the blocks of a list of lists, whose outer items are rows and whose inner items are cells."""
    rows: list[tuple[int, int]] = []
    for at, line in enumerate(lines):
        if not line.is_blank and line.indent == lines[0].indent and BULLET.match(line.text):
            rows.append((at, body_end(lines, at, line.indent)))
    if not rows:
        return
    table = (("table", str(number)),)
    yield Block(kind="table", start=lines[0].start, end=lines[rows[-1][1] - 1].end, attributes=table)
    if header_rows:
        head = rows[:header_rows]
        yield Block(kind="table-header", start=lines[0].start, end=lines[head[-1][1] - 1].end, attributes=table)
    for row, (first, after) in enumerate(rows):
        of_row = (*table, ("row", str(row)))
        if row >= header_rows:
            yield Block(kind="table-row", start=lines[first].start, end=lines[after - 1].end, attributes=of_row)
        yield from _list_cells(lines[first:after], of_row, header_rows if row >= header_rows else 0)


def csv_table(text: str, lines: Sequence[Line], number: int) -> Iterator[Block]:
    """Give the blocks of the records of a `csv-table`; its header stands in an option, or nowhere."""
    found = list(csv.records(text, ",", lines[0].start, lines[-1].end))
    yield from csv.table_blocks(text, found, number, has_header=False)


def _list_cells(lines: Sequence[Line], of_row: Attributes, header_rows: int) -> Iterator[Block]:
    """Give the cells of one row of a list of lists."""
    marker = BULLET.match(lines[0].text)
    skipped = len(marker[0]) if marker else 0
    first = lines[0]
    inner = Line(first.start + skipped, first.end, first.indent + skipped, first.text[skipped:])
    own = [inner, *lines[1:]]
    column = 0
    for at, line in enumerate(own):
        found = BULLET.match(line.text) if line.indent == inner.indent else None
        if found is None:
            continue
        start, end = line.start + len(found[0]), own[body_end(own, at, line.indent) - 1].end
        if start < end:
            headers = " ".join(f"{row},{column}" for row in range(header_rows))
            place = (*of_row, ("column", str(column)))
            attributes = (*place, ("headers", headers)) if headers else place
            yield Block(kind="table-cell", start=start, end=end, attributes=attributes)
        column += 1


def _blocks(
    lines: Sequence[Line],
    rows: Sequence[tuple[int, int]],
    header: int,
    columns: Sequence[tuple[int, int]],
    number: int,
) -> Iterator[Block]:
    """Give table, header (the rows above line `header`), rows, and the cells of rows of one line."""
    table = (("table", str(number)),)
    yield Block(kind="table", start=lines[0].start, end=lines[-1].end, attributes=table)
    head = [after for first, after in rows if first < header]
    if head:
        first = rows[0][0]
        yield Block(kind="table-header", start=lines[first].start, end=lines[head[-1] - 1].end, attributes=table)
    for row, (first, after) in enumerate(rows):
        of_row = (*table, ("row", str(row)))
        if row >= len(head):
            yield Block(kind="table-row", start=lines[first].start, end=lines[after - 1].end, attributes=of_row)
        if after == first + 1:
            heads = range(len(head)) if row >= len(head) else range(0)
            yield from _line_cells(lines[first], lines[0].indent, columns, (of_row, heads))


def _line_cells(
    line: Line, margin: int, columns: Sequence[tuple[int, int]], place: tuple[Attributes, range]
) -> Iterator[Block]:
    """Give the cells of a row of one line, by the columns of its table."""
    of_row, heads = place
    shift = line.indent - margin
    for column, (left, right) in enumerate(columns):
        part = line.text[max(left - shift, 0) : max(right - shift, 0)]
        if part.strip():
            start = line.start + max(left - shift, 0) + len(part) - len(part.lstrip())
            headers = " ".join(f"{row},{column}" for row in heads)
            attributes = (*of_row, ("column", str(column)))
            yield Block(
                kind="table-cell",
                start=start,
                end=start + len(part.strip()),
                attributes=(*attributes, ("headers", headers)) if headers else attributes,
            )
