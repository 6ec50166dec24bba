"""Approximate search and embedding live in one process, in whatever order they are first needed."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import numpy as np
from reviewer.index import make_index
index = make_index({"name": "usearch"})
index.add(np.eye(4, dtype=np.float32), [{}] * 4)
from reviewer.vectors import load_embedder
assert load_embedder({}).embed_documents(["a fee of ten euros"]).any()
"""


def test_searching_before_embedding_does_not_end_the_process() -> None:
    """A run whose first arm comes from the cache builds a graph before it embeds anything."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
