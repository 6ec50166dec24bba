"""Two evaluated arms in, one comparison out: effects by measure and slice, and each evidence item that changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from reviewer.comparison import (
    ALL,
    BOUNDARY_ANY,
    Effect,
    Plan,
    Slice,
    documents_of,
    effects,
    identical_lists,
    length_slices,
    slices_of,
)
from reviewer.experiment.evaluate import Ruler, evidence_tokens
from reviewer.experiment.evaluated import Evaluated, Graded
from reviewer.experiment.factors import confounders
from reviewer.experiment.manifest import differences
from reviewer.experiment.statements import statements
from reviewer.queries import CONTROL, Query
from reviewer.reports.result import ComparisonResult, ItemChange
from reviewer.scores import Match, Measure, Scored, parse_measure

BROAD = (ALL, BOUNDARY_ANY, CONTROL)
"""Slices in which every headline measure is compared; the others are compared in recall alone."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A comparison as it is reported, and the effects of the real grids, by which gates judge."""

    result: ComparisonResult
    judged: tuple[Effect, ...]


def compare(
    baseline: Evaluated,
    candidate: Evaluated,
    queries: Sequence[Query],
    shared: Ruler,
    *,
    factors: Sequence[str],
    wanted: Sequence[tuple[str, str]] = (),
) -> Compared:
    """Compare a candidate with the baseline.

    Args:
        baseline: The arm before the change.
        candidate: The arm after it.
        queries: All of them, those that nothing answers included.
        shared: What both were measured with.
        factors: What may differ.
        wanted: Pairs of slice and measure that gates ask for besides.

    """
    found = _effects(baseline.phases, candidate.phases, queries, shared, wanted)
    phased = baseline.shifted or candidate.shifted
    judged = _effects((baseline.real,), (candidate.real,), queries, shared, wanted) if phased else found
    changes = _with_exact(tuple(_changes(baseline.real, candidate.real, queries, shared)), baseline, candidate, shared)
    confounding = confounders(differences(baseline.manifest, candidate.manifest), factors)
    result = ComparisonResult(
        baseline=baseline.name,
        candidate=candidate.name,
        factor=" and ".join(factors),
        confounders=tuple(map(str, confounding)),
        statements=statements(found, judged, changes, shared.rules.k),
        effects=found,
        changes=changes,
        unchanged_lists=len(identical_lists(baseline.passages, candidate.passages)),
    )
    return Compared(result, judged)


def slices(queries: Sequence[Query], shared: Ruler) -> tuple[Slice, ...]:
    """Give all slices of the judged queries, evidence lengths included."""
    lengths = length_slices(evidence_tokens(queries, shared), shared.rules.lengths)
    return slices_of(queries, extra=lengths, protected=shared.rules.protected)


def plan_of(shared: Ruler) -> Plan:
    """Give what was declared before the run."""
    declared = shared.rules.statistics
    return Plan(
        level=declared.level,
        gains_share=declared.gains_share,
        icc=declared.icc,
        primary=f"success@{shared.rules.k}",
    )


def _effects(
    baseline: Sequence[Graded],
    candidate: Sequence[Graded],
    queries: Sequence[Query],
    shared: Ruler,
    wanted: Sequence[tuple[str, str]],
) -> tuple[Effect, ...]:
    k = shared.rules.k
    every = slices(queries, shared)
    documents = documents_of(queries)
    sides = [one.scored for one in baseline], [one.scored for one in candidate]
    same = _identical(baseline, candidate)

    def compared(measures: Sequence[Measure], chosen: Sequence[Slice]) -> tuple[Effect, ...]:
        return effects(measures, *sides, chosen, documents, plan=plan_of(shared), identical=same)

    recall = [parse_measure(f"success@{k}"), parse_measure(f"recall@{k}")]
    known = [measure for measure in shared.measures if all(_is_known(measure, one) for one in (*baseline, *candidate))]
    rest = [measure for measure in known if measure not in recall]
    unknown = {str(measure) for measure in shared.measures} - {str(measure) for measure in known}
    found = [*compared(recall, every), *compared(rest, [one for one in every if one.name in BROAD])]
    for name, measure in wanted:
        if measure not in unknown and not any((one.slice, one.measure) == (name, measure) for one in found):
            found += compared([parse_measure(measure)], [one for one in every if one.name == name])
    return tuple(found)


def _is_known(measure: Measure, graded: Graded) -> bool:
    """Tell whether a measure was taken of any query; what reads vectors is not, where a run came without them."""
    return any(score.whole is not None for score in graded.scored.scores[str(measure)].values())


def _identical(baseline: Sequence[Graded], candidate: Sequence[Graded]) -> frozenset[str]:
    """Give the queries whose lists are the same in every phase; arms of unlike phases have none."""
    if len(baseline) != len(candidate):
        return frozenset()
    pairs = zip(baseline, candidate, strict=True)
    first, *rest = [identical_lists(one.passages, other.passages) for one, other in pairs]
    return first.intersection(*rest)


def _changes(baseline: Graded, candidate: Graded, queries: Sequence[Query], shared: Ruler) -> Iterable[ItemChange]:
    before, after = _table(baseline.scored, shared), _table(candidate.scored, shared)
    for query in queries:
        for number, item in enumerate(query.evidence):
            old, new = before.get((query.id, number)), after.get((query.id, number))
            if old is None or new is None or _within(old, shared) == _within(new, shared):
                continue
            yield ItemChange(
                query=query.id,
                item=number,
                change="lost" if _within(old, shared) else "gained",
                slices=query.slices,
                places=tuple((span.document, span.start, span.end) for span in item.spans),
                baseline_rank=old.rank,
                candidate_rank=new.rank,
                baseline_share=old.best_share,
                candidate_share=new.best_share,
            )


def _with_exact(
    changes: tuple[ItemChange, ...], baseline: Evaluated, candidate: Evaluated, shared: Ruler
) -> tuple[ItemChange, ...]:
    """Mark the changes that are none when both arms are searched exactly."""
    if baseline.exact is None and candidate.exact is None:
        return changes
    before = _table((baseline.exact or baseline.real).scored, shared)
    after = _table((candidate.exact or candidate.real).scored, shared)

    def differs(change: ItemChange) -> bool:
        key = (change.query, change.item)
        return _within(before[key], shared) != _within(after[key], shared)

    return tuple(replace(one, approximate=not differs(one)) for one in changes)


def _table(scored: Scored, shared: Ruler) -> Mapping[tuple[str, int], Match]:
    """Keep the rows of the default rule."""
    return {
        (row.query, row.item): row
        for row in scored.matches
        if (row.match, row.budget) == ("single", None) and row.min_coverage == shared.rules.min_coverage
    }


def _within(row: Match, shared: Ruler) -> bool:
    return row.rank is not None and row.rank <= shared.rules.k
