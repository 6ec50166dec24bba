"""How observed values and limits are written beside each other."""

from __future__ import annotations

import pytest

from reviewer.gates.reading import alike
from reviewer.reports.words import share


@pytest.mark.parametrize(
    ("observed", "limit", "told"),
    [
        (0.0408, 0.07, ("0.04", "0.07")),
        (0.07004, 0.07, ("0.07004", "0.07000")),
        (0.0701, 0.07, ("0.0701", "0.0700")),
        (0.0, 0.0, ("0.00", "0.00")),
        (0.051, 0.0125, ("0.0510", "0.0125")),
        (912.4, 900.0, ("912", "900")),
        (-0.02, 0.03, ("-0.02", "0.03")),
    ],
)
def test_a_value_and_its_limit_have_the_same_digits(observed: float, limit: float, told: tuple[str, str]) -> None:
    """As many as the limit has and as tell which is larger."""
    assert alike(observed, limit) == told


def test_a_share_under_the_threshold_never_looks_like_a_match() -> None:
    """Rounded elsewhere, cut just under the threshold."""
    assert [share(one, 0.8) for one in (0.7999, 0.7961, 0.8, 0.6667, 1.0)] == ["0.79", "0.79", "0.80", "0.67", "1.00"]
    assert share(0.7961, 0.7) == "0.80"
