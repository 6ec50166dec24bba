"""The evidence that was lost and gained, in a terminal: an id is never broken over two lines."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from reviewer.reports import words
from reviewer.reports.causes import cause_table, why
from reviewer.reports.result import ComparisonResult, ItemChange
from reviewer.reports.terminal_tables import Column, heading, table_within

WORST = 12
SLICES = 8
NARROW = 12
"""Cells for a place, below which the slice gives way to it."""
BESIDES = 34
"""Cells that the columns beside id, slice and place take."""


def causes_of_losses(comparison: ComparisonResult, width: int) -> list[RenderableType]:
    """Give what the losses have in common and their causes by slice; nothing where nothing was diagnosed."""
    found = cause_table(comparison, SLICES)
    if not found.rows:
        return []
    names = ("lost", *found.causes)
    columns = (Column(name="slice", hyphens=True), *(Column(name=name, is_number=True) for name in names))
    rows = [
        (Text(name), Text(str(lost)), *(Text(str(count or "·")) for count in counts))
        for name, lost, counts in found.rows
    ]
    table = table_within(width, columns, rows)
    return [heading("Why it was lost"), Padding(Text(comparison.advice), (0, 1)), table]


def changed_items(comparison: ComparisonResult, least: float, width: int) -> list[RenderableType]:
    """Give the items lost, best former rank first, then those gained, as many as a person reads."""
    changes = words.lost_first(comparison.changes)
    if not changes:
        return []
    shown = changes[:WORST]
    diagnosed = any(why(one) for one in shown)
    third = "why" if diagnosed else "evidence"
    columns = (
        Column(name="", is_whole=True),
        Column(name="query", is_whole=True),
        Column(name="slice", hyphens=True, gives_way=2),
        Column(name=third),
        Column(name="rank", is_number=True),
        Column(name="share", is_number=True, gives_way=1),
    )
    slices = max(len(words.slice_of(one)) for one in shown)
    room = width - BESIDES - max(len(one.query) for one in shown) - slices
    room = room if room >= NARROW else room + slices
    rows = []
    for one in shown:
        style = "red" if one.change == "lost" else "green"
        told = why(one) if diagnosed else _places(one, room)
        cells = (one.query, words.slice_of(one), told, words.ranks(one), words.share(_share(one), least))
        rows.append((Text(f"{one.change}{' ≈' if one.approximate else ''}", style=style), *map(Text, cells)))
    table = table_within(width, columns, rows)
    lost = sum(one.change == "lost" for one in changes)
    title = heading(f"Evidence lost ({lost}) and gained ({len(changes) - lost})")
    more = [f"{len(changes) - WORST} more in report.md"] if len(changes) > WORST else []
    closer = [f"`reviewer show {shown[0].query}` draws one"] if diagnosed else []
    told = " · ".join([*more, *closer])
    below = [Text(f" … {told}" if more else f" {told}", style="dim")] if told else []
    return [title, table, *below]


def _share(one: ItemChange) -> float:
    """Give the best share on the side where the item is not matched."""
    return one.candidate_share if one.change == "lost" else one.baseline_share


def _places(one: ItemChange, room: int) -> str:
    """Name the places as fully as they fit: by path, by file name, or the first by file name."""
    bare = [(document.rpartition("/")[2], start, end) for document, start, end in one.places]
    more = f" +{len(bare) - 1}" if len(bare) > 1 else ""
    for written in (words.places(one), _joined(bare), _joined(bare[:1]) + more):
        if len(written) <= room:
            return written
    return f"{bare[0][1]}–{bare[0][2]}{more}"


def _joined(places: Sequence[tuple[str, int, int]]) -> str:
    return ", ".join(f"{document} {start}–{end}" for document, start, end in places)
