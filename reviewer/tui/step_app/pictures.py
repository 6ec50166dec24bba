"""What the stepper draws, kept while it is likely to be asked for again: rows around a place, and ranked lists."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from reviewer.diagnosis import Neighbourhood
from reviewer.experiment.closer import Closer
from reviewer.tui import ranked
from reviewer.tui.line_list import Line
from reviewer.tui.neighbours import Drawn, drawn_window, drawn_windows
from reviewer.tui.step_app.visiting import Visit

WINDOW = 1200
"""Characters of the document before and behind what is looked at."""
KEPT = 64
NARROWEST, NARROWEST_LISTS = 60, 40


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows around a place, and the first of them that shows it."""

    rows: tuple[Line, ...]
    first: int


class Pictures:
    """Draws one comparison; may be asked from several threads."""

    def __init__(self, closer: Closer) -> None:
        """Draw nothing yet."""
        self._closer = closer
        self.found = lru_cache(maxsize=KEPT)(self._gather)
        self.around = lru_cache(maxsize=KEPT)(self._around)
        self.ranks = lru_cache(maxsize=KEPT)(self._ranks)

    def visited(self, query: str, visit: Visit, width: int, *, with_text: bool) -> Picture:
        """Draw a document around a place that is no evidence."""
        around = self._closer.window(query, visit.place, WINDOW)
        layers = visit.layers if with_text else ()
        wide, at = max(width, NARROWEST), visit.place.span
        changed = self._closer.changed_items(query)
        title, rows = drawn_window(
            self._closer, around, wide, with_text=with_text, layers=layers, at=at, changed=changed
        )
        first = next((at for at, row in enumerate(rows, start=1) if row.end > visit.place.start), 0)
        return Picture(self._lines([(f"{visit.said} · {title}", rows)]), first)

    def lists(self, query: str, *, untreated: bool) -> Neighbourhood:
        """Give both ranked lists: of both arms, or of one arm before and after its treatment."""
        found: Neighbourhood = self.found(query)
        return (self._closer.before_treatment(query) or found) if untreated else found

    def _gather(self, query: str) -> Neighbourhood:
        return self._closer.around(query, WINDOW)

    def _around(self, query: str, width: int, with_text: bool) -> Picture:  # noqa: FBT001  # the key of a cache
        """Draw all windows; the first row in sight is that of the evidence that changed, else of any."""
        windows = list(drawn_windows(self._closer, self.found(query), max(width, NARROWEST), with_text=with_text))
        rows = [row for _, drawn in windows for row in (None, *drawn)]
        evidence = [at for at, row in enumerate(rows) if row is not None and row.is_evidence]
        changed = [at for at in evidence if (row := rows[at]) is not None and row.is_changed]
        return Picture(self._lines(windows), next(iter((*changed, *evidence)), 0))

    def _ranks(self, query: str, width: int, untreated: bool) -> tuple[ranked.RankRow, ...]:  # noqa: FBT001  # the same
        numbers = self._closer.numbers(query) if len(self._closer.items(self.found(query))) > 1 else ()
        return ranked.rank_rows(self.lists(query, untreated=untreated), max(width, NARROWEST_LISTS), numbers=numbers)

    def _lines(self, windows: list[Drawn]) -> tuple[Line, ...]:
        lines: list[Line] = []
        for title, rows in windows:
            lines.append(Line(((title, "heading"),)))
            lines += [Line((*row.left, *row.middle, *row.right)) for row in rows]
        return tuple(lines)
