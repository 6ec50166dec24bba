"""Qdrant's local mode: the same rows as exact search, filters, versions, a folder that is used again, refusals.

Runs where `qdrant-client` is installed: `make test-adapters`. A server is not tried here.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from reviewer.errors import IndexingError
from reviewer.index import make_index
from reviewer.index.exact import ExactIndex
from reviewer.index.qdrant import QdrantIndex
from tests.index.test_pgvector import METADATA, QUERIES, rows

real = pytest.mark.skipif(importlib.util.find_spec("qdrant_client") is None, reason="no qdrant-client here")
ROWS = 600


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The library imports what warns."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def filled(**settings: object) -> QdrantIndex:
    """Make an index over the rows."""
    index = make_index({"name": "qdrant", **settings})
    assert isinstance(index, QdrantIndex)
    index.transformation = "1"
    index.add(rows(ROWS), METADATA[:ROWS])
    return index


@real
def test_local_search_is_that_of_the_embedded_index() -> None:
    """Rows, order and scores, with and without filters."""
    index, ours = filled(), ExactIndex()
    ours.add(rows(ROWS), METADATA[:ROWS])
    filters = [{"team": f"t{at % 3}"} if at % 2 else {"kind": "it's"} for at in range(len(QUERIES))]
    for wanted in (None, filters):
        pairs = zip(index.search(QUERIES, 50, wanted), ours.search(QUERIES, 50, wanted), strict=True)
        for found, expected in pairs:
            assert found.rows.tolist() == expected.rows.tolist()
            assert np.array_equal(found.scores, expected.scores)
    assert index.exact
    assert index.versions() == {"1": ROWS}
    assert index.shortfalls() == ()


@real
def test_a_folder_is_used_again_and_other_versions_show(tmp_path: Path) -> None:
    """Rows are stored once; one that somebody changed is counted apart."""
    first = filled(path=str(tmp_path))
    assert len(first) == ROWS
    client = first._client
    assert client is not None
    client.set_payload(first._name, {"transformation": "0"}, points=[1, 2])
    assert first.versions() == {"0": 2, "1": ROWS - 2}
    client.close()
    again = filled(path=str(tmp_path))
    assert again.versions() == {"0": 2, "1": ROWS - 2}
    client = again._client
    assert client is not None
    assert len(client.get_collections().collections) == 1
    client.close()


@real
def test_a_server_that_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its key."""
    monkeypatch.setenv("QDRANT_KEY", "hidden-word")
    with pytest.raises(IndexingError, match="index qdrant: storing rows failed") as caught:
        filled(url="http://127.0.0.1:1", key_env="QDRANT_KEY").search(QUERIES, 3)
    assert "hidden-word" not in str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [
        {"method": "hnsw"},
        {"method": "other"},
        {"url": "http://example.org"},
        {"url": "http://localhost.example.org"},
        {"url": "https://example.org", "path": "x"},
        {"m": 0},
    ],
)
def test_settings_are_refused(settings: dict[str, object]) -> None:
    """Before anything is connected."""
    with pytest.raises(IndexingError) as caught:
        make_index({"name": "qdrant", **settings})
    assert caught.value.hint
