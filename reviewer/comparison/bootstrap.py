"""A paired bootstrap of the mean difference, documents as the unit where there are enough."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reviewer.comparison.clusters import Clusters
from reviewer.comparison.intervals import Interval, t_quantile

Floats = NDArray[np.float64]

RESAMPLES = 10_000
FEWEST_DIFFERING = 10
"""Under so many differing queries a bootstrap only repeats the few; a bound says more."""

_EQUAL = 1e-12
_DRAWS_AT_ONCE = 200_000
"""Few enough to stay in a processor's cache."""


def bootstrap(
    differences: Floats, clusters: Clusters, *, level: float, seed: int = 0, resamples: int = RESAMPLES
) -> Interval | None:
    """Give the BCa interval of the mean difference; None where under ten queries differ.

    The bias correction counts ties by halves (mid-rank), since resampled means of few values often equal the
    estimate; the quantiles are those of Student's distribution and widened by sqrt(J / (J - 1)), since resampling
    J clusters understates their spread by that factor.

    Args:
        differences: float64 [queries], candidate minus baseline.
        clusters: What is resampled.
        level: Two-sided confidence.
        seed: Equal seeds give equal limits.
        resamples: How many means are drawn.

    Source: Efron (1987), JASA 82, 171-185; Hesterberg (2015), The American Statistician 69, 371-386, for the widening.

    """
    if np.count_nonzero(differences) < FEWEST_DIFFERING:
        return None
    from scipy.special import ndtr, ndtri

    estimate = float(differences.mean())
    means = resampled_means(differences, clusters, seed=seed, resamples=resamples)
    below = np.sum(means < estimate - _EQUAL) + np.sum(np.abs(means - estimate) <= _EQUAL) / 2
    bias = ndtri(np.clip(below / resamples, 0.5 / resamples, 1 - 0.5 / resamples))
    spread = clusters.sums(differences) - clusters.sizes * estimate
    acceleration = (spread**3).sum() / (6 * (spread**2).sum() ** 1.5) if spread.any() else 0.0
    reach = np.sqrt(clusters.count / (clusters.count - 1)) * t_quantile(level, clusters.count - 1)
    shifted = bias + np.array([-reach, reach])
    limits = np.quantile(means, ndtr(bias + shifted / (1 - acceleration * shifted)))
    return Interval(float(limits[0]), float(limits[1]), level, "bootstrap BCa")


def resampled_means(differences: Floats, clusters: Clusters, *, seed: int, resamples: int) -> Floats:
    """Draw means of resampled clusters, float64 [resamples].

    Where clusters are of one size, those that do not differ all bring the sum 0: only how often one of the others
    comes up needs drawing, and which. The distribution is the same, the work that of the few.
    """
    sums, sizes = clusters.sums(differences), clusters.sizes
    rng = np.random.default_rng(seed)
    live = sums[sums != 0]
    if np.ptp(sizes) == 0 and len(live) < clusters.count:
        draws = rng.binomial(clusters.count, len(live) / clusters.count, size=resamples)
        return _sums_of_draws(live, draws, rng) / len(differences)
    means = np.empty(resamples)
    for rows in _blocks(resamples, clusters.count):
        drawn = rng.integers(0, clusters.count, size=(rows.stop - rows.start, clusters.count))
        means[rows] = sums[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    return means


def _sums_of_draws(values: Floats, draws: NDArray[np.int64], rng: np.random.Generator) -> Floats:
    """Sum, for each resample, so many values drawn with replacement, float64 [resamples]."""
    totals = np.zeros(len(draws))
    for rows in _blocks(len(draws), int(draws.max(initial=1))):
        ends = np.cumsum(draws[rows])
        drawn = values[rng.integers(0, len(values), size=int(ends[-1]))]
        reached = np.concatenate([[0.0], np.cumsum(drawn)])
        totals[rows] = reached[ends] - reached[ends - draws[rows]]
    return totals


def _blocks(resamples: int, draws: int) -> list[slice]:
    """Cut the resamples into runs whose draws fit together."""
    block = max(_DRAWS_AT_ONCE // max(draws, 1), 1)
    return [slice(start, min(start + block, resamples)) for start in range(0, resamples, block)]
