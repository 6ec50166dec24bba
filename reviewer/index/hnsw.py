"""Approximate search in a hierarchical navigable small world graph, by usearch (an extra)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.exact import SCORE_DIGITS, best_rows, check_queries, check_rows, nothing, rows_allowed
from reviewer.index.protocol import Metadata, Neighbours
from reviewer.vectors import Vectors

EXTRA = "pip install 'overlap-reviewer[usearch]'"


class HnswIndex:
    """usearch with every parameter explicit: rows are added in order, by one thread unless told.

    What it finds is scored again in f32 and ranked by the exact index's rule; zero rows are not put into the graph.
    A query with a filter is searched exactly among the rows that pass, because a filter after the graph's candidates
    would find too few.
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
        """Take the graph's parameters; see usearch for their meaning."""
        if dtype not in {"f32", "f16"}:
            raise IndexingError(f"index usearch: dtype is {dtype!r}", "Use f32 or f16.")
        for name, value in (("connectivity", connectivity), ("expansion_add", expansion_add), ("threads", threads)):
            if value < 1:
                raise IndexingError(f"index usearch: {name} is {value}", "Use at least 1.")
        self._parameters: dict[str, str | int | float | bool] = {
            "name": "usearch",
            "metric": "cosine",
            "connectivity": connectivity,
            "expansion_add": expansion_add,
            "expansion_search": expansion_search,
            "dtype": dtype,
            "threads": threads,
            "score_digits": SCORE_DIGITS,
        }
        self._graph: Any = None
        self._vectors: Vectors | None = None
        self._metadata: list[Mapping[str, str]] = []

    @property
    def exact(self) -> bool:
        """Never."""
        return False

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides the graph."""
        return self._parameters

    def __len__(self) -> int:
        """Give the number of searchable rows."""
        return 0 if self._vectors is None else len(self._vectors)

    def add(self, vectors: Vectors, metadata: Metadata) -> None:
        """Append rows: float32 [n, d], with one mapping each."""
        check_rows(vectors, metadata, self._vectors)
        begin = len(self)
        if self._graph is None:
            self._graph = self._empty(vectors.shape[1])
        filled = np.flatnonzero(np.any(vectors != 0, axis=1))
        if len(filled):
            keys = (filled + begin).astype(np.uint64)
            self._graph.add(keys, np.ascontiguousarray(vectors[filled]), threads=self._parameters["threads"])
        self._vectors = vectors if self._vectors is None else np.concatenate([self._vectors, vectors])
        self._metadata.extend(metadata)

    def search(
        self, queries: Vectors, depth: int, filters: Sequence[Mapping[str, str]] | None = None
    ) -> list[Neighbours]:
        """Give at most `depth` rows a query, float32 [q, d], best first."""
        if self._vectors is None:
            return [nothing() for _ in queries]
        check_queries(queries, self._vectors)
        found = []
        for at, query in enumerate(queries):
            allowed = None if filters is None else rows_allowed(self._metadata, filters[at])
            rows = self._candidates(query, depth) if allowed is None else allowed
            scores = np.round(self._vectors[rows] @ query, SCORE_DIGITS)
            near = best_rows(scores, depth)
            found.append(Neighbours(rows[near.rows], near.scores))
        return found

    def _candidates(self, query: Vectors, depth: int) -> Any:  # noqa: ANN401  # int64 [m], from an untyped library
        """Give the rows that the graph finds, rising; usearch pads short answers with key 0, which is no find."""
        size = len(self._graph)
        if not size:
            return np.zeros(0, np.int64)
        matches = self._graph.search(query, min(depth, size), threads=1)
        keys = np.asarray(matches.keys)[: len(matches)]
        valid = np.isfinite(np.asarray(matches.distances)[: len(matches)])
        return np.unique(keys[valid].astype(np.int64))

    def _empty(self, dimensions: int) -> Any:  # noqa: ANN401  # an untyped library
        try:
            from usearch.index import Index as Graph
        except ImportError as error:
            raise IndexingError("index usearch: the package is not installed", EXTRA) from error
        return Graph(
            ndim=dimensions,
            metric="cos",
            dtype=self._parameters["dtype"],
            connectivity=self._parameters["connectivity"],
            expansion_add=self._parameters["expansion_add"],
            expansion_search=self._parameters["expansion_search"],
            multi=False,
        )
