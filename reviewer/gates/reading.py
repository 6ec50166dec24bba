"""One limit held against one comparison: what was read, and whether the limit holds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date

from reviewer.comparison import Effect
from reviewer.gates.facts import CHUNKS, Facts, is_measure, pair_overlap, prompt_tokens
from reviewer.gates.gate import Gate, Saving, Trade

TOLERANCE = 1e-9
"""What equals its limit passes, whatever binary fractions make of it."""
MOST_DIGITS, LARGE = 6, 10
"""Decimal places at most, and the size from which a number needs none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What a limit was held against; `observed` None where the data is missing, which is never a pass.

    `unsure` says that the slice is too small for the answer to be trusted: too small to see what the limit
    forbids, or to rule out what was not seen.
    """

    limit: float | None
    reason: str
    observed: float | None = None
    holds: bool = False
    unsure: bool = False


def read_lost(gate: Gate, facts: Facts, today: date) -> Reading | None:
    """Count the queries that lost evidence; allowed ones do not count until their day has passed."""
    if gate.max_lost is None:
        return None
    effect = facts.effect(gate.slice, gate.measure or "")
    if effect is None or effect.lost_for_gates is None:
        return _missing(gate, gate.measure, gate.max_lost)
    if _found_nothing(effect):
        return _nothing_to_lose(effect, gate.max_lost)
    lost = not_allowed(gate, effect, today)
    remarks = _remarks(gate, effect, lost)
    within = len(lost) <= gate.max_lost
    if gate.confident and effect.bound is not None:
        worst = may_be_lost(effect, lost)
        reason = f"up to {worst:.1f} of {effect.queries} may be lost ({len(lost)} seen), at most {gate.max_lost}"
        holds = worst <= gate.max_lost + TOLERANCE
        return Reading(
            limit=gate.max_lost, observed=worst, holds=holds, reason=reason + remarks, unsure=within and not holds
        )
    named = "" if within else f": {named_queries(lost)}"
    reason = f"{len(lost)} lost, at most {gate.max_lost}{named}{remarks}"
    return Reading(limit=gate.max_lost, observed=len(lost), holds=within, reason=reason)


def read_drop(gate: Gate, facts: Facts, today: date) -> Reading | None:  # noqa: ARG001  # all readings have one shape
    """Hold the drop of a mean, or the worst end of its interval, against the limit."""
    if gate.max_drop is None:
        return None
    effect = facts.effect(gate.slice, gate.measure or "")
    if effect is None or effect.difference is None:
        return _missing(gate, gate.measure, gate.max_drop)
    if _found_nothing(effect):
        return _nothing_to_lose(effect, gate.max_drop)
    seen = -effect.difference
    drop = -effect.interval.low if gate.confident and effect.interval is not None else seen
    holds = drop <= gate.max_drop + TOLERANCE
    blind = (
        seen <= gate.max_drop + TOLERANCE and not holds
        if gate.confident
        else holds and _is_blind(effect, gate.max_drop)
    )
    words = "may drop" if gate.confident else "drops"
    told, limit = alike(max(0.0, drop), gate.max_drop)
    reason = f"{gate.measure} {words} by {told}, at most {limit}"
    return Reading(limit=gate.max_drop, observed=drop, holds=holds, reason=reason, unsure=blind)


def read_value(gate: Gate, facts: Facts, today: date) -> Reading | None:  # noqa: ARG001  # all readings have one shape
    """Hold the candidate's mean against a least value."""
    if gate.min_value is None:
        return None
    effect = facts.effect(gate.slice, gate.measure or "")
    if effect is None or effect.candidate.mean is None:
        return _missing(gate, gate.measure, gate.min_value)
    value = effect.candidate.mean
    told, limit = alike(value, gate.min_value)
    reason = f"{gate.measure} is {told}, at least {limit}"
    return Reading(limit=gate.min_value, observed=value, holds=value >= gate.min_value - TOLERANCE, reason=reason)


def read_overlap(gate: Gate, facts: Facts, today: date) -> Reading | None:  # noqa: ARG001  # all readings have one shape
    """Hold the candidate's mean overlap of passages against a limit."""
    return _mean_at_most(gate, facts, pair_overlap(facts.k), gate.max_pair_overlap)


def read_prompt(gate: Gate, facts: Facts, today: date) -> Reading | None:  # noqa: ARG001  # all readings have one shape
    """Hold the candidate's mean prompt size against a limit."""
    return _mean_at_most(gate, facts, prompt_tokens(facts.k), gate.max_prompt_tokens)


def read_chunks(gate: Gate, facts: Facts, today: date) -> Reading | None:  # noqa: ARG001  # all readings have one shape
    """Hold the ratio of chunk counts against a limit."""
    limit = gate.max_chunks_ratio
    if limit is None:
        return None
    before, after = facts.costs.get(CHUNKS, (0.0, 0.0))
    if not before:
        return _missing(gate, "the number of chunks", limit)
    reason = f"{after:.0f} chunks for {before:.0f}, at most {limit:g} times as many"
    return Reading(limit=limit, observed=after / before, holds=after / before <= limit + TOLERANCE, reason=reason)


def read_confident_wrong(gate: Gate, facts: Facts, today: date) -> Reading | None:  # noqa: ARG001  # one shape
    """Count confident hits for queries that nothing answers."""
    limit, count = gate.max_confident_wrong, facts.confident_wrong
    if limit is None:
        return None
    if count is None:
        return _missing(gate, "the abstention set, or its declared threshold,", limit)
    return Reading(
        limit=limit, observed=count, holds=count <= limit, reason=f"{count} confident and wrong, at most {limit}"
    )


def read_stale(gate: Gate, facts: Facts, today: date) -> Reading | None:  # noqa: ARG001  # all readings have one shape
    """Count stale labels."""
    limit, count = gate.max_stale, facts.stale
    if limit is None:
        return None
    if count is None:
        return _missing(gate, "the number of stale labels", limit)
    return Reading(limit=limit, observed=count, holds=count <= limit, reason=f"{count} stale, at most {limit}")


def read_trade(gate: Gate, facts: Facts, today: date) -> Reading | None:  # noqa: ARG001  # all readings have one shape
    """Accept a drop for savings: all of them reached, and every loss reviewed by name."""
    trade = gate.trade
    if trade is None:
        return None
    effect = facts.effect(gate.slice, gate.measure or "")
    if effect is None or effect.difference is None:
        return _missing(gate, gate.measure, trade.max_drop)
    drop = -effect.difference
    if _found_nothing(effect):
        return _nothing_to_lose(effect, trade.max_drop)
    if drop <= TOLERANCE and not effect.lost_queries:
        reason = f"{gate.measure} does not drop and nothing is lost: nothing is traded"
        return Reading(limit=trade.max_drop, observed=drop, holds=True, reason=reason)
    reached = [(need, _saved(gate, need, facts)) for need in trade.needs]
    unknown = [need.name for need, change in reached if change is None]
    if unknown:
        return _missing(gate, " and ".join(unknown), trade.max_drop)
    problems = _trade_problems(trade, effect, drop, facts) + [
        f"{need} asked for, {Saving(need.name, change, need.relative)} reached"
        for need, change in reached
        if change is not None and change > need.change + TOLERANCE
    ]
    reason = "; ".join(problems) or f"drops by {max(0.0, drop):.3g} for {' and '.join(map(str, trade.needs))}"
    return Reading(limit=trade.max_drop, observed=drop, holds=not problems, reason=reason)


READERS = (
    read_lost,
    read_drop,
    read_value,
    read_overlap,
    read_prompt,
    read_chunks,
    read_confident_wrong,
    read_stale,
    read_trade,
)
"""One for each limit, in the order in which equally bad findings speak for a gate."""


def not_allowed(gate: Gate, effect: Effect, today: date) -> list[str]:
    """Give the lost queries without those that may be lost today."""
    allowed = {one.id for one in gate.allow if today <= one.until}
    return [query for query in effect.lost_queries if query not in allowed]


def may_be_lost(effect: Effect, lost: Collection[str]) -> float:
    """Give how many queries may be lost besides the allowed ones, if `lost` are those that are not allowed."""
    if effect.bound is None:
        return len(lost)
    return effect.bound.upper * effect.queries - (len(effect.lost_queries) - len(lost))


def named_queries(queries: Iterable[str], most: int = 5) -> str:
    """Name queries, sorted; a long list is cut and says so."""
    ordered = sorted(queries)
    return ", ".join(ordered[:most]) + (f" and {len(ordered) - most} more" if len(ordered) > most else "")


def alike(observed: float, limit: float) -> tuple[str, str]:
    """Write two numbers with the same digits, as many as the limit has and as tell on which side of it one lies."""
    written = f"{limit:.{MOST_DIGITS}f}".rstrip("0").partition(".")[2]
    for digits in range(max(len(written), 2 if abs(limit) < LARGE else 0), MOST_DIGITS + 1):
        near = round(observed, digits)
        if abs(observed - limit) <= TOLERANCE or (near != limit and (near < limit) == (observed < limit)):
            return f"{observed:.{digits}f}", f"{limit:.{digits}f}"
    return f"{observed:.{MOST_DIGITS}f}", f"{limit:.{MOST_DIGITS}f}"


def _mean_at_most(gate: Gate, facts: Facts, measure: str, limit: float | None) -> Reading | None:
    if limit is None:
        return None
    effect = facts.effect(gate.slice, measure)
    if effect is None or effect.candidate.mean is None:
        return _missing(gate, measure, limit)
    value = effect.candidate.mean
    told, most = alike(value, limit)
    reason = f"{measure} is {told}, at most {most}"
    return Reading(limit=limit, observed=value, holds=value <= limit + TOLERANCE, reason=reason)


def _remarks(gate: Gate, effect: Effect, lost: list[str]) -> str:
    """Say how many losses were excused, and which allowances have run out."""
    excused = len(effect.lost_queries) - len(lost)
    expired = {one.id for one in gate.allow}.intersection(lost)
    return (f", {excused} more allowed" if excused else "") + (
        f", no longer allowed: {named_queries(expired)}" if expired else ""
    )


def _trade_problems(trade: Trade, effect: Effect, drop: float, facts: Facts) -> list[str]:
    problems = []
    if drop > trade.max_drop + TOLERANCE:
        told, limit = alike(drop, trade.max_drop)
        problems.append(f"drops by {told}, at most {limit}")
    unseen = set(effect.lost_queries) - facts.accepted(effect.lost_queries)
    if unseen:
        problems.append(f"not reviewed: {named_queries(unseen)}")
    return problems


def _saved(gate: Gate, need: Saving, facts: Facts) -> float | None:
    """Give the change of a cost or measure, as a share of the baseline where the saving is one; None if unknown."""
    if is_measure(need.name):
        effect = facts.effect(gate.slice, f"{need.name}@{facts.k}")
        if effect is None or effect.baseline.mean is None or effect.candidate.mean is None:
            return None
        before, after = effect.baseline.mean, effect.candidate.mean
    elif need.name in facts.costs:
        before, after = facts.costs[need.name]
    else:
        return None
    if need.relative:
        return (after - before) / before if before else None
    return after - before


def _found_nothing(effect: Effect) -> bool:
    """Tell whether nothing was found, before or now: that nothing was lost then says nothing."""
    return not (effect.baseline.mean or effect.candidate.mean or effect.lost_queries)


def _nothing_to_lose(effect: Effect, limit: float) -> Reading:
    return Reading(limit=limit, reason=f"{effect.measure} is 0 in both arms, so nothing could be lost")


def _is_blind(effect: Effect, limit: float) -> bool:
    """Tell whether a loss just over the limit could go unconfirmed more often than the power asked for."""
    return effect.smallest_visible is None or effect.smallest_visible > limit + TOLERANCE


def _missing(gate: Gate, what: str | None, limit: float) -> Reading:
    return Reading(limit=limit, reason=f"{what} is missing in the slice {gate.slice!r}")
