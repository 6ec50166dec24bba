"""Tiny encoders with random weights, saved as a published model is, and a plain NumPy reading of what they compute."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file
from scipy.special import erf

Matrix = NDArray[np.float64]
Weights = dict[str, NDArray[np.float32]]

WORDS = [
    "refund",
    "fee",
    "appeal",
    "office",
    "line",
    "call",
    "team",
    "day",
    "of",
    "is",
    "ten",
    "eur",
    "##s",
    "##ed",
    ".",
]
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
VOCABULARY = [*SPECIAL, *WORDS]

CONFIG: dict[str, Any] = {
    "model_type": "bert",
    "hidden_size": 16,
    "num_attention_heads": 4,
    "num_hidden_layers": 2,
    "intermediate_size": 32,
    "hidden_act": "gelu",
    "layer_norm_eps": 1e-12,
    "max_position_embeddings": 40,
    "type_vocab_size": 2,
    "vocab_size": len(VOCABULARY),
    "pad_token_id": 0,
}


def weights_of(config: dict[str, Any], seed: int = 0) -> Weights:
    """Draw weights of the shapes that a configuration asks for."""
    rng = np.random.default_rng(seed)
    width, wide = config["hidden_size"], config["intermediate_size"]
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (config["vocab_size"], width),
        "embeddings.position_embeddings.weight": (config["max_position_embeddings"], width),
        "embeddings.token_type_embeddings.weight": (config["type_vocab_size"], width),
        "embeddings.LayerNorm.weight": (width,),
        "embeddings.LayerNorm.bias": (width,),
    }
    for layer in range(config["num_hidden_layers"]):
        at = f"encoder.layer.{layer}"
        sides = {f"attention.self.{part}": (width, width) for part in ("query", "key", "value")}
        sides |= {
            "attention.output.dense": (width, width),
            "intermediate.dense": (wide, width),
            "output.dense": (width, wide),
        }
        for name, shape in sides.items():
            shapes |= {f"{at}.{name}.weight": shape, f"{at}.{name}.bias": shape[:1]}
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes |= {f"{at}.{name}.weight": (width,), f"{at}.{name}.bias": (width,)}
    return {name: rng.standard_normal(shape).astype(np.float32) * np.float32(0.5) for name, shape in shapes.items()}


def save(
    folder: Path,
    config: dict[str, Any] | None = None,
    weights: Weights | None = None,
    files: Mapping[str, object] | None = None,
) -> Path:
    """Save a model; `files` are more JSON files by their names below the folder."""
    config = config or CONFIG
    folder.mkdir(parents=True, exist_ok=True)
    save_file(weights_of(config) if weights is None else weights, folder / "model.safetensors")
    (folder / "tokenizer.json").write_text(_tokenizer(), encoding="utf-8")
    for name, value in {"config.json": config, **(files or {})}.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(json.dumps(value), encoding="utf-8")
    return folder


def hidden_states(config: dict[str, Any], weights: Weights, ids: list[int], first_position: int = 0) -> Matrix:
    """Compute the last hidden states of one text in float64, [s, d], as the BERT paper writes them."""
    w = {name: value.astype(np.float64) for name, value in weights.items()}
    rows = w["embeddings.word_embeddings.weight"][ids] + w["embeddings.token_type_embeddings.weight"][0]
    rows = rows + w["embeddings.position_embeddings.weight"][first_position : first_position + len(ids)]
    rows = _norm(rows, w, "embeddings.LayerNorm", config)
    for layer in range(config["num_hidden_layers"]):
        at = f"encoder.layer.{layer}."
        mixed = _linear(_attended(rows, w, f"{at}attention.self.", config), w, f"{at}attention.output.dense")
        rows = _norm(mixed + rows, w, f"{at}attention.output.LayerNorm", config)
        wide = _gelu(_linear(rows, w, f"{at}intermediate.dense"), config["hidden_act"])
        rows = _norm(_linear(wide, w, f"{at}output.dense") + rows, w, f"{at}output.LayerNorm", config)
    return rows


def _attended(rows: Matrix, w: dict[str, Matrix], at: str, config: dict[str, Any]) -> Matrix:
    heads = config["num_attention_heads"]
    query, key, value = (
        np.stack(np.split(_linear(rows, w, f"{at}{part}"), heads, axis=1)) for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 2, 1) / np.sqrt(query.shape[-1])
    shares = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.concatenate(list(shares / shares.sum(axis=-1, keepdims=True) @ value), axis=1)


def _linear(rows: Matrix, w: dict[str, Matrix], name: str) -> Matrix:
    out: Matrix = rows @ w[f"{name}.weight"].T + w[f"{name}.bias"]
    return out


def _norm(rows: Matrix, w: dict[str, Matrix], name: str, config: dict[str, Any]) -> Matrix:
    centred = rows - rows.mean(axis=1, keepdims=True)
    spread = np.sqrt((centred**2).mean(axis=1, keepdims=True) + config["layer_norm_eps"])
    out: Matrix = centred / spread * w[f"{name}.weight"] + w[f"{name}.bias"]
    return out


def _gelu(rows: Matrix, name: str) -> Matrix:
    inside = np.sqrt(2 / np.pi) * (rows + 0.044715 * rows**3)
    out: Matrix = rows / 2 * (1 + (erf(rows / np.sqrt(2)) if name == "gelu" else np.tanh(inside)))
    return out


def _tokenizer() -> str:
    from tokenizers import Tokenizer
    from tokenizers.models import WordPiece
    from tokenizers.normalizers import BertNormalizer
    from tokenizers.pre_tokenizers import BertPreTokenizer
    from tokenizers.processors import TemplateProcessing

    tokenizer = Tokenizer(WordPiece({word: at for at, word in enumerate(VOCABULARY)}, unk_token=SPECIAL[1]))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    tokenizer.post_processor = TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    tokenizer.add_special_tokens(SPECIAL)
    tokenizer.enable_truncation(8)  # published files carry such settings; they must not bind
    tokenizer.enable_padding(length=8)
    text: str = tokenizer.to_str()
    return text


def export(folder: Path, target: Path, extra: str = "attention_mask") -> None:
    """Write the built encoder of `folder` as `target`/onnx/model.onnx, with one more input, as exporters do."""
    import onnx
    from onnx import TensorProto, helper

    from reviewer.vectors.graph import build_graph

    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    model = onnx.load_from_string(build_graph(config, folder / "model.safetensors", inline=True))
    model.graph.input.append(helper.make_tensor_value_info(extra, TensorProto.INT64, ["batch", "length"]))
    (target / "onnx").mkdir(exist_ok=True)
    onnx.save(model, target / "onnx" / "model.onnx")
