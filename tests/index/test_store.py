"""An index on disk is whole or not there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from reviewer.errors import IndexingError
from reviewer.fingerprint import Plain
from reviewer.index import read_index, write_index
from reviewer.index.store import index_folder

MANIFEST: Mapping[str, Plain] = {"embedder": "sha256:0b", "splitter": {"size": 256, "overlap": 64}}
ROWS = np.arange(12, dtype=np.float32).reshape(3, 4)

WRITE = """
import sys
from pathlib import Path
import numpy as np
from reviewer.index import write_index
rows = np.ones((20000, 64), np.float32)
print("ready", flush=True)
for number in range(1000):
    write_index(Path(sys.argv[1]), {"number": number}, rows)
"""


def test_what_was_written_is_read(tmp_path: Path) -> None:
    """Manifest, vectors and whatever else belongs to it; another manifest is another index."""
    table = {"chunks.jsonl": lambda path: path.write_text('{"start": 0}\n', encoding="utf-8")}
    folder = write_index(tmp_path / "indexes", MANIFEST, ROWS, table)
    found = read_index(tmp_path / "indexes", MANIFEST)
    assert found is not None
    np.testing.assert_array_equal(found.vectors, ROWS)
    assert found.manifest == MANIFEST
    assert found.folder == folder
    assert (folder / "chunks.jsonl").read_text(encoding="utf-8") == '{"start": 0}\n'
    assert not found.vectors.flags.writeable
    assert read_index(tmp_path / "indexes", {**MANIFEST, "embedder": "sha256:0c"}) is None


def test_an_index_that_stands_is_not_written_again(tmp_path: Path) -> None:
    """Readers that have it open keep it."""
    folder = write_index(tmp_path, MANIFEST, ROWS)
    before = (folder / "vectors.npy").stat().st_ino
    assert write_index(tmp_path, MANIFEST, ROWS) == folder
    assert (folder / "vectors.npy").stat().st_ino == before
    assert [path.name for path in tmp_path.iterdir()] == [folder.name]


@pytest.mark.parametrize("name", ["manifest.json", "vectors.npy", "chunks.jsonl"])
@pytest.mark.parametrize("harm", ["changed", "cut", "removed"])
def test_a_harmed_index_counts_as_none_and_is_replaced(tmp_path: Path, name: str, harm: str) -> None:
    """A flipped byte, a torn file, a missing one."""
    table = {"chunks.jsonl": lambda path: path.write_text("[]", encoding="utf-8")}
    path = write_index(tmp_path, MANIFEST, ROWS, table) / name
    data = bytearray(path.read_bytes())
    data[-2] ^= 1
    if harm == "removed":
        path.unlink()
    else:
        path.write_bytes(data if harm == "changed" else data[:-2])
    assert read_index(tmp_path, MANIFEST) is None
    write_index(tmp_path, MANIFEST, ROWS, table)
    assert read_index(tmp_path, MANIFEST) is not None
    assert len(list(tmp_path.iterdir())) == 1


def test_a_writer_that_fails_leaves_nothing(tmp_path: Path) -> None:
    """Not even what was built aside."""

    def fail(path: Path) -> None:
        raise RuntimeError(path.name)

    with pytest.raises(RuntimeError, match="table"):
        write_index(tmp_path, MANIFEST, ROWS, {"table": fail})
    assert list(tmp_path.iterdir()) == []


def test_a_kill_leaves_whole_indexes_only(tmp_path: Path) -> None:
    """Whatever moment it falls on; what was left aside is cleared away a day later."""
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, "-c", WRITE, str(tmp_path)], stdout=subprocess.PIPE, text=True, cwd=root, env=environment
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.4)
        process.send_signal(signal.SIGKILL)
    for number in range(1000):
        if index_folder(tmp_path, {"number": number}).exists():
            assert read_index(tmp_path, {"number": number}) is not None
    left = list(tmp_path.glob(".aside-*"))
    for path in left:
        os.utime(path, (0, 0))
    write_index(tmp_path, MANIFEST, ROWS)
    assert list(tmp_path.glob(".aside-*")) == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A path that is a file ends in a sentence."""
    (tmp_path / "indexes").write_text("", encoding="utf-8")
    with pytest.raises(IndexingError, match="cannot be written"):
        write_index(tmp_path / "indexes", MANIFEST, ROWS)
