"""What every store shares: rows that are checked here and searched there, scored again by the one rule."""

from __future__ import annotations

import os
import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.content import name_of
from reviewer.index.protocol import Metadata, Neighbours, Rows
from reviewer.index.rows import RowTable, by_filter, passing
from reviewer.index.scoring import ranked
from reviewer.vectors import Vectors

SPARE = 32
"""Rows asked for beyond the depth: a store breaks near ties in its own way, and this leaves room to do it in ours."""

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
Filters = Mapping[str, str]


class StoreIndex(ABC):
    """Keeps a copy of the vectors: what a store finds is scored in float64 here, so that scores equal the exact ones.

    Rows are stored when the first search or count asks for them. Rows of zeros are held here and never stored.
    """

    kind: str

    def __init__(self) -> None:
        """Begin empty, with nothing asked of the store."""
        self.transformation = ""
        self._table = RowTable()
        self._metadata: list[Mapping[str, str]] = []
        self._short: dict[bytes, tuple[int, int]] = {}
        self._searchable: int | None = None

    @property
    @abstractmethod
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides its answers, without address and key."""

    @abstractmethod
    def _stored(self, name: str, rows: Rows, vectors: Vectors, metadata: Metadata) -> int:
        """Store rows under a name, unless they stand there whole; give how many the store says can be searched."""

    @abstractmethod
    def _nearest(self, queries: Vectors, depth: int, wanted: Filters) -> list[Rows]:
        """Give the store's nearest rows of each query, int64 [at most depth], that pass the filter."""

    def __len__(self) -> int:
        """Give how many rows the store says can be searched."""
        return self._ready()

    def add(self, vectors: Vectors, metadata: Metadata) -> None:
        """Append rows: float32 [n, d], with one mapping each.

        Raises:
            IndexingError: Shapes differ, or a row is neither of length 1 nor all zero.

        """
        self._table.add(vectors, metadata)
        self._metadata += metadata
        self._searchable = None

    def search(
        self, queries: Vectors, depth: int, filters: Sequence[Mapping[str, str]] | None = None
    ) -> list[Neighbours]:
        """Give at most `depth` rows a query, float32 [q, d], best first.

        Raises:
            IndexingError: The store is not there, too slow, or has not indexed every row.

        """
        self._table.check(queries)
        searchable, known = self._ready(), len(self._table)
        if searchable != known:
            raise IndexingError(
                f"index {self.kind}: the store says that {searchable} of {known} rows can be searched",
                "Wait until it has indexed all of them, or drop what was stored and run again.",
            )
        found: dict[int, Neighbours] = {}
        for pairs, places in by_filter(filters, len(queries)).items():
            wanted = dict(pairs)
            passes = known if not wanted else len(np.intersect1d(passing(self._metadata, wanted), self._own_rows()))
            for place, near in zip(places, self._searched(queries[places], depth, wanted, passes), strict=True):
                if len(near) < min(depth, passes):
                    asked = queries[place].tobytes() + repr(pairs).encode()
                    self._short[asked] = (len(near), min(depth, passes))
                found[place] = ranked(self._table.vectors, queries[place], near, depth)
        return [found[at] for at in range(len(queries))]

    def shortfalls(self) -> tuple[str, ...]:
        """Say how many searches gave fewer rows than were asked for and could be found; nothing where none did."""
        if not self._short:
            return ()
        found, wanted = min(self._short.values(), key=lambda pair: pair[0] / pair[1])
        searches = "1 search" if len(self._short) == 1 else f"{len(self._short)} searches"
        told = f"{searches} gave fewer rows than were asked for and could be found, at worst {found} of {wanted}"
        return (f"{told}; let the store look wider",)

    def _searched(self, queries: Vectors, depth: int, wanted: Filters, passes: int) -> list[Rows]:
        asked = min(depth + SPARE, passes)
        if depth < 1 or not asked:
            return [np.zeros(0, np.int64) for _ in queries]
        return self._nearest(queries, asked, wanted)

    def _ready(self) -> int:
        """Store the rows once; give how many can be searched."""
        if self._searchable is None:
            rows = self._own_rows()
            vectors, metadata = self._table.vectors[rows], [self._metadata[row] for row in rows.tolist()]
            name = name_of({"kind": self.kind, **self.parameters}, self.transformation, rows, vectors, metadata)
            self._searchable = self._stored(name, rows, vectors, metadata) if len(rows) else 0
        return self._searchable

    def _own_rows(self) -> Rows:
        held = self._table.searchable
        return np.arange(len(self._table.vectors)) if held is None else held


def secret(kind: str, setting: str, variable: object) -> str:
    """Read what an environment variable holds; its name is told, never its value."""
    if not isinstance(variable, str) or not VARIABLE.fullmatch(variable):
        raise IndexingError(
            f"index {kind}: {setting} is not the name of an environment variable",
            "Write the variable's name, never what it holds.",
        )
    value = os.environ.get(variable, "")
    if not value:
        raise IndexingError(f"index {kind}: the variable {variable} is not set", f"`export {variable}=…`")
    return value


def counts(kind: str, settings: Mapping[str, object]) -> None:
    """Refuse settings that are no whole numbers from 1 up."""
    for name, value in settings.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise IndexingError(f"index {kind}: {name} is {value!r}", "Use a whole number from 1 up.")
