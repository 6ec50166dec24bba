"""Several overlaps as a chart: what is recovered against what is repeated."""

from __future__ import annotations

from reviewer.reports import words
from reviewer.reports.escaping import details
from reviewer.reports.markdown import table
from reviewer.reports.result import ArmResult, Result


def frontier(result: Result) -> str:
    """Give a mermaid chart and its table over the arms' overlaps; nothing where fewer than three were measured."""
    points = sorted(filter(None, (_point(result, arm) for arm in result.arms)))
    points = [one for at, one in enumerate(points) if at == 0 or one[0] != points[at - 1][0]]
    if len(points) < 3:  # noqa: PLR2004  # two points are a comparison, not a frontier
        return ""
    overlaps = [f"{point[0]:g}" for point in points]
    title = f"Frontier: recall against redundancy for overlap {', '.join(overlaps)}"
    return details(title, f"{_chart(result, points)}\n\n{_table(result, points)}")


def _point(result: Result, arm: ArmResult) -> tuple[float, float, float] | None:
    overlap = words.splitter_value(arm, "overlap")
    found = [arm.measures.get(f"{name}@{result.k}") for name in ("recall", "redundancy")]
    values = [one.mean for one in found if one is not None and one.mean is not None]
    if not isinstance(overlap, (int, float)) or len(values) < len(found):
        return None
    return float(overlap), values[0], values[1]


def _chart(result: Result, points: list[tuple[float, float, float]]) -> str:
    """Draw from numbers alone, so that nothing has to be escaped."""
    recall, redundancy = (", ".join(f"{point[at]:.3f}" for point in points) for at in (1, 2))
    return "\n".join(
        [
            "```mermaid",
            "xychart-beta",
            f'  title "recall@{result.k} (upper) and redundancy@{result.k} (lower) by overlap"',
            f"  x-axis [{', '.join(f'{point[0]:g}' for point in points)}]",
            '  y-axis "share" 0 --> 1',
            f"  line [{recall}]",
            f"  line [{redundancy}]",
            "```",
        ]
    )


def _table(result: Result, points: list[tuple[float, float, float]]) -> str:
    rows = [[f"{point[0]:g}", *(words.number(value) for value in point[1:])] for point in points]
    return table(["overlap", f"recall@{result.k}", f"redundancy@{result.k}"], [True, True, True], rows)
