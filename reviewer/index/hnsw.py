"""Approximate search in a hierarchical navigable small world graph, by usearch (an extra).

Source: Malkov and Yashunin 2016, https://arxiv.org/abs/1603.09320.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.exact import search_exactly
from reviewer.index.protocol import Metadata, Neighbours, Rows
from reviewer.index.rows import RowTable
from reviewer.index.scoring import SCORE_DIGITS, cut, ranked
from reviewer.vectors import Vectors
from reviewer.vectors.onnxruntime_engine import load_runtime

if TYPE_CHECKING:
    from usearch.index import Index as Graph

EXTRA = "pip install 'overlap-reviewer[usearch]'"
DTYPES = ("f32", "f16")


def _runtime_first() -> None:
    """Load the embedding runtime, where it is installed: loaded after usearch, it ends the process (1.32 and 2.26)."""
    with suppress(ImportError):
        load_runtime()


class HnswIndex:
    """usearch with every parameter explicit; rows enter the graph in order, by one thread unless told otherwise.

    What the graph finds is scored again and ranked by the exact index's rule, so that scores are equal and only what
    is found may differ. A query with a filter is searched exactly among the rows that pass: a filter behind the
    graph's candidates would find too few. Rows of zeros are never found.
    """

    def __init__(
        self,
        *,
        connectivity: int = 16,
        expansion_add: int = 128,
        expansion_search: int = 64,
        dtype: str = "f32",
        threads: int = 1,
    ) -> None:
        """Take the graph's parameters.

        Args:
            connectivity: Links a row has (M).
            expansion_add: Candidates looked at when a row is added (efConstruction).
            expansion_search: Candidates looked at when a query is searched (ef); at least `depth` are.
            dtype: `f32` or `f16`, how the graph stores vectors.
            threads: How many add rows; with more than one, two builds of the same rows differ.

        Raises:
            IndexingError: A parameter is refused.

        """
        counts = {
            "connectivity": connectivity,
            "expansion_add": expansion_add,
            "expansion_search": expansion_search,
            "threads": threads,
        }
        for name, value in counts.items():
            if not isinstance(value, int) or isinstance(value, bool) or value < 1:
                raise IndexingError(f"index usearch: {name} is {value!r}", "Use a whole number from 1 up.")
        if dtype not in DTYPES:
            raise IndexingError(f"index usearch: dtype is {dtype!r}", f"Known: {', '.join(DTYPES)}.")
        self._counts, self._dtype = counts, dtype
        self._table = RowTable()
        self._graph: Graph | None = None

    @property
    def exact(self) -> bool:
        """Never."""
        return False

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides the graph."""
        return {
            "name": "usearch",
            "metric": "cosine",
            "score_digits": SCORE_DIGITS,
            "dtype": self._dtype,
            **self._counts,
        }

    def __len__(self) -> int:
        """Give the number of searchable rows: those that are not all zero."""
        return len(self._table)

    @property
    def unsearchable(self) -> Rows:
        """The rows that are all zero, int64 [m], which no search finds."""
        return self._table.unsearchable

    def add(self, vectors: Vectors, metadata: Metadata) -> None:
        """Append rows: float32 [n, d], with one mapping each.

        Raises:
            IndexingError: Shapes differ, a row is neither of length 1 nor all zero, or usearch is not installed.

        """
        before = len(self._table.vectors)
        filled = self._table.add(vectors, metadata)
        if self._graph is None:
            self._graph = self._empty(vectors.shape[1])
        if len(filled):
            rows = np.ascontiguousarray(vectors[filled], np.float32)
            self._graph.add((before + filled).astype(np.uint64), rows, threads=self._counts["threads"])

    def search(
        self, queries: Vectors, depth: int, filters: Sequence[Mapping[str, str]] | None = None
    ) -> list[Neighbours]:
        """Give at most `depth` rows a query, float32 [q, d], best first; fewer where the graph found fewer.

        Raises:
            IndexingError: Queries have another width than rows, or are not of length 1.

        """
        if self._graph is None or not len(self) or depth < 1 or any(filters or ()):
            return search_exactly(self._table, queries, depth, filters)
        self._table.check(queries)
        found = self._candidates(self._graph, queries, min(depth, len(self)))
        return [ranked(self._table.vectors, query, rows, depth) for query, rows in zip(queries, found, strict=True)]

    @staticmethod
    def _candidates(graph: Graph, queries: Vectors, depth: int) -> list[Rows]:
        if not len(queries):
            return []
        matches = graph.search(np.ascontiguousarray(queries, np.float32), depth, threads=1)
        keys = np.atleast_2d(np.asarray(matches.keys))
        counts = [len(matches)] if len(queries) == 1 else np.asarray(matches.counts).tolist()
        return cut(keys.astype(np.int64).tolist(), counts)

    def _empty(self, dimensions: int) -> Graph:
        try:
            _runtime_first()
            from usearch.index import Index as Graph
        except ImportError as error:
            raise IndexingError("index usearch: the package usearch is not installed", EXTRA) from error
        return Graph(
            ndim=dimensions,
            metric="cos",
            dtype=self._dtype,
            connectivity=self._counts["connectivity"],
            expansion_add=self._counts["expansion_add"],
            expansion_search=self._counts["expansion_search"],
            multi=False,
        )
