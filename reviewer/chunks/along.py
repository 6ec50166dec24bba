"""What goes along with a chunk: the headings above it and the header of its table, as places, with what they cost."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence

from reviewer.chunks.outline import Outline
from reviewer.corpus import Block
from reviewer.errors import SplitError
from reviewer.spans import Span

HEADINGS, HEADER = "headings", "header"
KINDS = (HEADINGS, HEADER)
"""What can go along: the headings above the chunk, the outermost first, and the header of the table it begins in."""

Cost = Callable[[Sequence[str]], Sequence[int]]
"""Counts the units that texts add, each on a line of its own."""


def kinds(setting: str, value: object, name: str) -> tuple[str, ...]:
    """Check a setting that lists what goes along.

    Raises:
        SplitError: It is no list of `KINDS`.

    """
    given = (value,) if isinstance(value, str) else value
    if not isinstance(given, tuple | list) or not all(one in KINDS for one in given):
        hint = f"Give a list of: {', '.join(KINDS)}; or []."
        raise SplitError(f"splitter {name}: {setting} is {value!r}", hint, setting=setting)
    return tuple(one for one in KINDS if one in given)


class Along:
    """The context of one document's places; the most that goes along is `room` units, the nearest first."""

    __slots__ = ("_costs", "_headers", "_kept", "_outline", "_room", "_starts", "_tables")

    def __init__(
        self, text: str, outline: Outline, tables: Sequence[tuple[Block, Block]], cost: Cost, room: int
    ) -> None:
        """Count what every heading and header costs.

        Args:
            text: Of the document.
            outline: Its headings.
            tables: Each with its header, in document order.
            cost: Counts units.
            room: What may go along with one chunk, in units.

        """
        self._outline = outline
        self._tables = tables
        self._starts = [table.start for table, _ in tables]
        spans = [*(mark.title for mark in outline.marks), *(header.span for _, header in tables)]
        costs = list(cost([text[span.start : span.end] for span in spans])) if spans else []
        self._costs = costs[: len(outline.marks)]
        self._headers = costs[len(outline.marks) :]
        self._room = room
        self._kept: dict[tuple[tuple[int, ...], int, tuple[str, ...]], tuple[tuple[Span, ...], int]] = {}

    def at(self, position: int, wanted: Sequence[str], room: int | None = None) -> tuple[tuple[Span, ...], int]:
        """Give the places of kinds `wanted` that go along with a chunk from `position` on, and what they cost."""
        path = self._outline.above(position) if HEADINGS in wanted else ()
        table = self._table(position) if HEADER in wanted else -1
        key = (path, table, tuple(wanted))
        if room is None and key in self._kept:
            return self._kept[key]
        found = self._chosen(path, table, self._room if room is None else min(room, self._room))
        if room is None:
            self._kept[key] = found
        return found

    def _table(self, position: int) -> int:
        """Give the row of the table that `position` lies in, behind its header; -1 where it lies in none."""
        at = bisect_right(self._starts, position) - 1
        if at < 0:
            return -1
        table, header = self._tables[at]
        return at if header.end <= position < table.end else -1

    def _chosen(self, path: Sequence[int], table: int, room: int) -> tuple[tuple[Span, ...], int]:
        spans: list[Span] = []
        behind: tuple[Span, ...] = ()
        if table >= 0 and self._headers[table] <= room:
            behind = (self._tables[table][1].span,)
            room -= self._headers[table]
        spent = sum(self._headers[table] for _ in behind)
        for one in reversed(path):
            if self._costs[one] > room:
                break
            spans.append(self._outline.marks[one].title)
            room -= self._costs[one]
            spent += self._costs[one]
        return (*reversed(spans), *behind), spent
