"""Embedding tells nobody, and leaves nothing in the home folder."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = """
from reviewer.vectors import load_embedder
assert load_embedder({}).embed_documents(["a fee of ten euros"]).any()
"""


def test_the_engine_writes_nothing_to_the_home_folder(tmp_path: Path) -> None:
    """The runtime's wheel would keep usage data below HOME; ours runs with that switched off."""
    home = tmp_path / "home"
    home.mkdir()
    environment = {key: value for key, value in os.environ.items() if key != "ORT_DISABLE_TELEMETRY"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env={**environment, "HOME": str(home)}, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert list(home.rglob("*")) == []
