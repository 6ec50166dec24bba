"""The contract of an index: rows in, nearest rows out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

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


@runtime_checkable
class TextIndex(Protocol):
    """Finds rows by their words; it needs no embedder. `exact`, `parameters` and `len` are an `Index`'s."""

    @property
    def exact(self) -> bool:
        """Whether the best rows are found with certainty."""

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides its answers, for the manifest."""

    def __len__(self) -> int:
        """Give the number of searchable rows."""

    def add_texts(self, texts: Sequence[str], metadata: Metadata) -> None:
        """Append rows: n texts, and n mappings that filters are checked against."""

    def search_texts(
        self, questions: Sequence[str], depth: int, filters: Sequence[Mapping[str, str]] | None = None
    ) -> list[Neighbours]:
        """Find the best rows of each question, by scores of its own kind."""


@runtime_checkable
class BothIndex(Protocol):
    """Asks several indexes and makes one list of theirs."""

    @property
    def parts(self) -> Sequence[AnyIndex]:
        """The indexes that are asked."""

    @property
    def exact(self) -> bool:
        """Whether every part finds its rows with certainty."""

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides its answers, for the manifest."""

    def __len__(self) -> int:
        """Give the number of rows that every part can find."""

    def add_both(self, vectors: Vectors, texts: Sequence[str], metadata: Metadata) -> None:
        """Append rows: float32 [n, d], n texts, n mappings."""

    def search_both(
        self,
        vectors: Vectors,
        texts: Sequence[str],
        depth: int,
        filters: Sequence[Mapping[str, str]] | None = None,
    ) -> list[Neighbours]:
        """Find the best rows of each question, float32 [q, d] and q texts."""


@runtime_checkable
class RemoteIndex(Protocol):
    """An index whose rows stand in a store: each carries the version of the transformation that made it."""

    transformation: str
    """Of the rows that are added; set before any is."""

    def versions(self) -> Mapping[str, int]:
        """Count the store's rows by the version that they carry, asked anew."""

    def shortfalls(self) -> Sequence[str]:
        """Say how many searches gave fewer rows than were asked for and could be found; nothing where none did."""


AnyIndex = Index | TextIndex | BothIndex
