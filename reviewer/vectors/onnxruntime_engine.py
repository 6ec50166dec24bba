"""ONNX Runtime in f32: a call computes on the thread that calls, so bits do not depend on the number of threads."""

from __future__ import annotations

import os
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import EmbeddingError
from reviewer.vectors.engine import FILLED, HIDDEN_RANK, IDS, Hidden, Ids

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

ERRORS_ONLY = 3


class OnnxRuntimeEngine:
    """An inference session over a graph of ours, or over one that a model brings."""

    def __init__(self, graph: bytes | Path, folder: Path) -> None:
        """Load the model; `folder` is where the weights lie that a graph refers to.

        Raises:
            EmbeddingError: The runtime is not installed or refuses the model.

        """
        self._session = _session(graph, folder)
        asked = [one.name for one in self._session.get_inputs()]
        unknown = [name for name in asked if name not in {IDS, *FILLED}]
        outputs = [one.name for one in self._session.get_outputs() if len(one.shape) == HIDDEN_RANK]
        if unknown or IDS not in asked or not outputs:
            raise EmbeddingError(
                f"{folder}: a graph from {', '.join(asked)} to {len(outputs)} hidden states cannot be used",
                "Export the encoder alone: input_ids, attention_mask (and token_type_ids) to last_hidden_state.",
            )
        self._filled = [name for name in asked if name != IDS]
        self._output = outputs[0]

    def run(self, ids: Ids) -> Hidden:
        """Give the last hidden states, float32 [n, s, d], of token ids, int64 [n, s]."""
        feed: dict[str, NDArray[np.int64]] = {IDS: ids, **{name: FILLED[name](ids) for name in self._filled}}
        hidden: Hidden = self._session.run([self._output], feed)[0]
        return hidden


def load_runtime() -> ModuleType:
    """Import ONNX Runtime with its usage reports off: its wheel writes to the home folder as soon as it is imported.

    Raises:
        ImportError: It is not installed.

    """
    os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")
    import onnxruntime

    module: ModuleType = onnxruntime
    return module


def _session(graph: bytes | Path, folder: Path) -> InferenceSession:
    try:
        onnxruntime = load_runtime()
    except ImportError as error:
        raise EmbeddingError("the package onnxruntime is not installed", "pip install onnxruntime") from error
    options: Any = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = ERRORS_ONLY
    options.add_session_config_entry("session.model_external_initializers_file_folder_path", str(folder))
    try:
        source = graph if isinstance(graph, bytes) else str(graph)
        session: InferenceSession = onnxruntime.InferenceSession(source, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the runtime's own errors derive from nothing else
        raise EmbeddingError(
            f"{folder}: onnxruntime refuses the model ({str(error).splitlines()[0]})", "Fetch the model's files again."
        ) from error
    return session
