"""Vectors and queries in, the nearest rows out, found for certain and ranked by one rule.

A product in float32 may differ in its last bits with the shape of the matrices and the number of threads. So it only
chooses candidates, with more room than its error can take; those are scored again in float64, rounded to 1e-6 and
ranked, ties by row. Every index ends here: equal vectors give equal ranks and scores.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from reviewer.index.protocol import Neighbours, Rows
from reviewer.vectors import Vectors

SCORE_DIGITS = 6
"""Scores are rounded to 1e-6 before ranking."""

ROUNDING = 2.0**-24
"""Of float32: an inner product of unit rows is wrong by at most d times this; Higham 2002, chapter 3."""

BLOCK_BYTES = 64 * 2**20
"""What the float32 scores of a block take."""

MOST_ROWS = 2**16
SCORED_AT_ONCE = MOST_CANDIDATES = 4096
NONE: Rows = np.zeros(0, np.int64)


def nearest(vectors: Vectors, queries: Vectors, depth: int, rows: Rows | None = None) -> list[Neighbours]:
    """Find the nearest rows of each query.

    Args:
        vectors: float32 [n, d], unit rows, memory-mapped or not; read block by block, once for all queries.
        queries: float32 [q, d], unit rows.
        depth: How many rows at most.
        rows: int64 [m], rising: only these are searched; None searches all.

    Returns:
        One `Neighbours` a query.

    """
    found = [_Candidates(query, depth) for query in queries]
    if depth < 1:
        return [_nothing() for _ in queries]
    for block in _blocks(len(vectors) if rows is None else len(rows), len(queries)):
        places = np.arange(block.start, block.stop) if rows is None else rows[block]
        values = vectors[block] if rows is None else vectors[places]
        for one, scores in zip(found, queries @ values.T, strict=True):
            one.take(vectors, places, scores)
    return [ranked(vectors, one.query, one.rows, depth) for one in found]


def margin(dimensions: int) -> float:
    """Give how far a float32 score may lie below another and its row still stand before the other's, rounded."""
    return 2 * dimensions * ROUNDING + 2 * 10.0**-SCORE_DIGITS


def ranked(vectors: Vectors, query: Vectors, rows: Rows, depth: int) -> Neighbours:
    """Score rows in float64 and rank them: highest first by score rounded to 1e-6, ties by row.

    A query of zeros is like no row, and finds none.

    Args:
        vectors: float32 [n, d].
        query: float32 [d].
        rows: int64 [m], each once.
        depth: How many are kept.

    """
    if not query.any():
        return _nothing()
    exact = query.astype(np.float64)
    parts = [rows[begin : begin + SCORED_AT_ONCE] for begin in range(0, len(rows), SCORED_AT_ONCE)]
    products = [(vectors[part].astype(np.float64) * exact).sum(axis=1) for part in parts]
    scores = np.round(np.concatenate([*products, np.zeros(0)]), SCORE_DIGITS)
    order = np.lexsort((rows, -scores))[:depth]
    return Neighbours(rows[order], scores[order].astype(np.float32))


def cut(keys: Sequence[Sequence[int]], counts: Sequence[int]) -> list[Rows]:
    """Take the padding off the rows of a batch: the first `counts[i]` of `keys[i]` were found, each once.

    A graph pads a short answer with key 0 and NaN, and row 0 is a real row only where the count says so.
    """
    found = [np.asarray(row, np.int64)[:count] for row, count in zip(keys, counts, strict=True)]
    return [row[np.sort(np.unique(row, return_index=True)[1])] for row in found]


class _Candidates:
    """The rows that may still be among the first of one query, with their float32 scores."""

    def __init__(self, query: Vectors, depth: int) -> None:
        self.query, self.depth, self.rows = query, depth, NONE
        self._scores = np.zeros(0, np.float32)
        self._margin = margin(len(query))

    def take(self, vectors: Vectors, places: Rows, scores: NDArray[np.float32]) -> None:
        """Add the rows `places`, int64 [m], of a block that may be among the first, by their float32 scores [m]."""
        known = self._scores if len(self._scores) >= self.depth else scores
        least = _largest(known, self.depth) - self._margin
        kept = np.flatnonzero(scores >= least)
        if not len(kept):
            return
        self.rows = np.concatenate([self.rows, places[kept]])
        self._scores = np.concatenate([self._scores, scores[kept]])
        if len(self.rows) > max(MOST_CANDIDATES, 4 * self.depth):  # many rows alike: settle their order now
            best = ranked(vectors, self.query, self.rows, self.depth)
            self.rows, self._scores = best.rows, best.scores


def _largest(scores: NDArray[np.float32], depth: int) -> float:
    """Give the score at `depth`, the largest first; one below all where there are fewer."""
    if len(scores) < depth:
        return float(np.finfo(np.float32).min)
    return float(np.partition(scores, len(scores) - depth)[len(scores) - depth])


def _nothing() -> Neighbours:
    return Neighbours(NONE, np.zeros(0, np.float32))


def _blocks(rows: int, queries: int) -> Iterator[slice]:
    """Cut the rows so that the scores of all queries fit into `BLOCK_BYTES`."""
    step = min(MOST_ROWS, max(1, BLOCK_BYTES // (4 * max(1, queries))))
    for begin in range(0, rows, step):
        yield slice(begin, min(begin + step, rows))
