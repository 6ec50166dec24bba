"""A page as markdown and for the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from reviewer.experiment.study.page import Grid, Page, Part
from reviewer.reports.escaping import sentence, sentence_cell
from reviewer.reports.tables import table
from reviewer.visible import visible

if TYPE_CHECKING:
    from rich.console import RenderableType

WHOLE = 4
"""So many columns of a table stay in a narrow terminal; the page in the result folder has all."""


def as_markdown(page: Page) -> str:
    """Give the page as GitHub-flavoured markdown."""
    summary = "\n".join(f"> - {sentence(one)}" for one in page.summary)
    parts = [f"# {sentence(page.title)}", f"> **What to do**\n>\n{summary}", *map(_part, page.parts)]
    return "\n\n".join(parts) + "\n"


def _part(part: Part) -> str:
    told = "\n".join(f"- {sentence(one)}" for one in part.sentences)
    return "\n\n".join(filter(None, (f"## {sentence(part.heading)}", told, _grid(part.grid) if part.grid else "")))


def _grid(grid: Grid) -> str:
    header, *rows = [[sentence_cell(one) for one in row] for row in (grid.header, *grid.rows)]
    return table(header, grid.right, rows)


def as_terminal(page: Page, width: int = 110) -> RenderableType:
    """Give the page for a terminal of a width; columns that say least give way where it is narrow."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.text import Text

    from reviewer.reports.terminal_tables import Column, heading, table_within

    def told(sentences: tuple[str, ...]) -> RenderableType:
        return Padding(Text("\n".join(f"• {one}" for one in sentences)), (0, 1))

    def drawn(grid: Grid) -> RenderableType:
        columns = [
            Column(name=name, is_number=right, is_whole=at == 0, gives_way=0 if at < WHOLE else at)
            for at, (name, right) in enumerate(zip(grid.header, grid.right, strict=True))
        ]
        return table_within(width, columns, [tuple(map(Text, row)) for row in grid.rows])

    shown: list[RenderableType] = [Panel(told(page.summary), title=Text(visible(page.title)), title_align="left")]
    for part in page.parts:
        shown.append(heading(part.heading))
        shown += [told(part.sentences)] if part.sentences else []
        shown += [drawn(part.grid)] if part.grid else []
    return Group(*shown)
