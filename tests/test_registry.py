"""Plugins by name: what is not there, or not as it should be, is said with a way out."""

from __future__ import annotations

import pytest

from reviewer import registry
from reviewer.errors import EmbeddingError, IndexingError
from reviewer.index import make_index
from reviewer.vectors import load_embedder


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"name": "annoy"}, "no index is called 'annoy'"),
        ({"name": "bm25", "stem": True}, "index bm25: no setting 'stem'"),
        ({"name": "pgvector"}, "index pgvector: its settings are refused"),
        ({"metric": "dot"}, "index exact: no setting 'metric'"),
    ],
)
def test_an_index_that_cannot_be_made_is_said(settings: dict[str, object], told: str) -> None:
    """By its name and the setting."""
    with pytest.raises(IndexingError, match=told) as caught:
        make_index(settings)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"name": "cohere"}, "no embedder is called 'cohere'"),
        ({"modell": "x"}, "embedder transformer: no setting 'modell'"),
        ({"name": "openai"}, "embedder openai: its settings are refused"),
    ],
)
def test_an_embedder_that_cannot_be_made_is_said(settings: dict[str, object], told: str) -> None:
    """Likewise."""
    with pytest.raises(EmbeddingError, match=told) as caught:
        load_embedder(settings)
    assert caught.value.hint


def test_a_plugin_that_cannot_be_imported_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody's package, whose own needs are not installed."""

    def broken(group: str, name: str) -> object:
        raise ImportError(f"{group} {name}: no module named x")

    monkeypatch.setattr(registry, "load", broken)
    with pytest.raises(EmbeddingError, match="embedder theirs: cannot be imported"):
        load_embedder({"name": "theirs"})
