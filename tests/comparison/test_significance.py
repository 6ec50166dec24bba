"""Tests that are exact, and their adjustment for looking often."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest, wilcoxon

from reviewer.comparison.significance import holm, mcnemar, sign_flip


def test_mcnemar_equals_a_published_figure() -> None:
    """Cavo et al. (2012): 16 against 6, exact conditional P = 0.052479 (contingencytables 3.1)."""
    assert mcnemar(16, 6) == pytest.approx(0.052479, abs=5e-7)
    assert mcnemar(0, 0) == 1.0


@settings(deadline=None)
@given(st.integers(0, 300), st.integers(0, 300))
def test_mcnemar_is_the_exact_binomial_test(lost: int, gained: int) -> None:
    """McNemar's exact test is scipy's binomial test at one half."""
    expected = binomtest(lost, lost + gained).pvalue if lost + gained else 1.0
    assert mcnemar(lost, gained) == pytest.approx(expected, abs=1e-12)


@settings(deadline=None)
@given(st.integers(0, 40), st.integers(0, 40))
def test_flipping_single_queries_is_mcnemar(lost: int, gained: int) -> None:
    """Flipping the signs of single queries is McNemar's exact test."""
    assert sign_flip(np.array([-1.0] * lost + [1.0] * gained)) == pytest.approx(mcnemar(lost, gained), abs=1e-12)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(-4, 4), max_size=9))
def test_flipping_documents_tries_every_pattern(sums: list[int]) -> None:
    """Flipping whole documents gives the share of all sign patterns that are as extreme."""
    observed = abs(sum(sums))
    patterns = list(product((-1, 1), repeat=len(sums)))
    extreme = sum(abs(sum(sign * one for sign, one in zip(signs, sums, strict=True))) >= observed for signs in patterns)
    assert sign_flip(np.array(sums, dtype=np.float64)) == pytest.approx(extreme / len(patterns), abs=1e-12)


def test_fractions_are_enumerated_where_they_are_few() -> None:
    """Fractions are enumerated where they are few: ranks as values are Wilcoxon's exact test."""
    ranks = np.array([1.5, -2.5, 3.5, 4.5, 5.5, -6.5, 7.5, 8.5, 9.5])
    signed = np.sign(ranks) * np.arange(1, 10)
    assert sign_flip(signed * 0.1) == pytest.approx(wilcoxon(signed, method="exact").pvalue, abs=1e-12)


def test_many_fractions_are_drawn_with_a_seed() -> None:
    """Many fractions are drawn with a seed, and agree with the exact answer."""
    values = np.concatenate([np.full(20, -0.5), np.full(8, 0.5)])
    jittered = values * (1 + 1e-7 * np.arange(28))
    assert sign_flip(jittered, seed=3) == sign_flip(jittered, seed=3)
    assert sign_flip(jittered, seed=3) == pytest.approx(mcnemar(20, 8), abs=0.01)


def test_holm_rises_from_the_smallest() -> None:
    """Holm's adjustment: each p-value times the number of those not smaller, never falling, at most 1."""
    adjusted = holm({"a": 0.01, "b": 0.04, "c": 0.03, "d": 0.005, "e": 0.9})
    assert adjusted == pytest.approx({"a": 0.04, "b": 0.09, "c": 0.09, "d": 0.025, "e": 0.9})
    assert list(adjusted) == ["a", "b", "c", "d", "e"]
    assert holm({}) == {}
