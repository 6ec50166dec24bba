"""Which queries are stepped through, and in which order: lost, then gained, then all others. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from reviewer.experiment.closer import Closer
from reviewer.gates import Finding
from reviewer.reports import words
from reviewer.reports.causes import KNOWN
from reviewer.reports.result import ItemChange

LOST, GAINED, UNCHANGED = "lost", "gained", "unchanged"
ORDER = (LOST, GAINED, UNCHANGED)
GLYPHS = {LOST: "▾", GAINED: "▴", UNCHANGED: "·"}


@dataclass(frozen=True, slots=True)
class Stop:
    """A query to look at: what became of it, its slices, and the causes of its changed items."""

    query: str
    kind: str
    slices: tuple[str, ...]
    causes: tuple[str, ...]

    @property
    def marks(self) -> tuple[str, ...]:
        """All that it can be filtered by."""
        return (self.kind, *(f"cause: {cause}" for cause in self.causes), *self.slices)


def stops(closer: Closer) -> tuple[Stop, ...]:
    """Give every query of a result: what was lost first, the best former rank first, then gained, then the others."""
    changes = words.lost_first(closer.comparison.changes)
    by_query: dict[str, list[ItemChange]] = {}
    for one in changes:
        by_query.setdefault(one.query, []).append(one)
    slices = {one.id: one.slices for one in closer.result.queries}
    changed = [_stop(query, items, slices.get(query, ())) for query, items in by_query.items()]
    others = [Stop(one.id, UNCHANGED, one.slices, ()) for one in closer.result.queries if one.id not in by_query]
    return (*sorted(changed, key=lambda one: ORDER.index(one.kind)), *others)


def _stop(query: str, items: Sequence[ItemChange], slices: tuple[str, ...]) -> Stop:
    kind = LOST if any(one.change == LOST for one in items) else GAINED
    causes = tuple(dict.fromkeys(one.cause.replace("_", " ") for one in items if one.cause in KNOWN))
    return Stop(query, kind, slices, causes)


def judged_first(slices: Sequence[str], gates: Sequence[Finding]) -> tuple[str, ...]:
    """Order slices: first those that a gate judges, so that they are seen where room lacks."""
    judged = {gate.slice for gate in gates}
    return tuple(sorted(slices, key=lambda one: one not in judged))


def filters(every: Sequence[Stop]) -> tuple[tuple[str, int], ...]:
    """Give what can be filtered by with the number of queries: kinds, causes of what changed, slices."""
    counts: dict[str, int] = {}
    for one in every:
        for mark in one.marks:
            counts[mark] = counts.get(mark, 0) + 1
    kinds = [kind for kind in ORDER if kind in counts]
    causes = sorted((mark for mark in counts if mark.startswith("cause: ")), key=lambda mark: (-counts[mark], mark))
    rest = sorted(mark for mark in counts if mark not in kinds and mark not in causes)
    return tuple((mark, counts[mark]) for mark in (*kinds, *causes, *rest))


def filtered(every: Sequence[Stop], mark: str | None) -> tuple[Stop, ...]:
    """Give the stops that carry a mark; all without one."""
    return tuple(one for one in every if mark is None or mark in one.marks)
