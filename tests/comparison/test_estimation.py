"""The interval that is printed and judged: Tango's, at the sample size of the variance observed."""

import numpy as np
import pytest

from reviewer.comparison.clusters import Clusters, variance_of_mean
from reviewer.comparison.estimation import interval_of, loss_bound, p_value_of
from reviewer.comparison.intervals import normal_quantile, t_quantile, tango
from reviewer.comparison.significance import mcnemar

N = 120


def _alone(n: int = N) -> Clusters:
    return Clusters(np.arange(n), n)


def _binary(lost: int, gained: int, n: int = N) -> "np.ndarray[tuple[int, ...], np.dtype[np.float64]]":
    return np.array([-1.0] * lost + [1.0] * gained + [0.0] * (n - lost - gained))


def test_independent_binary_pairs_have_tangos_own_interval() -> None:
    """Independent binary pairs have Tango's own interval and McNemar's test."""
    interval = interval_of(_binary(9, 1), _alone(), 0.95, binary=True)
    assert (interval.low, interval.high) == tango(9, 1, N, normal_quantile(0.95))
    assert interval.method == "Tango"
    assert p_value_of(_binary(9, 1), _alone(), binary=True, seed=0) == mcnemar(9, 1)


def test_differences_of_one_size_are_scaled_counts() -> None:
    """Differences that are all of one half have half the interval of whole ones, but for Student's quantile."""
    half = interval_of(_binary(9, 1) / 2, _alone(), 0.95, binary=False)
    low, high = tango(9, 1, N, t_quantile(0.95, N - 1))
    assert half.low == pytest.approx(low / 2, abs=0.001)
    assert half.high == pytest.approx(high / 2, abs=0.001)


def test_where_few_differ_an_unseen_difference_may_be_larger() -> None:
    """Where few queries differ, an unseen difference may be larger than those seen."""
    few = interval_of(_binary(1, 0) / 3, _alone(), 0.95, binary=False)
    assert few.low < interval_of(_binary(1, 0), _alone(), 0.95, binary=True).low / 3 - 0.005


def test_tokens_are_measured_in_units_of_the_largest() -> None:
    """Differences beyond one, such as prompt tokens, have an interval too."""
    values = np.random.default_rng(1).normal(-200, 50, size=N)
    interval = interval_of(values, _alone(), 0.95, binary=False)
    spread = 1.98 * values.std(ddof=1) / np.sqrt(N)
    assert interval.low == pytest.approx(values.mean() - spread, abs=3)
    assert interval.high == pytest.approx(values.mean() + spread, abs=3)


def test_documents_that_move_together_widen_it() -> None:
    """Losses in few documents widen the interval, and weaken the p-value."""
    spread_out, together = np.zeros(N), np.zeros(N)
    spread_out[::10] = -1.0
    together[:12] = -1.0
    documents = Clusters(np.arange(N) // 4, 30)
    one = interval_of(spread_out, documents, 0.95, binary=True)
    other = interval_of(together, documents, 0.95, binary=True)
    assert other.high - other.low > 1.4 * (one.high - one.low)
    assert p_value_of(spread_out, documents, binary=True, seed=0) < p_value_of(together, documents, binary=True, seed=0)


@pytest.mark.parametrize("value", [0.0, 1.0, -1.0, 0.25, -0.01])
@pytest.mark.parametrize("binary", [True, False])
def test_equal_differences_have_an_interval_of_some_width(value: float, *, binary: bool) -> None:
    """Equal differences have an interval of some width that holds them."""
    for clusters in (_alone(), Clusters(np.arange(N) // 4, 30)):
        interval = interval_of(np.full(N, value), clusters, 0.95, binary=binary and abs(value) in {0.0, 1.0})
        assert interval.low <= value + 1e-9
        assert interval.high >= value - 1e-9
        assert interval.high - interval.low > 1e-4


def test_variance_between_documents_is_that_of_independent_queries_when_each_has_one() -> None:
    """With one query a document the clustered variance is the ordinary one."""
    values = np.random.default_rng(2).normal(size=N)
    assert variance_of_mean(values, _alone()) == pytest.approx(values.var(ddof=1) / N)


def test_a_bound_is_wider_when_documents_were_planned_for() -> None:
    """The bound on losses is wider when documents were planned for."""
    assert loss_bound(0, 41, 1.0, 0.95).upper == pytest.approx(0.0705, abs=1e-4)
    assert loss_bound(0, 41, 1.3, 0.95).upper > 0.09
    assert loss_bound(41, 41, 1.0, 0.95).upper == 1.0
