"""`precision: fast`: the same graph on OpenVINO in bf16, where the processor has it (an extra)."""

from __future__ import annotations

from typing import Any

from reviewer.errors import EmbeddingError

EXTRA = "pip install 'overlap-reviewer[fast]'"


def realised_precision() -> str:
    """Give `bf16` where this processor computes in it, else `f32`."""
    return "bf16" if "BF16" in _core().get_property("CPU", "OPTIMIZATION_CAPABILITIES") else "f32"


def compiled(graph: bytes, threads: int) -> Any:  # noqa: ANN401  # a function of an untyped library
    """Give a function from ids, int64 [n, s], to unit rows, float32 [n, d]; refused if it does not run in bf16."""
    hints = {"INFERENCE_PRECISION_HINT": "bf16", "INFERENCE_NUM_THREADS": threads, "NUM_STREAMS": 1}
    model = _core().compile_model(_portable(graph), "CPU", hints)
    if "bfloat16" not in str(model.get_property("INFERENCE_PRECISION_HINT")):
        raise EmbeddingError("the engine does not run in bf16 here", "Use `precision: f32`.")
    request = model.create_infer_request()
    return lambda ids: request.infer({"ids": ids})[model.output(0)].copy()


def _portable(graph: bytes) -> bytes:
    """Replace the one operator that is ONNX Runtime's own."""
    import onnx

    model = onnx.load_from_string(graph)
    for node in model.graph.node:
        if node.op_type == "Gelu":
            node.domain = ""
    return bytes(model.SerializeToString())


def _core() -> Any:  # noqa: ANN401  # an untyped library
    try:
        from openvino import Core
    except ImportError as error:
        raise EmbeddingError("precision fast: the package openvino is not installed", EXTRA) from error
    return Core()
