"""The one way our splitters cut: windows that slide over units, ending at the strongest separator that fits.

A window holds at most `size` units. It ends at the last strongest separator that leaves it longer than the overlap (so
that the next window must begin later), else after the last unit that fits. A piece between two separators that was too
long for a window is cut on its own: no window runs from its inside into the next piece. The next window begins
`overlap` units before the end, or at the first strongest separator among those units. Every cut is moved back to the
edge of its grapheme cluster; a cluster of more units than `size` is cut at the size. Blanks at the ends of a window are
left out, and a window that then adds nothing to its neighbour is dropped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reviewer.chunks.chunk import Cut
from reviewer.chunks.clusters import Clusters
from reviewer.chunks.units import Units, trimmed
from reviewer.errors import SplitError

RULE = 1
"""Version of the rule; it rises whenever equal settings would cut another way."""
LONGEST_BLANK = 8
"""How many blanks a separator may reach beyond the size; they are left out of the chunk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Size, overlap and phase in units; sizes that could not move forward are refused when it is made.

    Raises:
        SplitError: Not `size > overlap >= 0`, or not `0 <= phase < size - overlap`.

    """

    size: int
    overlap: int = 0
    phase: int = 0

    def __post_init__(self) -> None:
        """Refuse settings before any text is read."""
        for name in ("size", "overlap", "phase"):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int):
                raise SplitError(
                    f"splitter: {name} is {value!r}, not a whole number", f"Give {name} as a number.", setting=name
                )
        if not self.size > self.overlap >= 0:
            raise SplitError(
                f"splitter: size {self.size} with overlap {self.overlap}",
                "The size must be greater than the overlap, and the overlap 0 or more.",
                setting="overlap",
            )
        if not 0 <= self.phase < self.stride:
            raise SplitError(
                f"splitter: phase {self.phase} with a stride of {self.stride}",
                f"A phase is 0 or more and less than size - overlap ({self.stride}).",
                setting="phase",
            )

    @property
    def stride(self) -> int:
        """How many units the windows are apart."""
        return self.size - self.overlap

    @property
    def first(self) -> int:
        """The size of the first window: shifted by a phase it is the part of a window that lies in the text."""
        return self.phase + self.overlap if self.phase else self.size


def slide(text: str, units: Units, window: Window, separators: Sequence[str] = ()) -> tuple[Cut, ...]:
    """Cut `text` into windows.

    Args:
        text: Any string.
        units: What size and overlap count in it.
        window: Size, overlap and phase.
        separators: Where to end and begin by preference, strongest first; each stays with the text before it.

    Returns:
        Cuts whose starts and ends strictly rise, that hold every non-blank character and part no grapheme cluster
        of at most `size` units.

    """
    cutter = _Cutter(text, units, window, tuple(separator for separator in separators if separator))
    kept: list[tuple[int, int]] = []
    for place in cutter.windows():
        start, end = cutter.trim(*place)
        if start == end or (kept and end <= kept[-1][1]):
            continue
        while kept and kept[-1][0] >= start:
            kept.pop()
        kept.append((start, end))
    return tuple(Cut(start, end) for start, end in kept)


class _Cutter:
    """The choices of one run over one text."""

    __slots__ = ("clusters", "separators", "text", "units", "walls", "window")

    def __init__(self, text: str, units: Units, window: Window, separators: tuple[str, ...]) -> None:
        self.text = text
        self.units = units
        self.window = window
        self.separators = separators
        self.clusters = Clusters(text)
        self.walls = [0] * len(separators)

    def windows(self) -> Iterator[tuple[int, int]]:
        """Give windows, blanks and all: starts and ends strictly rise."""
        start = end = 0
        last = len(self.text.rstrip())
        size = self.window.first
        while end < last:
            stop = self.stop(start, end, size)
            if stop <= end:
                start, stop = end, self.stop(end, end, size)
            end = stop
            yield start, end
            start, size = self.next_start(start, end), self.window.size

    def stop(self, start: int, end: int, size: int) -> int:
        """Choose where the window from `start` ends; the one before ended at `end`."""
        unit = self.units.holding(start)
        high = self.units.position(unit + size)
        low = max(end, self.units.position(unit + self.window.overlap))
        wall = min((wall for wall in self.walls if wall > low), default=len(self.text))
        if self.fits(wall, high):
            return wall
        piece = len(self.text)
        for level, separator in enumerate(self.separators):
            found = self.last_after(separator, low, high)
            if found is not None:
                return found
            if self.walls[level] <= low:
                self.walls[level] = self.first_after(separator, high + 1, piece) or piece
            piece = min(piece, self.walls[level])
        return self.back(high)

    def next_start(self, start: int, end: int) -> int:
        """Choose where the window after [start, end) begins: later than `start`, at `end` at the latest."""
        if not self.window.overlap:
            return end
        low = self.units.position(self.units.begun(end) - self.window.overlap)
        if self.separators:
            filled = trimmed(self.text, max(low, start), end)[1]
            for separator in self.separators:
                found = self.first_after(separator, max(low, start + 1), filled)
                if found is not None:
                    return found
        chosen = self.back(low)
        return chosen if chosen > start else min(self.clusters.around(start + 1)[1], end)

    def fits(self, edge: int, high: int) -> bool:
        """Tell whether a window to `edge` ends at `high` once its blanks are left out."""
        if edge <= high:
            return True
        beyond = self.text[high : min(edge, high + LONGEST_BLANK + 1)]
        return len(beyond) <= LONGEST_BLANK and beyond.isspace() and self.clusters.is_edge(high)

    def last_after(self, separator: str, low: int, high: int) -> int | None:
        """Give the last edge behind a `separator` that is later than `low` and fits."""
        last = high + LONGEST_BLANK
        while last > low:
            found = self.text.rfind(separator, max(low + 1 - len(separator), 0), last)
            if found < 0:
                return None
            edge = found + len(separator)
            if self.clusters.is_edge(edge) and self.fits(edge, high):
                return edge
            last = edge - 1
        return None

    def first_after(self, separator: str, low: int, high: int) -> int | None:
        """Give the first edge behind a `separator` in [low, high)."""
        while low < high:
            found = self.text.find(separator, max(low - len(separator), 0), high)
            edge = found + len(separator)
            if found < 0 or edge >= high:
                return None
            if self.clusters.is_edge(edge):
                return edge
            low = edge + 1
        return None

    def back(self, position: int) -> int:
        """Give the edge at or before `position`; inside a cluster of more than `size` units, the position itself."""
        start, end = self.clusters.around(position)
        if self.units.begun(end) - self.units.holding(start) > self.window.size:
            return position
        return start

    def trim(self, start: int, end: int) -> tuple[int, int]:
        """Leave out the blanks at both ends, but none that a mark in the window sits on."""
        low, high = trimmed(self.text, start, end)
        if low == high:
            return low, high
        return max(self.clusters.around(low)[0], start), min(self.clusters.around(high)[1], end)
