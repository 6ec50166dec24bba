"""Maximal marginal relevance: an order that weighs likeness to the question against likeness to what was chosen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import PassageError

Floats = NDArray[np.floating]
Rows = NDArray[np.int64]


def mmr_order(query: Floats, candidates: Floats, k: int, weight: float) -> Rows:
    """Give the rows of `candidates` in the order of maximal marginal relevance, int64 [min(k, n)].

    Formula: the next row is argmax of weight * sim(query, row) - (1 - weight) * max sim(row, any row chosen); the
    first is the row most like the query. Similarity is the cosine, 0 for a zero vector. Ties go to the earlier row.

    Args:
        query: float [d].
        candidates: float [n, d], best first.
        k: How many rows; more than there are gives all of them.
        weight: Lambda of the formula: 1 is plain relevance, 0 is diversity after the first pick.

    Raises:
        PassageError: The weight is not from 0 to 1, or k is negative.

    Source: Carbonell and Goldstein (1998), SIGIR, 335-336.

    """
    if not 0 <= weight <= 1 or k < 0:
        raise PassageError(
            f"mmr: lambda {weight} and k {k} are refused", "Give a lambda from 0 to 1 and a k that is not negative."
        )
    rows = _unit(candidates)
    relevance = rows @ _unit(query[None, :])[0]
    likeness = np.full(len(rows), -np.inf)
    left = np.ones(len(rows), dtype=np.bool_)
    chosen: list[int] = []
    while len(chosen) < min(k, len(rows)):
        worth = weight * relevance - (1 - weight) * likeness if chosen else relevance
        best = int(np.argmax(np.where(left, worth, -np.inf)))
        chosen.append(best)
        left[best] = False
        likeness = np.maximum(likeness, rows @ rows[best])
    return np.array(chosen, dtype=np.int64)


def _unit(vectors: Floats) -> NDArray[np.float64]:
    """Scale rows to length 1; a zero row stays zero."""
    rows = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled: NDArray[np.float64] = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0)
    return scaled
