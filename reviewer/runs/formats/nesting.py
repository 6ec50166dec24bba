"""Which searches were made within others: a fusion or a reranker asks retrievers, and what it gives itself is sent."""

from __future__ import annotations

from collections.abc import Collection, Mapping


def within(searches: Collection[str], parents: Mapping[str, str]) -> frozenset[str]:
    """Give those of the searches that have another among their ancestors.

    Args:
        searches: Their ids.
        parents: The parent's id of each span or run that has one, searches or not; circles lead nowhere.

    """
    below: dict[str, bool] = {}
    return frozenset(one for one in searches if _is_below(one, searches, parents, below))


def _is_below(one: str, searches: Collection[str], parents: Mapping[str, str], below: dict[str, bool]) -> bool:
    """Walk up to the next search or to what is known; `below` keeps the answer for all on the way."""
    passed: dict[str, None] = {}
    at = parents.get(one)
    while at is not None and at != one and at not in searches and at not in below and at not in passed:
        passed[at] = None
        at = parents.get(at)
    found = at is not None and at != one and (at in searches or below.get(at, False))
    below.update(dict.fromkeys(passed, found))
    return found
