"""The frontier as rows of texts, the same for every format: what each arm finds, repeats and costs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from reviewer.reports.result import ArmResult, Cost, Frontier, FrontierPoint, Result
from reviewer.reports.treatments import treatment_of
from reviewer.reports.words import DASH, number

KNEE, DOMINATED, PLAIN, RECALL = "◆", "×", "•", "○"
LATENCY = "warm_p95_ms"


@dataclass(frozen=True, slots=True)
class Column:
    """A column's name in at most two lines, and its text for each arm."""

    name: tuple[str, str]
    value: Callable[[_Arm], str]


@dataclass(frozen=True, slots=True)
class _Arm:
    """What is known of one arm."""

    point: FrontierPoint
    result: ArmResult | None
    cost: Cost | None


def mark(found: Frontier, point: FrontierPoint) -> str:
    """Give the sign of an arm: knee, dominated, or neither."""
    if point.arm == found.knee:
        return KNEE
    return DOMINATED if point.dominated_by else PLAIN


def remark(found: Frontier, point: FrontierPoint) -> str:
    """Say what the sign means, and which arm does the same."""
    same = f"the same as {point.same_as}" if point.same_as else ""
    if point.arm == found.knee:
        return ", ".join(filter(None, ("knee", same)))
    return same or (f"dominated by {point.dominated_by}" if point.dominated_by else "")


def ordered(found: Frontier) -> tuple[FrontierPoint, ...]:
    """Give the arms by what they repeat, so that a line through them reads from left to right."""
    return tuple(sorted(found.points, key=lambda one: (one.redundancy or 0.0, one.overlap or 0, one.arm)))


def header(result: Result, found: Frontier) -> tuple[tuple[str, str], ...]:
    """Give the names of the columns after the arm's."""
    return tuple(column.name for column in _columns(result, found))


def cells(result: Result, found: Frontier, point: FrontierPoint) -> tuple[str, ...]:
    """Give the texts of one arm, in the order of `header`."""
    described = next((one for one in result.arms if one.name == point.arm), None)
    arm = _Arm(point, described, result.costs.get(point.arm))
    return tuple(column.value(arm) for column in _columns(result, found))


def axes(result: Result, found: Frontier) -> str:
    """Say what a picture of the frontier shows."""
    success = f"{KNEE} {PLAIN} {found.measure} ({found.reported_on})"
    up = f"up, in percent: {success}, {RECALL} recall@{result.k} (all questions)"
    return f"{up}\nto the right: redundancy@{result.k}, the share of what is sent that was sent before"


def notes(result: Result, found: Frontier) -> tuple[str, ...]:
    """Say why the knee is where it is, on which queries it was chosen and reported, and what columns mean."""
    chosen = f"Chosen on {found.chosen_on} ({found.chosen_queries} queries)"
    held = f"reported on {found.reported_on} ({found.reported_queries})."
    dominated = [one for one in found.points if one.dominated_by]
    worse = f"{DOMINATED} dominated: another arm finds no less, repeats no more and costs no more." if dominated else ""
    counted = result.arms[0].boundary_labels
    labels = f"can split: of {counted} boundary labels, how many this overlap could cut apart." if counted else ""
    why = f"{KNEE} {found.knee}: {found.reason}." if found.knee else ""
    return tuple(filter(None, (why, worse, f"{chosen}; {found.statement or held}", labels, _treated(result))))


def _treated(result: Result) -> str:
    """Name what was done to the lists of treated arms, and that their prompts are among what they cost."""
    named = {arm.name: treatment_of(arm.manifest) for arm in result.arms}
    told = [f"{name} is {treatment}" for name, treatment in named.items() if treatment]
    return f"Treated: {'; '.join(told)}. Prompt tokens count as a cost." if told else ""


def _columns(result: Result, found: Frontier) -> tuple[Column, ...]:
    k = result.k
    split = found.chosen_on != found.reported_on
    splits = [Column(("can", "split"), _can_split)] if result.arms[0].boundary_labels else []
    chosen = [Column((f"success@{k}", "dev"), lambda arm: number(arm.point.chosen_by))] if split else []
    return (
        Column(("overlap", "realised"), lambda arm: number(arm.point.realised, 1)),
        *splits,
        *chosen,
        Column((f"success@{k}", "held" if split else ""), lambda arm: number(arm.point.reported)),
        Column((f"recall@{k}", "held" if split else ""), lambda arm: number(arm.point.recall)),
        Column(("redun-", f"dancy@{k}"), lambda arm: number(arm.point.redundancy)),
        Column(("", "chunks"), lambda arm: number(arm.result.chunks if arm.result else None, 0)),
        Column(("vectors", "MB"), lambda arm: _cost(arm, _megabytes, 2)),
        Column(("embedded", "tokens"), lambda arm: _cost(arm, lambda cost: cost.embedded_tokens, 0)),
        Column(("prompt", "tokens"), lambda arm: _measured(arm, f"prompt_tokens@{k}")),
        Column(("search", "ms, p95"), lambda arm: _cost(arm, lambda cost: cost.times.get(LATENCY), 2)),
    )


def _can_split(arm: _Arm) -> str:
    return number(arm.result.can_split if arm.result else None, 0)


def _cost(arm: _Arm, of: Callable[[Cost], float | None], digits: int) -> str:
    return DASH if arm.cost is None else number(of(arm.cost), digits)


def _megabytes(cost: Cost) -> float | None:
    return None if cost.vector_bytes is None else cost.vector_bytes / 1e6


def _measured(arm: _Arm, name: str) -> str:
    found = arm.result.measures.get(name) if arm.result else None
    return number(found.mean if found else None, 0)
