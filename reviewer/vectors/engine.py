"""The contract of an engine, and what exported models take and give."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

IDS, HIDDEN_RANK = "input_ids", 3
FILLED = {"attention_mask": np.ones_like, "token_type_ids": np.zeros_like}
"""What else exported models ask for: a text without padding is all attended to, and all of the first type."""

Ids = NDArray[np.int64]
Hidden = NDArray[np.float32]


class Engine(Protocol):
    """Runs one model; several threads may call `run` at the same time, each computes on one core."""

    def run(self, ids: Ids) -> Hidden:
        """Give the last hidden states, float32 [n, s, d], of token ids, int64 [n, s], without padding.

        They may lie in memory that the thread's next call writes over.
        """
