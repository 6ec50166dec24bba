"""Tables of a page as grids: a cell that spans rows or columns fills every place it covers (HTML Standard, 4.9.12).

In the text each cell stands once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from reviewer.corpus.document import Document
from reviewer.corpus.html_rules import TITLES, role_of
from reviewer.corpus.html_tokens import END, START, Token, attributes_of

_MOST_COLUMNS = 1000
_MOST_ROWS = 65534
_MOST_SPANNED = 256  # columns in which cells reach down; more are no table that anyone reads
_MOST_BESIDE = 8
_LAYOUT = ("none", "presentation")


class Found(NamedTuple):
    """A block as it is met: `path` are the headings above, by their numbers, and `order` is when it was opened."""

    kind: str
    start: int
    end: int
    path: tuple[int, ...]
    order: int
    level: int | None = None
    attributes: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True, kw_only=True)
class Cell:
    """A cell by its place in the grid, and in the text as far as it has one."""

    row: int
    column: int
    rows: int
    columns: int
    is_header: bool
    found: Found | None = None


@dataclass(slots=True)
class Grid:
    """The grid of one table while its rows and cells come in."""

    row: int = -1
    cells: list[Cell] = field(default_factory=list)
    rows: dict[int, Found] = field(default_factory=dict)
    head_rows: set[int] = field(default_factory=set)
    _column: int = 0
    _taken_until: dict[int, int] = field(default_factory=dict)

    def open_row(self, *, in_head: bool) -> int:
        """Begin a row, and give its number."""
        self.row += 1
        self._column = 0
        if in_head:
            self.head_rows.add(self.row)
        return self.row

    def end_group(self) -> None:
        """End a group of rows: no cell reaches beyond it."""
        self._taken_until.clear()

    def add(self, rows: str, columns: str, *, is_header: bool) -> Cell:
        """Put a cell at the next free place of the row; spans are as written, `0` rows reach to the group's end."""
        while self._taken_until.get(self._column, 0) > self.row:
            self._column += 1
        width = max(min(_number(columns, 1), _MOST_COLUMNS - self._column), 1)
        height = min(_number(rows, 1) or _MOST_ROWS, _MOST_ROWS)
        cell = Cell(row=self.row, column=self._column, rows=height, columns=width, is_header=is_header)
        if height > 1 and len(self._taken_until) + width > _MOST_SPANNED:
            height = cell.rows = 1
        if height > 1:
            self._taken_until.update(dict.fromkeys(range(cell.column, cell.column + width), self.row + height))
        self._column += width
        self.cells.append(cell)
        return cell

    def header_rows(self) -> int:
        """Give how many rows at the top are the header: those of `thead`, else those that hold header cells alone."""
        by_row: dict[int, bool] = {}
        for cell in self.cells:
            by_row[cell.row] = by_row.get(cell.row, True) and cell.is_header
        if self.head_rows:
            return next((row for row in range(self.row + 2) if row not in self.head_rows), 0)
        count = next((row for row in range(self.row + 2) if not by_row.get(row, False)), 0)
        return count if count <= self.row else min(count, 1)

    def blocks(self, number: int) -> Iterator[Found]:
        """Give header, rows and cells as blocks, if any has text; `number` names the table."""
        header_rows = self.header_rows()
        table = ("table", str(number))
        heads = [self.rows[row] for row in range(header_rows) if row in self.rows]
        if heads:
            yield heads[0]._replace(kind="table-header", end=heads[-1].end, attributes=(table,))
        for row, found in self.rows.items():
            if row >= header_rows:
                yield found._replace(attributes=(table, ("row", str(row))))
        for cell, headers in self._headers(header_rows):
            if cell.found is not None:
                yield cell.found._replace(attributes=(table, *self._attributes(cell, headers)))

    def _attributes(self, cell: Cell, headers: tuple[Cell, ...]) -> Iterator[tuple[str, str]]:
        """Give a cell's place, how many rows and columns it covers if not one, and the places of its headers."""
        yield "row", str(cell.row)
        yield "column", str(cell.column)
        rows = min(cell.rows, self.row + 1 - cell.row)
        if rows > 1:
            yield "rows", str(rows)
        if cell.columns > 1:
            yield "columns", str(cell.columns)
        if headers:
            yield "headers", " ".join(f"{one.row},{one.column}" for one in headers)

    def _headers(self, header_rows: int) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
        """Give each cell with the header cells it stands under or beside: of its columns, then of its row."""
        above: dict[int, list[Cell]] = {}
        beside: dict[int, list[Cell]] = {}
        for cell in self.cells:
            if cell.row < header_rows:
                for column in range(cell.column, cell.column + cell.columns):
                    above.setdefault(column, []).append(cell)
            elif cell.is_header:
                for row in range(cell.row, min(cell.row + cell.rows, self.row + 1)):
                    of_row = beside.setdefault(row, [])
                    if len(of_row) < _MOST_BESIDE:
                        of_row.append(cell)
        for cell in self.cells:
            columns = range(cell.column, cell.column + cell.columns)
            found = [one for column in columns for one in above.get(column, ()) if one.row < cell.row]
            found += [one for one in beside.get(cell.row, ()) if one.column < cell.column]
            yield cell, tuple({id(one): one for one in found}.values())


def layout_tables(source: str, found: Sequence[Token]) -> frozenset[int]:
    """Give the tables, by the numbers of their tokens, that but lay out a page.

    They say so by their role, or hold a table or a heading.
    """
    layout: set[int] = set()
    around: list[int] = []
    for at, token in enumerate(found):
        if token.kind == START and (token.name == "table" or token.name in TITLES):
            layout.update(around[-1:])
            if token.name == "table":
                around.append(at)
                if "role" in source[slice(*token.attributes)] and role_of(attributes_of(source, token)) in _LAYOUT:
                    layout.add(at)
        elif token.kind == END and token.name == "table" and around:
            around.pop()
    return frozenset(layout)


def grids(document: Document) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Give a document's tables as grids of cell texts, from its `table-cell` blocks; a spanned cell fills its places.

    Every row is as wide as the widest. Blanks inside a cell are single.
    """
    tables: dict[str, dict[tuple[int, int], str]] = {}
    for block in document.blocks:
        if block.kind == "table-cell":
            given = dict(block.attributes)
            row, column = int(given["row"]), int(given["column"])
            text = " ".join(document.text[block.start : block.end].split())
            places = tables.setdefault(given["table"], {})
            for down in range(int(given.get("rows", "1"))):
                for right in range(int(given.get("columns", "1"))):
                    places.setdefault((row + down, column + right), text)
    return tuple(map(_filled, tables.values()))


def _filled(places: dict[tuple[int, int], str]) -> tuple[tuple[str, ...], ...]:
    """Lay places out as rows of equal width; a place without a cell is empty."""
    height = max(row for row, _ in places) + 1
    width = max(column for _, column in places) + 1
    return tuple(tuple(places.get((row, column), "") for column in range(width)) for row in range(height))


def _number(text: str, default: int) -> int:
    """Read a span as HTML does: the digits it begins with."""
    digits = text.strip()
    digits = digits[: len(digits) - len(digits.lstrip("0123456789"))]
    return int(digits[:6]) if digits else default
