"""Causes in a few words, and the table of causes by slice, the same for every format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from reviewer.comparison import ALL
from reviewer.diagnosis import Cause
from reviewer.fingerprint import Plain
from reviewer.reports.result import CauseCount, ComparisonResult, ItemChange

Numbers = Mapping[str, Plain]

KNOWN = frozenset(cause.value for cause in Cause)


def why(change: ItemChange) -> str:
    """Say a change's cause in a few words, with the numbers nearest to it; nothing where it was not diagnosed."""
    if change.cause not in KNOWN:
        return ""
    figure = _FIGURES.get(Cause(change.cause), _none)(change.numbers)
    return f"{Cause(change.cause).words}{figure}"


def _none(numbers: Numbers) -> str:
    del numbers
    return ""


def _off(numbers: Numbers) -> str:
    off = max(_whole(numbers, "tokens_before"), _whole(numbers, "tokens_behind"))
    return f", {off} tokens off" if off else ""


def _slots(numbers: Numbers) -> str:
    taken = _whole(numbers, "slots") or _whole(numbers, "near_copies")
    return f", {taken} {'places' if taken > 1 else 'place'}"


def _whole(numbers: Numbers, name: str) -> int:
    value = numbers.get(name)
    return value if isinstance(value, int) else 0


def _gap(numbers: Numbers) -> str:
    gap = numbers.get("gap")
    return f" by {gap:.3f}" if isinstance(gap, int | float) else ""


def _rank(name: str) -> Callable[[Numbers], str]:
    def told(numbers: Numbers) -> str:
        return f", else rank {_whole(numbers, name)}" if _whole(numbers, name) else ""

    return told


def _depth(numbers: Numbers) -> str:
    return f" of {_whole(numbers, 'depth')}" if _whole(numbers, "depth") else ""


def _limit(numbers: Numbers) -> str:
    return f" at {_whole(numbers, 'limit')} tokens" if _whole(numbers, "limit") else ""


_FIGURES: Mapping[Cause, Callable[[Numbers], str]] = {
    Cause.SPLIT: _off,
    Cause.CROWDED_OUT: _slots,
    Cause.BOILERPLATE: _slots,
    Cause.OUTRANKED: _gap,
    Cause.HEADING_LOST: _rank("rank_with_header"),
    Cause.ANN_MISS: _rank("rank_exact"),
    Cause.REMOVED_BY_TREATMENT: _rank("rank_before"),
    Cause.NOT_IN_DEPTH: _depth,
    Cause.CUT_BY_EMBEDDER: _limit,
}
"""What says most beside each cause; ranks and shares stand in columns of their own."""


@dataclass(frozen=True, slots=True)
class CauseTable:
    """Causes by slice: a column a cause that took anything, the most frequent first, and a row a slice."""

    causes: tuple[str, ...]
    rows: tuple[tuple[str, int, tuple[int, ...]], ...]


def cause_table(comparison: ComparisonResult, most: int | None = None) -> CauseTable:
    """Give the table of what was lost: all first, then the slices that lost most, those that say nothing new left out.

    Args:
        comparison: With its causes counted.
        most: How many rows at most; None gives all.

    """
    counted = [one for one in comparison.causes if all(cause in KNOWN for cause in one.causes)]
    whole = next((one for one in counted if one.slice == ALL), None)
    if whole is None:
        return CauseTable((), ())
    order = sorted(whole.causes, key=lambda cause: (-whole.causes[cause], cause))
    rest = sorted((one for one in counted if one is not whole and one.lost < whole.lost), key=lambda one: -one.lost)
    kept: Sequence[CauseCount] = [whole, *rest][:most]
    rows = tuple((one.slice, one.lost, tuple(one.causes.get(cause, 0) for cause in order)) for one in kept)
    return CauseTable(tuple(Cause(cause).words for cause in order), rows)
