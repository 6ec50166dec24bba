"""What the types of a result cannot say: that its parts name each other, and that the arms' manifests have theirs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from reviewer.reports.result import ArmResult, ComparisonResult, Frontier, Result

PARTS = ("splitter", "embedder", "index")
"""The parts of an arm's manifest that reports read settings from."""

ROUNDED = 1e-9


def incoherence(result: Result) -> str:
    """Give the first thing in a result that no run can have written; nothing where it holds together."""
    names = [arm.name for arm in result.arms]
    return next(_found(result, names), "")


def _found(result: Result, names: list[str]) -> Iterator[str]:
    if not names:
        yield "it has no arms"
    if len(set(names)) < len(names):
        yield "two of its arms have one name"
    for arm in result.arms:
        yield from _in_manifest(arm)
    for comparison in result.comparisons:
        yield from _in_comparison(comparison, names)
    if result.frontier is not None:
        yield from _in_frontier(result.frontier)


def _in_manifest(arm: ArmResult) -> Iterator[str]:
    for part in PARTS:
        if not isinstance(arm.manifest.get(part, {}), Mapping):
            yield f"the manifest of {arm.name!r} has no settings under `{part}`"


def _in_comparison(comparison: ComparisonResult, names: list[str]) -> Iterator[str]:
    for name in (comparison.baseline, comparison.candidate):
        if name not in names:
            yield f"it compares {name!r}, and has no such arm"


def _in_frontier(found: Frontier) -> Iterator[str]:
    if not found.points:
        yield "its frontier has no arms"
    for point in found.points:
        shares = (point.chosen_by, point.reported, point.recall, point.redundancy)
        if not all(share is None or 0 <= share <= 1 + ROUNDED for share in shares):
            yield f"{point.arm!r} lies outside the frontier's axes, which are shares"
    if found.knee is not None and found.knee not in [point.arm for point in found.points]:
        yield f"its knee is {found.knee!r}, and its frontier has no such arm"
