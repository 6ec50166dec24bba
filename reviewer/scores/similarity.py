"""Pairs of passages that say alike, wherever they stand: `similar_pairs`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from reviewer.passages import Passage
from reviewer.scores.board import Board, PartWhole
from reviewer.scores.hit_vectors import HitVectors
from reviewer.scores.measure import Measure

SIMILAR = 0.95
"""A pair is similar when the cosine of two of its chunks is above this, unless the measure says otherwise."""
DIGITS = 6
"""Cosines are rounded like scores before they are judged."""


def similar_pairs(board: Board, measure: Measure) -> PartWhole:
    """Give the pairs of passages, from any documents, of which two chunks have a cosine above the threshold.

    Formula: |{pairs of the first k with max cos(a, b) > cosine, a and b chunks that were hit of either}| / |pairs|; 0
    without a pair. Unit: pairs. Range: 0 to 1; less is better.

    Source: likeness of vectors is the usual test for duplicates (the second term of maximal marginal relevance,
    Carbonell and Goldstein 1998); the threshold is ours. It finds paraphrase and boilerplate as well as repeated reads,
    depends on the embedder, and is therefore told beside `duplicate_pairs`, which places decide.
    """
    vectors, threshold = board.context.vectors, SIMILAR if measure.cosine is None else measure.cosine
    if vectors is None:
        return np.zeros(board.queries), np.zeros(board.queries)
    lists = board.first_passages(measure)
    similar = [
        _similar(vectors, query, passages, threshold)
        for query, passages in zip(board.evidence.queries, lists, strict=True)
    ]
    pairs = [len(passages) * (len(passages) - 1) / 2 for passages in lists]
    return np.array(similar, dtype=np.float64), np.array(pairs, dtype=np.float64)


def _similar(vectors: HitVectors, query: str, passages: Sequence[Passage], threshold: float) -> int:
    """Count the pairs of one query; a passage is as like another as the most alike of their chunks."""
    if len(passages) < 2:  # noqa: PLR2004 # a pair
        return 0
    ranks = [rank for passage in passages for rank in passage.hits]
    owner = np.repeat(np.arange(len(passages)), [len(passage.hits) for passage in passages])
    rows = vectors.of(query, ranks).astype(np.float64)
    alike = np.round(rows @ rows.T, DIGITS) > threshold
    one, other = np.nonzero(alike)
    pairs = np.stack([owner[one], owner[other]], axis=1)
    return len(np.unique(pairs[pairs[:, 0] < pairs[:, 1]], axis=0))
