"""Interval, bound and p-value of a mean difference: which method answers for which kind of values."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reviewer.comparison.bootstrap import FEWEST_DIFFERING
from reviewer.comparison.clusters import Clusters, variance_of_mean
from reviewer.comparison.intervals import (
    Bound,
    Interval,
    clopper_pearson_upper,
    normal_quantile,
    t_quantile,
    tango,
)
from reviewer.comparison.significance import mcnemar, sign_flip

Floats = NDArray[np.float64]

TOLERANCE = 1e-9


def interval_of(differences: Floats, clusters: Clusters, level: float, *, binary: bool) -> Interval:
    """Give the interval of a mean difference: Tango's, at the sample size at which its variance is the one observed.

    Differences are measured in units of the largest (of 1 at least, where under ten queries differ). Summed losses and
    gains, and n, are divided by the ratio of the observed variance of the mean to that of as many binary pairs with the
    same sums. For independent binary pairs unit and ratio are 1, and the interval is Tango's own.

    The bootstrap is not the first choice for fractional values: with the few, skewed differences of a comparison its
    lower limit lies too high twice as often as it should (benchmarks/simulation.py).

    Args:
        differences: float64 [queries], candidate minus baseline.
        clusters: Which queries belong together.
        level: Two-sided confidence.
        binary: Whether both arms' values are 0 or 1.

    Source: the effective sample size of Rao and Scott (1992), Biometrics 48, 577-585, put into Tango's interval.

    """
    n, largest = len(differences), float(np.abs(differences).max(initial=0.0))
    trusted = np.count_nonzero(differences) >= FEWEST_DIFFERING
    # From a few small differences neither their largest size nor their variance can be learnt.
    unit = largest if trusted else max(largest, 1.0)
    gained = float(differences[differences > 0].sum()) / unit
    lost = float(-differences[differences < 0].sum()) / unit
    ratio = max(_variance_ratio(differences / unit, clusters, binary=binary), 0.0 if trusted else 1.0)
    exact = binary and not clusters.grouped
    quantile = normal_quantile(level) if exact else t_quantile(level, clusters.count - 1)
    low, high = tango(lost / ratio, gained / ratio, n / ratio, quantile)
    return Interval(low * unit, high * unit, level, "Tango" if exact else "Tango, effective sample size")


def loss_bound(worse: int, n: int, design_effect: float, level: float) -> Bound:
    """Bound the share of queries that get worse, at the effective sample size that was planned."""
    return Bound(worse, n, clopper_pearson_upper(worse / design_effect, n / design_effect, level), level)


def p_value_of(differences: Floats, clusters: Clusters, *, binary: bool, seed: int) -> float:
    """Give the p-value of no difference: McNemar's exact test, or signs flipped by document."""
    if binary and not clusters.grouped:
        return mcnemar(int(np.sum(differences < 0)), int(np.sum(differences > 0)))
    return sign_flip(clusters.sums(differences), seed)


def _variance_ratio(differences: Floats, clusters: Clusters, *, binary: bool) -> float:
    """Give the observed variance of the mean over that of independent binary pairs with the same sums.

    Documents never make the variance smaller than independence would.
    """
    n = len(differences)
    nominal = (float(np.abs(differences).sum()) - n * float(differences.mean()) ** 2) / n**2
    if nominal <= TOLERANCE**2:
        return 1.0
    independent = nominal if binary else variance_of_mean(differences, Clusters(np.arange(n), n))
    observed = max(variance_of_mean(differences, clusters), independent) if clusters.grouped else independent
    return max(observed / nominal, 1 / n**2)
