"""What was lost and gained, evidence item by evidence item, between two match tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from reviewer.errors import ComparisonError
from reviewer.scores import Match, matched_items

LOST, GAINED, SWAPPED, UNCHANGED = "lost", "gained", "swapped", "unchanged"


@dataclass(frozen=True, slots=True)
class QueryChange:
    """The items of one query that were lost and gained, by number."""

    query: str
    lost: tuple[int, ...]
    gained: tuple[int, ...]

    @property
    def kind(self) -> str:
        """Name the change: `lost`, `gained`, `swapped` (both; it counts as lost for gates) or `unchanged`."""
        if self.lost:
            return SWAPPED if self.gained else LOST
        return GAINED if self.gained else UNCHANGED


def changes(baseline: Iterable[Match], candidate: Iterable[Match], k: int | None = None) -> Mapping[str, QueryChange]:
    """Compare the match tables of two arms by query.

    Args:
        baseline: Rows of one arm, phase and rule.
        candidate: Rows of the other arm, by the same rule.
        k: Where the ranked lists are cut; None looks as deep as the arms did.

    Raises:
        ComparisonError: The tables do not hold the same items.

    """
    before, after = matched_items(list(baseline), k), matched_items(list(candidate), k)
    differing = sorted(
        query for query in before.keys() | after.keys() if len(before.get(query, ())) != len(after.get(query, ()))
    )
    if differing:
        raise ComparisonError(
            f"the match tables hold different items for {', '.join(differing[:5])}",
            "Both arms must be matched against the same labels.",
        )
    return {query: _change(query, items, after[query]) for query, items in before.items()}


def _change(query: str, before: tuple[bool, ...], after: tuple[bool, ...]) -> QueryChange:
    items = list(enumerate(zip(before, after, strict=True)))
    lost = tuple(item for item, (was, is_now) in items if was and not is_now)
    return QueryChange(query, lost, tuple(item for item, (was, is_now) in items if is_now and not was))
