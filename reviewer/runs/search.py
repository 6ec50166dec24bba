"""Chunks, their index and query vectors in, a run out; the tie rule is kept here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from reviewer.runs.run import SCORE_DIGITS, Hit, Run

if TYPE_CHECKING:
    from reviewer.chunks import Chunk
    from reviewer.index import AnyIndex, Neighbours
    from reviewer.queries import Query
    from reviewer.vectors import Vectors


def search(
    queries: Sequence[Query],
    vectors: Vectors,
    index: AnyIndex,
    chunks: Sequence[Chunk],
    *,
    arm: str,
    fingerprint: str,
    depth: int,
    phase: int = 0,
) -> Run:
    """Rank the chunks nearest to each query.

    `vectors` is float32 [len(queries), d], of any d where the index reads texts alone; row i of `index` is `chunks[i]`.
    """
    from reviewer.index import find

    filters = [query.filters for query in queries]
    texts = [query.text for query in queries]
    found = find(index, vectors, texts, depth, filters if any(filters) else None)
    hits = {query.id: rank(near, chunks) for query, near in zip(queries, found, strict=True)}
    return Run(arm=arm, fingerprint=fingerprint, depth=depth, hits=hits, phase=phase)


def rank(near: Neighbours, chunks: Sequence[Chunk]) -> tuple[Hit, ...]:
    """Order neighbours by score rounded to 1e-6, ties by (document id, start, end)."""
    scored = [
        (-round(float(score), SCORE_DIGITS), chunks[int(row)])
        for row, score in zip(near.rows, near.scores, strict=True)
    ]
    scored.sort(key=lambda pair: (pair[0], pair[1].document, pair[1].start, pair[1].end))
    return tuple(
        Hit(
            rank=position,
            document=chunk.document,
            start=chunk.start,
            end=chunk.end,
            score=-negative + 0.0,
            chunk=chunk.id,
        )
        for position, (negative, chunk) in enumerate(scored, start=1)
    )
