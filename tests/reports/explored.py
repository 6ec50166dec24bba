"""A frontier of five overlaps, and one of arms with names that try to be more."""

from __future__ import annotations

from dataclasses import replace

from reviewer.reports import Result
from reviewer.reports.result import ArmResult, Cost, Frontier, FrontierPoint
from tests.action.samples import arm, result

FIGURES = (
    (0, 0.44, 0.48, 0.55, 0.0),
    (32, 0.5, 0.49, 0.56, 0.026),
    (64, 0.52, 0.5, 0.58, 0.062),
    (120, 0.6, 0.62, 0.63, 0.155),
    (160, 0.58, 0.59, 0.61, 0.263),
)
HOSTILE = 'x"]><script>alert(1)</script>[red]%%{init'


def explored(*, split: bool = True, names: tuple[str, ...] = ()) -> Result:
    """Give a result with a frontier and nothing judged; `names` replace those of the arms."""
    named = [names[at] if at < len(names) else f"overlap-{overlap}" for at, (overlap, *_) in enumerate(FIGURES)]
    points = tuple(
        FrontierPoint(
            arm=name,
            overlap=None if names else overlap,
            realised=float(overlap),
            chosen_by=chosen,
            reported=reported,
            recall=recall,
            redundancy=redundancy,
            dominated_by=named[3] if overlap == 160 else None,
        )
        for name, (overlap, chosen, reported, recall, redundancy) in zip(named, FIGURES, strict=True)
    )
    found = Frontier(
        measure="success@5",
        chosen_on="boundary: any, split: dev" if split else "boundary: any",
        chosen_queries=153,
        reported_on="boundary: any, split: held" if split else "boundary: any",
        reported_queries=147,
        knee=named[3],
        reason="83 % of what overlap-160 gains over overlap-0, for 59 % of what that repeats",
        statement="" if split else "chosen and judged on the same queries",
        points=points,
    )
    arms = tuple(_arm(name, overlap) for name, (overlap, *_) in zip(named, FIGURES, strict=True))
    costs = {
        one.name: Cost(chunks=400, embedded_tokens=88_000, vector_bytes=594_432, times={"warm_p95_ms": 0.05})
        for one in arms
    }
    comparison = result().comparisons[0]
    others = tuple(replace(comparison, baseline=named[0], candidate=name, changes=()) for name in named[1:])
    return replace(result(), arms=arms, comparisons=others, costs=costs, frontier=found)


def _arm(name: str, overlap: int) -> ArmResult:
    return replace(arm(name, "arm", overlap, 0.6), measures={})
