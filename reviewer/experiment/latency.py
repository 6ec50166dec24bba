"""How long a search takes: one query at a time, arms in random order, first asked (cold) and asked again (warm)."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping, Sequence

import numpy as np

from reviewer.experiment.produced import BuiltArm
from reviewer.index import find
from reviewer.queries import Query

ASKED = 100
"""Queries that are timed, drawn with a fixed seed."""

WARM_ROUNDS = 3
MOST_MILLISECONDS = 500
"""Of one arm and round; then enough was seen."""

PERCENTILES = (50, 95, 99)
SEED = 0


def latencies(arms: Sequence[BuiltArm], queries: Sequence[Query], depth: int) -> dict[str, dict[str, float]]:
    """Time single searches in every arm's index, the query's vector at hand.

    In each round the arms are asked one after the other in an order that is drawn anew, so that no arm always runs in
    the wake of another. The first round asks each query for the first time (cold), the others ask again (warm).

    Returns:
        By arm `cold_p50_ms`, `cold_p95_ms`, `cold_p99_ms` and the same with `warm`.

    """
    drawn = random.Random(SEED)  # noqa: S311  # an order, not a secret
    rows = sorted(drawn.sample(range(len(queries)), min(ASKED, len(queries))))
    cold: dict[str, list[float]] = {arm.name: [] for arm in arms}
    warm: dict[str, list[float]] = {arm.name: [] for arm in arms}
    for taken in (cold, *[warm] * WARM_ROUNDS):
        for arm in drawn.sample(list(arms), len(arms)):
            taken[arm.name] += _round(arm, queries, rows, depth)
    return {arm.name: _percentiles("cold", cold[arm.name]) | _percentiles("warm", warm[arm.name]) for arm in arms}


def given(milliseconds: Sequence[float]) -> dict[str, float]:
    """Give `given_p50_ms` and its like of the latencies that another system measured, and of how many queries."""
    return _percentiles("given", milliseconds) | ({"given_queries": len(milliseconds)} if milliseconds else {})


def _round(arm: BuiltArm, queries: Sequence[Query], rows: Sequence[int], depth: int) -> list[float]:
    """Time each of the queries once, in milliseconds; a slow index is not asked for long."""
    taken: list[float] = []
    for row in rows:
        if sum(taken) > MOST_MILLISECONDS:
            break
        filters: list[Mapping[str, str]] | None = [queries[row].filters] if queries[row].filters else None
        began = time.perf_counter()
        find(arm.index, arm.questions[row : row + 1], [queries[row].text], depth, filters)
        taken.append(1000 * (time.perf_counter() - began))
    return taken


def _percentiles(name: str, milliseconds: Sequence[float]) -> dict[str, float]:
    found = np.percentile(milliseconds, PERCENTILES).tolist() if milliseconds else []
    return {f"{name}_p{part}_ms": round(value, 4) for part, value in zip(PERCENTILES, found, strict=False)}
