"""The noise floor: how much one arm differs from itself when its window grid is shifted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Floor:
    """What shifting the baseline's grid changes by itself.

    `spread` is the largest less the smallest mean of a phase; between any two phases at least `fewest` and at
    most `most` queries change their value.
    """

    phases: int
    spread: float
    fewest: int
    most: int

    def hides(self, difference: float) -> bool:
        """Tell whether a difference is no larger than what a shifted grid brings by itself."""
        return abs(difference) <= self.spread + TOLERANCE


def noise_floor(values: NDArray[np.float64]) -> Floor | None:
    """Compare an arm's phases with each other; None where there is only one.

    Args:
        values: float64 [phases, queries], a measure of the baseline.

    """
    if len(values) < 2 or not values.shape[1]:  # noqa: PLR2004  # one phase has nothing to differ from
        return None
    means = values.mean(axis=1)
    changed = [int(np.sum(np.abs(one - other) > TOLERANCE)) for one, other in combinations(values, 2)]
    return Floor(len(values), float(means.max() - means.min()), min(changed), max(changed))


def phase_mean(phases: Sequence[NDArray[np.float64]]) -> NDArray[np.float64]:
    """Give the mean of each query over phases, float64 [queries]."""
    return np.asarray(np.stack(list(phases)).mean(axis=0), dtype=np.float64)
