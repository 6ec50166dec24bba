"""The one way structure is cut: as much as fits, at the strongest edges, so that what fits is never parted.

A stretch that fits is one chunk. One that does not is parted at the edges of its strongest rung; neighbours among the
parts are joined while they fit, and a part that does not fit is parted on its own at the next rung. What has no edge
left is cut in windows. What is embedded along counts: a chunk holds at most `size` units together with it; where that
would part a row or a sentence, less goes along.
An overlap begins at an edge, too, and never leaves a section; it is shorter, or none, where more of it would part what
fits: `overlap` units of each chunk but the first of a section are left for it, unless one part needs them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from reviewer.chunks.along import Along
from reviewer.chunks.chunk import Cut
from reviewer.chunks.rungs import Rungs
from reviewer.chunks.sliding import Window, slide
from reviewer.chunks.units import Units

RULE = 1
"""Version of the rule; it rises whenever equal settings would cut another way."""
BREAKS = ("\n", " ")
_BLANKS = re.compile(r"\s*")


class Kinds(NamedTuple):
    """What of the context is embedded and what is sent."""

    embed: tuple[str, ...]
    send: tuple[str, ...]


class Packer:
    """The cutting of one text."""

    __slots__ = ("_along", "_found", "_kinds", "_rungs", "_section", "_text", "_units", "_window")

    def __init__(self, units: Units, window: Window, rungs: Rungs, along: Along, kinds: Kinds) -> None:
        """Take what is counted, how much, where it may be cut and what goes along."""
        self._text = rungs.text
        self._units = units
        self._window = window
        self._rungs = rungs
        self._along = along
        self._kinds = kinds
        self._section = 0
        self._found: list[tuple[int, int, int]] = []

    def cuts(self, stretches: Iterable[tuple[int, int]], rung: int) -> tuple[Cut, ...]:
        """Cut stretches of the text, in order and apart, from a rung on."""
        for start, end in stretches:
            self._section += 1
            self._pack(start, end, rung)
        places = list(self._shared()) if self._window.overlap else self._found
        return tuple(self._cut(start, end) for start, end, _ in places)

    def _pack(self, start: int, end: int, rung: int) -> None:
        start, end = self._filled(start, end)
        if start >= end:
            return
        if self._fits(start, end):
            self._add(start, end)
            return
        edges: Sequence[int] = ()
        while rung < self._rungs.count and not edges:
            if rung == self._rungs.inner:
                self._section += 1
            edges = self._rungs.edges(rung, start, end)
            rung += 1
        if edges:
            self._join([start, *edges, end], rung)
        elif self._length(start, end) <= self._window.size:
            self._add(start, end)  # what goes along gives way before a row or a sentence is parted
        else:
            self._found.extend((low, high, self._section) for low, high in self._windows(start, end))

    def _join(self, edges: Sequence[int], below: int) -> None:
        """Join neighbours while they fit; a part that does not fit is packed from the rung `below` on."""
        among_sections = below <= self._rungs.inner
        opened: list[tuple[int, int]] = []
        for low, high in pairwise(edges):
            start, end = self._filled(low, high)
            if start >= end:
                continue
            if not self._fits(start, end):
                led = opened.pop()[0] if opened and low in self._rungs.tied else low
                self._close(opened)
                opened = []
                self._pack(led, high, below)
            elif opened and self._fits(opened[0][0], end, spare=0 if among_sections else self._spare()):
                opened.append((start, end))
            else:
                self._close(opened)
                self._section += among_sections
                opened = [(start, end)]
        self._close(opened)

    def _close(self, opened: Sequence[tuple[int, int]]) -> None:
        """Make one chunk of neighbours."""
        if opened:
            self._add(opened[0][0], opened[-1][1])

    def _add(self, start: int, end: int) -> None:
        self._found.append((start, end, self._section))

    def _spare(self) -> int:
        """Give the units that are left for the overlap: none in the first chunk of a section."""
        follows = bool(self._found) and self._found[-1][2] == self._section
        return self._window.overlap if follows else 0

    def _windows(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Cut what has no edges; where less than a sign would fit beside the context, the context gives way."""
        size, overlap = self._window.size, self._window.overlap
        spent = max(self._along.at(at, self._kinds.embed)[1] for at in (start, end - 1))
        inside = _Inside(self._units, start, end)
        for room in (size - spent, size):
            cuts = slide(self._text[start:end], inside, Window(size=room, overlap=min(overlap, room - 1)), BREAKS)
            edges = [start + edge for cut in cuts for edge in (cut.start, cut.end)]
            if not spent or all(map(self._rungs.clusters.is_edge, edges)):
                break
        return ((start + cut.start, start + cut.end) for cut in cuts)

    def _shared(self) -> Iterator[tuple[int, int, int]]:
        """Begin chunks earlier, in the one before, where both lie in one section."""
        before: tuple[int, int, int] | None = None
        for start, end, section in self._found:
            first = start
            if before and before[2] == section and start >= before[1]:
                first = self._earlier(before, start, end)
            before = first, end, section
            yield before

    def _earlier(self, before: tuple[int, int, int], start: int, end: int) -> int:
        """Give the first of the strongest edges in the chunk before from which the overlap and the chunk fit."""
        low = self._units.position(self._units.begun(before[1]) - self._window.overlap)
        low = max(low, before[0] + 1)
        for edge in self._rungs.sharing(low, before[1]):
            first = self._filled(edge, before[1])[0]
            if low <= first < before[1] and self._fits(first, end):
                return first
        return start

    def _fits(self, start: int, end: int, spare: int = 0) -> bool:
        """Tell whether a place fits into a chunk with what is embedded along, and leaves `spare` units."""
        return self._length(start, end) + self._along.at(start, self._kinds.embed)[1] + spare <= self._window.size

    def _length(self, start: int, end: int) -> int:
        return self._units.begun(end) - self._units.holding(start)

    def _filled(self, start: int, end: int) -> tuple[int, int]:
        """Leave out the blanks at both ends, but none that a mark sits on."""
        text, clusters = self._text, self._rungs.clusters
        blank = _BLANKS.match(text, start, end)
        low = blank.end() if blank else start
        if low > start:
            low = max(clusters.around(low)[0], start)
        high = end
        while high > low and text[high - 1].isspace():
            high -= 1
        if high < end and high > low:
            high = min(clusters.around(high)[1], end)
        return low, high

    def _cut(self, start: int, end: int) -> Cut:
        room = self._window.size - self._length(start, end)
        embedded, _ = self._along.at(start, self._kinds.embed, room) if room > 0 else ((), 0)
        return Cut(start, end, context=self._along.at(start, self._kinds.send)[0], embedded=embedded)


class _Inside:
    """The units of a place, counted from its start."""

    __slots__ = ("_base", "_end", "_start", "_units")

    def __init__(self, units: Units, start: int, end: int) -> None:
        self._units = units
        self._start, self._end = start, end
        self._base = units.holding(start)

    def position(self, unit: int) -> int:
        """Give where the unit begins, held inside the place."""
        return min(max(self._units.position(unit + self._base), self._start), self._end) - self._start

    def holding(self, position: int) -> int:
        """Give the unit that holds the character at `position`."""
        return self._units.holding(position + self._start) - self._base

    def begun(self, position: int) -> int:
        """Give how many units begin before `position`."""
        return self._units.begun(position + self._start) - self._base if position > 0 else 0
