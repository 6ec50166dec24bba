"""A result in, the two sentences out that stand above everything else: what happened, and by how much."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.comparison import ALL, Effect, controls_lost
from reviewer.reports.result import ComparisonResult, Result
from reviewer.reports.words import change_words, find_slice, judged_comparison, knee, losses

CRITICAL = "risk: critical"
TOLERANCE = 1e-9

MERGE_FIRST = "Merge the reviewed labels first, in a change of their own; this one is then judged by them."
"""What helps where labels were edited together with their documents: no change vouches for labels it is judged by."""


def headline(result: Result) -> str:
    """Say what happened in one sentence that needs no table; that controls were lost comes first."""
    comparison = judged_comparison(result)
    if comparison is None:
        arms = len(result.arms)
        return knee(result) or ("One arm was measured." if arms == 1 else f"{arms} arms were measured side by side.")
    return " ".join(
        filter(None, (_withheld(result), _controls(result, comparison), _lost_and_gained(result, comparison)))
    )


def detail(result: Result) -> str:
    """Say what changed, how much was lost and gained, and how many gates failed."""
    comparison = judged_comparison(result)
    if comparison is None:
        return "Nothing is judged without one baseline and one candidate (`--candidate NAME`)."
    whole = find_slice(comparison, ALL, f"success@{result.k}")
    blocking = [gate for gate in result.verdict.gates if gate.blocking]
    failed = sum(gate.status == "failed" for gate in blocking)
    parts = [f"{change_words(result, comparison)}:"]
    if whole is not None:
        lost = f"{losses(whole)} of {whole.queries} queries lost{_in_pieces(result, comparison, whole)}"
        parts.append(f"{lost}, {whole.gained} gained;")
    unjudged = sum(gate.status == "not judged" for gate in blocking)
    if blocking:
        unsaid = f", {unjudged} could not be judged" if unjudged else ""
        parts.append(f"{failed} of {len(blocking)} blocking gates failed{unsaid}.")
    else:
        parts.append("no blocking gate is declared.")
    told = _controls(result, comparison)
    remedy = MERGE_FIRST if result.verdict.withheld else ""
    return " ".join(filter(None, [*parts, *(one for one in comparison.statements if one != told), remedy]))


def _controls(result: Result, comparison: ComparisonResult) -> str:
    lost = controls_lost(comparison.effects, f"success@{result.k}")
    return f"{lost[0].upper()}{lost[1:]}." if lost else ""


def _lost_and_gained(result: Result, comparison: ComparisonResult) -> str:
    critical = _critical(result, comparison)
    if critical:
        return critical
    whole = find_slice(comparison, ALL, f"success@{result.k}")
    if whole is None or losses(whole) + (whole.gained or 0) == 0:
        return _unchanged(whole)
    lost, gained = _answers_lost(result, comparison, whole), _answers_gained(result, comparison, whole)
    if not losses(whole):
        if not gained:
            return f"No question was lost; {_questions(whole.gained or 0)} found more evidence, though not all."
        return f"No question was lost; {_questions(gained, 'more ')} can be answered from what is retrieved."
    newly = f"; {gained} newly can" if gained else ""
    return f"{_no_longer(lost, losses(whole) - lost)}{newly}."


def _no_longer(answers: int, parts: int, kind: str = "") -> str:
    """Tell questions that can no longer be answered from those of which another part is missing."""
    if not answers:
        return f"{_questions(parts, kind)} lost evidence, though not all of it was found before"
    told = f"{_questions(answers, kind)} can no longer be answered from what is retrieved"
    return f"{told}, {parts} more lost a part of the evidence" if parts else told


def _answers_lost(result: Result, comparison: ComparisonResult, effect: Effect) -> int:
    """Count the losses of queries whose whole evidence was found before."""
    return losses(effect) - _unanswered(result, comparison.baseline, effect.measure, effect.lost_queries)


def _answers_gained(result: Result, comparison: ComparisonResult, effect: Effect) -> int:
    """Count the gains of queries whose whole evidence is found now."""
    return (effect.gained or 0) - _unanswered(result, comparison.candidate, effect.measure, effect.gained_queries)


def _unanswered(result: Result, arm: str, measure: str, queries: Sequence[str]) -> int:
    """Count those queries of which an arm does not find the whole evidence."""
    known = {one.id: one.arms.get(arm, {}) for one in result.queries}
    return sum(known.get(query, {}).get(measure, (1.0, None))[0] <= 0 for query in queries)


def _in_pieces(result: Result, comparison: ComparisonResult, effect: Effect) -> str:
    """Say of how many lost queries the whole evidence is still sent, though no passage holds it."""
    measure, lost = f"recall(match=union)@{result.k}", set(effect.lost_queries)
    sent = [one.arms.get(comparison.candidate, {}).get(measure) for one in result.queries if one.id in lost]
    count = sum(part >= whole - TOLERANCE for part, whole in filter(None, sent) if whole)
    return f" ({count} of them in pieces: all evidence is sent, in no single passage)" if count else ""


def _unchanged(whole: Effect | None) -> str:
    """Say that nothing was lost or gained; where nothing was found at all that is no good news."""
    if whole is not None and whole.queries and not (whole.baseline.mean or whole.candidate.mean):
        return f"Nothing was found in either arm: {whole.measure} is 0 in both, so nothing could be lost."
    return "No question was lost and none was gained."


def _critical(result: Result, comparison: ComparisonResult) -> str:
    found = [one for one in comparison.effects if one.slice == CRITICAL and one.measure.startswith("success@")]
    if not found or not losses(found[0]):
        return ""
    answers = _answers_lost(result, comparison, found[0])
    return f"{_no_longer(answers, losses(found[0]) - answers, 'critical ')}."


def _withheld(result: Result) -> str:
    """Say that labels count as lost for what the change did to them, not for what was retrieved."""
    count = result.verdict.withheld
    if not count:
        return ""
    which, counts, them = ("1 label was", "counts", "it") if count == 1 else (f"{count} labels were", "count", "them")
    return f"{which} edited or removed with the documents and {counts} as lost until the base has {them}."


def _questions(count: int, kind: str = "") -> str:
    return f"{count} {kind}question{'' if count == 1 else 's'}"
