"""Ranked lists that are the same in both arms: nothing changed there, and nothing needs a test."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from reviewer.passages import Passage


def identical_lists(
    baseline: Mapping[str, Sequence[Passage]], candidate: Mapping[str, Sequence[Passage]]
) -> frozenset[str]:
    """Give the queries for which both arms send the same places in the same order."""
    return frozenset(
        query
        for query, before in baseline.items()
        if query in candidate and _places(before) == _places(candidate[query])
    )


def _places(passages: Sequence[Passage]) -> list[object]:
    return [passage.places for passage in passages]
