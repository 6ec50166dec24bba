"""A comparison in, a verdict out: gates see effects, costs, stale labels and reviewed losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from reviewer.experiment.configuration import Configuration
from reviewer.experiment.material import Material
from reviewer.gates import NOT_JUDGED, Facts, Verdict, judge
from reviewer.reports.result import ArmResult, ComparisonResult, Cost
from reviewer.scores import is_judged


def verdict_of(
    configuration: Configuration,
    material: Material,
    comparison: ComparisonResult,
    arms: Sequence[ArmResult],
    *,
    costs: Mapping[str, Cost],
    today: date,
) -> Verdict:
    """Judge the configuration's gates on one comparison."""
    by_name = {arm.name: arm for arm in arms}
    before, after = by_name[comparison.baseline], by_name[comparison.candidate]
    facts = Facts(
        effects=comparison.effects,
        measured=sum(map(is_judged, material.queries)),
        k=configuration.rules.k,
        costs=_costs(before, after, costs),
        stale=sum(len(staleness.outdated) for staleness in material.staleness),
        baseline=before.fingerprint,
        candidate=after.fingerprint,
    )
    return judge(configuration.gates, facts, today)


def _costs(before: ArmResult, after: ArmResult, costs: Mapping[str, Cost]) -> dict[str, tuple[float, float]]:
    pairs = {"chunks": (float(before.chunks), float(after.chunks))}
    if before.name in costs and after.name in costs:
        old, new = costs[before.name], costs[after.name]
        pairs["embedded_tokens"] = (float(old.embedded_tokens), float(new.embedded_tokens))
        pairs["vector_bytes"] = (float(old.vector_bytes), float(new.vector_bytes))
    return pairs


def not_judged(measured: int) -> Verdict:
    """Give the verdict of a frontier or a single arm: there was nothing to judge."""
    return Verdict(status=NOT_JUDGED, underpowered=False, measured=measured, gates=())
