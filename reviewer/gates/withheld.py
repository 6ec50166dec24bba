"""Labels that a change took away count as lost: a verdict and the labels in, the stricter verdict out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reviewer.comparison import ALL, Effect
from reviewer.gates.gate import Gate
from reviewer.gates.verdict import FAILED, NOT_JUDGED, PASSED, Finding, Verdict

TOLERANCE = 1e-9


def count_withheld(
    gates: Sequence[Gate], verdict: Verdict, effects: Sequence[Effect], withheld: Mapping[str, Sequence[str]]
) -> Verdict:
    """Count each withheld query (id and slices) as lost in every gate on losses or drops of its slices."""
    if not withheld or not verdict.gates:
        return verdict
    more = len(verdict.gates) - len(gates)  # what is no declared gate, such as too many stale labels, stands first
    judged = zip(gates, verdict.gates[more:], strict=True)
    found = (*verdict.gates[:more], *(_counted(gate, one, effects, withheld) for gate, one in judged))
    statuses = {one.status for one in found if one.blocking}
    status = FAILED if FAILED in statuses else (PASSED if statuses == {PASSED} else NOT_JUDGED)
    return replace(verdict, gates=found, status=status, withheld=len(withheld))


def _counted(gate: Gate, finding: Finding, effects: Sequence[Effect], withheld: Mapping[str, Sequence[str]]) -> Finding:
    count = sum(gate.slice == ALL or gate.slice in slices for slices in withheld.values())
    if not count:
        return finding
    worst = max(filter(None, (_lost(gate, finding, count), _drop(gate, effects, count))), default=None)
    if worst is None or worst[0] <= TOLERANCE:
        return finding
    more = "1 more label was" if count == 1 else f"{count} more labels were"
    counts = "counts" if count == 1 else "count"
    reason = f"{finding.reason}; {more} edited or removed in this change and {counts} as lost"
    return replace(finding, status=FAILED, observed=worst[1], reason=reason)


def _lost(gate: Gate, finding: Finding, count: int) -> tuple[float, float] | None:
    """Give by how much the losses are over their limit, and the losses."""
    if gate.max_lost is None:
        return None
    observed = (finding.observed or 0.0) + count
    return observed - gate.max_lost, observed


def _drop(gate: Gate, effects: Sequence[Effect], count: int) -> tuple[float, float] | None:
    """Give by how much the drop is over its limit, and the drop, each withheld query having fallen from 1 to 0."""
    effect = next((one for one in effects if (one.slice, one.measure) == (gate.slice, gate.measure)), None)
    if gate.max_drop is None or effect is None or effect.difference is None:
        return None
    drop = (count - effect.difference * effect.queries) / (effect.queries + count)
    return drop - gate.max_drop, drop
