"""A BERT-family encoder as an ONNX graph, straight from `config.json` and `model.safetensors`.

The graph reads token ids without padding or mask, int64 [batch, length], and gives the last hidden states, float32
[batch, length, dimensions]. It holds standard operators alone, so that any ONNX engine can run it. Tokens are
flattened to rows between the attentions: a `Gemm` with its bias is then the whole linear layer.

Source: Devlin et al. 2019, BERT, https://arxiv.org/abs/1810.04805 (post-layer-norm encoder).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.errors import EmbeddingError
from reviewer.vectors.weights import Weights

if TYPE_CHECKING:
    from onnx import ModelProto, NodeProto, TensorProto

Config = Mapping[str, object]

FAMILY = {"bert": False, "roberta": True, "xlm-roberta": True, "camembert": True}
"""Model types that are built here, and whether their positions begin behind the padding id."""

ACTIVATIONS = {"gelu": "none", "gelu_new": "tanh", "gelu_pytorch_tanh": "tanh"}
"""The `hidden_act` that are built, with the `approximate` of ONNX's Gelu."""

VERSION = "bert-2"
"""Part of an embedder's fingerprint: raise it whenever the graph computes anything otherwise."""

INPUT, OUTPUT = "input_ids", "last_hidden_state"
FLOAT, OPSET, IR_VERSION = 1, 20, 9


def buildable(config: Config) -> bool:
    """Tell whether `build_graph` knows this architecture."""
    return (
        config.get("model_type") in FAMILY
        and config.get("hidden_act", "gelu") in ACTIVATIONS
        and config.get("position_embedding_type", "absolute") == "absolute"
        and not config.get("is_decoder", False)
    )


def first_position(config: Config) -> int:
    """Give the row of the position table that the first token reads."""
    return whole(config, "pad_token_id") + 1 if FAMILY.get(str(config.get("model_type"))) else 0


def whole(config: Config, key: str) -> int:
    """Read a whole number of a model's configuration; a missing one is an EmbeddingError."""
    value = config.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise EmbeddingError(f"config.json: {key} is {value!r}, not a whole number", "Use the model's own config.json.")
    return value


def build_graph(config: Config, weights: Path, *, inline: bool = False) -> bytes:
    """Build the encoder.

    Args:
        config: The model's `config.json`; `buildable` must hold.
        weights: Its `model.safetensors`.
        inline: Copy the weights into the graph; else it points into the file, which is read where it lies.

    Returns:
        A serialised ONNX model.

    Raises:
        EmbeddingError: The file is no safetensors file, or weights are missing.

    """
    serialised: bytes = _Encoder(config, Weights.read(weights), inline=inline).model().SerializeToString()
    return serialised


class _Encoder:
    """Collects the nodes of one encoder; each method appends what it is named for and gives its output's name."""

    def __init__(self, config: Config, weights: Weights, *, inline: bool) -> None:
        self._config = config
        self._weights = weights
        self._inline = inline
        self._nodes: list[NodeProto] = []
        self._tensors: dict[str, TensorProto] = {}
        self._width = whole(config, "hidden_size")
        self._heads = whole(config, "num_attention_heads")
        self._depth = self._width // self._heads
        epsilon = config.get("layer_norm_eps", 1e-12)
        self._epsilon = float(epsilon) if isinstance(epsilon, int | float) else 1e-12

    def model(self) -> ModelProto:
        """Append every layer and close the graph."""
        from onnx import helper

        rows = self._embeddings()
        for layer in range(whole(self._config, "num_hidden_layers")):
            rows = self._layer(f"encoder.layer.{layer}.", rows)
        self._append("Reshape", [rows, "hidden_shape"], OUTPUT)
        graph = helper.make_graph(
            self._nodes,
            VERSION,
            [helper.make_tensor_value_info(INPUT, 7, ["batch", "length"])],
            [helper.make_tensor_value_info(OUTPUT, FLOAT, ["batch", "length", self._width])],
            list(self._tensors.values()),
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)

    def _embeddings(self) -> str:
        """Sum word, type and position rows; every token is of type 0, as in a single text."""
        first = first_position(self._config)
        self._append("Shape", [INPUT], "batch", start=0, end=1)
        self._append("Shape", [INPUT], "length", start=1, end=2)
        self._append("Concat", ["batch", "length", self._whole("width", [self._width])], "hidden_shape", axis=0)
        heads = self._whole("heads", [self._heads, self._depth])
        self._append("Concat", ["batch", "length", heads], "heads_shape", axis=0)
        self._append("Add", ["length", self._whole("first", [first])], "last")
        self._append(
            "Slice",
            [self._weight("embeddings.position_embeddings.weight"), "first", "last", self._whole("axis", [0])],
            "positions",
        )
        self._append("Gather", [self._weight("embeddings.word_embeddings.weight"), INPUT], "words")
        self._append(
            "Gather", [self._weight("embeddings.token_type_embeddings.weight"), self._whole("type", [0])], "types"
        )
        self._append("Add", ["words", "types"], "typed")
        self._append("Add", ["typed", "positions"], "embedded")
        flat = self._append("Reshape", ["embedded", self._whole("flat", [-1, self._width])], "tokens")
        return self._norm(flat, "embeddings.LayerNorm")

    def _layer(self, at: str, rows: str) -> str:
        context = self._attention(f"{at}attention.self.", rows)
        mixed = self._linear(context, f"{at}attention.output.dense")
        rows = self._norm(self._append("Add", [mixed, rows], f"{at}attended"), f"{at}attention.output.LayerNorm")
        wide = self._linear(rows, f"{at}intermediate.dense")
        approximate = ACTIVATIONS[str(self._config.get("hidden_act", "gelu"))]
        active = self._append("Gelu", [wide], f"{at}active", approximate=approximate)
        narrow = self._linear(active, f"{at}output.dense")
        return self._norm(self._append("Add", [narrow, rows], f"{at}fed"), f"{at}output.LayerNorm")

    def _attention(self, at: str, rows: str) -> str:
        scaled = self._append("Mul", [self._linear(rows, f"{at}query"), self._scale()], f"{at}scaled")
        query = self._heads_of(scaled, [0, 2, 1, 3])  # scaling queries is less work than scaling products
        key = self._heads_of(self._linear(rows, f"{at}key"), [0, 2, 3, 1])
        value = self._heads_of(self._linear(rows, f"{at}value"), [0, 2, 1, 3])
        products = self._append("MatMul", [query, key], f"{at}products")
        shares = self._append("Softmax", [products], f"{at}shares", axis=-1)
        context = self._append("MatMul", [shares, value], f"{at}context")
        beside = self._append("Transpose", [context], f"{at}beside", perm=[0, 2, 1, 3])
        return self._append("Reshape", [beside, "flat"], f"{at}flat")

    def _heads_of(self, rows: str, order: list[int]) -> str:
        apart = self._append("Reshape", [rows, "heads_shape"], f"{rows}.apart")
        return self._append("Transpose", [apart], f"{rows}.heads", perm=order)

    def _linear(self, rows: str, name: str) -> str:
        parts = [rows, self._weight(f"{name}.weight"), self._weight(f"{name}.bias")]
        return self._append("Gemm", parts, f"{name}.out", transB=1)

    def _norm(self, rows: str, name: str) -> str:
        parts = [rows, self._weight(f"{name}.weight"), self._weight(f"{name}.bias")]
        return self._append("LayerNormalization", parts, f"{name}.out", axis=-1, epsilon=self._epsilon)

    def _append(self, operator: str, inputs: list[str], output: str, **attributes: str | float | list[int]) -> str:
        from onnx import helper

        self._nodes.append(helper.make_node(operator, inputs, [output], **attributes))
        return output

    def _weight(self, name: str) -> str:
        """Give the name of a tensor of the file, raised to f32 where it is stored in less."""
        tensor = self._weights.initializer(name, inline=self._inline)
        self._tensors[name] = tensor
        return name if tensor.data_type == FLOAT else self._append("Cast", [name], f"{name}.f32", to=FLOAT)

    def _whole(self, name: str, values: list[int]) -> str:
        from onnx import helper

        self._tensors[name] = helper.make_tensor(name, 7, [len(values)], values)
        return name

    def _scale(self) -> str:
        from onnx import helper

        self._tensors["scale"] = helper.make_tensor("scale", FLOAT, [], [self._depth**-0.5])
        return "scale"
