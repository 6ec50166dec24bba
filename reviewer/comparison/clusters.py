"""Queries of one document rise and fall together: how much less they say than as many independent ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

FEWEST_DOCUMENTS = 20
"""From so many documents up, documents are the unit; below, the report says that queries are independent."""

INDEPENDENT = "queries treated as independent"


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """Which cluster each query is in, int64 [queries], numbered from 0 to `count` - 1.

    `grouped` is false where every query is a cluster of its own.
    """

    of: NDArray[np.int64]
    count: int

    @property
    def grouped(self) -> bool:
        """Whether some cluster holds more than one query."""
        return self.count < len(self.of)

    @property
    def sizes(self) -> Floats:
        """How many queries each cluster holds, float64 [count]."""
        return np.bincount(self.of, minlength=self.count).astype(np.float64)

    def sums(self, values: Floats) -> Floats:
        """Sum a value of each query by cluster, float64 [count]."""
        return np.bincount(self.of, weights=values, minlength=self.count).astype(np.float64)


def clusters_of(queries: Sequence[str], documents: Mapping[str, str]) -> tuple[Clusters, bool]:
    """Group queries by document, if there are enough documents; tell whether they were taken as independent instead."""
    named = [documents.get(query, query) for query in queries]
    numbers = {document: number for number, document in enumerate(dict.fromkeys(named))}
    if len(numbers) == len(queries):
        return Clusters(np.arange(len(queries)), len(queries)), False
    if len(numbers) < FEWEST_DOCUMENTS:
        return Clusters(np.arange(len(queries)), len(queries)), True
    return Clusters(np.array([numbers[document] for document in named], dtype=np.int64), len(numbers)), False


def variance_of_mean(differences: Floats, clusters: Clusters) -> float:
    """Estimate the variance of the mean difference from the spread between clusters.

    Formula: J / (J - 1) * sum over clusters of (sum of differences - size * mean)² / n².

    Source: Obuchowski (1998), Statistics in Medicine 17, 1495-1507, for clustered paired proportions; the same form
    holds for any value.
    """
    if clusters.count <= 1:
        return 0.0
    spread = clusters.sums(differences) - clusters.sizes * differences.mean()
    return float(clusters.count / (clusters.count - 1) * (spread**2).sum() / len(differences) ** 2)


def planned_design_effect(sizes: Floats, icc: float) -> float:
    """Give the factor by which clusters are expected to inflate a variance: 1 + (sum of sizes² / n - 1) * icc.

    Args:
        sizes: Queries of each cluster, float64 [clusters].
        icc: The correlation of differences within a document, declared beforehand.

    Source: Kish (1965), Survey Sampling, for unequal sizes.

    """
    n = float(sizes.sum())
    return max(1.0 + (float((sizes**2).sum()) / n - 1.0) * icc, 1.0) if n else 1.0
