"""The bootstrap is seeded, works on documents, and agrees with scipy's where that one applies."""

import numpy as np
import pytest
from scipy import stats

from reviewer.comparison.bootstrap import bootstrap, resampled_means
from reviewer.comparison.clusters import Clusters

N = 300


def _differences() -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    """Give 60 differing queries of 300, skewed."""
    rng = np.random.default_rng(1)
    values = np.zeros(N)
    values[:60] = -rng.integers(1, 4, size=60) / 3 * rng.choice([1, 1, 1, -1], size=60)
    return values


def _alone(n: int) -> Clusters:
    return Clusters(np.arange(n), n)


def test_equal_seeds_give_equal_limits() -> None:
    """Equal seeds give equal limits, others nearly equal ones."""
    one = bootstrap(_differences(), _alone(N), level=0.95, seed=1)
    other = bootstrap(_differences(), _alone(N), level=0.95, seed=2)
    assert one == bootstrap(_differences(), _alone(N), level=0.95, seed=1)
    assert one is not None
    assert other is not None
    assert one.low == pytest.approx(other.low, abs=0.005)


def test_it_agrees_with_scipys() -> None:
    """It agrees with scipy's BCa; ours is wider by less than a hundredth of its width at this size."""
    ours = bootstrap(_differences(), _alone(N), level=0.95)
    theirs = stats.bootstrap((_differences(),), np.mean, method="BCa", rng=np.random.default_rng(2))
    assert ours is not None
    assert ours.low == pytest.approx(theirs.confidence_interval.low, abs=0.004)
    assert ours.high == pytest.approx(theirs.confidence_interval.high, abs=0.004)


def test_drawing_only_what_differs_is_the_same_distribution() -> None:
    """Drawing only the queries that differ gives the same distribution as drawing all."""
    values = _differences()
    fast = resampled_means(values, _alone(N), seed=1, resamples=20_000)
    drawn = values[np.random.default_rng(2).integers(0, N, size=(20_000, N))].mean(axis=1)
    assert fast.mean() == pytest.approx(drawn.mean(), abs=1e-3)
    assert fast.std() == pytest.approx(drawn.std(), rel=0.03)
    assert stats.ks_2samp(fast.round(9), drawn.round(9)).pvalue > 0.001


@pytest.mark.parametrize("sizes", [[10] * 30, [5] * 30 + [10] * 15])
def test_documents_that_move_together_widen_it(sizes: list[int]) -> None:
    """Documents whose queries move together widen the interval."""
    documents = np.repeat(np.arange(len(sizes)), sizes)
    moved = np.isin(documents, [2, 7, 11, 20, 21])
    values = np.where(moved, -0.5, 0.0)
    alone = bootstrap(values, _alone(N), level=0.95)
    together = bootstrap(values, Clusters(documents, len(sizes)), level=0.95)
    assert alone is not None
    assert together is not None
    assert together.high - together.low > 1.8 * (alone.high - alone.low)


def test_under_ten_differing_queries_there_is_none() -> None:
    """Under ten differing queries there is none."""
    values = np.zeros(N)
    values[:9] = -1 / 3
    assert bootstrap(values, _alone(N), level=0.95) is None
    values[9] = 1 / 3
    assert bootstrap(values, _alone(N), level=0.95) is not None
