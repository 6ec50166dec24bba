"""OpenVINO in bf16 (`precision: fast`, an extra), only where the processor computes in it.

OpenVINO runs in bf16 unasked on such hardware and falls back unasked elsewhere, so a compiled model is always asked
what it really runs in.
"""

from __future__ import annotations

import sys
import threading
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from reviewer.errors import EmbeddingError
from reviewer.vectors.engine import FILLED, HIDDEN_RANK, IDS, Hidden, Ids

if TYPE_CHECKING:
    from openvino import CompiledModel, InferRequest, Model

F32_HINT = "Use `precision: f32`."


class OpenVinoEngine:
    """A model compiled for bf16, one stream a thread."""

    def __init__(self, graph: bytes | Path, threads: int) -> None:
        """Compile the model (with its weights inside, if bytes).

        Raises:
            EmbeddingError: OpenVINO refuses the model, or would not run it in bf16.

        """
        openvino = _without_reports()
        try:
            model = openvino.Core().read_model(graph if isinstance(graph, bytes) else str(graph))
            self._compiled = _compile(model, threads)
        except RuntimeError as error:
            raise EmbeddingError(f"OpenVINO refuses the model ({str(error).splitlines()[0]})", F32_HINT) from error
        if not _in_bf16(self._compiled):
            raise EmbeddingError("OpenVINO does not run this model in bf16 here", F32_HINT)
        self._filled = [name for one in self._compiled.inputs for name in one.get_names() if name in FILLED]
        outputs = [at for at, one in enumerate(self._compiled.outputs) if len(one.partial_shape) == HIDDEN_RANK]
        if not outputs:
            raise EmbeddingError("the model's graph gives no hidden states", F32_HINT)
        self._output = outputs[0]
        self._own = threading.local()

    def run(self, ids: Ids) -> Hidden:
        """Give the last hidden states, float32 [n, s, d], in memory that this thread's next call writes over."""
        request = self._request()
        request.infer({IDS: ids, **{name: FILLED[name](ids) for name in self._filled}})
        hidden: Hidden = request.get_output_tensor(self._output).data
        return hidden

    def _request(self) -> InferRequest:
        if not hasattr(self._own, "request"):
            self._own.request = self._compiled.create_infer_request()
        return self._own.request


@lru_cache(maxsize=1)
def runs_bf16() -> bool:
    """Tell whether OpenVINO is installed and a matrix product asked for in bf16 is computed in it here."""
    try:
        openvino = _without_reports()
        from openvino import opset13
    except ImportError:
        return False
    rows = opset13.parameter([-1, 64], np.float32)
    product = opset13.matmul(rows, opset13.constant(np.ones((64, 64), np.float32)), transpose_a=False, transpose_b=True)
    return _in_bf16(_compile(openvino.Model([product], [rows]), 1))


def _compile(model: Model, threads: int) -> CompiledModel:
    settings: dict[str, Any] = {
        "INFERENCE_PRECISION_HINT": "bf16",
        "NUM_STREAMS": threads,
        "INFERENCE_NUM_THREADS": threads,
        "ENABLE_CPU_PINNING": False,
    }
    return _without_reports().Core().compile_model(model, "CPU", settings)


def _without_reports() -> ModuleType:
    """Import OpenVINO with its reporting package hidden: importing it alone would write to the home folder."""
    sys.modules.setdefault("openvino_telemetry", None)  # type: ignore[arg-type]  # Python's own way to hide a module
    import openvino

    module: ModuleType = openvino
    return module


def _in_bf16(compiled: CompiledModel) -> bool:
    """Ask a compiled model in what its matrix products really run."""
    products = [
        str(node.get_rt_info()["runtimePrecision"].astype(str))
        for node in compiled.get_runtime_model().get_ops()
        if node.get_rt_info()["layerType"].astype(str) in {"FullyConnected", "MatMul"}
    ]
    return bool(products) and all(precision == "bf16" for precision in products)
