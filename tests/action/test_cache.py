"""A restored cache is held against the model before it is believed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from reviewer import fingerprint
from reviewer.action.cache import drop_wrong_vectors
from reviewer.chunks import chunk_corpus, make_splitter
from reviewer.corpus import Corpus, read_corpus
from reviewer.experiment.configuration import ArmSettings
from reviewer.experiment.rules import DEFAULT_MODEL, DEFAULT_REVISION
from reviewer.vectors import CachedEmbedder, VectorCache, load_embedder
from reviewer.vectors.cache import Entry
from tests.action.handbook import DOCUMENTS

ARM = ArmSettings(
    name="baseline",
    splitter={"name": "words", "size": 6, "overlap": 0},
    embedder={"model": DEFAULT_MODEL, "revision": DEFAULT_REVISION},
    index={"name": "exact"},
)


@pytest.fixture
def corpus(tmp_path: Path) -> Corpus:
    """A few documents."""
    for name, text in DOCUMENTS.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return read_corpus(tmp_path / "docs")


def filled(corpus: Corpus, folder: Path) -> list[str]:
    """Fill a cache as an earlier run does, and give its texts."""
    chunks = chunk_corpus(corpus, make_splitter(ARM.splitter), "")
    texts = [chunk.text(corpus[chunk.document].text) for chunk in chunks]
    embedder = CachedEmbedder(load_embedder(ARM.embedder), folder)
    embedder.embed_documents(texts)
    embedder.cache.close()
    return texts


def test_a_true_cache_is_kept(corpus: Corpus, tmp_path: Path) -> None:
    """Nothing is embedded twice for nothing."""
    filled(corpus, tmp_path / "cache")
    assert not drop_wrong_vectors(tmp_path / "cache", ARM, corpus)
    assert (tmp_path / "cache" / "vectors.sqlite").is_file()


def test_a_cache_with_other_vectors_is_dropped(corpus: Corpus, tmp_path: Path) -> None:
    """Somebody who can write the cache could make any recall come out."""
    texts = filled(corpus, tmp_path / "cache")
    cache = VectorCache(tmp_path / "cache")
    rng = np.random.default_rng(0)
    embedder = load_embedder(ARM.embedder).identity
    rows = rng.normal(size=(len(texts), embedder.dimensions)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    entries = {fingerprint.of_text(text): Entry(row, 5) for text, row in zip(texts, rows, strict=True)}
    cache.write(embedder.fingerprint, entries)
    cache.close()
    assert drop_wrong_vectors(tmp_path / "cache", ARM, corpus)
    assert not list((tmp_path / "cache").glob("vectors.sqlite*"))


def test_a_damaged_cache_is_put_aside(corpus: Corpus, tmp_path: Path) -> None:
    """It is no reason to fail."""
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "vectors.sqlite").write_bytes(b"no database at all" * 100)
    assert not drop_wrong_vectors(tmp_path / "cache", ARM, corpus)
    assert not (tmp_path / "cache" / "vectors.sqlite").is_file()


def test_without_a_cache_no_model_is_loaded(corpus: Corpus, tmp_path: Path) -> None:
    """The first run pays nothing."""
    unloadable = ArmSettings(name="x", splitter=ARM.splitter, embedder={"model": "nowhere"}, index={})
    assert not drop_wrong_vectors(tmp_path / "cache", unloadable, corpus)
