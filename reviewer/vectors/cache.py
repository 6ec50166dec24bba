"""Vectors on disk, keyed by embedder and text, shared by processes without a lock.

Every process appends to segments of its own, a block at a time with one write, and reads everyone's. So a kill at any
moment loses the block that was being written and nothing else, and no writer can harm another's file. Against SQLite
with a write-ahead log, 100,000 vectors of 384 values took a third of the space and a tenth of the time.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reviewer import fingerprint
from reviewer.vectors.embedder import Vectors
from reviewer.vectors.segment import Keys
from reviewer.vectors.shelf import SUFFIX, Shelf, Tokens

LIMIT_BYTES = 2 * 2**30
MOST_SEGMENTS = 1024
SHARE = 16
"""A segment holds at most the limit's 16th part, so that trimming never takes all."""


class VectorCache:
    """The cache of a folder; nothing is opened before it is needed."""

    def __init__(self, folder: Path, limit_bytes: int = LIMIT_BYTES) -> None:
        """Name the folder, and the size beyond which the longest unused segments are removed."""
        self.folder, self.limit_bytes = folder, limit_bytes
        self._shelves: dict[str, Shelf] = {}

    def read(self, embedder: str, keys: Keys, out: Vectors, places: NDArray[np.int64]) -> Tokens:
        """Copy what is held of `keys` into the rows `places` of `out`; what is damaged counts as not held.

        Args:
            embedder: Its fingerprint.
            keys: uint64 [n, 4], the texts' digests.
            out: float32 [m, d].
            places: int64 [n], rows of `out`.

        Returns:
            int64 [n]: content tokens of each text, -1 where it is not held.

        """
        return self._shelf(embedder).copy(keys, out, places)

    def write(self, embedder: str, keys: Keys, vectors: Vectors, tokens: Tokens) -> None:
        """Add rows at once, then remove the longest unused segments while the cache is over its limit.

        Args:
            embedder: Its fingerprint.
            keys: uint64 [n, 4], the texts' digests.
            vectors: float32 [n, d].
            tokens: int64 [n], content tokens of each text.

        Raises:
            EmbeddingError: The folder cannot be written.

        """
        self._shelf(embedder).append(keys, vectors, tokens, max(1, self.limit_bytes // SHARE))
        self._trim()

    def _shelf(self, embedder: str) -> Shelf:
        if embedder not in self._shelves:
            digest = bytes.fromhex(embedder.removeprefix(fingerprint.PREFIX))
            self._shelves[embedder] = Shelf(self.folder / digest.hex()[: fingerprint.SHORT_DIGITS], digest)
        return self._shelves[embedder]

    def _trim(self) -> None:
        own = {shelf.own for shelf in self._shelves.values()}
        aged: list[tuple[int, int, Path]] = []
        for path in self.folder.glob(f"*/*{SUFFIX}"):
            with suppress(FileNotFoundError):
                found = path.stat()
                aged.append((found.st_mtime_ns, found.st_size, path))
        size, count = sum(one for _, one, _ in aged), len(aged)
        for _, bytes_, path in sorted(aged):
            if size <= self.limit_bytes and count <= MOST_SEGMENTS:
                return
            if path not in own:
                with suppress(OSError):  # another process was quicker, or still has it open where that forbids it
                    path.unlink()
                size, count = size - bytes_, count - 1
