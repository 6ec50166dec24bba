"""Embedding tells nobody, and leaves nothing in the home folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EMBED = """
from reviewer.vectors import load_embedder
assert load_embedder({}).embed_documents(["a fee of ten euros"]).any()
"""

SEARCH = """
import numpy as np
from reviewer.index import make_index
index = make_index({"name": "usearch"})
index.add(np.eye(3, dtype=np.float32), [{}] * 3)
assert index.search(np.eye(3, dtype=np.float32), 1)
"""


@pytest.mark.parametrize("script", [EMBED, SEARCH])
def test_the_engine_writes_nothing_to_the_home_folder(tmp_path: Path, script: str) -> None:
    """The runtime's wheel would keep usage data below HOME; ours runs with that switched off."""
    home = tmp_path / "home"
    home.mkdir()
    environment = {key: value for key, value in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"}
    done = subprocess.run(
        [sys.executable, "-c", script], env={**environment, "HOME": str(home)}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert list(home.rglob("*")) == []
