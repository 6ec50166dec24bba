"""What an overlap can split at all: the arithmetic of windows, before anything is retrieved."""

from __future__ import annotations

import math
from collections.abc import Iterable


def holds_up_to(overlap: float, min_coverage: float) -> float:
    """Give the length up to which some window always holds `min_coverage` of a span: overlap / (2c - 1).

    Two neighbouring windows that both meet a span of length L hold L + overlap of it together, so the better
    one holds at least (L + overlap) / 2, which is cL as long as L <= overlap / (2c - 1). Any unit; infinite
    for c <= 0.5, where one of two windows always holds half. The span must not be longer than a window.
    """
    return overlap / (2 * min_coverage - 1) if min_coverage > 0.5 else math.inf  # noqa: PLR2004  # one half


def splittable(lengths: Iterable[float], *, overlap: float, size: float, min_coverage: float) -> int:
    """Count the spans of those lengths that windows of `size` with `overlap` can split.

    A span that no window can hold at all, being longer than size / c, counts too.
    """
    longest = min(holds_up_to(overlap, min_coverage), size / min_coverage)
    return sum(length > longest for length in lengths)
