"""The one look of tables in a terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich import box
from rich.cells import cell_len
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from reviewer.reports.terminal_wrapping import BLANKS, HYPHENS, longest_piece, wrapped

WIDE_GAP, GAP = 3, 2
EDGES = 2
"""Cells beside the columns and the blanks between them."""
LEAST = 20
"""Cells that a column of text has at least, where it needs them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a table that fits its terminal.

    Attributes:
        name: Its head.
        is_number: Whether it is aligned to the right; numbers are never broken.
        is_whole: Whether its cells are never broken, such as ids that a person copies.
        hyphens: Whether its cells may be broken at hyphens too.
        hanging: Blanks before the second line of a cell.
        gives_way: Where the terminal is narrow, columns of the highest number are left out first; 0 stays.

    """

    name: str
    is_number: bool = False
    is_whole: bool = False
    hyphens: bool = False
    hanging: int = 0
    gives_way: int = 0

    @property
    def breaks(self) -> re.Pattern[str]:
        """Where its cells may be broken."""
        return HYPHENS if self.hyphens else BLANKS

    def least(self, cells: Sequence[Text]) -> int:
        """Give the cells that it needs at least."""
        head = longest_piece(self.name, HYPHENS)
        if self.is_number or self.is_whole:
            return max(head, *(_natural(cell.plain) for cell in cells), 1)
        whole = max((_natural(cell.plain) for cell in cells), default=0)
        pieces = (longest_piece(cell.plain, self.breaks) + self.hanging for cell in cells)
        return max(head, min(whole, max((LEAST, *pieces))), 1)

    def natural(self, cells: Sequence[Text]) -> int:
        """Give the cells that it takes where nothing is broken."""
        return max(_natural(self.name), *(_natural(cell.plain) for cell in cells), 1)


def table_within(width: int, columns: Sequence[Column], rows: Sequence[Sequence[Text]]) -> Table:
    """Give a table that fits a width: words are never broken, and what is least needed gives way whole."""
    kept = list(range(len(columns)))
    cells = [[row[at] for row in rows] for at in kept]
    least = [column.least(own) for column, own in zip(columns, cells, strict=True)]
    while _taken([least[at] for at in kept], GAP) > width:
        last = max(kept, key=lambda at: columns[at].gives_way)
        if not columns[last].gives_way:
            break
        kept.remove(last)
    natural = [columns[at].natural(cells[at]) for at in kept]
    gap = WIDE_GAP if _taken(natural, WIDE_GAP) <= width else GAP
    room = width - _taken([0] * len(kept), gap)
    widths = _shrunk(natural, [columns[at].is_number for at in kept], [least[at] for at in kept], room)
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", padding=(0, gap - 2, 0, 1))
    for at, wide in zip(kept, widths, strict=True):
        one = columns[at]
        head = wrapped(Text(one.name), wide, HYPHENS)
        table.add_column(head, justify="right" if one.is_number else "left", overflow="fold", width=wide)
    for row in rows:
        own = ((row[at], columns[at], wide) for at, wide in zip(kept, widths, strict=True))
        table.add_row(*(wrapped(cell, wide, column.breaks, column.hanging) for cell, column, wide in own))
    return table


def fits(width: int, columns: Sequence[Column], rows: Sequence[Sequence[Text]]) -> bool:
    """Tell whether a table fits a width without a column given up or a word broken."""
    return _taken([one.least([row[at] for row in rows]) for at, one in enumerate(columns)], GAP) <= width


def is_roomy(width: int, columns: Sequence[Column], rows: Sequence[Sequence[Text]]) -> bool:
    """Tell whether a table fits a width with each cell on one line, be its heads on several."""
    cells = [[row[at] for row in rows] for at in range(len(columns))]
    widths = [one.least(own) if one.is_number else one.natural(own) for one, own in zip(columns, cells, strict=True)]
    return _taken(widths, GAP) <= width


def _natural(text: str) -> int:
    return max(map(cell_len, text.split("\n")))


def _taken(widths: Sequence[int], gap: int) -> int:
    return sum(widths) + gap * (len(widths) - 1) + EDGES


def _shrunk(natural: Sequence[int], numbers: Sequence[bool], least: Sequence[int], room: int) -> list[int]:
    """Take from the widest column that can give, one cell at a time; heads over numbers are broken before text is.

    Where none can give any more, words are broken after all: nothing runs over the edge.
    """
    widths = list(natural)
    while sum(widths) > max(room, len(widths)):
        able = [at for at, wide in enumerate(widths) if wide > least[at]]
        among = able or list(range(len(widths)))
        widths[max(among, key=lambda at: (bool(able) and numbers[at], widths[at]))] -= 1
    return widths


def table_of(*columns: tuple[str, bool], tight: bool = False) -> Table:
    """Give an empty table; each column has a name, and tells whether it holds numbers.

    Args:
        columns: Names, and whether to align them to the right.
        tight: Leave one blank between columns, not two.

    """
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", padding=0 if tight else (0, 1))
    for name, is_number in columns:
        table.add_column(Text(name), justify="right" if is_number else "left", overflow="fold")
    return table


def heading(text: str) -> RenderableType:
    """Give the line above a table."""
    return Padding(Text(text, style="bold"), (1, 0, 0, 1))
