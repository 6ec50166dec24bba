"""The graph computes what the BERT paper writes, from any file that holds such an encoder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from safetensors.numpy import save_file

from reviewer.errors import EmbeddingError
from reviewer.vectors.graph import build_graph, buildable, first_position
from reviewer.vectors.onnxruntime_engine import OnnxRuntimeEngine
from tests.vectors import tiny

IDS = [2, 5, 7, 9, 11, 6, 3]


def run(folder: Path, config: dict[str, Any], *, inline: bool = False) -> NDArray[np.float32]:
    """Build and run one text."""
    graph = build_graph(config, folder / "model.safetensors", inline=inline)
    hidden: NDArray[np.float32] = OnnxRuntimeEngine(graph, folder).run(np.array([IDS], np.int64))[0]
    return hidden


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"hidden_act": "gelu_new"},
        {"hidden_act": "gelu_pytorch_tanh", "layer_norm_eps": 1e-5},
        {"model_type": "xlm-roberta", "pad_token_id": 1},
        {"num_attention_heads": 1, "num_hidden_layers": 1},
    ],
)
def test_hidden_states_are_those_of_the_paper(tmp_path: Path, changes: dict[str, Any]) -> None:
    """Activation, heads, layers and the first position are read from the configuration."""
    config = {**tiny.CONFIG, **changes}
    tiny.save(tmp_path, config)
    expected = tiny.hidden_states(config, tiny.weights_of(config), IDS, first_position(config))
    np.testing.assert_allclose(run(tmp_path, config), expected, atol=2e-5)


def test_weights_inside_the_graph_give_the_same_bits(tmp_path: Path) -> None:
    """The graph that refers to the file and the one that holds it are one model."""
    tiny.save(tmp_path)
    assert (run(tmp_path, tiny.CONFIG) == run(tmp_path, tiny.CONFIG, inline=True)).all()


def test_published_names_and_types_are_read(tmp_path: Path) -> None:
    """A prefix, the old names of the layer norm, half precision and a link to the file all lead to one encoder."""
    weights = {name: value.astype(np.float16) for name, value in tiny.weights_of(tiny.CONFIG).items()}
    tiny.save(tmp_path / "new", weights={name: value.astype(np.float32) for name, value in weights.items()})
    old = {
        "bert." + name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta"): value
        for name, value in weights.items()
    }
    (tmp_path / "blobs").mkdir()
    save_file(old, tmp_path / "blobs" / "53aa")
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "model.safetensors").symlink_to(tmp_path / "blobs" / "53aa")
    graph = build_graph(tiny.CONFIG, tmp_path / "old" / "model.safetensors")
    found = OnnxRuntimeEngine(graph, tmp_path / "blobs").run(np.array([IDS], np.int64))[0]
    np.testing.assert_array_equal(found, run(tmp_path / "new", tiny.CONFIG))


@pytest.mark.parametrize(
    "changes",
    [
        {"model_type": "mpnet"},
        {"hidden_act": "silu"},
        {"position_embedding_type": "relative_key"},
        {"is_decoder": True},
    ],
)
def test_other_architectures_are_not_mistaken_for_this_one(changes: dict[str, Any]) -> None:
    """What we do not compute is told before anything is built."""
    assert buildable(tiny.CONFIG)
    assert not buildable({**tiny.CONFIG, **changes})


@pytest.mark.parametrize(
    ("harm", "message"),
    [
        (lambda data: data[:0], "is not a safetensors file"),
        (lambda data: b"<html>" + data[:20], "is not a safetensors file"),
        (lambda data: data[:-100], "shorter than its header says"),
        (lambda data: data.replace(b"output.dense.bias", b"output.dense.gone"), "nothing where the weights"),
        (lambda data: data.replace(b'"F32"', b'"I32"'), "I32 where the weights"),
    ],
)
def test_a_harmed_file_is_refused_by_name(tmp_path: Path, harm: Any, message: str) -> None:  # noqa: ANN401  # a function of bytes
    """A download that broke off, a page of HTML or foreign weights end in a sentence."""
    tiny.save(tmp_path)
    path = tmp_path / "model.safetensors"
    path.write_bytes(harm(path.read_bytes()))
    with pytest.raises(EmbeddingError, match=message):
        build_graph(tiny.CONFIG, path)


def test_a_missing_setting_is_refused_by_name(tmp_path: Path) -> None:
    """A configuration without its sizes cannot be built."""
    tiny.save(tmp_path)
    config = {key: value for key, value in tiny.CONFIG.items() if key != "num_attention_heads"}
    with pytest.raises(EmbeddingError, match="num_attention_heads"):
        build_graph(config, tmp_path / "model.safetensors")
