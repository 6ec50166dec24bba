"""An effect: what the candidate changes in one measure of one slice, and what may be concluded from it."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.comparison.bootstrap import RESAMPLES
from reviewer.comparison.intervals import LEVEL, Bound, Interval
from reviewer.comparison.phases import Floor

FEW = 5
"""With fewer losses and fewer gains than this the statement is a bound."""

NO_CHANGE, BOUND, INTERVAL, NOTHING = "no change", "bound", "interval", "nothing measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is declared before the run: confidence, the share of gains expected, the correlation within documents.

    `primary` is the measure whose exploratory slices are one family for Holm's adjustment.
    """

    level: float = LEVEL
    gains_share: float = 0.2
    icc: float = 0.1
    primary: str = "success@5"
    seed: int = 0
    resamples: int = RESAMPLES


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One arm in one slice: parts and wholes summed over queries, and the mean over queries (and phases)."""

    part: float
    whole: float
    mean: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What the candidate changes in one measure of one slice.

    `difference` is candidate minus baseline. `lost` … `unchanged` count queries, `items_lost` and `items_gained`
    evidence items of the real grids (phase 0); None where the measure is no fold of the match table.
    `swapped` queries, which lost one item and gained another, are in neither `lost` nor `gained`.
    `lost_queries` names the lost and the swapped. `interval` is what is printed and judged; `resampled` is the
    bootstrap's, for fractional measures of the slices that are not exploratory, to compare.
    """

    measure: str
    slice: str
    protected: bool
    exploratory: bool
    queries: int
    documents: int
    baseline: Side
    candidate: Side
    difference: float | None
    statement: str
    interval: Interval | None = None
    resampled: Interval | None = None
    bound: Bound | None = None
    p_value: float | None = None
    adjusted_p_value: float | None = None
    smallest_visible: float | None = None
    lost: int | None = None
    gained: int | None = None
    swapped: int | None = None
    unchanged: int | None = None
    items_lost: int | None = None
    items_gained: int | None = None
    lost_queries: tuple[str, ...] = ()
    gained_queries: tuple[str, ...] = ()
    floor: Floor | None = None
    notes: tuple[str, ...] = ()

    @property
    def lost_for_gates(self) -> int | None:
        """Queries that lost an item, those that gained another included."""
        return None if self.lost is None or self.swapped is None else self.lost + self.swapped

    @property
    def underpowered(self) -> bool:
        """Whether no loss at all, however large, would have been confirmed with the power asked for."""
        return self.queries > 0 and self.smallest_visible is None
