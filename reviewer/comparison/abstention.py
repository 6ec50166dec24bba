"""Queries that nothing answers: how sure the best hit looks, and how often it looks too sure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstention:
    """The abstention set in one arm; `quantiles` of the top score are least, first quarter, middle, third, largest.

    `confident` are the queries whose top score reaches the declared `threshold`; without one it is None.
    """

    queries: int
    silent: int
    quantiles: tuple[float, ...]
    threshold: float | None
    confident: tuple[str, ...] | None


def abstention(top_scores: Mapping[str, float | None], threshold: float | None = None) -> Abstention:
    """Describe the abstention set of one arm.

    Args:
        top_scores: The score of the first hit by query id; None where nothing was found.
        threshold: A score from which a hit counts as confident; declared, never fitted.

    """
    found = {query: score for query, score in top_scores.items() if score is not None}
    quantiles = np.quantile(list(found.values()), [0, 0.25, 0.5, 0.75, 1]).tolist() if found else []
    confident = None if threshold is None else tuple(query for query, score in found.items() if score >= threshold)
    return Abstention(
        queries=len(top_scores),
        silent=len(top_scores) - len(found),
        quantiles=tuple(quantiles),
        threshold=threshold,
        confident=confident,
    )
