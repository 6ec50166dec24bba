"""The contract of an index: rows in, nearest rows out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from reviewer.vectors import Vectors

Rows = NDArray[np.int64]
Scores = NDArray[np.float32]
Metadata = Sequence[Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Neighbours:
    """The nearest rows of one query, best first: `rows` int64 [m], `scores` float32 [m] (cosine), m <= depth.

    No padding, no NaN, each row once.
    """

    rows: Rows
    scores: Scores


class Index(Protocol):
    """Finds the rows nearest to a query."""

    @property
    def exact(self) -> bool:
        """Whether the nearest rows are found with certainty."""

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides its answers, for the manifest."""

    def __len__(self) -> int:
        """Give the number of searchable rows."""

    def add(self, vectors: Vectors, metadata: Metadata) -> None:
        """Append rows.

        Args:
            vectors: float32 [n, d], unit or zero rows.
            metadata: n mappings that filters are checked against.

        Raises:
            IndexingError: Shapes differ, or a value is not finite.

        """

    def search(
        self, queries: Vectors, depth: int, filters: Sequence[Mapping[str, str]] | None = None
    ) -> list[Neighbours]:
        """Find the nearest rows of each query.

        Args:
            queries: float32 [q, d].
            depth: How many rows at most.
            filters: One mapping a query: only rows whose metadata holds every pair are searched.

        Returns:
            One `Neighbours` a query.

        """
