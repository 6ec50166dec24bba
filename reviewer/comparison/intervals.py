"""Intervals and bounds of a paired difference that are never of width zero."""

from __future__ import annotations

import math
from dataclasses import dataclass

LEVEL = 0.95
_STEPS = 80
"""Halvings of the search for a limit; 2 ** -80 is far under what a float can show."""


@dataclass(frozen=True, slots=True)
class Interval:
    """Where a difference lies with confidence `level`, and by which method that is said."""

    low: float
    high: float
    level: float
    method: str


@dataclass(frozen=True, slots=True)
class Bound:
    """With few or no losses: at most the share `upper` of such queries is lost, one-sided with confidence `level`."""

    lost: int
    queries: int
    upper: float
    level: float


def tango(lost: float, gained: float, n: float, quantile: float) -> tuple[float, float]:
    """Give Tango's score interval for the difference of paired proportions, (gained - lost) / n.

    The limits are the differences d at which the score statistic (gained - lost - nd) / sqrt(n (2q + d (1 - d)))
    equals plus and minus `quantile`; q, the restricted estimate of the share lost, is the root
    (sqrt(B² - 8nC) - B) / (4n) with B = (2n - gained + lost) d - lost - gained and C = -lost d (1 - d).

    Source: Tango (1998), Statistics in Medicine 17, 891-908; found there by iteration, here by bisection. Counts
    need not be whole, so that an effective sample size may be put in.
    """
    estimate = (gained - lost) / n

    def statistic(d: float) -> float:
        b = (2 * n - gained + lost) * d - lost - gained
        c = -lost * d * (1 - d)
        q = (math.sqrt(max(b * b - 8 * n * c, 0.0)) - b) / (4 * n)
        spread = n * (2 * q + d * (1 - d))
        distance = abs(gained - lost - n * d)
        return distance / math.sqrt(spread) if spread > 0 else math.inf if distance else 0.0

    def limit(edge: float) -> float:
        inside, outside = estimate, edge
        for _ in range(_STEPS):
            middle = (inside + outside) / 2
            if statistic(middle) > quantile:
                outside = middle
            else:
                inside = middle
        return inside

    return limit(-1.0), limit(1.0)


def clopper_pearson_upper(lost: float, n: float, level: float = LEVEL) -> float:
    """Give the one-sided upper bound of a share of which `lost` of n were seen.

    Source: Clopper and Pearson (1934), Biometrika 26, 404-413, as a quantile of the beta distribution.
    """
    from scipy.special import betaincinv

    return 1.0 if lost >= n else float(betaincinv(lost + 1, n - lost, level))


def normal_quantile(level: float) -> float:
    """Give the two-sided quantile of the normal distribution."""
    from scipy.special import ndtri

    return float(ndtri(0.5 + level / 2))


def t_quantile(level: float, freedom: int) -> float:
    """Give the two-sided quantile of Student's distribution."""
    from scipy.special import stdtrit

    return float(stdtrit(max(freedom, 1), 0.5 + level / 2))
