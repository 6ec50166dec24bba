"""Two evaluated arms in, one comparison out: effects by measure and slice, and each evidence item that changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reviewer.chunks import Chunk
from reviewer.comparison import (
    ALL,
    BOUNDARY_ANY,
    Effect,
    Plan,
    Slice,
    controls_lost,
    documents_of,
    effects,
    identical_lists,
    length_slices,
    slices_of,
)
from reviewer.experiment.evaluate import Ruler, evidence_tokens
from reviewer.experiment.manifest import confounders, differences
from reviewer.fingerprint import Plain
from reviewer.passages import Passage
from reviewer.queries import CONTROL, Query
from reviewer.reports.result import ComparisonResult, ItemChange
from reviewer.runs import Run
from reviewer.scores import Match, Measure, Scored, parse_measure

BROAD = (ALL, BOUNDARY_ANY, CONTROL)
"""Slices in which every headline measure is compared; the others are compared in recall alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluated:
    """An arm with all that was found about it."""

    name: str
    manifest: Mapping[str, Plain]
    fingerprint: str
    chunks: tuple[Chunk, ...]
    run: Run
    scored: Scored
    passages: Mapping[str, tuple[Passage, ...]]


def compare(
    baseline: Evaluated,
    candidate: Evaluated,
    queries: Sequence[Query],
    shared: Ruler,
    *,
    factor: str,
    wanted: Iterable[tuple[str, str]] = (),
) -> ComparisonResult:
    """Compare a candidate with the baseline.

    Args:
        baseline: The arm before the change.
        candidate: The arm after it.
        queries: All queries, those that are not answerable included.
        shared: What both were measured with.
        factor: What may differ.
        wanted: Pairs of slice and measure that gates ask for besides.

    """
    found = _effects(baseline, candidate, queries, shared, tuple(wanted))
    confounding = confounders(differences(baseline.manifest, candidate.manifest), factor)
    same = identical_lists(baseline.passages, candidate.passages)
    lost_controls = controls_lost(found, f"success@{shared.rules.k}")
    return ComparisonResult(
        baseline=baseline.name,
        candidate=candidate.name,
        factor=factor,
        confounders=tuple(map(str, confounding)),
        statements=(f"{lost_controls[0].upper()}{lost_controls[1:]}.",) if lost_controls else (),
        effects=found,
        changes=tuple(_changes(baseline.scored, candidate.scored, queries, shared)),
        unchanged_lists=len(same),
    )


def slices(queries: Sequence[Query], shared: Ruler) -> tuple[Slice, ...]:
    """Give all slices of the judged queries, evidence lengths included."""
    lengths = length_slices(evidence_tokens(queries, shared), shared.rules.lengths)
    return slices_of(queries, extra=lengths)


def _effects(
    baseline: Evaluated,
    candidate: Evaluated,
    queries: Sequence[Query],
    shared: Ruler,
    wanted: Sequence[tuple[str, str]],
) -> tuple[Effect, ...]:
    k = shared.rules.k
    every = slices(queries, shared)
    documents = documents_of(queries)
    same = identical_lists(baseline.passages, candidate.passages)

    def compared(measures: Sequence[Measure], chosen: Sequence[Slice]) -> tuple[Effect, ...]:
        plan = Plan(primary=f"success@{k}")
        sides = [baseline.scored], [candidate.scored]
        return effects(measures, *sides, chosen, documents, plan=plan, identical=same)

    recall = [parse_measure(f"success@{k}"), parse_measure(f"recall@{k}")]
    rest = [measure for measure in shared.measures if measure not in recall]
    found = [*compared(recall, every), *compared(rest, [one for one in every if one.name in BROAD])]
    for name, measure in wanted:
        if not any((one.slice, one.measure) == (name, measure) for one in found):
            found += compared([parse_measure(measure)], [one for one in every if one.name == name])
    return tuple(found)


def _changes(baseline: Scored, candidate: Scored, queries: Sequence[Query], shared: Ruler) -> Iterable[ItemChange]:
    before, after = _table(baseline, shared), _table(candidate, shared)
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


def _table(scored: Scored, shared: Ruler) -> dict[tuple[str, int], Match]:
    """Keep the rows of the default rule."""
    return {
        (row.query, row.item): row
        for row in scored.matches
        if (row.match, row.budget) == ("single", None) and row.min_coverage == shared.rules.min_coverage
    }


def _within(row: Match, shared: Ruler) -> bool:
    return row.rank is not None and row.rank <= shared.rules.k
