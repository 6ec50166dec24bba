"""A whole run over pgvector, and over Qdrant's local mode: the verdict, the lists and the scores of the embedded index.

Runs where their packages are installed: `make test-adapters`.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.reports import Result
from tests.index.postgres import IS_INSTALLED, postgres

ROOT = Path(__file__).resolve().parents[2]
VARIABLE = "TEST_PGVECTOR_DSN"
STORES = {
    "pgvector": f"{{name: pgvector, dsn_env: {VARIABLE}}}",
    "graph": f"{{name: pgvector, dsn_env: {VARIABLE}, method: hnsw, ef_search: 400}}",
    "qdrant": "{name: qdrant}",
}


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    """The libraries warn while they are imported."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def ran(folder: Path, index: str) -> Result:
    """Run the handbook's demo with another index; results and cache stand in `folder`."""
    text = (ROOT / "reviewer.yaml").read_text(encoding="utf-8").replace("index: {name: exact}", f"index: {index}")
    text = text.replace("root: labels/", f"root: {ROOT}/labels/").replace("labels: labels/", f"labels: {ROOT}/labels/")
    path = folder / "reviewer.yaml"
    path.write_text(text, encoding="utf-8")
    return run(read_configuration(path), Asked(), Store(folder / ".reviewer"), Silent())[0]


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    """Run over the embedded index once."""
    folder = tmp_path_factory.mktemp("embedded")
    return folder, ran(folder, "{name: exact}")


@pytest.mark.parametrize("store", ["pgvector", "qdrant"])
def test_the_verdict_is_that_of_the_embedded_index(
    embedded: tuple[Path, Result], store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every query's scores, every change, every gate."""
    needed = IS_INSTALLED if store == "pgvector" else importlib.util.find_spec("qdrant_client") is not None
    if not needed:
        pytest.skip("not installed (make test-adapters)")
    folder, expected = embedded
    with postgres() if store == "pgvector" else _nothing() as dsn:
        monkeypatch.setenv(VARIABLE, dsn)
        found = ran(folder, STORES[store])
    assert found.verdict.status == expected.verdict.status
    assert found.verdict.gates == expected.verdict.gates
    assert [one.arms for one in found.queries] == [one.arms for one in expected.queries]
    assert [one.changes for one in found.comparisons] == [one.changes for one in expected.comparisons]
    assert not [one for one in found.integrity.findings if "fewer rows" in one]


@pytest.mark.skipif(not IS_INSTALLED, reason="no PostgreSQL with pgvector here (make test-adapters)")
def test_what_a_graph_misses_is_measured(embedded: tuple[Path, Result], monkeypatch: pytest.MonkeyPatch) -> None:
    """An approximate store is told beside what exact search finds."""
    with postgres() as dsn:
        monkeypatch.setenv(VARIABLE, dsn)
        found = ran(embedded[0], STORES["graph"])
    for arm in found.arms:
        assert arm.ann_recall is not None
        assert arm.ann_recall.mean is not None
        assert arm.ann_recall.mean > 0.95


@contextmanager
def _nothing() -> Iterator[str]:
    yield ""
