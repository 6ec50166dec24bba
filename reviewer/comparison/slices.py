"""Named groups of queries, and the documents that tie queries together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reviewer.queries import CONTROL, Query
from reviewer.scores import is_judged

ALL = "all"
BOUNDARY_ANY = "boundary: any"
CONFIRMATORY = (ALL, BOUNDARY_ANY, CONTROL)
"""Slices that are looked at by design; every other one is exploratory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice:
    """Judged queries under one name; a protected slice never disappears into `slices without change`."""

    name: str
    queries: tuple[str, ...]
    protected: bool = False

    @property
    def exploratory(self) -> bool:
        """Whether the slice is one of many that are only looked at."""
        return self.name not in CONFIRMATORY


def slices_of(
    queries: Iterable[Query], *, extra: Mapping[str, Sequence[str]] | None = None, protected: Collection[str] = ()
) -> tuple[Slice, ...]:
    """Give the slices of judged queries: `all`, `boundary: any`, `control`, then the others by name.

    Args:
        queries: All queries; those that are not judged are in no slice.
        extra: More slice names by query id, such as evidence lengths from `length_slices`.
        protected: Names of slices that never merge away; one that no query is in is there, and empty.

    """
    members: dict[str, list[str]] = {ALL: [], **{name: [] for name in protected}}
    for query in queries:
        if is_judged(query):
            for name in (ALL, *query.slices, *(extra or {}).get(query.id, ())):
                members.setdefault(name, []).append(query.id)
    first = [name for name in CONFIRMATORY if name in members]
    names = [*first, *sorted(members.keys() - set(first))]
    return tuple(Slice(name=name, queries=tuple(members[name]), protected=name in protected) for name in names)


def length_slices(lengths: Mapping[str, int], bounds: Sequence[int]) -> dict[str, tuple[str, ...]]:
    """Give each query its slice of evidence length, such as `evidence: 67-200 tokens`, for `slices_of`.

    Args:
        lengths: Tokens of the evidence by query id.
        bounds: Declared upper ends of the bins, rising; the last bin is open.

    """
    name = _bin_names(bounds)
    return {query: (name(length),) for query, length in lengths.items()}


def documents_of(queries: Iterable[Query]) -> dict[str, str]:
    """Give each judged query the document of its first evidence: queries of one document rise and fall together."""
    return {query.id: query.evidence[0].spans[0].document for query in queries if is_judged(query)}


def _bin_names(bounds: Sequence[int]) -> Callable[[int], str]:
    edges = [0, *bounds]

    def name(length: int) -> str:
        for low, high in pairwise(edges):
            if length <= high:
                return f"evidence: {low + 1}-{high} tokens"
        return f"evidence: over {edges[-1]} tokens"

    return name
