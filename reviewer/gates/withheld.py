"""Labels that a change took away count as lost: a verdict and the labels in, the stricter verdict out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

from reviewer.comparison import ALL, Effect
from reviewer.gates.gate import Gate
from reviewer.gates.verdict import FAILED, NOT_JUDGED, PASSED, Finding, Verdict

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class _Excess:
    """What a limit was held against with the withheld labels counted, and by how much it is over the limit."""

    over: float
    observed: float


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
        _unreviewed(gate, count),
    )
    worst = max(filter(None, excesses), key=lambda one: one.over, default=None)
    if worst is None or worst.over <= TOLERANCE:
        return finding
    more = "1 more label was" if count == 1 else f"{count} more labels were"
    counts = "counts" if count == 1 else "count"
    reason = f"{finding.reason}; {more} edited or removed in this change and {counts} as lost"
    return replace(finding, status=FAILED, observed=worst.observed, reason=reason)


def _lost(gate: Gate, effect: Effect | None, withheld: Sequence[str], today: date) -> _Excess | None:
    """Add the withheld queries to the lost ones, or to as many as may be lost; allowed ones do not count."""
    if gate.max_lost is None:
        return None
    allowed = {one.id for one in gate.allow if today <= one.until}
    seen = set(effect.lost_queries if effect is not None else ()) - allowed
    lost = float(len(seen.union(withheld) - allowed))
    if gate.confident and effect is not None and effect.bound is not None:
        lost += effect.bound.upper * effect.queries - len(seen)
    return _Excess(lost - gate.max_lost, lost)


def _drop(gate: Gate, effect: Effect | None, count: int) -> _Excess | None:
    """Give the drop, or the worst that it may be, each withheld query having fallen from 1 to 0."""
    limit = gate.trade.max_drop if gate.trade is not None else gate.max_drop
    if limit is None or effect is None or effect.difference is None:
        return None
    is_bound = gate.confident and effect.interval is not None
    difference = effect.interval.low if is_bound and effect.interval is not None else effect.difference
    drop = (count - difference * effect.queries) / (effect.queries + count)
    return _Excess(drop - limit, drop)


def _value(gate: Gate, effect: Effect | None, count: int) -> _Excess | None:
    """Give the candidate's mean, each withheld query being 0."""
    if gate.min_value is None or effect is None or effect.candidate.mean is None:
        return None
    value = effect.candidate.mean * effect.queries / (effect.queries + count)
    return _Excess(gate.min_value - value, value)


def _unreviewed(gate: Gate, count: int) -> _Excess | None:
    """Break a trade: nobody has reviewed what the change took away."""
    return None if gate.trade is None else _Excess(count, count)
