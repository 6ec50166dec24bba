"""A real Ray cluster of two workers on this machine; run by `make test-adapters`, where Ray is installed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from reviewer.corpus import document_from_text
from reviewer.errors import ConfigurationError, EmbeddingError, SplitError
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.scale import Elsewhere, Embedding, opened
from reviewer.experiment.scale.engine import Engine
from reviewer.experiment.store import Store
from reviewer.vectors import CachedEmbedder, load_embedder
from tests.experiment.scale.working import UNLUCKY, Broken, Deadly, Homeless, Logged, Refusing

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed here: make test-adapters"),
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
    pytest.mark.filterwarnings("ignore::FutureWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

TEXTS = tuple(f"Fee number {number} is due on day {number}. " * (1 + number % 3) for number in range(24))
BLOCKS = tuple([text] for text in TEXTS)


@pytest.fixture(scope="module")
def two() -> Iterator[Engine]:
    """Give a cluster of two workers."""
    from reviewer.experiment.scale.on_ray import RayEngine

    with RayEngine(workers=2) as engine:
        yield engine


def test_a_worker_killed_in_the_middle_changes_no_bit(two: Engine, tmp_path: Path) -> None:
    """Every block comes back once; only what the dead worker had under way is done again."""
    log, killed, rows = tmp_path / "log", 0, {}
    for number, (process, row) in two.run(Logged, {"log": str(log)}, BLOCKS):
        assert number not in rows
        rows[number] = row[0]
        if not killed and len(rows) == 4:
            killed = process
            os.kill(process, signal.SIGKILL)
    expected = load_embedder({}).embed_documents(TEXTS)
    assert np.array_equal(np.stack([rows[number] for number in range(len(BLOCKS))]), expected)
    done = Counter(line.split(" ", 1)[1] for line in log.read_text(encoding="utf-8").splitlines())
    processes = {int(line.split(" ", 1)[0]) for line in log.read_text(encoding="utf-8").splitlines()}
    assert len(done) == len(BLOCKS)
    assert len(processes) == 3  # two, and the one that took the dead one's place
    assert sum(done.values()) <= len(BLOCKS) + 4


def test_a_cluster_fills_the_cache_as_this_process_would(two: Engine, tmp_path: Path) -> None:
    """And sends nothing the second time."""
    there = CachedEmbedder(Elsewhere(load_embedder({}), {}, two, 300), tmp_path)
    assert np.array_equal(there.embed_documents(TEXTS), load_embedder({}).embed_documents(TEXTS))
    assert there.costs.requests > 2
    again = CachedEmbedder(Elsewhere(load_embedder({}), {}, two, 300), tmp_path)
    again.embed_documents(TEXTS)
    assert (again.costs.embedded, again.costs.requests) == (0, 0)
    assert list(two.run(Embedding, {}, [])) == []


def test_what_a_worker_refuses_is_our_error(two: Engine) -> None:
    """With message and remedy, and no traceback of Ray's."""
    with pytest.raises(SplitError) as refused:
        list(two.run(Refusing, {}, [1, 2]))
    assert (refused.value.message, refused.value.hint) == ("a.md cannot be cut", "Cut it by hand.")


def test_an_error_of_a_worker_is_ours_with_its_place(two: Engine) -> None:
    """A fault names the document or the block and its kind; what a machine lacks is told as here."""
    documents = [(document_from_text("a.md", "x"), document_from_text("b.md", "x")), ["one", "two"]]
    for block, place in zip(documents, ("a.md or one of 1 after it", "a block of 2 passages"), strict=True):
        with pytest.raises(ConfigurationError) as refused:
            list(two.run(Broken, {}, [block]))
        assert refused.value.message == f"engine ray: a worker failed at {place} (ValueError: no such column)"
    with pytest.raises(EmbeddingError) as missing:
        list(two.run(Homeless, {}, [1]))
    assert missing.value.hint == "Copy the weights to every machine."


def test_a_block_that_kills_every_worker_ends_the_run(two: Engine) -> None:
    """Ray alone would start another worker for it for ever."""
    with pytest.raises(ConfigurationError) as refused:
        list(two.run(Deadly, {}, [1, 2, UNLUCKY]))
    assert refused.value.message == "engine ray: a worker died 4 times on the same block"
    assert "memory" in refused.value.hint


KILLED = """
import os, signal, sys
from reviewer.experiment.scale.on_ray import RayEngine
from tests.experiment.scale.working import Logged
with RayEngine(workers=1) as engine:
    for number, (process, _) in engine.run(Logged, {"log": sys.argv[1]}, [["a"], ["b"], ["c"]]):
        if number == 0:
            os.kill(process, signal.SIGKILL)
print("the end")
"""


def test_what_ray_says_of_dead_workers_is_no_result(tmp_path: Path) -> None:
    """It prints it to standard output, where `--json` writes; there stands what we print, and nothing else."""
    command = [sys.executable, "-c", KILLED, str(tmp_path / "log")]
    ended = subprocess.run(command, cwd=Path(__file__).parents[3], capture_output=True, timeout=120, check=True)
    assert ended.stdout == b"the end\n"


def test_a_run_on_ray_gives_the_same_lists(two: Engine, finished: tuple[Path, Path], tmp_path: Path) -> None:
    """Split and embedded by workers: runs, chunks and matches byte for byte as here."""
    configuration = read_configuration(finished[0] / "reviewer.yaml")
    folder = run(configuration, Asked(), Store(tmp_path / "results"), Silent(), two)[1]
    for name in ("run-overlap-30.jsonl", "run-overlap-0.jsonl", "chunks-overlap-0.jsonl", "matches.jsonl"):
        assert (folder / name).read_bytes() == (finished[1] / name).read_bytes()


def test_the_cluster_listens_on_loopback_alone(two: Engine) -> None:
    """Its nodes have the loopback address, and there is no dashboard."""
    import ray  # ours is imported first: it tells Ray where to listen

    assert [node["NodeManagerAddress"] for node in ray.nodes()] == ["127.0.0.1"]
    assert not ray._private.worker.global_worker.node.webui_url
    with opened("local") as engine:
        assert engine is None
