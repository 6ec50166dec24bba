"""The contract of an engine, and which one runs a model in which precision."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

PRECISIONS = ("f32", "fast")

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


class Realisation(NamedTuple):
    """The engine, with its version, and the precision that a wish comes to on this machine."""

    engine: str
    precision: str


def realise(precision: str) -> Realisation:
    """Give what `precision` comes to: `fast` is bf16 where OpenVINO is installed and runs in it here, else f32."""
    from reviewer.vectors import openvino_engine

    if precision == "fast" and openvino_engine.runs_bf16():
        return Realisation(f"openvino {_installed('openvino')}", "bf16")
    return Realisation(f"onnxruntime {_installed('onnxruntime')}", "f32")


def _installed(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:  # a build under another name, such as onnxruntime-gpu
        return "of another build"
