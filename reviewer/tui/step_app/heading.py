"""All that is said of a query above its pictures, fitted to the rows there are: what says least gives way. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from reviewer.tui import glyphs
from reviewer.tui.gutters import Part
from reviewer.tui.headline import Line, wrapped

SLICES, QUESTION, FACTS, HELP, CAUSE = range(5)
"""What gives way first when there are too few rows; each keeps one."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something said of a query in one line of any length, and when it gives way."""

    parts: Line
    gives_way: int
    rows: tuple[Line, ...] = ()

    @property
    def text(self) -> str:
        """All of it, in one safe line."""
        return "".join(glyphs.one_line(text) for text, _ in self.parts)


def weighed(line: Line) -> Said:
    """Tell by its style when a line on a change gives way: figures before advice, the cause last."""
    kinds = {"muted": FACTS, "plain": HELP}
    return Said(line, CAUSE if len(line) > 1 else kinds.get(line[-1][1], CAUSE))


def fitted(said: Iterable[Said], width: int, height: int) -> tuple[tuple[Line, ...], bool]:
    """Wrap all that is said, and shorten it to so many rows; tell whether anything was left out."""
    blocks = [replace(one, rows=wrapped(one.parts, width)) for one in said]
    for kind in (SLICES, QUESTION, FACTS, HELP, CAUSE):
        over = sum(len(one.rows) for one in blocks) - height
        for at in reversed(range(len(blocks))):
            rows = blocks[at].rows
            if over > 0 and blocks[at].gives_way == kind and len(rows) > 1:
                kept = max(len(rows) - over, 1)
                over -= len(rows) - kept
                blocks[at] = replace(blocks[at], rows=(*rows[: kept - 1], _joined(rows[kept - 1 :])))
    lines = [line for one in blocks for line in one.rows]
    is_cut = len(lines) > height or any(_cells(line) > width for line in lines)
    return tuple(lines[:height]), is_cut


def _joined(rows: Sequence[Line]) -> Line:
    """Put rows into one that is too long, so that it ends in an ellipsis where it is drawn."""
    first, *rest = rows
    more = " ".join(text.strip() for row in rest for text, _ in row)
    *before, (text, style) = first
    last: Part = (f"{text.rstrip()} {more}", style)
    return (*before, last)


def _cells(line: Line) -> int:
    return sum(glyphs.cells(glyphs.one_line(text)) for text, _ in line)
