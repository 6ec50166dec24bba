"""A restored cache is held against the model before it is believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from reviewer.action.cache import drop_wrong_vectors
from reviewer.chunks import chunk_corpus, make_splitter
from reviewer.corpus import Corpus, read_corpus
from reviewer.experiment.configuration import ArmSettings
from reviewer.vectors import (
    DEFAULT_MODEL,
    DEFAULT_REVISION,
    CachedEmbedder,
    Embedder,
    EmbedderIdentity,
    Vectors,
    load_embedder,
)
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


@dataclass
class Lying:
    """Gives other vectors under the identity of a real embedder."""

    real: Embedder

    @property
    def identity(self) -> EmbedderIdentity:
        """The real one's."""
        return self.real.identity

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Give the vectors of other texts."""
        return self.real.embed_documents([f"poisoned {at}" for at, _ in enumerate(texts)])

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """The same."""
        return self.embed_documents(texts)

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int]:
        """Count truly."""
        return self.real.count_tokens(texts)


def fill(corpus: Corpus, folder: Path, embedder: Embedder) -> None:
    """Fill a cache as an earlier run does."""
    chunks = chunk_corpus(corpus, make_splitter(ARM.splitter), "")
    texts = [chunk.text(corpus[chunk.document].text) for chunk in chunks]
    CachedEmbedder(embedder, folder).embed_documents(texts)


def test_a_true_cache_is_kept(corpus: Corpus, tmp_path: Path) -> None:
    """Nothing is embedded twice for nothing."""
    fill(corpus, tmp_path / "cache", load_embedder(ARM.embedder))
    before = sorted(path.name for path in (tmp_path / "cache").iterdir())
    assert not drop_wrong_vectors(tmp_path / "cache", ARM, corpus)
    assert sorted(path.name for path in (tmp_path / "cache").iterdir()) == before


def test_a_cache_with_other_vectors_is_dropped(corpus: Corpus, tmp_path: Path) -> None:
    """Somebody who can write the cache could make any recall come out."""
    fill(corpus, tmp_path / "cache", Lying(load_embedder(ARM.embedder)))
    assert drop_wrong_vectors(tmp_path / "cache", ARM, corpus)
    assert not (tmp_path / "cache").exists()


def test_a_damaged_cache_is_no_reason_to_fail(corpus: Corpus, tmp_path: Path) -> None:
    """It is filled anew."""
    fill(corpus, tmp_path / "cache", load_embedder(ARM.embedder))
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file():
            path.write_bytes(b"nothing of ours" * 100)
    assert not drop_wrong_vectors(tmp_path / "cache", ARM, corpus)


def test_without_a_cache_no_model_is_loaded(corpus: Corpus, tmp_path: Path) -> None:
    """The first run pays nothing."""
    unloadable = ArmSettings(name="x", splitter=ARM.splitter, embedder={"model": "nowhere"}, index={})
    assert not drop_wrong_vectors(tmp_path / "cache", unloadable, corpus)
