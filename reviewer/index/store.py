"""Indexes on disk: a folder each, named by what decides it, built aside and moved into place whole."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from reviewer import fingerprint
from reviewer.errors import IndexingError
from reviewer.fingerprint import Plain
from reviewer.vectors import Vectors

MANIFEST, VECTORS = "manifest.json", "vectors.npy"
ASIDE = ".aside-"
ABANDONED_SECONDS = 24 * 3600

Writer = Callable[[Path], None]
"""Writes one more file of the index, such as its chunk table, at the path given."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StoredIndex:
    """An index as it was written: `vectors` is float32 [n, d], memory-mapped, read-only."""

    folder: Path
    manifest: Mapping[str, Plain]
    vectors: Vectors


def index_folder(indexes: Path, manifest: Mapping[str, Plain]) -> Path:
    """Give where the index of a manifest stands: a folder named by the manifest's fingerprint."""
    return indexes / fingerprint.of_plain(manifest).removeprefix(fingerprint.PREFIX)


def write_index(
    indexes: Path, manifest: Mapping[str, Plain], vectors: Vectors, files: Mapping[str, Writer] | None = None
) -> Path:
    """Write an index, unless one of the same manifest stands there unharmed; readers never see half of it.

    Args:
        indexes: The folder of all indexes.
        manifest: Everything that decides the index.
        vectors: float32 [n, d], memory-mapped or not.
        files: More files of the index, by name.

    Raises:
        IndexingError: The folder cannot be written.

    """
    target = index_folder(indexes, manifest)
    if read_index(indexes, manifest) is not None:
        return target
    try:
        indexes.mkdir(parents=True, exist_ok=True)
        _remove_abandoned(indexes)
        aside = Path(tempfile.mkdtemp(prefix=ASIDE, dir=indexes))
        try:
            _fill(aside, manifest, vectors, files or {})
            if read_index(indexes, manifest) is None:  # else another process was quicker
                _move(aside, target)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        raise IndexingError(f"{target}: the index cannot be written ({error})", "Check the disk.") from error
    return target


def read_index(indexes: Path, manifest: Mapping[str, Plain]) -> StoredIndex | None:
    """Give the index of a manifest; None where there is none, or its files are not those that were written."""
    folder = index_folder(indexes, manifest)
    try:
        held = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
        if held["manifest"] != json.loads(json.dumps(manifest)):
            return None
        if any(fingerprint.of_file(folder / name) != digest for name, digest in held["files"].items()):
            return None
        vectors: Vectors = np.load(folder / VECTORS, mmap_mode="r", allow_pickle=False)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None
    return StoredIndex(folder=folder, manifest=manifest, vectors=vectors)


def _fill(aside: Path, manifest: Mapping[str, Plain], vectors: Vectors, files: Mapping[str, Writer]) -> None:
    np.save(aside / VECTORS, vectors.astype(np.float32, copy=False), allow_pickle=False)
    for name, write in files.items():
        write(aside / name)
    digests = {name: fingerprint.of_file(aside / name) for name in (VECTORS, *files)}
    text = json.dumps({"manifest": manifest, "files": digests}, ensure_ascii=False, sort_keys=True, indent=1)
    (aside / MANIFEST).write_text(f"{text}\n", encoding="utf-8")
    for name in (MANIFEST, *digests):
        with (aside / name).open("rb") as file:
            os.fsync(file.fileno())
    aside.chmod(0o755)


def _move(aside: Path, target: Path) -> None:
    """Put a finished folder in place; a harmed one there gives way."""
    if target.exists():
        harmed = aside.with_name(f"{aside.name}-harmed")
        target.rename(harmed)
        shutil.rmtree(harmed, ignore_errors=True)
    aside.rename(target)


def _remove_abandoned(indexes: Path) -> None:
    """Remove what a killed process left aside a day ago or longer."""
    for path in indexes.glob(f"{ASIDE}*"):
        with suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > ABANDONED_SECONDS:
                shutil.rmtree(path, ignore_errors=True)
