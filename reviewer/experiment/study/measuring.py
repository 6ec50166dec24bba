"""Results of stages in, paired differences between any two of their arms out: every number of the page is made here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from reviewer.comparison import ALL, BOUNDARY_ANY, Interval, documents_of
from reviewer.comparison.clusters import clusters_of, variance_of_mean
from reviewer.comparison.estimation import interval_of, p_value_of
from reviewer.queries import CONTROL, Query
from reviewer.reports import Result
from reviewer.scores import is_judged

Floats = NDArray[np.float64]
Ids = tuple[str, ...]
Cost = tuple[float, int]
KINDS = ("boundary: ", "format: ", "structure: ", CONTROL)
"""Slices by what evidence stands in; who asks or how much is at stake is no reason for a splitter."""

DEV, HELD = "split: dev", "split: held"
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Sets:
    """The queries by which arms are chosen and those they are reported on; `same` says that these are the same."""

    chosen_on: str
    chosen: Ids
    reported_on: str
    reported: Ids
    boundary: Ids
    controls: Ids
    slices: Mapping[str, Ids]
    same: bool


def sets_of(queries: Sequence[Query]) -> Sets:
    """Choose on the boundary queries of `split: dev`, report on those of `split: held`, where there are both."""
    judged = [query for query in queries if is_judged(query)]
    boundary = [query for query in judged if BOUNDARY_ANY in query.slices]
    name, base = (BOUNDARY_ANY, boundary) if boundary else (ALL, judged)
    dev, held = _ids(base, DEV), _ids(base, HELD)
    split = bool(dev and held)
    seen = [query for query in judged if not split or HELD in query.slices]
    slices: dict[str, list[str]] = {}
    for query in seen:
        for one in query.slices:
            if one.startswith(KINDS) and one != BOUNDARY_ANY:
                slices.setdefault(one, []).append(query.id)
    return Sets(
        chosen_on=f"{name}, {DEV}" if split else name,
        chosen=dev if split else _ids(base),
        reported_on=f"{name}, {HELD}" if split else name,
        reported=held if split else _ids(base),
        boundary=_ids(boundary),
        controls=_ids(judged, CONTROL),
        slices={one: tuple(ids) for one, ids in sorted(slices.items())},
        same=not split,
    )


def _ids(queries: Iterable[Query], part: str | None = None) -> Ids:
    return tuple(query.id for query in queries if part is None or part in query.slices)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What an arm changes against another in one measure: both means, the mean difference, and where it lies."""

    arm: str
    against: str
    measure: str
    queries: int
    before: float
    after: float
    difference: float
    interval: Interval | None
    p_value: float = 1.0

    @property
    def better(self) -> bool:
        """Whether the whole interval is a gain."""
        return self.interval is not None and self.interval.low > 0

    @property
    def worse(self) -> bool:
        """Whether the whole interval is a loss."""
        return self.interval is not None and self.interval.high < 0

    @property
    def told(self) -> bool:
        """Whether the interval tells a direction."""
        return self.better or self.worse


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What an arm costs: prompt tokens of k passages, what is embedded and kept, and the share that is sent twice."""

    prompt_tokens: float
    embedded_tokens: int
    vector_bytes: int
    redundancy: float
    treatments: int = 0

    @property
    def by_index(self) -> tuple[float, int]:
        """The price by what is embedded; of equals a raw arm is cheaper."""
        return _step(self.embedded_tokens), self.treatments

    @property
    def by_prompt(self) -> tuple[float, int]:
        """The price by what is sent; of equals a raw arm is cheaper."""
        return _step(self.prompt_tokens), self.treatments


def _step(value: float) -> float:
    """Count prices in steps of one part in twenty, so that a few tokens less are no reason for anything."""
    return round(log(max(value, 1.0)) / log(1.05))


@dataclass(frozen=True, slots=True)
class Choice:
    """The arm chosen, the one that found most, and by how many points these may differ by chance."""

    arm: str
    most: str
    error: float


@dataclass(frozen=True, slots=True)
class Measured:
    """All arms of some stages with each query's scores; an arm that stands in several stages is the same in all."""

    results: tuple[Result, ...]
    queries: tuple[Query, ...]
    level: float
    _scores: dict[str, dict[str, Mapping[str, tuple[float, float | None]]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Turn the results over: arms first, then queries."""
        for result in self.results:
            for query in result.queries:
                for arm, scores in query.arms.items():
                    self._scores.setdefault(arm, {})[query.id] = scores

    @property
    def arms(self) -> tuple[str, ...]:
        """Every arm, in the order of the stages."""
        return tuple(self._scores)

    @property
    def k(self) -> int:
        """Where lists are cut."""
        return self.results[0].k

    def values(self, arm: str, measure: str, queries: Sequence[str]) -> Floats:
        """Give a measure of each query, float64 [queries]."""
        pairs = [self._scores[arm][query][measure] for query in queries]
        return np.array([part / whole if whole else 0.0 for part, whole in pairs], dtype=np.float64)

    def mean(self, arm: str, measure: str, queries: Sequence[str]) -> float:
        """Give the macro mean of a measure, 0 without queries."""
        return float(self.values(arm, measure, queries).mean()) if queries else 0.0

    def difference(self, arm: str, against: str, measure: str, queries: Sequence[str]) -> Difference:
        """Compare two arms query by query, documents kept together."""
        before, after = self.values(against, measure, queries), self.values(arm, measure, queries)
        change = after - before
        change[np.abs(change) <= TOLERANCE] = 0.0
        interval, p_value = None, 1.0
        if len(queries):
            clusters, _ = clusters_of(queries, documents_of(self.queries))
            binary = bool(np.all(np.isin(np.concatenate([before, after]), (0.0, 1.0))))
            interval = interval_of(change, clusters, self.level, binary=binary)
            p_value = p_value_of(change, clusters, binary=binary, seed=0) if change.any() else 1.0
        return Difference(
            arm=arm,
            against=against,
            measure=measure,
            queries=len(queries),
            before=float(before.mean()) if len(queries) else 0.0,
            after=float(after.mean()) if len(queries) else 0.0,
            difference=float(change.mean()) if len(queries) else 0.0,
            interval=interval,
            p_value=p_value,
        )

    def price(self, arm: str) -> Price:
        """Give what an arm costs, over all questions that have an answer."""
        result = next(one for one in self.results if arm in one.costs)
        measures = next(one.measures for one in result.arms if one.name == arm)
        cost, given = result.costs[arm], next(one.manifest for one in result.arms if one.name == arm).get("treatments")
        return Price(
            prompt_tokens=measures[f"prompt_tokens@{self.k}"].mean or 0.0,
            embedded_tokens=cost.embedded_tokens or 0,
            vector_bytes=cost.vector_bytes or 0,
            redundancy=measures[f"redundancy@{self.k}"].mean or 0.0,
            treatments=len(given) if isinstance(given, list | tuple) else 0,
        )

    def choose(
        self, arms: Sequence[str], measure: str, queries: Sequence[str], cost: Callable[[Price], Cost]
    ) -> Choice:
        """Choose the cheapest arm that finds no less than the best by over one standard error of the difference.

        Source: the rule of one standard error (Breiman, Friedman, Olshen and Stone 1984, §3.4.3), paired.
        """
        cheap = {arm: cost(self.price(arm)) for arm in arms}
        most = max(sorted(arms, key=lambda arm: cheap[arm]), key=lambda arm: self.mean(arm, measure, queries))
        clusters, _ = clusters_of(queries, documents_of(self.queries))

        def error(arm: str) -> float:
            short = self.values(most, measure, queries) - self.values(arm, measure, queries)
            return sqrt(variance_of_mean(short, clusters))

        def behind(arm: str) -> float:
            return self.mean(most, measure, queries) - self.mean(arm, measure, queries)

        near = [arm for arm in arms if behind(arm) <= error(arm) + TOLERANCE]
        chosen = min(near, key=lambda arm: (cheap[arm], behind(arm)))
        return Choice(chosen, most, error(chosen))


def apart(one: Difference, other: Difference) -> Interval | None:
    """Give where the first change less the second lies, the two measured on different queries.

    Source: the method of variance estimates recovery (Zou and Donner 2008, Statistics in Medicine 27, 1693-1702).
    """
    if one.interval is None or other.interval is None:
        return None
    middle = one.difference - other.difference
    low = sqrt((one.difference - one.interval.low) ** 2 + (other.interval.high - other.difference) ** 2)
    high = sqrt((one.interval.high - one.difference) ** 2 + (other.difference - other.interval.low) ** 2)
    return Interval(middle - low, middle + high, one.interval.level, "MOVER")
