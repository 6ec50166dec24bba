"""Exact search: every row is compared, in blocks that fit into memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reviewer.errors import IndexingError
from reviewer.index.protocol import Metadata, Neighbours, Rows
from reviewer.index.rows import RowTable, by_filter
from reviewer.index.scoring import SCORE_DIGITS, nearest
from reviewer.vectors import Vectors


class ExactIndex:
    """Compares a query with every row; ties stand in the order in which rows were added.

    Scores are inner products of unit rows (cosine), rounded to 1e-6 before ranking. Rows of zeros are never found.
    """

    def __init__(self) -> None:
        """Begin empty."""
        self._table = RowTable()

    @property
    def exact(self) -> bool:
        """Always true."""
        return True

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Nothing but its name, metric and rounding."""
        return {"name": "exact", "metric": "cosine", "score_digits": SCORE_DIGITS}

    def __len__(self) -> int:
        """Give the number of searchable rows: those that are not all zero."""
        return len(self._table)

    @property
    def unsearchable(self) -> Rows:
        """The rows that are all zero, int64 [m], which no search finds."""
        return self._table.unsearchable

    def add(self, vectors: Vectors, metadata: Metadata) -> None:
        """Append rows: float32 [n, d], with one mapping each; the first array is kept as it is, memory-mapped or not.

        Raises:
            IndexingError: Shapes differ, or a row is neither of length 1 nor all zero.

        """
        self._table.add(vectors, metadata)

    def search(
        self, queries: Vectors, depth: int, filters: Sequence[Mapping[str, str]] | None = None
    ) -> list[Neighbours]:
        """Give the `depth` best rows of each query, float32 [q, d]; fewer where fewer pass its filter.

        Raises:
            IndexingError: Queries have another width than rows, or are not of length 1.

        """
        return search_exactly(self._table, queries, depth, filters)


def search_exactly(
    table: RowTable, queries: Vectors, depth: int, filters: Sequence[Mapping[str, str]] | None
) -> list[Neighbours]:
    """Search every row that passes a query's filter; see `ExactIndex.search`."""
    table.check(queries)
    if filters is not None and len(filters) != len(queries):
        raise IndexingError(f"{len(queries)} queries with {len(filters)} filters", "Give one mapping a query.")
    found: dict[int, Neighbours] = {}
    for wanted, places in by_filter(filters, len(queries)).items():
        near = nearest(table.vectors, queries[places], depth, table.allowed(dict(wanted)))
        found.update(zip(places, near, strict=True))
    return [found[at] for at in range(len(queries))]
