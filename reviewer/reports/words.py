"""The sentences of a report, the same in every format; what comes from data is given back as it is, to be escaped."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from reviewer.comparison import ALL, BOUNDARY_ANY, Effect, Interval
from reviewer.fingerprint import Plain
from reviewer.gates import Finding
from reviewer.queries import CONTROL
from reviewer.reports.result import ArmResult, ComparisonResult, ItemChange, Result

TOLERANCE = 1e-9

ARMS_TITLE = "Arms side by side"
GLYPHS = {"passed": "✓", "failed": "✗", "not judged": "?"}
DASH = "–"


def judged_comparison(result: Result) -> ComparisonResult | None:
    """Give the comparison that the verdict is about; a frontier has none."""
    return result.comparisons[0] if len(result.comparisons) == 1 else None


def verdict_words(result: Result) -> str:
    """Say the verdict in words, such as `FAILED`, or that there was nothing to judge."""
    if judged_comparison(result) is None:
        return "MEASURED, NOT JUDGED"
    flag = " (underpowered)" if result.verdict.underpowered else ""
    return result.verdict.status.upper() + flag


def banners(result: Result) -> tuple[str, ...]:
    """Give what must stand above everything else: which comparison is confounded, and by what."""
    return tuple(
        f"CONFOUNDED: {one.candidate} differs from {one.baseline} in more than the {one.factor}, so no effect can be "
        f"ascribed to it alone: {'; '.join(one.confounders)}"
        for one in result.comparisons
        if one.confounders
    )


def knee(result: Result) -> str:
    """Say which arm of a frontier is the knee, and what it reaches beside the best."""
    found = result.frontier
    if found is None or found.knee is None:
        return ""
    points = {one.arm: one for one in found.points}
    best = max(found.points, key=lambda one: one.chosen_by or 0.0)
    beside = "" if best.arm == found.knee else f", {best.arm} {number(best.reported)}"
    reached = f"{found.measure} {number(points[found.knee].reported)}{beside} ({found.reported_on})"
    return f"{found.knee} is the knee of {len(points)} arms: {reached}."


def change_words(result: Result, comparison: ComparisonResult) -> str:
    """Say what differs between the arms, such as `Overlap 120 → 40 tokens`."""
    arms = {arm.name: arm for arm in result.arms}
    before, after = arms[comparison.baseline], arms[comparison.candidate]
    key = comparison.factor
    if comparison.confounders:
        return f"{comparison.baseline} → {comparison.candidate}, confounded"
    old, new = (splitter_value(arm, key) for arm in (before, after))
    if before.fingerprint == after.fingerprint:
        return "The pipeline is unchanged"
    if key in {"overlap", "size"} and old is not None and new is not None:
        return f"{key.capitalize()} {old} → {new} {splitter_value(before, 'unit')}"
    return f"{comparison.baseline} → {comparison.candidate}"


def splitter_value(arm: ArmResult, key: str) -> Plain:
    """Give one of the splitter's settings from the arm's manifest."""
    splitter = arm.manifest.get("splitter")
    return splitter.get(key) if isinstance(splitter, Mapping) else None


def arms_title(result: Result) -> str:
    """Give the heading over the arms; with several phases it says that they are of the real grid alone."""
    return ARMS_TITLE + (", of the real grid alone" if _phases(result) > 1 else "")


def slices_title(result: Result) -> str:
    """Give the heading over the slices; with several phases it says that means are over all of them."""
    phases = _phases(result)
    over = f", means over {phases} phases (lost and gained: of the real grid)" if phases > 1 else ""
    return f"Slices, by success@{result.k}{over}"


def _phases(result: Result) -> int:
    return max((len(arm.phases) for arm in result.arms), default=1)


def find_slice(comparison: ComparisonResult, name: str, measure: str) -> Effect | None:
    """Give the effect of a measure on a slice, if it was computed."""
    return next((one for one in comparison.effects if (one.slice, one.measure) == (name, measure)), None)


def losses(effect: Effect) -> int:
    """Count the queries that lost an item, those that gained another included."""
    return effect.lost_for_gates or 0


def shown_slices(result: Result, comparison: ComparisonResult) -> tuple[Effect, ...]:
    """Give the slices' success at k: those with losses first, most lost first, the whole on top."""
    found = [one for one in comparison.effects if one.measure == f"success@{result.k}"]
    return tuple(sorted(found, key=lambda one: (one.slice != ALL, one.slice != BOUNDARY_ANY, -losses(one), one.slice)))


def telling_slices(result: Result, comparison: ComparisonResult) -> tuple[Effect, ...]:
    """Leave out slices that hold all queries, and so say nothing new, unless a gate or a person asks for them."""
    found = shown_slices(result, comparison)
    whole = found[0].queries if found else 0
    gates = result.verdict.gates
    return tuple(
        one for one in found if one.slice == ALL or one.queries < whole or one.protected or gate_of(gates, one.slice)
    )


def first_slices(result: Result, found: Sequence[Effect], most: int) -> tuple[Effect, ...]:
    """Keep the whole, the boundary slice, controls, what a gate judges or a person protects, then the first others."""
    kept = [one for one in found if one.slice in {ALL, BOUNDARY_ANY, CONTROL} or one.protected]
    kept += [one for one in found if one not in kept and gate_of(result.verdict.gates, one.slice)]
    others = [one for one in found if one not in kept][: max(most - len(kept), 0)]
    return tuple(one for one in found if one in kept or one in others)


def gate_of(gates: Sequence[Finding], name: str) -> Finding | None:
    """Give the gate that judges a slice, a failed one first."""
    on = [gate for gate in gates if gate.slice == name]
    return min(on, key=lambda gate: (gate.status != "failed", not gate.blocking), default=None)


def gate_words(gate: Finding | None) -> str:
    """Say how a slice's gate stands."""
    if gate is None:
        return ""
    return f"{gate.status}{'' if gate.blocking else ' (advice)'}: {gate.reason}"


def lost_first(changes: Sequence[ItemChange]) -> tuple[ItemChange, ...]:
    """Order changes: lost before gained, the best former rank first."""
    return tuple(sorted(changes, key=lambda one: (one.change != "lost", one.baseline_rank or 10**9, one.query)))


def ranks(change: ItemChange) -> str:
    """Say the first matching rank on both sides, such as `1 → –`."""
    return f"{change.baseline_rank or DASH} → {change.candidate_rank or DASH}"


def shares(change: ItemChange, least: float) -> str:
    """Say the best share that any passage held on both sides, such as `1.00 → 0.67`."""
    return f"{share(change.baseline_share, least)} → {share(change.candidate_share, least)}"


def share(value: float, least: float) -> str:
    """Write a share with two digits; one under the threshold `least` is cut where rounding would make a match of it."""
    digits = round(value, 2)
    if value < least - TOLERANCE and digits >= least:
        digits = math.floor(100 * value) / 100
    return f"{digits:.2f}"


def places(change: ItemChange) -> str:
    """Name the evidence's places, such as `policies/appeals.md 1043–1660`."""
    return ", ".join(f"{document} {start}–{end}" for document, start, end in change.places)


def slice_of(change: ItemChange) -> str:
    """Name the boundary slice of a change, or control."""
    named = [name for name in change.slices if name.startswith("boundary: ") and name != BOUNDARY_ANY]
    return named[0].removeprefix("boundary: ") if named else (CONTROL if CONTROL in change.slices else "")


def number(value: float | None, digits: int = 3) -> str:
    """Write a figure: whole numbers with thousands separated, others with `digits`, none as a dash."""
    if value is None:
        return DASH
    if digits == 0 or (float(value).is_integer() and abs(value) >= 10):  # noqa: PLR2004  # small ratios keep digits
        return f"{value:,.0f}"
    return f"{value:.{digits}f}"


def signed(value: float | None, digits: int = 3) -> str:
    """Write a difference with its sign; a true minus keeps columns in line."""
    if value is None:
        return DASH
    written = number(abs(value), digits)
    return f"±{written}" if float(written.replace(",", "")) == 0 else f"{'+' if value > 0 else '−'}{written}"


def points(value: float | None) -> str:
    """Write a difference in points, always with one digit, so that −40.0 stands beside −13.3."""
    if value is None:
        return DASH
    written = f"{abs(value):.1f}"
    return f"±{written}" if float(written) == 0 else f"{'+' if value > 0 else '−'}{written}"


def arm_title(arm: ArmResult) -> str:
    """Name an arm of a pair with its role, where its name does not say it."""
    return arm.name if arm.name == arm.role else f"{arm.name} ({arm.role})"


def interval_words(interval: Interval | None) -> str:
    """Write an interval of a difference in points."""
    if interval is None:
        return ""
    return f"[{points(100 * interval.low)}, {points(100 * interval.high)}]"
