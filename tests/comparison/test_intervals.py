"""Intervals against published figures, and what must hold for any counts."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from reviewer.comparison.intervals import clopper_pearson_upper, normal_quantile, t_quantile, tango

COUNTS = st.integers(1, 300).flatmap(
    lambda n: st.tuples(st.just(n), st.integers(0, n)).flatmap(
        lambda pair: st.tuples(st.just(pair[0]), st.just(pair[1]), st.integers(0, pair[0] - pair[1]))
    )
)


@pytest.mark.parametrize(
    ("counts", "level", "limits", "digits"),
    [
        # Bentur et al. (2009), airways before and after transplantation; Fagerland et al. (2014), Table VI.
        ((7, 1, 21), 0.95, (-0.517, -0.026), 3),
        # Cavo et al. (2012), response before and after consolidation; contingencytables 3.1.
        ((16, 6, 161), 0.95, (-0.1240, -0.0054), 4),
        # PropCIs 0.3, scoreci.mp(25, 28, 618) at 90 %.
        ((25, 28, 618), 0.90, (-0.0148, 0.0247), 4),
    ],
)
def test_tango_equals_published_figures(
    counts: tuple[int, int, int], level: float, limits: tuple[float, float], digits: int
) -> None:
    """Tango's interval equals published figures."""
    low, high = tango(*counts, normal_quantile(level))
    assert (round(low, digits), round(high, digits)) == limits


def test_without_a_discordant_pair_the_interval_has_its_closed_form() -> None:
    """Without a discordant pair the limits are plus and minus z² / (n + z²), not zero."""
    z = normal_quantile(0.95)
    assert tango(0, 0, 50, z) == pytest.approx((-(z**2) / (50 + z**2), z**2 / (50 + z**2)), abs=1e-9)


@settings(deadline=None)
@given(COUNTS)
def test_an_interval_holds_its_estimate_and_is_never_of_width_zero(counts: tuple[int, int, int]) -> None:
    """An interval holds its estimate, stays within -1 and 1 and is never of width zero."""
    n, lost, gained = counts
    low, high = tango(lost, gained, n, normal_quantile(0.95))
    assert -1 <= low <= (gained - lost) / n <= high <= 1
    assert high - low > 1e-3


@settings(deadline=None)
@given(COUNTS)
def test_swapping_the_arms_mirrors_the_interval(counts: tuple[int, int, int]) -> None:
    """Swapping the arms mirrors the interval."""
    n, lost, gained = counts
    low, high = tango(lost, gained, n, 1.96)
    assert tango(gained, lost, n, 1.96) == pytest.approx((-high, -low), abs=1e-9)


@settings(deadline=None)
@given(st.integers(1, 400), st.integers(0, 400))
def test_the_bound_is_that_of_clopper_and_pearson(n: int, lost: int) -> None:
    """The bound is scipy's exact one-sided interval."""
    lost = min(lost, n)
    exact = binomtest(lost, n, alternative="less").proportion_ci(0.95, method="exact").high
    assert clopper_pearson_upper(lost, n) == pytest.approx(exact, abs=1e-9)


def test_no_loss_of_41_rules_out_a_loss_over_7_percent() -> None:
    """No loss among 41 controls rules out a loss over 7 %, and nothing smaller."""
    assert clopper_pearson_upper(0, 41) == pytest.approx(1 - 0.05 ** (1 / 41))
    assert round(clopper_pearson_upper(0, 41), 2) == 0.07


def test_students_quantile_is_wider_and_nears_the_normal_one() -> None:
    """Student's quantile is wider than the normal one and nears it."""
    assert t_quantile(0.95, 19) == pytest.approx(2.093, abs=1e-3)
    assert t_quantile(0.95, 100_000) == pytest.approx(normal_quantile(0.95), abs=1e-4)
