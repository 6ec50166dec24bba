"""Ranking keeps the tie rule whatever the order of the rows."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from reviewer.chunks import Chunk
from reviewer.index import Neighbours
from reviewer.runs import rank


def chunk(document: str, start: int) -> Chunk:
    """Give a chunk of ten characters."""
    return Chunk(id=f"{document}-{start}", document=document, start=start, end=start + 10)


CHUNKS = [chunk(document, start) for document in ("a.md", "b.md") for start in (0, 9, 100, 1000)]


@given(st.permutations(range(8)), st.lists(st.sampled_from([0.5, 0.5 + 1e-8, 0.25]), min_size=8, max_size=8))
def test_order_of_rows_never_shows(order: list[int], scores: list[float]) -> None:
    """Scores equal to 1e-6 tie, and ties stand by document id and then by start as a number."""
    rows = np.array(order, dtype=np.int64)
    given_scores = np.array([scores[row] for row in order], dtype=np.float32)
    ranked = rank(Neighbours(rows=rows, scores=given_scores), CHUNKS)
    expected = sorted(range(8), key=lambda row: (-round(scores[row], 6), CHUNKS[row].document, CHUNKS[row].start))
    assert [hit.chunk for hit in ranked] == [CHUNKS[row].id for row in expected]
    assert [hit.rank for hit in ranked] == list(range(1, 9))
