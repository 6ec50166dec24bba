"""Qdrant's local mode: the same rows as exact search, filters, versions, a folder that is used again, refusals.

Runs where `qdrant-client` is installed: `make test-adapters`. A server is not tried here.
"""

from __future__ import annotations

import gc
import importlib.util
import re
import subprocess
import sys
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
from tests.vectors.served import Served, serving

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
def test_local_search_is_asked_nothing_that_it_warns_of() -> None:
    """It has no graph to be told about."""
    index = filled()
    assert len(index) == ROWS
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        assert len(index.search(QUERIES[:2], 3)) == 2


@real
def test_a_folder_is_used_again_and_other_versions_show(tmp_path: Path) -> None:
    """Rows are stored once; one that somebody changed is counted apart."""
    first = filled(path=str(tmp_path))
    assert len(first) == ROWS
    client = first._client
    assert client is not None
    client.set_payload(first._name, {"transformation": "0"}, points=[1, 2])
    assert first.versions() == {"0": 2, "1": ROWS - 2}
    del first, client  # the folder is open as long as an index asks it
    gc.collect()
    again = filled(path=str(tmp_path))
    assert again.versions() == {"0": 2, "1": ROWS - 2}
    client = again._client
    assert client is not None
    assert len(client.get_collections().collections) == 1


@real
def test_two_arms_may_name_one_folder(tmp_path: Path) -> None:
    """The library locks it against whoever opens it a second time, this process too."""
    first, second = filled(path=str(tmp_path)), filled(path=str(tmp_path))
    second.add(rows(60, 9), METADATA[:60])
    assert (len(first), len(second)) == (ROWS, ROWS + 60)
    del first
    gc.collect()
    assert second.search(QUERIES[:1], 3)[0].rows.shape == (3,)


@real
def test_a_folder_that_another_process_has_open_is_said(tmp_path: Path) -> None:
    """With what to do, instead of a server's address to check."""
    code = "import sys, qdrant_client as q; held = q.QdrantClient(path=sys.argv[1]); print(flush=True); input()"
    other = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", code, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert other.stdout is not None
    other.stdout.readline()
    with pytest.raises(IndexingError, match=f"another process has the folder {re.escape(str(tmp_path))} open"):
        len(filled(path=str(tmp_path)))
    other.communicate(b"\n")
    assert len(filled(path=str(tmp_path))) == ROWS


@real
def test_passages_that_stand_often_come_in_their_order() -> None:
    """Left alone the library gives the last of equal rows, and of 300 never the first."""
    same, ours = make_index({"name": "qdrant"}), ExactIndex()
    for index in (same, ours):
        index.add(np.repeat(rows(40)[:1], 300, axis=0), [{}] * 300)  # type: ignore[union-attr]  # both read vectors
    found = same.search(rows(40)[:1], 10)  # type: ignore[union-attr]  # it reads vectors
    assert found[0].rows.tolist() == list(range(10))


@real
@pytest.mark.parametrize("key", ["a.b", 'a"b', "a[0]", "a]", "é", "", "a\\b"])
def test_a_filters_key_is_never_read_as_a_path(key: str) -> None:
    """Metadata may be called anything."""
    index, ours = make_index({"name": "qdrant"}), ExactIndex()
    metadata = [{key: "xy"[row % 2], "x": "z"} for row in range(60)]
    for one in (index, ours):
        one.add(rows(60), metadata)  # type: ignore[union-attr]  # both read vectors
    found = index.search(QUERIES[:1], 50, [{key: "y"}])  # type: ignore[union-attr]  # it reads vectors
    assert found[0].rows.tolist() == ours.search(QUERIES[:1], 50, [{key: "y"}])[0].rows.tolist()


@real
def test_a_proxy_never_sees_the_key_of_a_server_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """As with embedders: the environment's proxy is for other machines."""
    monkeypatch.setenv("QDRANT_KEY", "hidden-word")
    with serving(Served()) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        with pytest.raises(IndexingError):
            len(filled(url="http://127.0.0.1:1", key_env="QDRANT_KEY"))
        assert proxy.seen == []


@real
def test_the_manifest_names_the_library() -> None:
    """Which of its versions searched."""
    assert str(make_index({"name": "qdrant"}).parameters["library"]).startswith("qdrant-client 1.")


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
        {"url": 3},
        {"path": ""},
        {"path": 3},
    ],
)
def test_settings_are_refused(settings: dict[str, object]) -> None:
    """Before anything is connected."""
    with pytest.raises(IndexingError) as caught:
        make_index({"name": "qdrant", **settings})
    assert caught.value.hint
