"""Effects in, a verdict out: each gate on its own, then the run."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date

from reviewer.gates.facts import Facts
from reviewer.gates.gate import Gate
from reviewer.gates.reading import READERS, Reading
from reviewer.gates.verdict import FAILED, NOT_JUDGED, NOTHING_MEASURED, PASSED, Finding, Verdict


def judge(gates: Sequence[Gate], facts: Facts, today: date) -> Verdict:
    """Judge all gates on one comparison.

    Args:
        gates: As they were declared before the result.
        facts: What was measured.
        today: The day that `allow` entries are held against.

    """
    found = tuple(_judge_gate(gate, facts, today) for gate in gates)
    blocking = [one for one in found if one.blocking]
    return Verdict(
        status=_worst({one.status for one in blocking}) if facts.measured else NOT_JUDGED,
        underpowered=any(one.underpowered for one in blocking),
        measured=facts.measured,
        gates=found,
        reasons=() if facts.measured else (NOTHING_MEASURED,),
    )


def _worst(statuses: Collection[str]) -> str:
    """Fold findings: one failure fails, else one that is not judged leaves the whole so; without any, so too."""
    if FAILED in statuses:
        return FAILED
    return PASSED if set(statuses) == {PASSED} else NOT_JUDGED


def _judge_gate(gate: Gate, facts: Facts, today: date) -> Finding:
    """Hold every limit of a gate; the worst of them speaks for it."""
    if not facts.measured:
        return _finding(gate, NOT_JUDGED, Reading(limit=None, reason=NOTHING_MEASURED))
    there = max((one.queries for one in facts.effects if one.slice == gate.slice), default=0)
    if gate.min_queries is not None and there < gate.min_queries:
        reason = f"{there} queries, at least {gate.min_queries} are asked for"
        return _finding(gate, NOT_JUDGED, Reading(limit=gate.min_queries, observed=there, reason=reason, unsure=True))
    readings = [reading for read in READERS if (reading := read(gate, facts, today)) is not None]
    if not readings:
        enough = Reading(limit=gate.min_queries or 0, observed=there, reason=f"{there} queries")
        return _finding(gate, PASSED, enough)
    worst = _worst({_status(one) for one in readings})
    speaking = [one for one in readings if _status(one) == worst]
    return _finding(gate, worst, next((one for one in speaking if one.unsure), speaking[0]))


def _status(reading: Reading) -> str:
    if reading.observed is None:
        return NOT_JUDGED
    return PASSED if reading.holds else FAILED


def _finding(gate: Gate, status: str, reading: Reading) -> Finding:
    return Finding(
        gate=gate.title,
        slice=gate.slice,
        measure=gate.measure or "",
        status=status,
        blocking=gate.blocking,
        observed=None if reading.observed is None else float(reading.observed),
        limit=None if reading.limit is None else float(reading.limit),
        reason=reading.reason,
        underpowered=reading.unsure,
    )
