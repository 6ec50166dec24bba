"""Evaluated arms in, the frontier out: what each finds for what it costs, which are dominated, and the knee.

The knee is the arm farthest above the straight line from the arm that repeats least to the one that finds most; where
these two are within one standard error of each other, nothing is worth its repetition.

Sources: Satopää, Albrecht, Irwin and Raghavan (2011), Finding a "Kneedle" in a Haystack, for the line; Breiman,
Friedman, Olshen and Stone (1984), Classification and Regression Trees, §3.4.3, for the standard error, here that of the
paired difference with documents kept together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from reviewer.comparison import ALL, BOUNDARY_ANY, documents_of
from reviewer.comparison.clusters import clusters_of, variance_of_mean
from reviewer.experiment.evaluate import Ruler
from reviewer.experiment.evaluated import Evaluated
from reviewer.queries import Query
from reviewer.reports.result import ArmResult, Cost, Frontier, FrontierPoint
from reviewer.scores import is_judged

DEV, HELD = "split: dev", "split: held"
SAME = "chosen and judged on the same queries"
FEWEST_ARMS = 3
TOLERANCE = 1e-9
REPEATS = 2
"""Where redundancy stands among the objectives."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sets:
    """The queries by which the knee is chosen and on which it is reported (`recalled`: with controls)."""

    chosen_on: str
    chosen: tuple[str, ...]
    reported_on: str
    reported: tuple[str, ...]
    recalled: tuple[str, ...]
    judged: tuple[str, ...]


def frontier(
    arms: Sequence[Evaluated],
    results: Sequence[ArmResult],
    costs: Mapping[str, Cost],
    queries: Sequence[Query],
    shared: Ruler,
) -> Frontier | None:
    """Give the frontier of three arms or more; two are a comparison."""
    if len(arms) < FEWEST_ARMS:
        return None
    k, sets = shared.rules.k, _sets(queries)
    chosen = {arm.name: arm.values(f"success@{k}", sets.chosen) for arm in arms}
    objectives = _all_objectives(arms, chosen, costs, sets, k)
    same = _same_as(arms)
    dominated = {arm.name: _dominated_by(arm.name, objectives, same) for arm in arms}
    repeats = {name: -one[REPEATS] for name, one in objectives.items() if dominated[name] is None}
    knee, reason = _knee(chosen, repeats, sets, documents_of(queries))
    points = (
        replace(
            _point(arm, result, sets, k, chosen=chosen[arm.name], dominated_by=dominated[arm.name]),
            same_as=same.get(arm.name),
        )
        for arm, result in zip(arms, results, strict=True)
    )
    return Frontier(
        measure=f"success@{k}",
        chosen_on=sets.chosen_on,
        chosen_queries=len(sets.chosen),
        reported_on=sets.reported_on,
        reported_queries=len(sets.reported),
        knee=knee,
        reason=reason,
        statement=SAME if sets.chosen_on == sets.reported_on else "",
        points=tuple(points),
    )


def _all_objectives(
    arms: Sequence[Evaluated], chosen: Mapping[str, Floats], costs: Mapping[str, Cost], sets: _Sets, k: int
) -> dict[str, tuple[float, ...]]:
    """Give each arm's objectives, by its name."""
    treated = any(arm.real.raw is not None for arm in arms)
    return {
        arm.name: (*_objectives(arm, chosen[arm.name], sets, k, _cost(arm, costs)), *_prompt(arm, sets, k, treated))
        for arm in arms
    }


def _objectives(arm: Evaluated, chosen: Floats, sets: _Sets, k: int, cost: float) -> tuple[float, ...]:
    """Give what is better the larger it is: success, recall, and less repetition and cost."""
    recall, repeated = _mean(arm, f"recall@{k}", sets.chosen), _mean(arm, f"redundancy@{k}", sets.judged)
    return float(chosen.mean()), recall, -repeated, -cost


def _prompt(arm: Evaluated, sets: _Sets, k: int, treated: bool) -> tuple[float, ...]:  # noqa: FBT001  # asked once
    """Give the prompt that is paid at each question, where treatments make it another matter than the overlap does."""
    return (-_mean(arm, f"prompt_tokens@{k}", sets.judged),) if treated else ()


def _point(
    arm: Evaluated, result: ArmResult, sets: _Sets, k: int, *, chosen: Floats, dominated_by: str | None
) -> FrontierPoint:
    return FrontierPoint(
        arm=arm.name,
        overlap=_overlap(result),
        realised=_realised(result),
        chosen_by=float(chosen.mean()),
        reported=_mean(arm, f"success@{k}", sets.reported),
        recall=_mean(arm, f"recall@{k}", sets.recalled),
        redundancy=_mean(arm, f"redundancy@{k}", sets.judged),
        dominated_by=dominated_by,
    )


def _sets(queries: Sequence[Query]) -> _Sets:
    """Choose by the boundary queries of `split: dev` and report on those of `split: held`, where there are both."""
    judged = [query for query in queries if is_judged(query)]
    boundary = [query for query in judged if BOUNDARY_ANY in query.slices]
    name, base = (BOUNDARY_ANY, boundary) if boundary else (ALL, judged)
    dev = tuple(query.id for query in base if DEV in query.slices)
    held = tuple(query.id for query in base if HELD in query.slices)
    every = tuple(query.id for query in base)
    split = bool(dev and held)
    return _Sets(
        chosen_on=f"{name}, {DEV}" if split else name,
        chosen=dev if split else every,
        reported_on=f"{name}, {HELD}" if split else name,
        reported=held if split else every,
        recalled=tuple(query.id for query in judged if not split or HELD in query.slices),
        judged=tuple(query.id for query in judged),
    )


def _same_as(arms: Sequence[Evaluated]) -> dict[str, str]:
    """Name, for each arm that cuts and sends what an earlier one does, that one."""
    first: dict[object, str] = {}
    found = {}
    for arm in arms:
        if not arm.chunks:
            continue
        cut = tuple((one.document, one.start, one.end, one.context, one.embedded) for one in arm.chunks)
        sent = tuple((query, tuple(one.places for one in passages)) for query, passages in sorted(arm.passages.items()))
        earlier = first.setdefault((cut, sent), arm.name)
        if earlier != arm.name:
            found[arm.name] = earlier
    return found


def _dominated_by(name: str, objectives: Mapping[str, tuple[float, ...]], same: Mapping[str, str]) -> str | None:
    """Name the arm that finds most among those that are no worse in anything and better in something.

    Arms that do the same do not dominate each other, whatever was measured of them.
    """
    mine = np.array(objectives[name])
    better = [
        (theirs, other)
        for other, theirs in objectives.items()
        if same.get(other, other) != same.get(name, name)
        and np.all(np.array(theirs) >= mine - TOLERANCE)
        and np.any(np.array(theirs) > mine + TOLERANCE)
    ]
    return max(better)[1] if better else None


def _knee(
    chosen: Mapping[str, Floats], repeats: Mapping[str, float], sets: _Sets, documents: Mapping[str, str]
) -> tuple[str, str]:
    """Give the knee, and say why it is that arm.

    Args:
        chosen: By arm its success on each query that chooses, float64 [queries].
        repeats: The redundancy of the arms that nothing dominates.
        sets: The queries that choose.
        documents: Of each query.

    """
    success = {name: float(chosen[name].mean()) for name in repeats}
    by_repetition = sorted(repeats, key=lambda name: (repeats[name], -success[name]))
    least, best = by_repetition[0], max(by_repetition, key=lambda name: success[name])
    if best == least:
        return best, f"it finds most on {sets.chosen_on}, and repeats least"
    clusters, _ = clusters_of(sets.chosen, documents)
    short = chosen[best] - chosen[least]
    error = sqrt(variance_of_mean(short, clusters))
    if short.mean() <= error + TOLERANCE:
        return least, f"no arm finds more on {sets.chosen_on} by over one standard error ({100 * error:.1f} points)"
    between = [name for name in by_repetition if repeats[name] <= repeats[best] + TOLERANCE]
    gained = {name: (success[name] - success[least]) / (success[best] - success[least]) for name in between}
    paid = {name: (repeats[name] - repeats[least]) / (repeats[best] - repeats[least]) for name in between}
    found = max(between, key=lambda name: (gained[name] - paid[name], name == best))
    if found in {least, best}:
        return (
            best,
            f"it finds most on {sets.chosen_on}, and what lies between it and {least} pays less for its repetition",
        )
    share = f"{100 * gained[found]:.0f} % of what {best} gains over {least} on {sets.chosen_on}"
    return found, f"{share}, for {100 * paid[found]:.0f} % of what that repeats"


def _mean(arm: Evaluated, measure: str, queries: Sequence[str]) -> float:
    return float(arm.values(measure, queries).mean())


def _cost(arm: Evaluated, costs: Mapping[str, Cost]) -> float:
    """Give the tokens to embed, or the number of chunks where we did not embed them."""
    tokens = costs[arm.name].embedded_tokens if arm.name in costs else None
    return float(len(arm.chunks) if tokens is None else tokens)


def _overlap(result: ArmResult) -> int | None:
    splitter = result.manifest.get("splitter")
    overlap = splitter.get("overlap") if isinstance(splitter, Mapping) else None
    return overlap if isinstance(overlap, int) else None


def _realised(result: ArmResult) -> float | None:
    tokens = result.realised_overlap.get("tokens")
    mean = tokens.get("mean") if isinstance(tokens, Mapping) else None
    return float(mean) if isinstance(mean, (int, float)) else None
