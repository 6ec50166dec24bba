"""All segments of one embedder: where each key lies, and where this process writes."""

from __future__ import annotations

import os
import secrets
import time
from contextlib import suppress
from io import FileIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import EmbeddingError
from reviewer.vectors.embedder import Vectors
from reviewer.vectors.segment import VALUE, Block, Keys, block_of, checksum, read_blocks, start_of_file

SUFFIX = ".vectors"

Tokens = NDArray[np.int64]
"""int64 [n]: content tokens of each text, -1 where the cache does not hold it."""


class Shelf:
    """Reads every process's segments and appends to one of its own."""

    def __init__(self, folder: Path, embedder: bytes) -> None:
        """Name the folder of the embedder, and its fingerprint's 32 bytes."""
        self.own: Path | None = None
        self._owner = os.getpid()
        self._folder, self._embedder = folder, embedder
        self._read_to: dict[Path, int] = {}
        self._blocks: list[tuple[Path, Block]] = []
        self._keys: Keys = np.zeros((0, 4), np.uint64)
        self._where: NDArray[np.int64] = np.zeros((0, 2), np.int64)
        self._used: set[Path] = set()

    def copy(self, keys: Keys, out: Vectors, places: NDArray[np.int64]) -> Tokens:
        """Copy the vectors held of `keys`, uint64 [n, 4], into the rows `places`, int64 [n], of `out`, float32 [m, d].

        Returns:
            int64 [n]: tokens; -1 where nothing is held, or what is held is damaged.

        """
        self._refresh()
        tokens = np.full(len(keys), -1, np.int64)
        for path, wanted in self._wanted(keys).items():
            with suppress(OSError):  # another process trimmed it just now, or it is another user's
                self._copy_from(path, wanted, out, places, tokens)
        return tokens

    def append(self, keys: Keys, vectors: Vectors, tokens: Tokens, most: int) -> None:
        """Append rows with one write; a segment grows to about `most` bytes.

        Raises:
            EmbeddingError: The file cannot be written.

        """
        block = block_of(self._embedder, keys, vectors, tokens)
        try:
            with self._opened(len(block), most) as file:
                written = file.write(block)
        except OSError as error:
            self.own = None  # its end may be torn: nothing is appended behind it
            raise EmbeddingError(f"{self._folder}: the cache cannot be written ({error})", "Check the disk.") from error
        if written != len(block):
            self.own = None
            raise EmbeddingError(f"{self._folder}: the cache cannot be written (no space left)", "Make room.")

    def _opened(self, more: int, most: int) -> FileIO:
        """Open this process's segment at its end; begin another where it would grow beyond `most`, or has gone."""
        if self.own is not None and self._owner == os.getpid():
            with suppress(FileNotFoundError):
                file = self.own.open("r+b", buffering=0)
                if file.seek(0, os.SEEK_END) + more <= most:
                    return file
                file.close()
        self._folder.mkdir(parents=True, exist_ok=True)
        self.own = self._folder / f"{time.time_ns():020d}-{secrets.token_hex(4)}{SUFFIX}"
        self._owner = os.getpid()
        file = self.own.open("xb", buffering=0)
        file.write(start_of_file(self._embedder))
        return file

    def _refresh(self) -> None:
        """Read what was written since, by whomever; begin anew where a segment has gone."""
        there = sorted(self._folder.glob(f"*{SUFFIX}"))
        if not set(there) >= set(self._read_to):
            self._read_to, self._blocks = {}, []
        before = len(self._blocks)
        for path in there:
            with suppress(OSError):
                for block in read_blocks(path, self._embedder, self._read_to.get(path, 0)):
                    self._blocks.append((path, block))
                    self._read_to[path] = block.end
        if len(self._blocks) != before or not self._blocks:
            self._sort()

    def _sort(self) -> None:
        """Sort all keys; of equal ones the newest comes first, so that a rewritten row hides a damaged one."""
        tables = [block.table for _, block in reversed(self._blocks)]
        keys = np.concatenate([self._keys[:0], *(table["key"] for table in tables)])
        block = np.repeat(np.arange(len(tables))[::-1], [len(table) for table in tables])
        row = np.concatenate([np.zeros(0, np.int64), *(np.arange(len(table)) for table in tables)])
        order = np.argsort(keys[:, 0], kind="stable")
        self._keys, self._where = keys[order], np.stack([block, row], axis=1)[order].astype(np.int64)

    def _wanted(self, keys: Keys) -> dict[Path, list[tuple[int, Block, int]]]:
        """Give by file which of `keys` it holds, in which block and row, in the order of the file."""
        wanted: dict[Path, list[tuple[int, Block, int]]] = {}
        if not len(self._keys):
            return wanted
        at = np.minimum(np.searchsorted(self._keys[:, 0], keys[:, 0]), len(self._keys) - 1)
        held = np.flatnonzero((self._keys[at] == keys).all(axis=1))
        places = self._where[at[held]]
        for one in np.lexsort((places[:, 1], places[:, 0])):
            path, block = self._blocks[places[one, 0]]
            wanted.setdefault(path, []).append((int(held[one]), block, int(places[one, 1])))
        return wanted

    def _copy_from(
        self,
        path: Path,
        wanted: list[tuple[int, Block, int]],
        out: Vectors,
        places: NDArray[np.int64],
        tokens: Tokens,
    ) -> None:
        with path.open("rb") as file:
            for one, block, row in wanted:
                file.seek(block.place(row))
                data, entry = file.read(block.width), block.table[row : row + 1]
                if len(data) == VALUE * out.shape[1] and checksum(self._embedder, entry, data) == entry["checksum"][0]:
                    out[places[one]] = np.frombuffer(data, "<f4")
                    tokens[one] = entry["tokens"][0]
        if path not in self._used:  # once a process is enough to tell what is in use
            self._used.add(path)
            os.utime(path)
