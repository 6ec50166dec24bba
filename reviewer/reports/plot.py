"""The frontier as a picture of characters: what is found against what is repeated."""

from __future__ import annotations

import math
from collections.abc import Sequence

from reviewer.reports.exploring import RECALL, mark, ordered
from reviewer.reports.result import Frontier, FrontierPoint

HEIGHT, FRAME = 16, 4
"""Lines of the picture, and how many of them frame and axis take."""

MARGIN = 0.15
"""How much room is left around the points, of their spread."""

NEARLY = 1e-9


def plot(found: Frontier, width: int) -> str:
    """Draw success and recall against redundancy, `width` cells wide, without colour; nothing where no arm has them."""
    points = [one for one in ordered(found) if None not in (one.reported, one.recall, one.redundancy)]
    if not points:
        return ""
    import plotext

    across = [one.redundancy or 0.0 for one in points]
    success, recall = ([100 * (value or 0.0) for value in values] for values in _series(points))
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.limit_size(False, False)  # noqa: FBT003  # its parameters have no names
    plotext.plot_size(width, HEIGHT)
    for values in (recall, success):
        plotext.plot(across, values, marker="braille")
    (left, right), (low, high) = limits(across), limits([*success, *recall])
    plotext.xlim(left, right)
    plotext.ylim(low, high)
    plotext.xticks(*_named(ticks(left, right), 2))
    plotext.yticks(*_named(ticks(low, high), 0))
    lift = 1.3 * (high - low) / (HEIGHT - FRAME)
    for point, x, y, other in zip(points, across, success, recall, strict=True):
        plotext.text(RECALL, x, other, alignment="center")
        plotext.text(mark(found, point), x, y, alignment="center")
        plotext.text(label(found, point.arm), x, y - lift if y < other else y + lift, alignment="center")
    return str(plotext.uncolorize(plotext.build()))


def _series(points: Sequence[FrontierPoint]) -> tuple[list[float | None], list[float | None]]:
    return [one.reported for one in points], [one.recall for one in points]


def label(found: Frontier, arm: str) -> str:
    """Give the name of an arm in a picture: its overlap where every arm has one of its own."""
    overlaps = {one.arm: one.overlap for one in found.points}
    if None in overlaps.values() or len(set(overlaps.values())) < len(overlaps):
        return arm
    return str(overlaps[arm])


def ticks(low: float, high: float, most: int = 6) -> list[float]:
    """Give at most so many round numbers between two limits."""
    rough = (high - low) / most
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in (1, 2, 5, 10) if factor * power >= rough)
    return [round(step * at, 10) for at in range(math.ceil(low / step - NEARLY), math.floor(high / step + NEARLY) + 1)]


def _named(values: list[float], digits: int) -> tuple[list[float], list[str]]:
    """Give ticks with their names, and none below zero, where there is nothing."""
    kept = [value for value in values if value >= 0]
    return kept, [f"{value:.{digits}f}" for value in kept]


def limits(values: Sequence[float]) -> tuple[float, float]:
    """Give the ends of an axis that leave room around the values."""
    spread = max(max(values) - min(values), 1e-3)
    return min(values) - MARGIN * spread, max(values) + MARGIN * spread
