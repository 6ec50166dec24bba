"""Labels that a change took away count as lost: a verdict and the labels in, the stricter verdict out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from reviewer.comparison import ALL, Effect
from reviewer.gates.gate import Gate
from reviewer.gates.reading import TOLERANCE, alike, may_be_lost, named_queries, not_allowed
from reviewer.gates.verdict import FAILED, NOT_JUDGED, PASSED, Finding, Verdict


@dataclass(frozen=True, slots=True)
class _Excess:
    """A limit that does not hold with the withheld labels counted, and what it was held against."""

    limit: float
    observed: float
    reason: str


def count_withheld(
    gates: Sequence[Gate],
    verdict: Verdict,
    effects: Sequence[Effect],
    withheld: Mapping[str, Sequence[str]],
    today: date,
) -> Verdict:
    """Count each withheld query (id and slices) as lost, from 1 to 0, in every gate on a measure of its slices.

    Args:
        gates: As they were declared before the result.
        verdict: What they found without these labels.
        effects: What was compared.
        withheld: The slices of each query, by its id.
        today: The day that `allow` entries are held against.

    """
    if not withheld or not verdict.gates:
        return verdict
    more = len(verdict.gates) - len(gates)  # what is no declared gate, such as too many stale labels, stands first
    found = list(verdict.gates)
    for at, gate in enumerate(gates, start=more):
        queries = [query for query, slices in withheld.items() if gate.slice == ALL or gate.slice in slices]
        found[at] = _counted(gate, found[at], effects, queries, today)
    statuses = {one.status for one in found if one.blocking}
    status = FAILED if FAILED in statuses else (PASSED if statuses == {PASSED} else NOT_JUDGED)
    return replace(verdict, gates=tuple(found), status=status, withheld=len(withheld))


def _counted(gate: Gate, finding: Finding, effects: Sequence[Effect], withheld: Sequence[str], today: date) -> Finding:
    if not withheld:
        return finding
    effect = next((one for one in effects if (one.slice, one.measure) == (gate.slice, gate.measure)), None)
    count = len(withheld)
    excesses = (
        _lost(gate, effect, withheld, today),
        _drop(gate, effect, count),
        _value(gate, effect, count),
        _unreviewed(gate, withheld),
    )
    broken = next(filter(None, excesses), None)
    if broken is None:
        return finding
    more = "1 more label was" if count == 1 else f"{count} more labels were"
    counts = "counts" if count == 1 else "count"
    reason = f"{finding.reason}; {more} edited or removed in this change and {counts} as lost: {broken.reason}"
    return replace(finding, status=FAILED, observed=broken.observed, limit=broken.limit, reason=reason)


def _lost(gate: Gate, effect: Effect | None, withheld: Sequence[str], today: date) -> _Excess | None:
    """Add the withheld queries to the lost ones, or to as many as may be lost; allowed ones do not count."""
    if gate.max_lost is None:
        return None
    seen = not_allowed(gate, effect, today) if effect is not None else []
    allowed = {one.id for one in gate.allow if today <= one.until}
    lost = float(len(set(withheld) - allowed - set(seen)))
    lost += may_be_lost(effect, seen) if gate.confident and effect is not None else len(seen)
    if lost <= gate.max_lost + TOLERANCE:
        return None
    return _Excess(gate.max_lost, lost, f"{f'{lost:.1f}'.removesuffix('.0')} lost, at most {gate.max_lost}")


def _drop(gate: Gate, effect: Effect | None, count: int) -> _Excess | None:
    """Give the drop, or the worst that it may be, each withheld query having fallen from 1 to 0."""
    limit = gate.trade.max_drop if gate.trade is not None else gate.max_drop
    if limit is None or effect is None or effect.difference is None:
        return None
    is_bound = gate.confident and effect.interval is not None
    difference = effect.interval.low if is_bound and effect.interval is not None else effect.difference
    drop = (count - difference * effect.queries) / (effect.queries + count)
    if drop <= limit + TOLERANCE:
        return None
    told, most = alike(drop, limit)
    return _Excess(limit, drop, f"drops by {told}, at most {most}")


def _value(gate: Gate, effect: Effect | None, count: int) -> _Excess | None:
    """Give the candidate's mean, each withheld query being 0."""
    if gate.min_value is None or effect is None or effect.candidate.mean is None:
        return None
    value = effect.candidate.mean * effect.queries / (effect.queries + count)
    if value >= gate.min_value - TOLERANCE:
        return None
    told, least = alike(value, gate.min_value)
    return _Excess(gate.min_value, value, f"{gate.measure} is {told}, at least {least}")


def _unreviewed(gate: Gate, withheld: Sequence[str]) -> _Excess | None:
    """Break a trade: nobody has reviewed what the change took away."""
    if gate.trade is None:
        return None
    return _Excess(0.0, float(len(withheld)), f"not reviewed: {named_queries(withheld)}")
