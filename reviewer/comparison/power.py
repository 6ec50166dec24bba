"""What a set of queries can see at all, worked out before the run."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.05
POWER = 0.8
_STEPS = 24
_NEGLIGIBLE = 1e-12


def power(n: float, effect: float, *, gains_share: float, level: float = LEVEL) -> float:
    """Give the chance that the exact McNemar test confirms a loss of `effect` (a share of queries) at `level`.

    Of the queries that change, `gains_share` is gained and the rest lost, so that a share
    effect / (1 - 2 gains_share) changes. The number that changes is binomial, and the test is exact given it;
    both are summed out, nothing is approximated.

    Args:
        n: Queries; with clusters, queries over the design effect.
        effect: The true net loss, from 0 to 1.
        gains_share: From 0 to under 0.5.
        level: Of the two-sided test.

    Source: Miettinen (1968), Biometrics 24, 339-352, unconditional power of the matched-pairs test.

    """
    from scipy.stats import binom

    whole = max(round(n), 0)
    changed = min(effect / (1 - 2 * gains_share), 1.0)
    if whole == 0 or changed == 0:
        return 0.0
    lost_share = (1 + effect / changed) / 2
    counts = np.arange(whole + 1)
    chances = binom.pmf(counts, whole, changed)
    likely = np.flatnonzero(chances > _NEGLIGIBLE)
    most_gains = _most_gains(whole, level)[likely]
    confirms = np.where(most_gains >= 0, binom.cdf(most_gains, counts[likely], 1 - lost_share), 0.0)
    return float(chances[likely] @ confirms)


@lru_cache(maxsize=1024)
def smallest_visible(
    n: int, *, gains_share: float, level: float = LEVEL, design_effect: float = 1.0, target: float = POWER
) -> float | None:
    """Give the smallest loss (a share of queries) that is confirmed with `target` power; None where none is.

    Args:
        n: Queries of the slice.
        gains_share: Declared share of gains among the queries that change.
        level: Of the two-sided test.
        design_effect: Declared inflation of the variance by documents; see `planned_design_effect`.
        target: The power asked for.

    """
    effective = n / design_effect
    if power(effective, 1.0, gains_share=gains_share, level=level) < target:
        return None
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if power(effective, middle, gains_share=gains_share, level=level) < target:
            low = middle
        else:
            high = middle
    return high


@lru_cache(maxsize=64)
def _most_gains(n: int, level: float) -> NDArray[np.int64]:
    """Give, for each number of changed queries, how many may be gained for the test to confirm a loss; -1: none."""
    from scipy.stats import binom

    counts = np.arange(n + 1)
    # The largest g with P(X <= g) <= level / 2; ppf gives the smallest that reaches the level.
    reached = np.asarray(binom.ppf(level / 2, counts, 0.5)).astype(np.int64)
    exact = binom.cdf(reached, counts, 0.5) <= level / 2 + _NEGLIGIBLE
    return np.where(exact, reached, reached - 1)
