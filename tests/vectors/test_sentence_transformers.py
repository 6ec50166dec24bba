"""sentence-transformers on torch, with a small real model made here: the same vectors as our own engine.

Runs where sentence-transformers is installed: `make test-adapters`.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from reviewer.errors import EmbeddingError
from reviewer.vectors import load_embedder

IS_INSTALLED = importlib.util.find_spec("sentence_transformers") is not None
real = pytest.mark.skipif(not IS_INSTALLED, reason="sentence-transformers is not installed (make test-adapters)")
MINILM = "sentence-transformers/all-MiniLM-L6-v2"
TEXTS = ["The appeal window closes after thirty days.", "Refunds", "  ", "fee " * 400]


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The library and torch warn while they are imported."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@real
def test_vectors_are_those_of_our_own_engine() -> None:
    """MiniLM by torch and by ONNX Runtime, to 1e-5; both count the same tokens, and read as many."""
    theirs = load_embedder({"name": "sentence-transformers", "model": MINILM})
    ours = load_embedder({"model": MINILM})
    assert theirs.identity.limit == ours.identity.limit
    assert list(theirs.count_tokens(TEXTS)) == list(ours.count_tokens(TEXTS))
    assert np.allclose(theirs.embed_documents(TEXTS), ours.embed_documents(TEXTS), atol=1e-5)
    assert theirs.identity.fingerprint != ours.identity.fingerprint


@real
def test_precision_and_prefixes_are_fingerprinted() -> None:
    """And what was realised is told."""
    settings = {"name": "sentence-transformers", "model": MINILM}
    every = [
        load_embedder({**settings, **more}).identity
        for more in ({}, {"precision": "bf16"}, {"query_prefix": "query: "}, {"document_prefix": "passage: "})
    ]
    assert len({one.fingerprint for one in every}) == len(every)
    assert [one.precision for one in every[:2]] == ["float32", "bfloat16"]


@pytest.mark.skipif(IS_INSTALLED, reason="sentence-transformers is installed")
def test_without_the_library_the_extra_is_named(tmp_path: Path) -> None:
    """Once the model's files are found."""
    for name in ("modules.json", "tokenizer.json", "config.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    with pytest.raises(EmbeddingError, match="sentence-transformers is not installed") as caught:
        _ = load_embedder({"name": "sentence-transformers", "model": str(tmp_path)}).identity
    assert "overlap-reviewer[torch]" in caught.value.hint


@pytest.mark.parametrize("more", [{"precision": "int8"}, {"batch_texts": 0}, {"device": 1}])
def test_settings_are_refused(more: dict[str, object]) -> None:
    """Before anything is looked for."""
    with pytest.raises(EmbeddingError) as caught:
        load_embedder({"name": "sentence-transformers", "model": "x/y", **more})
    assert caught.value.hint
