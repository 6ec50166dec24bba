"""Tables: cells of a ruled grid, or pieces of lines that keep to columns over several lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reviewer.corpus.pdf.characters import Word
from reviewer.corpus.pdf.frames import Box
from reviewer.corpus.pdf.lines import Piece, around, pieces, rows_of
from reviewer.corpus.pdf.rules import Grid

_LEAST_ROWS = 3
_LEAST_CELLS = 4
_PITCH = 2.6  # type sizes from one row to the next
_NEXT_LINE = 1.6  # type sizes from one line of a cell to the next
_PROSE = 0.75  # share of lines that fill a column of running text
_LONG = 24  # characters of a line of running text


@dataclass(frozen=True, slots=True)
class Cell:
    """The lines of a cell, and the column (counted from 0) it begins in."""

    column: int
    lines: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells that are not empty, and the page they stand on."""

    rows: tuple[tuple[Cell, ...], ...]
    page: int

    @property
    def box(self) -> Box:
        """The place of all its cells."""
        return around(piece.box for row in self.rows for cell in row for piece in cell.lines)

    @property
    def has_header(self) -> bool:
        """Tell whether the first row is a header: bold where the second is not, or words above numbers."""
        if len(self.rows) == 1:
            return False
        first, second = self.rows[:2]
        if all(_is_bold(cell) for cell in first) and not all(_is_bold(cell) for cell in second):
            return True
        below = {cell.column for row in self.rows[1:] for cell in row if _is_number(cell)}
        return len(first) > 1 and any(cell.column in below for cell in first) and not any(map(_is_number, first))


def ruled(grids: Iterable[Grid], words: Sequence[Word], page: int) -> tuple[list[Table], set[Word]]:
    """Give the tables in grids, and the words they hold."""
    found: list[Table] = []
    used: set[Word] = set()
    for grid in grids:
        cells: defaultdict[tuple[int, int], list[Word]] = defaultdict(list)
        for word in words:
            place = grid.cell(*word.box.middle) if word not in used else None
            if place is not None:
                cells[place].append(word)
        rows = sorted({row for row, _ in cells})
        if len(rows) < 2 or len(cells) < _LEAST_CELLS or len({column for _, column in cells}) < 2:  # noqa: PLR2004 # a table
            continue
        found.append(Table(tuple(_row(cells, row) for row in rows), page))
        used.update(word for held in cells.values() for word in held)
    return found, used


def _row(cells: dict[tuple[int, int], list[Word]], row: int) -> tuple[Cell, ...]:
    """Give the cells of a row from left to right."""
    return tuple(Cell(column, pieces(words)) for (at, column), words in sorted(cells.items()) if at == row)


def aligned(found: Sequence[Piece], page: int) -> tuple[list[Table], set[Piece]]:
    """Give the tables that pieces make without rules, and the pieces they hold.

    Rows are looked for in the layer's order, where what stands beside a table does not come between them, and then by
    height alone.
    """
    tables: list[Table] = []
    used: set[Piece] = set()
    for by_layer in (True, False):
        rest = [piece for piece in found if piece not in used]
        rows = rows_of(sorted(rest, key=lambda piece: piece.words[0].at[0]) if by_layer else rest)
        for band in _bands(rows):
            columns = _columns(band)
            if len(columns) < 2 or not _is_table(band, columns):  # noqa: PLR2004 # a table
                continue
            tables.append(Table(tuple(_joined(band, columns)), page))
            used.update(piece for row in band for piece in row)
    return tables, used


def _bands(rows: Sequence[list[Piece]]) -> list[list[list[Piece]]]:
    """Give runs of near rows of several pieces each that can share columns, with what goes on in their cells."""
    bands: list[list[list[Piece]]] = [[]]
    for row in rows:
        band = bands[-1]
        reach = (_PITCH if len(row) > 1 else _NEXT_LINE) * row[0].size
        if band and 0 < row[0].base - band[-1][0].base < reach and _fits(band, row):
            band.append(row)
        else:
            bands.append([row] if len(row) > 1 else [])
    return [band for band in bands if sum(len(row) > 1 for row in band) >= _LEAST_ROWS]


def _fits(band: Sequence[Sequence[Piece]], row: Sequence[Piece]) -> bool:
    """Tell whether no piece of a row reaches over two columns of the rows before; a piece alone may go on in a cell."""
    columns = _columns(band)
    if len(row) == 1:
        starts = {piece.box.left for held in band for piece in held[1:]}
        return any(abs(row[0].box.left - start) <= 2 for start in starts)  # noqa: PLR2004 # points
    merged = _columns([*band, row])
    return len(merged) >= max(2, len(columns))


def _columns(rows: Iterable[Sequence[Piece]]) -> list[tuple[float, float]]:
    """Give the stretches from left to right that pieces fill."""
    columns: list[tuple[float, float]] = []
    for left, right in sorted((piece.box.left, piece.box.right) for row in rows for piece in row):
        if columns and left < columns[-1][1] + 1:
            columns[-1] = (columns[-1][0], max(columns[-1][1], right))
        else:
            columns.append((left, right))
    return columns


def _is_table(band: Sequence[Sequence[Piece]], columns: Sequence[tuple[float, float]]) -> bool:
    """Tell rows of cells from columns of running text: the layer holds rows together, and cells are short."""
    together = [
        0 <= right.words[0].at[0] - left.words[-1].at[-1] <= 6  # noqa: PLR2004 # blanks and a line end
        for row in band
        for left, right in pairwise(row)
    ]
    first = [piece for row in band for piece in row if piece.box.left < columns[0][1]]
    if all(piece.mono for row in band for piece in row[1:]) and all(piece.text.isdigit() for piece in first):
        return False  # code with numbered lines
    width = columns[0][1] - columns[0][0]
    full = [len(one.text) >= _LONG and one.box.right - one.box.left > 0.85 * width for one in first]
    return sum(together) >= 0.6 * len(together) and sum(full) < _PROSE * len(full)


def _joined(band: Sequence[Sequence[Piece]], columns: Sequence[tuple[float, float]]) -> list[tuple[Cell, ...]]:
    """Give rows of cells; a row without a first cell goes on the row before."""
    rows: list[dict[int, list[Piece]]] = []
    for row in band:
        cells: defaultdict[int, list[Piece]] = defaultdict(list)
        for piece in row:
            column = next(at for at, (left, right) in enumerate(columns) if left <= piece.box.left <= right)
            cells[column].append(piece)
        if rows and 0 not in cells and all(column in rows[-1] for column in cells):
            for column, held in cells.items():
                rows[-1][column].extend(held)
        else:
            rows.append(cells)
    return [tuple(Cell(column, tuple(held)) for column, held in sorted(row.items())) for row in rows]


def _is_bold(cell: Cell) -> bool:
    """Tell whether all lines of a cell are bold."""
    return all(piece.bold for piece in cell.lines)


def _is_number(cell: Cell) -> bool:
    """Tell whether a cell begins with a number."""
    return cell.lines[0].text.lstrip("-+−€$£ ")[:1].isdigit()
