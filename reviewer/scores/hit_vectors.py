"""The vectors of the chunks that a run hit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reviewer.chunks import Chunk
from reviewer.runs import Run
from reviewer.scores.coverage import Ints
from reviewer.vectors import Vectors


@dataclass(frozen=True, slots=True, eq=False)
class HitVectors:
    """Unit or zero rows of the chunks that were hit, float32 [m, d], and by query the row of each rank, int64."""

    rows: Vectors
    at: Mapping[str, Ints]

    def of(self, query: str, ranks: Sequence[int]) -> Vectors:
        """Give the vectors of a query's hits by their ranks (from 1), float32 [len(ranks), d]."""
        return self.rows[self.at[query][np.array(ranks, dtype=np.int64) - 1]]


def hit_vectors(run: Run, chunks: Sequence[Chunk], vectors: Vectors) -> HitVectors:
    """Keep what a run hit of an arm's vectors, float32 [chunks, d], row i of which is that of `chunks[i]`."""
    row = {chunk.id: at for at, chunk in enumerate(chunks)}
    at = {query: np.array([row[str(hit.chunk)] for hit in hits], dtype=np.int64) for query, hits in run.hits.items()}
    used = np.unique(np.concatenate([np.zeros(0, np.int64), *at.values()]))
    return HitVectors(vectors[used], {query: np.searchsorted(used, rows) for query, rows in at.items()})
