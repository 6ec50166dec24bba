"""Exact search: every row is compared, in blocks that fit into memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import IndexingError
from reviewer.index.protocol import Metadata, Neighbours
from reviewer.vectors import Vectors

SCORE_DIGITS = 6
BLOCK_BYTES = 64 * 2**20
"""The scores of one block of queries take about this much."""


class ExactIndex:
    """Compares a query with every row; ties stand in the order in which rows were added.

    Scores are inner products of unit rows (cosine), rounded to 1e-6 before ranking. A row of zeros scores 0.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self._vectors: Vectors | None = None
        self._metadata: list[Mapping[str, str]] = []

    @property
    def exact(self) -> bool:
        """Always true."""
        return True

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Nothing but its name and metric."""
        return {"name": "exact", "metric": "cosine", "score_digits": SCORE_DIGITS}

    def __len__(self) -> int:
        """Give the number of searchable rows."""
        return 0 if self._vectors is None else len(self._vectors)

    def add(self, vectors: Vectors, metadata: Metadata) -> None:
        """Append rows: float32 [n, d], with one mapping each; the first array is kept as it is, memory-mapped or not."""
        check_rows(vectors, metadata, self._vectors)
        self._vectors = vectors if self._vectors is None else np.concatenate([self._vectors, vectors])
        self._metadata.extend(metadata)

    def search(
        self, queries: Vectors, depth: int, filters: Sequence[Mapping[str, str]] | None = None
    ) -> list[Neighbours]:
        """Give the `depth` best rows of each query, float32 [q, d]; fewer where fewer pass its filter."""
        if self._vectors is None:
            return [nothing() for _ in queries]
        check_queries(queries, self._vectors)
        step = max(1, BLOCK_BYTES // (4 * len(self._vectors)))
        found: list[Neighbours] = []
        for begin in range(0, len(queries), step):
            scores = np.round(queries[begin : begin + step] @ self._vectors.T, SCORE_DIGITS)
            for at, row in enumerate(scores, start=begin):
                allowed = None if filters is None else rows_allowed(self._metadata, filters[at])
                found.append(best_rows(row, depth, allowed))
        return found


def best_rows(scores: NDArray[np.float32], depth: int, allowed: NDArray[np.int64] | None = None) -> Neighbours:
    """Give the best rows of `scores` [n], highest first, ties by row; `allowed` int64 [m] limits them, rising."""
    rows = np.arange(len(scores)) if allowed is None else allowed
    values = scores if allowed is None else scores[allowed]
    if depth < len(values):
        threshold = np.partition(values, len(values) - depth)[len(values) - depth]
        kept = np.flatnonzero(values >= threshold)  # every row tied at the cut, so that row order decides among them
        rows, values = rows[kept], values[kept]
    order = np.lexsort((rows, -values))[:depth]
    return Neighbours(rows[order].astype(np.int64), values[order].astype(np.float32))


def rows_allowed(metadata: Metadata, wanted: Mapping[str, str]) -> NDArray[np.int64] | None:
    """Give the rows whose metadata holds every pair of `wanted`, rising; None where nothing is wanted."""
    if not wanted:
        return None
    return np.array(
        [row for row, held in enumerate(metadata) if all(held.get(key) == value for key, value in wanted.items())],
        dtype=np.int64,
    )


def nothing() -> Neighbours:
    """Give what a search without rows finds."""
    return Neighbours(np.zeros(0, np.int64), np.zeros(0, np.float32))


def check_rows(vectors: Vectors, metadata: Metadata, before: Vectors | None) -> None:
    """Refuse rows of another width, without metadata, or with values that are not finite."""
    if vectors.ndim != 2 or len(vectors) != len(metadata):  # noqa: PLR2004  # rows and columns
        raise IndexingError(
            f"{vectors.shape} vectors with {len(metadata)} metadata", "Give one mapping for each row of [n, d]."
        )
    if before is not None and before.shape[1] != vectors.shape[1]:
        raise IndexingError(
            f"rows of {vectors.shape[1]} values were added to rows of {before.shape[1]}", "Use one embedder an index."
        )
    for begin in range(0, len(vectors), 65536):
        if not np.isfinite(vectors[begin : begin + 65536]).all():
            raise IndexingError("a vector holds a value that is not finite", "Embed the text anew.")


def check_queries(queries: Vectors, vectors: Vectors) -> None:
    """Refuse queries of another width, or with values that are not finite."""
    if queries.ndim != 2 or queries.shape[1] != vectors.shape[1]:  # noqa: PLR2004  # rows and columns
        raise IndexingError(
            f"queries of shape {queries.shape} in an index of {vectors.shape[1]} dimensions", "Use one embedder."
        )
    if not np.isfinite(queries).all():
        raise IndexingError("a query vector holds a value that is not finite", "Embed the query anew.")
