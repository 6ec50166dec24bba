"""What a model's own files say about its use: architecture, length, pooling; weights are not read here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from reviewer import fingerprint
from reviewer.chunks.pretrained import Pretrained, locate
from reviewer.errors import EmbeddingError
from reviewer.vectors.graph import Config, buildable, first_position, whole

POOLINGS = ("mean", "cls")
BUILT, SHIPPED = "model.safetensors", "onnx/model.onnx"
NEEDED = ("tokenizer.json", "config.json")
LENGTH, TOKENIZER, POOLING, MODULES = (
    "sentence_bert_config.json",
    "tokenizer_config.json",
    "1_Pooling/config.json",
    "modules.json",
)
AGAIN = "Fetch the model's files again."
KNOWN_MODULES = ("Transformer", "Pooling", "Normalize")


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """How a model is to be used.

    `weights` is its `model.safetensors` where we build the graph, else its `onnx/model.onnx`. `length` counts tokens
    with special ones. `lower` tells that texts are put into lower case first.
    """

    found: Pretrained
    config: Config
    weights: Path
    length: int
    pooling: str
    lower: bool

    @property
    def built(self) -> bool:
        """Whether the graph is ours."""
        return self.weights.name == BUILT

    def weights_fingerprint(self) -> str:
        """Hash the weights as they are now, with the file that a large ONNX model keeps beside it."""
        beside = self.weights.with_name(f"{self.weights.name}_data")
        if not beside.is_file():
            return fingerprint.of_file(self.weights)
        return fingerprint.of_plain([fingerprint.of_file(self.weights), fingerprint.of_file(beside)])

    @property
    def tokenizer(self) -> Path:
        """The tokenizer's file."""
        return self.found.folder / NEEDED[0]

    @property
    def dimensions(self) -> int:
        """The width of a vector."""
        return whole(self.config, "hidden_size")


def describe(model: str, revision: str | None = None) -> Description:
    """Find a model and read its small files.

    Raises:
        EmbeddingError: It is nowhere, its files contradict each other, or it needs more than an encoder and pooling.

    """
    found = locate(model, revision, files=NEEDED, optional=(LENGTH, TOKENIZER, POOLING, MODULES))
    folder = found.folder
    config = _read(folder / "config.json")
    _refuse_modules(model, folder / MODULES)
    length = _read(folder / LENGTH)
    return Description(
        found=found,
        config=config,
        weights=_weights(model, revision, found, config),
        length=_length(config, length, _read(folder / TOKENIZER)),
        pooling=_pooling(_read(folder / POOLING)),
        lower=length.get("do_lower_case") is True,
    )


def _weights(model: str, revision: str | None, found: Pretrained, config: Config) -> Path:
    """Find the weights that we build from; else the graph that the model brings."""
    wanted = (BUILT, SHIPPED) if buildable(config) else (SHIPPED,)
    refusals: list[EmbeddingError] = []
    for file in wanted:
        optional = (f"{SHIPPED}_data",) if file == SHIPPED else ()
        try:
            return locate(model, revision, files=(file,), optional=optional).folder / file
        except EmbeddingError as error:
            refusals.append(error)
    if found.source == "hub":
        raise refusals[0]
    raise EmbeddingError(
        f"{model}: no {' or '.join(wanted)} for a model of type {config.get('model_type')!r}",
        "Use a BERT-family encoder (MiniLM, bge, e5, gte), or export the model to onnx/model.onnx.",
    )


def _length(config: Config, described: Config, tokenizer: Config) -> int:
    """Give the length that sentence-transformers was told, else the tokenizer's, and never more than the positions."""
    most = whole(config, "max_position_embeddings") - first_position(config)
    for source, key in ((described, "max_seq_length"), (tokenizer, "model_max_length")):
        value = source.get(key)
        if isinstance(value, int) and value > 0:
            return min(value, most)
    return most


def _pooling(described: Config) -> str:
    """Give the one way of pooling that is switched on; mean where nothing is said."""
    flags = [key for key, on in described.items() if key.startswith("pooling_mode_") and on is True]
    named = described.get("pooling_mode")
    modes = [str(named)] if named is not None else [flag.removeprefix("pooling_mode_").split("_")[0] for flag in flags]
    if len(modes) > 1 or any(mode not in POOLINGS for mode in modes) or "pooling_mode_mean_sqrt_len_tokens" in flags:
        raise EmbeddingError(
            f"{POOLING}: pooling by {', '.join(modes)} is not supported", f"Known: one of {', '.join(POOLINGS)}."
        )
    return modes[0] if modes else "mean"


def _refuse_modules(model: str, path: Path) -> None:
    if not path.is_file():
        return
    modules = _json(path)
    for module in modules if isinstance(modules, list) else [modules]:
        kind = str(module.get("type") if isinstance(module, Mapping) else module).rpartition(".")[2]
        if kind not in KNOWN_MODULES:
            raise EmbeddingError(
                f"{model}: its vectors also pass through {kind}, which is not supported",
                f"Use a model of {', '.join(KNOWN_MODULES)} alone.",
            )


def _read(path: Path) -> Config:
    """Read a JSON mapping; one that is not there is empty."""
    if not path.is_file():
        return {}
    value = _json(path)
    if not isinstance(value, dict):
        raise EmbeddingError(f"{path} holds no JSON mapping", AGAIN)
    return value


def _json(path: Path) -> object:
    try:
        value: object = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise EmbeddingError(f"{path} is not JSON ({error})", AGAIN) from error
    return value
