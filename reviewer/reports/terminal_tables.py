"""The one look of tables in a terminal."""

from __future__ import annotations

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text


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
