"""How likely a difference would be if the arms did not differ: tests that are exact where they can be."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

ENUMERATED = 14
"""Up to so many sums every pattern of signs is tried (2 ** 14)."""

FLIPS = 10_000
"""Random patterns of signs where there are too many to try all."""

TOLERANCE = 1e-9


def mcnemar(lost: int, gained: int) -> float:
    """Give the exact two-sided p-value of McNemar's test: each discordant pair is a fair coin.

    Source: McNemar (1947), Psychometrika 12, 153-157, with the binomial distribution in place of the chi-square.
    """
    from scipy.special import bdtr

    fewer = min(lost, gained)
    return 1.0 if lost == gained else min(2 * float(bdtr(float(fewer), lost + gained, 0.5)), 1.0)


def sign_flip(sums: Floats, seed: int = 0) -> float:
    """Give the two-sided p-value of the total when each sum's sign is a fair coin.

    With whole numbers the distribution is worked out exactly; where every sum is one query's, it is McNemar's
    exact test, and where sums are those of documents, its form for clustered pairs. Else all patterns are tried,
    or 10,000 seeded ones of which the observed is one more.

    Args:
        sums: float64 [clusters], the sums of differences by document (or the differences themselves).
        seed: Of the random patterns.

    Source: Fisher (1935), The Design of Experiments, §21; exactness needs the arms to be exchangeable within
    clusters, which is the hypothesis.

    """
    sizes = np.abs(sums[np.abs(sums) > TOLERANCE])
    observed = abs(float(sums.sum()))
    if not len(sizes):
        return 1.0
    if np.array_equal(sizes, np.rint(sizes)):
        return _whole(np.rint(sizes).astype(np.int64), round(observed))
    if len(sizes) <= ENUMERATED:
        return float(np.mean(np.abs(_patterns(len(sizes)) @ sizes) >= observed - TOLERANCE))
    drawn = np.random.default_rng(seed).integers(0, 2, size=(FLIPS, len(sizes)), dtype=np.int8)
    extreme = np.abs((2.0 * drawn - 1.0) @ sizes) >= observed - TOLERANCE
    return float((extreme.sum() + 1) / (FLIPS + 1))


def holm(p_values: Mapping[str, float]) -> dict[str, float]:
    """Adjust the p-values of a family: rising from the smallest, each times the number not yet seen, at most 1.

    Source: Holm (1979), Scandinavian Journal of Statistics 6, 65-70.
    """
    adjusted: dict[str, float] = {}
    reached = 0.0
    for seen, (name, p_value) in enumerate(sorted(p_values.items(), key=lambda entry: (entry[1], entry[0]))):
        reached = max(reached, min(1.0, (len(p_values) - seen) * p_value))
        adjusted[name] = reached
    return {name: adjusted[name] for name in p_values}


def _whole(sizes: NDArray[np.int64], observed: int) -> float:
    """Convolve the signs of whole numbers: the chance of each number of units that come out positive."""
    total = int(sizes.sum())
    chances = np.zeros(total + 1)
    chances[0] = 1.0
    for size in sizes.tolist():
        flipped = chances * 0.5
        flipped[size:] += chances[: total + 1 - size] * 0.5
        chances = flipped
    outcomes = np.abs(2 * np.arange(total + 1) - total)
    return min(float(chances[outcomes >= observed].sum()), 1.0)


def _patterns(count: int) -> Floats:
    """Give every pattern of signs, float64 [2 ** count, count]."""
    bits = (np.arange(2**count)[:, None] >> np.arange(count)) & 1
    return (2.0 * bits - 1.0).astype(np.float64)
