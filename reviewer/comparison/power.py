"""What a set of queries can see at all, worked out before the run."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.05
POWER = 0.8
_STEPS = 24
_NEGLIGIBLE = 1e-12


def power(n: int, effect: float, *, gains_share: float, level: float = LEVEL, design_effect: float = 1.0) -> float:
    """Give the chance that the exact test confirms a loss of `effect` (a share of queries) at `level`.

    Of the queries that change, `gains_share` is gained and the rest lost, so that a share
    effect / (1 - 2 gains_share) changes. For independent queries the number that changes is binomial and McNemar's
    test is exact given it; both are summed out, nothing is approximated. With documents this is too low at the
    effective sample size, since sums of documents are less discrete than single queries, and the normal
    approximation too high: the two are weighed by the design effect, which benchmarks/simulation.py bears out.

    Args:
        n: Queries.
        effect: The true net loss, from 0 to 1.
        gains_share: From 0 to under 0.5.
        level: Of the two-sided test.
        design_effect: Declared inflation of the variance by documents; see `planned_design_effect`.

    Source: Miettinen (1968), Biometrics 24, 339-352, unconditional power of the matched-pairs test.

    """
    changed = min(effect / (1 - 2 * gains_share), 1.0)
    if not n or not changed:
        return 0.0
    exact = _exact_power(max(round(n / design_effect), 1), effect, changed, level)
    weight = 1 / design_effect
    return exact if weight == 1 else weight * exact + (1 - weight) * _normal_power(n, effect, changed, level, weight)


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

    def seen(effect: float) -> bool:
        return power(n, effect, gains_share=gains_share, level=level, design_effect=design_effect) >= target

    if not seen(1.0):
        return None
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if seen(middle) else (middle, high)
    return high


def _exact_power(n: int, effect: float, changed: float, level: float) -> float:
    """Sum over the number of queries that change the chance that so many of them are lost that the test confirms it."""
    from scipy.special import bdtr, gammaln, xlog1py, xlogy

    counts = np.arange(n + 1)
    ways = gammaln(n + 1) - gammaln(counts + 1) - gammaln(n - counts + 1)
    chances = np.exp(ways + xlogy(counts, changed) + xlog1py(n - counts, -changed))
    likely = np.flatnonzero(chances > _NEGLIGIBLE)
    most_gains = _most_gains(n, level)[likely]
    gained_share = (1 - effect / changed) / 2
    confirms = np.where(most_gains >= 0, bdtr(np.maximum(most_gains, 0.0), counts[likely], gained_share), 0.0)
    return float(chances[likely] @ confirms)


def _normal_power(n: int, effect: float, changed: float, level: float, weight: float) -> float:
    """Approximate the power by normal distributions of the net loss, with and without an effect."""
    from scipy.special import ndtr, ndtri

    spread = n / weight * (changed - effect**2)
    if spread <= 0:
        return 1.0
    without = spread + n / weight * effect**2
    return float(ndtr((n * effect + ndtri(level / 2) * np.sqrt(without)) / np.sqrt(spread)))


@lru_cache(maxsize=64)
def _most_gains(n: int, level: float) -> NDArray[np.int64]:
    """Give, for each number of changed queries, how many may be gained for the test to confirm a loss; -1: none."""
    from scipy.special import bdtr, bdtrik

    counts = np.arange(n + 1)
    near = np.maximum(np.floor(np.nan_to_num(bdtrik(level / 2, counts, 0.5), nan=0.0)), 0.0)
    # The inverse is of a continuous function: the whole number is one of its neighbours, or none is.
    most = np.full(n + 1, -1, dtype=np.int64)
    for step in (-1, 0, 1):
        candidate = near + step
        fits = (candidate >= 0) & (bdtr(np.maximum(candidate, 0.0), counts, 0.5) <= level / 2 + _NEGLIGIBLE)
        most[fits] = candidate[fits].astype(np.int64)
    return most
