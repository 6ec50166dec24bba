"""A page as markdown and for the terminal."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from reviewer.experiment.study.page import Grid, Page, Part
from reviewer.reports import escaping
from reviewer.reports.tables import table

if TYPE_CHECKING:
    from rich.console import RenderableType

WHOLE = 4
"""So many columns of a table stay in a narrow terminal; the page in the result folder has all."""

_BOUND = r"[+−±][0-9]+(?:\.[0-9])?"
_INTERVAL = re.compile(rf"&#91;({_BOUND}, {_BOUND})&#93;(?![(:\[]|&#91;)")
"""An interval as escaping leaves it; what could make a link of its brackets must not follow."""


def inline(text: str) -> str:
    """Give `text` as one line of prose; all is inert but the brackets of intervals, which stay readable."""
    return _INTERVAL.sub(r"[\1]", escaping.inline(text))


def cell(text: str) -> str:
    """Give `text` for a cell of a table, like `inline`."""
    return _INTERVAL.sub(r"[\1]", escaping.cell(text))


def as_markdown(page: Page) -> str:
    """Give the page as GitHub-flavoured markdown."""
    summary = "\n".join(f"> - {inline(one)}" for one in page.summary)
    parts = [f"# {inline(page.title)}", f"> **What to do**\n>\n{summary}", *map(_part, page.parts)]
    return "\n\n".join(parts) + "\n"


def _part(part: Part) -> str:
    told = "\n".join(f"- {inline(one)}" for one in part.sentences)
    return "\n\n".join(filter(None, (f"## {inline(part.heading)}", told, _grid(part.grid) if part.grid else "")))


def _grid(grid: Grid) -> str:
    return table([cell(one) for one in grid.header], grid.right, [[cell(one) for one in row] for row in grid.rows])


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

    shown: list[RenderableType] = [
        Panel(told(page.summary), title=Text(escaping.visible(page.title)), title_align="left")
    ]
    for part in page.parts:
        shown.append(heading(part.heading))
        shown += [told(part.sentences)] if part.sentences else []
        shown += [drawn(part.grid)] if part.grid else []
    return Group(*shown)
