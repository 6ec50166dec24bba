"""What every store shares: rows that are checked here and searched there, scored again by the one rule."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.content import name_of
from reviewer.index.protocol import Metadata, Neighbours, Rows
from reviewer.index.rows import RowTable, by_filter
from reviewer.index.scoring import NONE, SCORE_DIGITS, margin, ranked
from reviewer.vectors import Vectors
from reviewer.vectors.secret import read

SPARE = 32
"""Rows asked for beyond the depth: a store breaks near ties in its own way, and this leaves room to do it in ours."""

MORE = 4
"""How many times as many are asked for while near ties fill all that was given."""

Filters = Mapping[str, str]


class StoreIndex(ABC):
    """Keeps a copy of the vectors: what a store finds is scored in float64 here, so that scores equal the exact ones.

    Rows are stored when the first search or count asks for them. Rows of zeros are held here and never stored.
    """

    kind: str

    def __init__(self, graph: Mapping[str, int]) -> None:
        """Take the settings of its graph; begin empty, with nothing asked of the store."""
        self._graph = dict(graph)
        self._made_by: dict[str, str] | None = None
        self.transformation = ""
        self._table = RowTable()
        self._short: dict[bytes, tuple[int, int]] = {}
        self._searchable: int | None = None

    @property
    @abstractmethod
    def exact(self) -> bool:
        """Whether every row is read."""

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides its answers, without address and key; the store is asked who it is.

        Raises:
            IndexingError: The store is not there, or its library is not installed.

        """
        if self._made_by is None:
            self._made_by = dict(self._asked_versions())
        return {**self._settings, **self._made_by}

    @property
    def _settings(self) -> dict[str, str | int | float | bool]:
        """What was chosen that decides the answers: a graph's settings only where there is one."""
        own: dict[str, str | int | float | bool] = {
            "name": self.kind,
            "metric": "cosine",
            "method": "exact" if self.exact else "hnsw",
            "score_digits": SCORE_DIGITS,
        }
        return own if self.exact else own | self._graph

    @property
    def widest(self) -> int | None:
        """How many values a vector may have; None where the store sets no limit."""
        return None

    def refuse_width(self, dimensions: int) -> None:
        """Refuse vectors that are wider than the store takes, before any is made."""
        if self.widest is not None and dimensions > self.widest:
            raise IndexingError(
                f"index {self.kind}: vectors of {dimensions} values, and a graph takes {self.widest} at most",
                "Use `method: exact`, or have the embedder shorten its vectors (`dimensions`).",
            )

    @abstractmethod
    def _asked_versions(self) -> Mapping[str, str]:
        """Give the versions of what searches, by what it is: `server` or `library`."""

    @abstractmethod
    def _stored(self, name: str, rows: Rows, vectors: Vectors, metadata: Metadata) -> int:
        """Store rows under a name, unless they stand there whole; give how many the store says can be searched.

        Args:
            name: Hexadecimal digits that what decides the rows gives.
            rows: int64 [n], their numbers.
            vectors: float32 [n, d].
            metadata: n mappings.

        """

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
            allowed = self._table.allowed(wanted)
            passing = self._own_rows() if allowed is None else allowed
            near = self._searched(queries[places], depth, wanted, passing)
            for place, rows in zip(places, near, strict=True):
                if len(rows) < min(depth, len(passing)) and queries[place].any():
                    asked = queries[place].tobytes() + repr(pairs).encode("utf-8", "surrogatepass")
                    self._short[asked] = (len(rows), min(depth, len(passing)))
                found[place] = ranked(self._table.vectors, queries[place], rows, depth)
        return [found[at] for at in range(len(queries))]

    def shortfalls(self) -> tuple[str, ...]:
        """Say how many searches gave fewer rows than were asked for and could be found; nothing where none did."""
        if not self._short:
            return ()
        found, wanted = min(self._short.values(), key=lambda pair: pair[0] / pair[1])
        searches = "1 search" if len(self._short) == 1 else f"{len(self._short)} searches"
        told = f"{searches} gave fewer rows than were asked for and could be found, at worst {found} of {wanted}"
        return (f"{told}; let the store look wider",)

    def _searched(self, queries: Vectors, depth: int, wanted: Filters, passing: Rows) -> list[Rows]:
        """Ask for more rows than the depth, and where every row is read, until no other can be among the first.

        Args:
            queries: float32 [q, d]; one of zeros finds nothing, and is not asked.
            depth: How many rows are wanted.
            wanted: The filter.
            passing: int64 [m], rising: the rows that pass it.

        """
        found = [NONE] * len(queries)
        unsettled = [at for at, query in enumerate(queries) if query.any()] if depth > 0 and len(passing) else []
        asked = min(depth + SPARE, len(passing))
        while unsettled:
            for at, rows in zip(unsettled, self._nearest(queries[unsettled], asked, wanted), strict=True):
                found[at] = self._own(rows, passing)
            if not self.exact or asked == len(passing):
                break
            unsettled = [at for at in unsettled if self._may_miss(queries[at], found[at], depth)]
            asked = min(MORE * asked, len(passing))
        return found

    def _own(self, rows: Rows, passing: Rows) -> Rows:
        """Refuse rows that were not stored, that the filter does not let pass, or that are given twice."""
        if len(np.unique(rows)) != len(rows) or not np.isin(rows, passing).all():
            raise IndexingError(
                f"index {self.kind}: the store gave rows that were not stored, or that the filter leaves out",
                "Somebody changed what was stored: drop it, and run again.",
            )
        return rows

    def _may_miss(self, query: Vectors, rows: Rows, depth: int) -> bool:
        """Tell whether a row that was not given may, by its score rounded, stand among the first `depth`."""
        scores = ranked(self._table.vectors, query, rows, len(rows)).scores
        return len(scores) >= depth and bool(scores[-1] >= scores[depth - 1] - margin(len(query)))

    def _ready(self) -> int:
        """Store the rows once; give how many can be searched."""
        if self._searchable is None:
            rows = self._own_rows()
            vectors, metadata = self._table.vectors[rows], [self._table.metadata[row] for row in rows.tolist()]
            name = name_of({"kind": self.kind, **self._settings}, self.transformation, rows, vectors, metadata)
            self._searchable = self._stored(name, rows, vectors, metadata) if len(rows) else 0
        return self._searchable

    def _own_rows(self) -> Rows:
        held = self._table.searchable
        return np.arange(len(self._table.vectors)) if held is None else held


def secret(kind: str, setting: str, variable: object) -> str:
    """Read what an environment variable holds; what it holds is never told."""
    return read(f"index {kind}", setting, variable, IndexingError)


def counts(kind: str, settings: Mapping[str, object]) -> None:
    """Refuse settings that are no whole numbers from 1 up."""
    for name, value in settings.items():
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            raise IndexingError(f"index {kind}: {name} is {value!r}", "Use a whole number from 1 up.")
