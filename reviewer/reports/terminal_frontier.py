"""The frontier in a terminal: the picture, the table, and why the knee is where it is."""

from __future__ import annotations

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from reviewer.reports import exploring
from reviewer.reports.plot import plot
from reviewer.reports.result import Frontier, Result
from reviewer.reports.terminal_tables import heading, table_of

WIDEST_PLOT = 100
LEAST_NEEDED = ("prompt", "vectors", "chunks", "overlap", "search", "can split", "recall", "embedded")
"""Columns, by the beginning of their names, that give way first where the terminal is narrow."""

EDGES = 3
"""Cells beside the columns and the blank before each."""


def frontier_parts(result: Result, found: Frontier, width: int) -> list[RenderableType]:
    """Give the parts of a frontier for a terminal of so many cells."""
    names = list(exploring.header(result, found))
    rows = {point.arm: list(exploring.cells(result, found, point)) for point in found.points}
    arm = max(len(name) for name in rows) + 2
    kept = _fitting(names, list(rows.values()), width - arm - EDGES)
    table = table_of(("arm", False), *(("\n".join(names[at]).strip(), True) for at in kept), tight=True)
    for column in table.columns:
        column.no_wrap = True
    for point in exploring.ordered(found):
        style = "bold" if point.arm == found.knee else ("dim" if point.dominated_by else "")
        name = Text(f"{exploring.mark(found, point)} {point.arm}", style=style)
        table.add_row(name, *(Text(rows[point.arm][at], style=style) for at in kept))
    drawn = plot(found, min(width - 2, WIDEST_PLOT))
    return [
        heading("Frontier: what each arm finds for what it repeats and costs"),
        Padding(Text(f"{exploring.axes(result, found)}\n{drawn}", no_wrap=True), (0, 1)),
        table,
        Padding(Text("\n".join(exploring.notes(result, found))), (0, 1)),
    ]


def _fitting(names: list[tuple[str, str]], rows: list[list[str]], room: int) -> list[int]:
    """Give the columns that fit, by number; those least needed give way."""
    widths = [max(len(text) for text in (*name, *(row[at] for row in rows))) + 1 for at, name in enumerate(names)]
    kept = list(range(len(names)))
    for first in LEAST_NEEDED:
        if sum(widths[at] for at in kept) > room:
            kept = [at for at in kept if not " ".join(names[at]).strip().startswith(first)]
    return kept
