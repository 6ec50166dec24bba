"""The rows of an index: vectors that were checked, and the metadata that filters ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.protocol import Metadata, Rows
from reviewer.index.scoring import NONE
from reviewer.vectors import Vectors

CHECKED_AT_ONCE = 2**14
UNIT_TOLERANCE = 1e-3
MATRIX = 2


class RowTable:
    """Vectors, float32 [n, d], and metadata by row; rows of zeros are held but never found."""

    def __init__(self) -> None:
        """Begin empty."""
        self.vectors: Vectors = np.zeros((0, 0), np.float32)
        self.searchable: Rows | None = None
        """The rows that may be found, rising; None while that is all of them."""
        self.metadata: list[Mapping[str, str]] = []

    def __len__(self) -> int:
        """Give the number of rows that may be found."""
        return len(self.vectors) if self.searchable is None else len(self.searchable)

    @property
    def unsearchable(self) -> Rows:
        """The rows that are all zero, int64 [m]."""
        return NONE if self.searchable is None else np.setdiff1d(np.arange(len(self.vectors)), self.searchable)

    def add(self, vectors: Vectors, metadata: Metadata) -> Rows:
        """Append rows; the first array is kept as it is, memory-mapped or not.

        Returns:
            int64 [m]: which of the new rows are not all zero, counted from the first new one.

        Raises:
            IndexingError: Shapes differ, or a row is neither of length 1 nor all zero.

        """
        if vectors.ndim != MATRIX or len(vectors) != len(metadata):
            raise IndexingError(
                f"{vectors.shape} vectors with {len(metadata)} metadata", "Give one mapping for each row of [n, d]."
            )
        if len(self.vectors) and self.vectors.shape[1] != vectors.shape[1]:
            raise IndexingError(
                f"rows of {vectors.shape[1]} values were added to rows of {self.vectors.shape[1]}",
                "Use one embedder an index.",
            )
        filled = _filled(vectors)
        before = len(self.vectors)
        if len(filled) < len(vectors) or self.searchable is not None:
            held = np.arange(before) if self.searchable is None else self.searchable
            self.searchable = np.concatenate([held, before + filled])
        self.vectors = np.concatenate([self.vectors, vectors]) if before else vectors
        self.metadata.extend(metadata)
        return filled

    def allowed(self, wanted: Mapping[str, str]) -> Rows | None:
        """Give the rows that may be found and whose metadata holds every pair of `wanted`; None for all rows."""
        if not wanted:
            return self.searchable
        rows = range(len(self.metadata)) if self.searchable is None else self.searchable.tolist()
        pairs = wanted.items()
        return np.array([row for row in rows if pairs <= self.metadata[row].items()], np.int64)

    def check(self, queries: Vectors) -> None:
        """Refuse queries of another width, or of another length than 1 or 0 (IndexingError)."""
        if queries.ndim != MATRIX or (len(self.vectors) and queries.shape[1] != self.vectors.shape[1]):
            raise IndexingError(
                f"queries of shape {queries.shape} in an index of {self.vectors.shape[1]} dimensions",
                "Embed queries and passages with one embedder.",
            )
        _filled(queries)


def by_filter(
    filters: Sequence[Mapping[str, str]] | None, queries: int
) -> dict[tuple[tuple[str, str], ...], list[int]]:
    """Group queries, by their places, that ask for the same metadata."""
    groups: dict[tuple[tuple[str, str], ...], list[int]] = {}
    for at in range(queries):
        wanted = filters[at] if filters is not None else {}
        groups.setdefault(tuple(sorted(wanted.items())), []).append(at)
    return groups


def passing(metadata: Metadata, wanted: Mapping[str, str]) -> Rows:
    """Give the rows, int64 [m], whose metadata holds every pair of `wanted`."""
    pairs = wanted.items()
    return np.array([row for row, one in enumerate(metadata) if pairs <= one.items()], np.int64)


def _filled(vectors: Vectors) -> Rows:
    """Give the rows that are not all zero, int64 [m], after checking that each of them has length 1."""
    filled = []
    for begin in range(0, len(vectors), CHECKED_AT_ONCE):
        block = vectors[begin : begin + CHECKED_AT_ONCE]
        lengths = np.sqrt(np.einsum("ij,ij->i", block, block))
        some = block.any(axis=1)
        wrong = np.flatnonzero(some & ~(np.abs(lengths - 1) <= UNIT_TOLERANCE))
        if len(wrong):
            raise IndexingError(
                f"vector {begin + int(wrong[0])} has length {lengths[wrong[0]]:.4g}",
                "An embedder gives finite rows of length 1, or of zeros for a text that holds nothing.",
            )
        filled.append(begin + np.flatnonzero(some))
    return np.concatenate([NONE, *filled])
