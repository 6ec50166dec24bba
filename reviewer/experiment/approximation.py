"""What an approximate index finds of what exact search finds."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.queries import Query
from reviewer.reports.result import Mean
from reviewer.runs import Run

TOLERANCE = 1e-6
"""Scores are rounded to 1e-6 in a run; what scores as much as the last exact hit is as good as it."""


def ann_recall(approximate: Run, exact: Run, queries: Sequence[Query], k: int) -> Mean:
    """Give the share of the exact first k that the approximate first k hold, over queries that found anything.

    Formula: hits among the approximate first k that score no less than the last of the exact first k, of the number
    of the latter; so equal scores are equally good. Range: 0 to 1.

    Source: recall@k of ann-benchmarks (Aumüller, Bernhardsson and Faithfull 2020), by distance for the sake of ties.
    """
    shares = []
    for query in queries:
        best = exact.hits[query.id][:k]
        if best:
            least = best[-1].score - TOLERANCE
            found = sum(hit.score >= least for hit in approximate.hits[query.id][:k])
            shares.append(min(found, len(best)) / len(best))
    return Mean(mean=sum(shares) / len(shares) if shares else None, queries=len(shares))
