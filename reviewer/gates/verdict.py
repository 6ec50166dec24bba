"""A verdict: what each gate observed, and what follows for the run."""

from __future__ import annotations

from dataclasses import dataclass

PASSED, FAILED, NOT_JUDGED = "passed", "failed", "not judged"
NOTHING_MEASURED = "nothing measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What one gate observed, its limit, and why it stands as it does.

    `underpowered` says that the slice is too small to see a loss of the size that the gate forbids.
    """

    gate: str
    slice: str
    measure: str
    status: str
    blocking: bool
    observed: float | None
    limit: float | None
    reason: str
    underpowered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """`passed`, `failed` or `not judged`; failing outweighs not being judged, and advice weighs nothing.

    `measured` is the number of judged queries. Without a gate, or without a query, nothing is judged. `withheld` labels
    count as lost because the change took them away, not because of what was retrieved.
    """

    status: str
    underpowered: bool
    measured: int
    gates: tuple[Finding, ...]
    reasons: tuple[str, ...] = ()
    withheld: int = 0


def exit_code(verdict: Verdict) -> int:
    """Give 0 for passed or nothing to judge, 1 where a blocking gate failed, 2 where one could not be judged.

    A run that measured nothing could not be judged, even without a gate.
    """
    if verdict.status == FAILED:
        return 1
    unjudged = any(one.blocking and one.status == NOT_JUDGED for one in verdict.gates)
    return 2 if unjudged or verdict.measured == 0 else 0
