"""Static models by model2vec: a small real one, made here. Runs where model2vec is installed: `make test-adapters`."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import numpy as np
import pytest

from reviewer.errors import EmbeddingError
from reviewer.vectors import Embedder, load_embedder

IS_INSTALLED = importlib.util.find_spec("model2vec") is not None
real = pytest.mark.skipif(not IS_INSTALLED, reason="model2vec is not installed (make test-adapters)")
WORDS = ["[UNK]", "refund", "fee", "appeal", "office"]
TABLE = np.array([[0, 0, 0], [1, 0, 0], [0, 2, 0], [0, 0, 3], [1, 1, 1]], np.float32)


def saved(folder: Path) -> Embedder:
    """Save a table of five words as model2vec does, and load it."""
    from model2vec import StaticModel
    from tokenizers import Tokenizer, models, pre_tokenizers

    tokenizer = Tokenizer(models.WordLevel({word: at for at, word in enumerate(WORDS)}, unk_token=WORDS[0]))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    StaticModel(TABLE, tokenizer, config={"normalize": False}).save_pretrained(folder)
    return load_embedder({"name": "static", "model": str(folder)})


@real
def test_a_vector_is_the_mean_of_its_words(tmp_path: Path) -> None:
    """Brought to length 1; what no word is known of is a row of zeros."""
    rows = saved(tmp_path).embed_documents(["refund fee", "appeal", "nothing known", "fee " * 2000])
    expected = [[1 / 5**0.5, 2 / 5**0.5, 0], [0, 0, 1], [0, 0, 0], [0, 1, 0]]
    assert np.allclose(rows, np.array(expected, np.float32), atol=1e-6)


@real
def test_the_identity_covers_the_table(tmp_path: Path) -> None:
    """No limit: texts are read whole, and counted."""
    embedder = saved(tmp_path)
    assert embedder.identity.limit is None
    assert embedder.identity.dimensions == 3
    assert list(embedder.count_tokens(["refund fee office", ""])) == [3, 0]
    before = embedder.identity.fingerprint
    TABLE[4] += 1
    try:
        assert saved(tmp_path).identity.fingerprint != before
    finally:
        TABLE[4] -= 1


@pytest.mark.skipif(IS_INSTALLED, reason="model2vec is installed")
def test_without_the_library_the_extra_is_named(tmp_path: Path) -> None:
    """Once the model's files are found."""
    for name in ("model.safetensors", "tokenizer.json", "config.json"):
        (tmp_path / name).write_text("{}", encoding="utf-8")
    with pytest.raises(EmbeddingError, match="model2vec is not installed") as caught:
        _ = load_embedder({"name": "static", "model": str(tmp_path)}).identity
    assert "overlap-reviewer[static]" in caught.value.hint
