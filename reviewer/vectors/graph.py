"""A BERT-family encoder as an ONNX graph, built straight from `model.safetensors` and `config.json`.

The graph takes token ids of one length, int64 [n, s], and gives unit rows, float32 [n, d]: sequences of equal length
need neither padding nor a mask, so a text's vector does not depend on what stands beside it in a batch.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import EmbeddingError

Weights = Mapping[str, NDArray[np.float32]]
OPSET = 20
MICROSOFT = "com.microsoft"
POOLINGS = ("mean", "cls")


class _Graph:
    """Collects nodes and constants."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, value: NDArray[Any]) -> str:
        from onnx import numpy_helper

        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: Sequence[str], output: str, domain: str = "", **attributes: object) -> str:
        from onnx import helper

        self.nodes.append(helper.make_node(kind, list(inputs), [output], domain=domain, **attributes))
        return output

    def linear(self, value: str, weight: NDArray[np.float32], bias: NDArray[np.float32] | None, name: str) -> str:
        """Give `value @ weight + bias` on a flat [tokens, width] matrix."""
        self.constant(f"{name}.w", weight)
        if bias is None:
            return self.node("MatMul", [value, f"{name}.w"], name)
        self.constant(f"{name}.b", bias)
        return self.node("Gemm", [value, f"{name}.w", f"{name}.b"], name)

    def normalised(self, value: str, weights: Weights, at: str, epsilon: float, name: str) -> str:
        self.constant(f"{name}.scale", weights[f"{at}.weight"])
        self.constant(f"{name}.shift", weights[f"{at}.bias"])
        inputs = [value, f"{name}.scale", f"{name}.shift"]
        return self.node("LayerNormalization", inputs, name, epsilon=epsilon, axis=-1)


def encoder(folder: Path, pooling: str = "mean") -> bytes:
    """Give the serialised graph of the model in `folder`.

    Raises:
        EmbeddingError: The model is not of the BERT family, or its files cannot be read.

    """
    config, weights = _read(folder)
    if pooling not in POOLINGS:
        raise EmbeddingError(f"pooling is {pooling!r}", f"Known: {', '.join(POOLINGS)}.")
    graph = _Graph()
    value = _embeddings(graph, config, weights)
    for layer in range(int(config["num_hidden_layers"])):
        value = _layer(graph, config, weights, f"encoder.layer.{layer}", value)
    graph.node("Reshape", [value, "shape"], "last")
    if pooling == "mean":
        graph.constant("tokens", np.array([1], np.int64))
        graph.node("ReduceMean", ["last", "tokens"], "pooled", keepdims=0)
    else:
        graph.constant("first", np.array(0, np.int64))
        graph.node("Gather", ["last", "first"], "pooled", axis=1)
    graph.node("LpNormalization", ["pooled"], "vectors", axis=-1, p=2)
    return _serialised(graph, int(config["hidden_size"]))


def _read(folder: Path) -> tuple[Mapping[str, Any], Weights]:
    from safetensors.numpy import load_file

    try:
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        loaded = load_file(folder / "model.safetensors")
    except Exception as error:
        raise EmbeddingError(f"{folder}: the model cannot be read ({error})", "Fetch its files again.") from error
    if config.get("model_type") != "bert" or config.get("hidden_act") != "gelu":
        raise EmbeddingError(
            f"{folder}: a model of type {config.get('model_type')!r} cannot be built",
            "Use a BERT-family encoder (MiniLM, bge, e5, gte), or one that ships onnx/model.onnx.",
        )
    return config, {name.removeprefix("bert."): value.astype(np.float32) for name, value in loaded.items()}


def _embeddings(graph: _Graph, config: Mapping[str, Any], weights: Weights) -> str:
    """Give word and position embeddings, normalised, as a flat [tokens, width] matrix."""
    heads, width = int(config["num_attention_heads"]), int(config["hidden_size"])
    positions = weights["embeddings.position_embeddings.weight"]
    graph.constant("words", weights["embeddings.word_embeddings.weight"])
    graph.constant("positions", positions + weights["embeddings.token_type_embeddings.weight"][0])
    graph.constant("zero", np.array([0], np.int64))
    graph.constant("heads", np.array([heads, width // heads], np.int64))
    graph.constant("width", np.array([width], np.int64))
    graph.constant("flat", np.array([-1, width], np.int64))
    graph.node("Shape", ["ids"], "rows", start=0, end=1)
    graph.node("Shape", ["ids"], "length", start=1, end=2)
    graph.node("Concat", ["rows", "length", "heads"], "split", axis=0)
    graph.node("Concat", ["rows", "length", "width"], "shape", axis=0)
    graph.node("Gather", ["words", "ids"], "word")
    graph.node("Slice", ["positions", "zero", "length", "zero"], "position")
    graph.node("Add", ["word", "position"], "embedded")
    epsilon = float(config["layer_norm_eps"])
    graph.normalised("embedded", weights, "embeddings.LayerNorm", epsilon, "normalised")
    return graph.node("Reshape", ["normalised", "flat"], "value")


def _layer(graph: _Graph, config: Mapping[str, Any], weights: Weights, at: str, value: str) -> str:
    """Give one transformer layer; the scale is folded into the queries, and what the softmax cancels is left out."""
    heads, width = int(config["num_attention_heads"]), int(config["hidden_size"])
    scale = np.float32((width // heads) ** -0.5)
    attention = f"{at}.attention.self"
    query = (weights[f"{attention}.query.weight"].T * scale, weights[f"{attention}.query.bias"] * scale)
    graph.linear(value, *query, f"{at}.q")
    graph.linear(value, weights[f"{attention}.key.weight"].T, None, f"{at}.k")  # a key bias shifts all scores alike
    graph.linear(value, weights[f"{attention}.value.weight"].T, weights[f"{attention}.value.bias"], f"{at}.v")
    for name, order in (("q", [0, 2, 1, 3]), ("k", [0, 2, 3, 1]), ("v", [0, 2, 1, 3])):
        graph.node("Reshape", [f"{at}.{name}", "split"], f"{at}.{name}.heads")
        graph.node("Transpose", [f"{at}.{name}.heads"], f"{at}.{name}.turned", perm=order)
    graph.node("MatMul", [f"{at}.q.turned", f"{at}.k.turned"], f"{at}.scores")
    graph.node("Softmax", [f"{at}.scores"], f"{at}.shares", axis=-1)
    graph.node("MatMul", [f"{at}.shares", f"{at}.v.turned"], f"{at}.mixed")
    graph.node("Transpose", [f"{at}.mixed"], f"{at}.joined", perm=[0, 2, 1, 3])
    graph.node("Reshape", [f"{at}.joined", "flat"], f"{at}.context")
    attended = _added(graph, config, weights, f"{at}.attention.output", f"{at}.context", value)
    weight, bias = weights[f"{at}.intermediate.dense.weight"].T, weights[f"{at}.intermediate.dense.bias"]
    graph.linear(attended, weight, bias, f"{at}.wide")
    graph.node("Gelu", [f"{at}.wide"], f"{at}.gelu", domain=MICROSOFT)
    return _added(graph, config, weights, f"{at}.output", f"{at}.gelu", attended)


def _added(graph: _Graph, config: Mapping[str, Any], weights: Weights, at: str, value: str, residual: str) -> str:  # noqa: PLR0917  # private
    graph.linear(value, weights[f"{at}.dense.weight"].T, weights[f"{at}.dense.bias"], f"{at}.dense")
    graph.node("Add", [f"{at}.dense", residual], f"{at}.sum")
    return graph.normalised(f"{at}.sum", weights, f"{at}.LayerNorm", float(config["layer_norm_eps"]), f"{at}.out")


def _serialised(graph: _Graph, width: int) -> bytes:
    from onnx import TensorProto, helper

    ids = helper.make_tensor_value_info("ids", TensorProto.INT64, ["n", "s"])
    vectors = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["n", width])
    made = helper.make_graph(graph.nodes, "encoder", [ids], [vectors], graph.constants)
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(MICROSOFT, 1)]
    model = helper.make_model(made, opset_imports=opsets, ir_version=10)
    serialised: bytes = model.SerializeToString()
    return serialised
