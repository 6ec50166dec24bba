"""Maximal marginal relevance: an order that weighs likeness to the question against likeness to what was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import PassageError
from reviewer.passages.choosing import Choosing, Grounds
from reviewer.passages.passage import Parameters
from reviewer.runs import Hit

Floats = NDArray[np.floating]
Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Mmr(Choosing):
    """Ranks the hits anew, to depth, by maximal marginal relevance; relevance is the score that retrieval gave."""

    lambda_: float = 0.5

    def __post_init__(self) -> None:
        """Refuse a lambda that is no share."""
        _refuse(self.lambda_, 0)

    @property
    def name(self) -> str:
        """Its name with settings."""
        return f"mmr(lambda={self.lambda_:g})"

    @property
    def parameters(self) -> Parameters:
        """Its name and its lambda."""
        return {"name": "mmr", "lambda": float(self.lambda_)}

    @property
    def reads_vectors(self) -> bool:
        """Always: likeness is weighed against scores, and both must be cosines."""
        return True

    def chosen(self, hits: Sequence[Hit], by: Grounds) -> list[Hit]:
        """Give all hits in their new order; ties stand as they stood."""
        vectors = by.vectors
        if vectors is None or len(vectors) != len(hits):
            raise PassageError(
                f"{self.name}: the hits' vectors are not at hand", "Only arms that `reviewer run` searches have them."
            )
        relevance = np.array([hit.score for hit in hits], dtype=np.float64)
        order = _order(relevance, _unit(vectors), len(hits), self.lambda_)
        return [hits[row] for row in order.tolist()]


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
    _refuse(weight, k)
    rows = _unit(candidates)
    return _order(rows @ _unit(query[None, :])[0], rows, k, weight)


def _refuse(weight: float, k: int) -> None:
    if not 0 <= weight <= 1 or k < 0:
        raise PassageError(
            f"mmr: lambda {weight} and k {k} are refused", "Give a lambda from 0 to 1 and a k that is not negative."
        )


def _order(relevance: NDArray[np.float64], rows: NDArray[np.float64], k: int, weight: float) -> Rows:
    """Choose up to k rows: unit `rows` float64 [n, d] with their relevance, float64 [n]."""
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
