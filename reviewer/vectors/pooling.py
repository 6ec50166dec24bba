"""Hidden states in, unit rows out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from reviewer.vectors.embedder import Vectors


def pool(hidden: NDArray[np.float32], pooling: str) -> Vectors:
    """Give the direction of the mean token, or of the first (`cls`).

    Sums run in float64: in float32 their order, and so the last bit, would depend on the number of texts.

    Args:
        hidden: float32 [n, s, d], no padding.
        pooling: `mean` or `cls`.

    Returns:
        float32 [n, d], rows of length 1.

    """
    pooled = hidden[:, 0].astype(np.float64) if pooling == "cls" else hidden.sum(axis=1, dtype=np.float64)
    lengths = np.sqrt((pooled * pooled).sum(axis=1, keepdims=True))
    unit: Vectors = np.divide(pooled, lengths, out=np.zeros_like(pooled), where=lengths != 0).astype(np.float32)
    return unit
