"""`precision: fast`: bf16 where the hardware computes in it, and an identity that says what really runs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from reviewer.errors import EmbeddingError
from reviewer.vectors.openvino_engine import OpenVinoEngine, runs_bf16
from reviewer.vectors.transformer import TransformerEmbedder, load_transformer
from tests.vectors import tiny
from tests.vectors.conftest import TEXTS

needs_bf16 = pytest.mark.skipif(not runs_bf16(), reason="openvino is not installed, or this processor has no bf16")

WITHOUT_OPENVINO = """
import sys
sys.modules["openvino"] = None
from reviewer.vectors.transformer import load_transformer
fast, plain = load_transformer(precision="fast").identity, load_transformer().identity
print(fast.precision, fast == plain)
"""


@needs_bf16
def test_fast_vectors_are_near_and_are_not_mixed_with_others(minilm: TransformerEmbedder) -> None:
    """They point the same way within rounding, and no cache or comparison takes one for the other."""
    fast = load_transformer(precision="fast", threads=2)
    assert fast.identity.precision == "bf16"
    assert fast.identity.engine.startswith("openvino ")
    assert fast.identity.fingerprint != minilm.identity.fingerprint
    rows, exact = fast.embed_documents(TEXTS), minilm.embed_documents(TEXTS)
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-6)
    assert (rows * exact).sum(axis=1).min() > 0.999
    assert (rows != exact).any()


@needs_bf16
def test_fast_vectors_depend_on_nothing_but_their_text() -> None:
    """On one machine: not on batch mates nor on threads."""
    fast = load_transformer(precision="fast", threads=2)
    alone = np.concatenate([fast.embed_documents([text]) for text in TEXTS])
    np.testing.assert_array_equal(fast.embed_documents(TEXTS), alone)
    np.testing.assert_array_equal(load_transformer(precision="fast", threads=1).embed_documents(TEXTS), alone)


@needs_bf16
def test_a_graph_that_openvino_refuses_ends_in_a_sentence(tmp_path: Path) -> None:
    """The hint names the precision that works."""
    path = tmp_path / "model.onnx"
    path.write_bytes(b"no graph")
    with pytest.raises(EmbeddingError, match="OpenVINO refuses the model") as refused:
        OpenVinoEngine(path, 1)
    assert "f32" in refused.value.hint


@needs_bf16
def test_a_brought_graph_runs_fast(tmp_path: Path) -> None:
    """Also with the inputs that exporters add."""
    folder = tiny.save(tmp_path / "built")
    brought = tiny.save(tmp_path / "brought", {**tiny.CONFIG, "model_type": "mpnet"})
    tiny.export(folder, brought)
    fast = load_transformer(model=str(brought), precision="fast").embed_documents(["fee of ten"])
    assert float((fast @ load_transformer(model=str(folder)).embed_documents(["fee of ten"]).T)[0, 0]) > 0.99


@needs_bf16
def test_fast_vectors_tell_nobody_either(tmp_path: Path) -> None:
    """OpenVINO's wheel brings a reporting package that gives each home folder a number; it stays asleep."""
    code = (
        "from reviewer.vectors import load_embedder;"
        "assert load_embedder({'precision': 'fast'}).embed_documents(['a fee of ten euros']).any()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "HOME": str(tmp_path)}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_fast_is_f32_and_says_so() -> None:
    """Nothing is refused, nothing is claimed; and the cache is shared with plain f32, which it is."""
    done = subprocess.run([sys.executable, "-c", WITHOUT_OPENVINO], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["f32", "True"]
