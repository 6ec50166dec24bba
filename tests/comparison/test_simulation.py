"""Small simulations: intervals cover, and equal arms raise no alarm. benchmarks/simulation.py holds the large ones."""

import numpy as np
import pytest

from reviewer.comparison.clusters import Clusters
from reviewer.comparison.estimation import interval_of, p_value_of

N, DOCUMENTS, REPETITIONS = 120, 30, 300


def _draw(rng: np.random.Generator, *, icc: float) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """Draw differences of queries: 12 % lost, 3 % gained, alike within documents."""
    shares = np.array([0.12, 0.03, 0.85])
    by_document = rng.dirichlet(shares * (1 - icc) / icc, size=DOCUMENTS) if icc else np.tile(shares, (DOCUMENTS, 1))
    drawn = rng.random(N)
    reached = np.cumsum(by_document, axis=1)[np.arange(N) % DOCUMENTS]
    return np.where(drawn < reached[:, 0], -1.0, np.where(drawn < reached[:, 1], 1.0, 0.0))


@pytest.mark.parametrize("icc", [0.0, 0.2])
@pytest.mark.parametrize("binary", [True, False])
def test_the_interval_covers_the_truth(icc: float, *, binary: bool) -> None:
    """The interval covers the true difference about as often as it says, with and without clusters."""
    rng = np.random.default_rng(8)
    clusters = Clusters(np.arange(N) % DOCUMENTS, DOCUMENTS) if icc else Clusters(np.arange(N), N)
    covered = 0
    for _ in range(REPETITIONS):
        weights = np.ones(N) if binary else rng.choice([1.0, 0.5, 1 / 3], size=N)
        interval = interval_of(_draw(rng, icc=icc) * weights, clusters, 0.95, binary=binary)
        truth = -0.09 * (1.0 if binary else np.mean([1.0, 0.5, 1 / 3]))
        covered += int(interval.low <= truth <= interval.high)
    assert covered / REPETITIONS >= 0.92


@pytest.mark.parametrize("grouped", [True, False])
def test_arms_swapped_by_coin_raise_no_more_alarms_than_declared(*, grouped: bool) -> None:
    """Arms that differ by a coin for each query raise alarms at most at the declared level."""
    rng = np.random.default_rng(9)
    clusters = Clusters(np.arange(N) % DOCUMENTS, DOCUMENTS) if grouped else Clusters(np.arange(N), N)
    swapped = [np.abs(_draw(rng, icc=0.0)) * rng.choice([-1.0, 1.0], size=N) for _ in range(REPETITIONS)]
    alarms = np.mean([p_value_of(one, clusters, binary=True, seed=0) <= 0.05 for one in swapped])
    assert alarms <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / REPETITIONS)
