"""The clock of the apps' benchmarks: from a key event to the last line that was drawn for it.

The clock stops after the last picture in which a line was drawn, or after the first picture of another screen, whose
lines may be kept from before.
Work is the processor time of the thread that draws. Beside each key a loop is timed that always does the same: how much
its 95th percentile is over its middle tells how much of a key's tail is the machine's.
"""

from __future__ import annotations

import reviewer.tui  # isort: skip  # noqa: F401  # before Textual: it says how often Textual draws

import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from textual.events import Key
from textual.pilot import Pilot
from textual.screen import Screen

from reviewer.tui.document_view import DocumentView
from reviewer.tui.key_bar import KeyBar
from reviewer.tui.line_list import LineList

SIZE = (120, 40)
SECONDS_A_KEY = 0.15
LOOP = 200_000


@dataclass(frozen=True, slots=True)
class Answered:
    """A key, the milliseconds until the last line drawn for it, and those of a loop that always does the same."""

    key: str
    clock: float
    work: float
    same: float


class KeyClock:
    """Notes when the last line was drawn, and when another screen was."""

    def __init__(self) -> None:
        """Watch every widget that draws lines, and every screen, from now on."""
        self._last = self._worked = 0.0
        self._drew = False
        self._seen: Screen[Any] | None = None
        for widget in (DocumentView, LineList, KeyBar):
            self._watch(widget)
        self._watch_screens()

    async def answers(self, pilot: Pilot[Any], names: Iterable[str]) -> list[Answered]:
        """Press keys one by one; those for which nothing was drawn are left out."""
        found = []
        for name in names:
            event = Key(name, name if len(name) == 1 else None)
            begin, worked = time.perf_counter(), time.thread_time()
            pilot.app.post_message(event)
            await pilot.pause(SECONDS_A_KEY)
            if self._last > begin:
                drawn, work = (self._last - begin) * 1000, (self._worked - worked) * 1000
                found.append(Answered(name, drawn, work, _same() * 1000))
        return found

    def _watch(self, widget: type[DocumentView | LineList | KeyBar]) -> None:
        render = widget.render_line

        def timed(drawn: DocumentView, y: int) -> object:
            strip = render(drawn, y)  # type: ignore[arg-type]  # each kind is given its own
            self._drew = True
            return strip

        widget.render_line = timed  # type: ignore[method-assign,assignment]  # measuring from outside

    def _watch_screens(self) -> None:
        draw = Screen._compositor_refresh  # noqa: SLF001  # measuring from outside

        def timed(screen: Screen[Any]) -> None:
            draw(screen)
            is_new = screen is screen.app.screen and screen is not self._seen
            if self._drew or is_new:
                # Asked once a picture: asking for each line took longer than drawing it.
                self._last, self._worked = time.perf_counter(), time.thread_time()
                self._drew = False
            if is_new:
                self._seen = screen

        Screen._compositor_refresh = timed  # type: ignore[method-assign,assignment]  # noqa: SLF001  # the same


def _same() -> float:
    """Give the seconds that a loop takes which always does the same: about as much as a key."""
    begin = time.perf_counter()
    sum(at % 7 for at in range(LOOP))
    return time.perf_counter() - begin


def cycled(pattern: tuple[str, ...], count: int) -> Iterator[str]:
    """Give so many keys of a pattern, over and over."""
    for at in range(count):
        yield pattern[at % len(pattern)]


def summary(found: list[Answered]) -> str:
    """Give the middle, the 95th percentile and the worst, on the clock and of work alone."""
    parts = [f"{len(found):4} keys"]
    for what in ("clock", "work"):
        ordered = sorted((float(getattr(one, what)), one.key) for one in found)
        times = [time for time, _ in ordered]
        p95, (worst, key) = times[int(len(times) * 0.95)], ordered[-1]
        parts.append(f"{what}: median {statistics.median(times):5.1f} p95 {p95:5.1f} worst {worst:5.1f} ms ({key})")
    same = sorted(one.same for one in found)
    parts.append(f"the same loop: median {statistics.median(same):.1f} p95 {same[int(len(same) * 0.95)]:.1f} ms")
    return "  ".join(parts)
