"""Paired effects of a candidate against a baseline, by measure and slice."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from reviewer.comparison.bootstrap import bootstrap
from reviewer.comparison.changes import GAINED, LOST, SWAPPED, QueryChange, changes
from reviewer.comparison.clusters import INDEPENDENT, Clusters, clusters_of, planned_design_effect
from reviewer.comparison.effect import BOUND, FEW, INTERVAL, NO_CHANGE, NOTHING, Effect, Plan, Side
from reviewer.comparison.estimation import TOLERANCE, interval_of, loss_bound, p_value_of
from reviewer.comparison.intervals import Interval
from reviewer.comparison.pairing import Pairs, pair
from reviewer.comparison.phases import noise_floor, phase_mean
from reviewer.comparison.power import smallest_visible
from reviewer.comparison.significance import holm
from reviewer.comparison.slices import Slice
from reviewer.errors import ComparisonError
from reviewer.scores import Match, Measure, Scored, is_fold, less_is_better

Floats = NDArray[np.float64]
Rows = NDArray[np.int64]


def effects(
    measures: Sequence[Measure],
    baseline: Sequence[Scored],
    candidate: Sequence[Scored],
    slices: Sequence[Slice],
    documents: Mapping[str, str],
    *,
    plan: Plan | None = None,
    identical: Collection[str] = (),
) -> tuple[Effect, ...]:
    """Compare two arms in every measure and slice.

    Args:
        measures: Which of the scored measures.
        baseline: The scores of each phase; the first is the real grid.
        candidate: The same of the candidate.
        slices: From `slices_of`.
        documents: From `documents_of`; queries of one document are resampled together.
        plan: What was declared before the run.
        identical: Queries whose ranked lists are the same in both arms, from `identical_lists`.

    Returns:
        One effect a measure and slice, in the order given.

    Raises:
        ComparisonError: The arms were not scored on the same queries, or in the same measures.

    """
    chosen, same = plan or Plan(), frozenset(identical)
    found: list[Effect] = []
    for measure in measures:
        comparison = _Comparison(measure, baseline, candidate, chosen)
        found += [comparison.effect(part, documents, unchanged=same.issuperset(part.queries)) for part in slices]
    return tuple(_adjusted(found, chosen))


class _Comparison:
    """One measure of two arms, paired once and read slice by slice."""

    def __init__(self, measure: Measure, baseline: Sequence[Scored], candidate: Sequence[Scored], plan: Plan) -> None:
        self.measure, self.plan = measure, plan
        self.pairs = _paired(measure, baseline[0], candidate[0])
        self.row = {query: at for at, query in enumerate(self.pairs.queries)}
        self.phases = [_paired(measure, baseline[0], one).candidate for one in baseline]
        self.before = phase_mean(self.phases)
        self.after = phase_mean([_paired(measure, baseline[0], one).candidate for one in candidate])
        self.changes = _changes(measure, baseline[0], candidate[0]) if is_fold(measure) else None
        self.single = len(baseline) == len(candidate) == 1

    def effect(self, part: Slice, documents: Mapping[str, str], *, unchanged: bool) -> Effect:
        """Compare the queries of one slice."""
        missing = [query for query in part.queries if query not in self.row]
        if missing:
            raise ComparisonError(
                f"{self.measure} was not scored for {', '.join(missing[:5])} of the slice {part.name!r}",
                "Score both arms with the labels that the slices were made of.",
            )
        rows = np.array([self.row[query] for query in part.queries], dtype=np.int64)
        described = self._described(part, rows, len({documents.get(query, query) for query in part.queries}))
        if not part.queries:
            return described
        counted = self._counted(described, part.queries)
        clusters, independent = clusters_of(part.queries, documents)
        planned = self._planned(replace(counted, notes=(INDEPENDENT,) if independent else ()), clusters)
        if unchanged:
            return replace(planned, statement=NO_CHANGE, p_value=1.0)
        return self._concluded(planned, rows, clusters)

    def _described(self, part: Slice, rows: Rows, documents: int) -> Effect:
        """Give means, sums, difference and floor."""
        pairs = self.pairs
        return Effect(
            measure=str(self.measure),
            slice=part.name,
            protected=part.protected,
            exploratory=part.exploratory,
            queries=len(rows),
            documents=documents,
            baseline=_side(pairs.baseline_part, pairs.baseline_whole, self.before, rows),
            candidate=_side(pairs.candidate_part, pairs.candidate_whole, self.after, rows),
            difference=float((self.after[rows] - self.before[rows]).mean()) if len(rows) else None,
            statement=NOTHING,
            floor=noise_floor(np.stack(self.phases)[:, rows]),
        )

    def _counted(self, effect: Effect, queries: Sequence[str]) -> Effect:
        """Add what was lost and gained; only folds of the match table can lose items."""
        if self.changes is None:
            return effect
        changed = [self.changes[query] for query in queries]
        kinds = [one.kind for one in changed]
        lost, gained, swapped = kinds.count(LOST), kinds.count(GAINED), kinds.count(SWAPPED)
        return replace(
            effect,
            lost=lost,
            gained=gained,
            swapped=swapped,
            unchanged=len(kinds) - lost - gained - swapped,
            items_lost=sum(len(one.lost) for one in changed),
            items_gained=sum(len(one.gained) for one in changed),
            lost_queries=tuple(one.query for one in changed if one.lost),
            gained_queries=tuple(one.query for one in changed if one.kind == GAINED),
        )

    def _planned(self, effect: Effect, clusters: Clusters) -> Effect:
        """Add what the slice could have seen, which depends on nothing that was observed."""
        return replace(
            effect,
            smallest_visible=smallest_visible(
                effect.queries,
                gains_share=self.plan.gains_share,
                level=round(1 - self.plan.level, 6),
                design_effect=round(planned_design_effect(clusters.sizes, self.plan.icc), 6),
            ),
        )

    def _concluded(self, effect: Effect, rows: Rows, clusters: Clusters) -> Effect:
        """Add interval, bound and p-value."""
        differences = self.after[rows] - self.before[rows]
        differences[np.abs(differences) <= TOLERANCE] = 0.0
        worse, better = _worse_and_better(effect, differences, falling=less_is_better(self.measure))
        binary = self._binary(rows)
        # A p-value for every measure would invite fishing: exact ones, and the primary measure's.
        tested = binary or effect.measure == self.plan.primary
        return replace(
            effect,
            statement=BOUND if max(worse, better) < FEW else INTERVAL,
            interval=interval_of(differences, clusters, self.plan.level, binary=binary),
            resampled=None if binary or effect.exploratory else self._resampled(differences, clusters),
            bound=loss_bound(worse, len(rows), planned_design_effect(clusters.sizes, self.plan.icc), self.plan.level),
            p_value=p_value_of(differences, clusters, binary=binary, seed=self.plan.seed) if tested else None,
        )

    def _resampled(self, differences: Floats, clusters: Clusters) -> Interval | None:
        return bootstrap(
            differences, clusters, level=self.plan.level, seed=self.plan.seed, resamples=self.plan.resamples
        )

    def _binary(self, rows: Rows) -> bool:
        """Tell whether every value of both arms is 0 or 1, within one phase."""
        values = np.concatenate([self.before[rows], self.after[rows]])
        return self.single and bool(np.all((values == 0) | (values == 1)))


def _adjusted(found: Sequence[Effect], plan: Plan) -> list[Effect]:
    """Adjust the exploratory slices of the primary measure as one family."""
    family = {
        effect.slice: effect.p_value
        for effect in found
        if effect.measure == plan.primary and effect.exploratory and effect.p_value is not None
    }
    adjusted = holm(family)
    return [
        replace(effect, adjusted_p_value=adjusted.get(effect.slice)) if effect.measure == plan.primary else effect
        for effect in found
    ]


def _worse_and_better(effect: Effect, differences: Floats, *, falling: bool) -> tuple[int, int]:
    """Count queries that got worse and better: by evidence where items can be lost, else by value."""
    if effect.lost_for_gates is not None and effect.gained is not None:
        return effect.lost_for_gates, effect.gained
    fell, rose = int(np.sum(differences < 0)), int(np.sum(differences > 0))
    return (rose, fell) if falling else (fell, rose)


def _paired(measure: Measure, baseline: Scored, candidate: Scored) -> Pairs:
    name = str(measure)
    lacking = [arm for arm, scored in (("baseline", baseline), ("candidate", candidate)) if name not in scored.scores]
    if lacking:
        raise ComparisonError(f"{name} was not scored for the {lacking[0]}", "Score both arms in the same measures.")
    return pair(baseline.scores[name], candidate.scores[name])


def _changes(measure: Measure, baseline: Scored, candidate: Scored) -> Mapping[str, QueryChange]:
    return changes(_rows(measure, baseline), _rows(measure, candidate), measure.cut.passages)


def _rows(measure: Measure, scored: Scored) -> list[Match]:
    """Give the rows of the measure's rule; a rule that names no threshold is judged at the configured one."""
    rule = measure.rule
    threshold = scored.min_coverage if rule.min_coverage is None else rule.min_coverage
    wanted = (rule.match, threshold, rule.budget)
    return [row for row in scored.matches if (row.match, row.min_coverage, row.budget) == wanted]


def _side(part: Floats, whole: Floats, mean: Floats, rows: Rows) -> Side:
    return Side(
        part=float(part[rows].sum()),
        whole=float(whole[rows].sum()),
        mean=float(mean[rows].mean()) if len(rows) else None,
    )
