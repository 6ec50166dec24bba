"""What is on disk is whole, belongs to its embedder, and was not changed; else it counts as not there."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from reviewer.errors import EmbeddingError
from reviewer.vectors import CachedEmbedder
from tests.vectors.hashing import HashEmbedder

TEXTS = [f"text number {number}" for number in range(40)]

FILL = """
import sys
from pathlib import Path
from reviewer.vectors import CachedEmbedder
from tests.vectors.hashing import HashEmbedder
cached = CachedEmbedder(HashEmbedder(), Path(sys.argv[1]))
print("ready", flush=True)
sys.stdin.readline()
for begin in range(0, int(sys.argv[2]), 50):
    cached.embed_documents([f"text number {number}" for number in range(begin, begin + 50)])
"""


def fill(folder: Path, texts: int) -> subprocess.Popen[str]:
    """Start another process that fills the cache, 50 texts a block, once it is sent a line."""
    root = Path(__file__).parents[2]
    environment = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", FILL, str(folder), str(texts)]
    process = subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root, env=environment
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def embedded(folder: Path, texts: list[str] = TEXTS) -> list[str]:
    """Embed `texts` anew through the cache, check the rows, and give which had to be embedded."""
    cached = CachedEmbedder(HashEmbedder(), folder)
    np.testing.assert_array_equal(cached.embed_documents(texts), HashEmbedder().embed_documents(texts))
    asked: list[str] = cached.embedder.asked  # type: ignore[attr-defined]  # HashEmbedder keeps them
    return asked


def segments(folder: Path) -> list[Path]:
    """Give the files of vectors."""
    return sorted(folder.glob("*/*.vectors"))


@pytest.mark.parametrize("moment", [0.0, 0.05, 0.15, 0.3])
def test_a_kill_loses_the_last_block_at_most(tmp_path: Path, moment: float) -> None:
    """At whatever moment; and what is left is right, and is filled up."""
    process = fill(tmp_path, 100_000)
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()
    time.sleep(moment)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    texts = [f"text number {number}" for number in range(200)]
    asked = embedded(tmp_path, texts)
    assert len(asked) % 50 == 0  # whole blocks are held or none
    assert embedded(tmp_path, texts) == []


def test_two_processes_fill_one_cache(tmp_path: Path) -> None:
    """Neither waits for the other, and neither harms the other's vectors."""
    both = [fill(tmp_path, 1000) for _ in range(2)]
    for process in both:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in both:
        process.communicate()
        assert process.returncode == 0
    assert embedded(tmp_path, [f"text number {number}" for number in range(1000)]) == []


def test_what_another_process_wrote_meanwhile_is_found(tmp_path: Path) -> None:
    """Also by a cache that was opened and asked before."""
    early = CachedEmbedder(HashEmbedder(), tmp_path)
    early.embed_documents(TEXTS[:5])
    embedded(tmp_path, TEXTS[:20])
    early.embed_documents(TEXTS[:20])
    assert early.costs.embedded == 5


@pytest.mark.parametrize("part", [0.001, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.999])
def test_a_changed_byte_is_noticed(tmp_path: Path, part: float) -> None:
    """In a header, a key, a count or a vector: what it touches is embedded anew, once."""
    embedded(tmp_path)
    (path,) = segments(tmp_path)
    data = bytearray(path.read_bytes())
    data[int(part * len(data))] ^= 0x10
    path.write_bytes(data)
    again = embedded(tmp_path)
    assert set(again) <= set(TEXTS)
    assert len(again) == (1 if part > 0.1 else len(again))
    assert embedded(tmp_path) == []


@pytest.mark.parametrize("kept", [0, 10, 64, 70, 500, 2000, 5000])
def test_a_cut_off_file_is_no_error(tmp_path: Path, kept: int) -> None:
    """A disk that was full, a copy that broke off: the block is embedded anew."""
    embedded(tmp_path)
    (path,) = segments(tmp_path)
    os.truncate(path, kept)
    assert sorted(embedded(tmp_path)) == sorted(TEXTS)
    assert embedded(tmp_path) == []


def test_a_torn_end_hides_nothing_before_it(tmp_path: Path) -> None:
    """What a kill left half written may have any length."""
    embedded(tmp_path)
    (path,) = segments(tmp_path)
    with path.open("ab") as file:
        file.write(path.read_bytes()[64 : 64 + 4711])
    assert embedded(tmp_path) == []


def test_a_file_that_shrinks_while_it_is_open_is_no_error(tmp_path: Path) -> None:
    """The place of each vector is known, but the vectors are gone."""
    embedded(tmp_path)
    cached = CachedEmbedder(HashEmbedder(), tmp_path)
    cached.embed_documents(TEXTS[:1])
    os.truncate(segments(tmp_path)[0], 3001)
    np.testing.assert_array_equal(cached.embed_documents(TEXTS), HashEmbedder().embed_documents(TEXTS))


def test_a_foreign_file_is_passed_over(tmp_path: Path) -> None:
    """Another embedder's segment under this one's name gives nothing."""
    CachedEmbedder(HashEmbedder("other"), tmp_path).embed_documents(TEXTS)
    (path,) = segments(tmp_path)
    mine = tmp_path / HashEmbedder().identity.fingerprint.removeprefix("sha256:")[:16]
    mine.mkdir()
    path.rename(mine / path.name)
    (mine / "empty.vectors").touch()
    assert len(embedded(tmp_path)) == len(TEXTS)


def test_the_cache_stays_within_its_limit_and_keeps_what_is_used(tmp_path: Path) -> None:
    """The longest unused segment goes first; what was read lately stays."""
    limit = 16 * 6000
    cached = CachedEmbedder(HashEmbedder(), tmp_path, limit)
    for begin in range(0, 1200, 40):
        cached.embed_documents([f"text number {number}" for number in range(begin, begin + 40)])
        CachedEmbedder(HashEmbedder(), tmp_path, limit).embed_documents(TEXTS)
        assert sum(path.stat().st_size for path in segments(tmp_path)) <= limit
    assert embedded(tmp_path) == []
    assert len(embedded(tmp_path, [f"text number {number}" for number in range(40, 120)])) == 80


def test_a_segment_that_another_process_removed_is_no_error(tmp_path: Path) -> None:
    """Trimming happens under open eyes."""
    cached = CachedEmbedder(HashEmbedder(), tmp_path)
    cached.embed_documents(TEXTS)
    segments(tmp_path)[0].unlink()
    np.testing.assert_array_equal(cached.embed_documents(TEXTS), HashEmbedder().embed_documents(TEXTS))
    assert cached.costs.embedded == 2 * len(TEXTS)
    assert embedded(tmp_path) == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A path that is a file ends in a sentence."""
    (tmp_path / "cache").write_text("", encoding="utf-8")
    with pytest.raises(EmbeddingError, match="the cache cannot be written"):
        CachedEmbedder(HashEmbedder(), tmp_path / "cache").embed_documents(TEXTS)
