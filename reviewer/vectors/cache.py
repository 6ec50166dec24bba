"""Vectors on disk, keyed by (embedder fingerprint, text fingerprint): one SQLite file, shared safely by processes.

Each batch is one transaction in a write-ahead log: a kill at any moment loses the batch that was being written, and
nothing else. Every row carries a checksum; one that does not fit is forgotten and its text is embedded again.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import EmbeddingError

LIMIT_BYTES = 2 * 2**30
WAIT_SECONDS = 60.0
ASKED_AT_ONCE = 500
SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (
    embedder TEXT NOT NULL, text TEXT NOT NULL, tokens INTEGER NOT NULL, vector BLOB NOT NULL,
    checksum INTEGER NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (embedder, text)
) WITHOUT ROWID
"""


class Entry(NamedTuple):
    """A vector, float32 [d], and the number of content tokens of its text, uncut."""

    vector: NDArray[np.float32]
    tokens: int


class VectorCache:
    """The cache of a folder; it is made when it is first needed."""

    def __init__(self, folder: Path, limit_bytes: int = LIMIT_BYTES) -> None:
        """Name the folder, and how large the cache may grow before the longest unused half gives way."""
        self.file = folder / "vectors.sqlite"
        self._limit = limit_bytes
        self._opened: sqlite3.Connection | None = None

    def read(self, embedder: str, texts: Sequence[str]) -> dict[str, Entry]:
        """Give the entries that are there, by text fingerprint; damaged ones are not."""
        found: dict[str, Entry] = {}
        with self._database() as database:
            for begin in range(0, len(texts), ASKED_AT_ONCE):
                asked = texts[begin : begin + ASKED_AT_ONCE]
                marks = ",".join("?" * len(asked))
                query = f"SELECT text, tokens, vector, checksum FROM vectors WHERE embedder = ? AND text IN ({marks})"  # noqa: S608  # only question marks are put in
                for text, tokens, vector, checksum in database.execute(query, (embedder, *asked)):
                    if checksum == _checksum(embedder, text, tokens, vector):
                        found[text] = Entry(np.frombuffer(vector, dtype="<f4"), tokens)
        return found

    def write(self, embedder: str, entries: Mapping[str, Entry]) -> None:
        """Add entries in one transaction, then trim if the file has grown beyond its limit."""
        now = int(time.time())
        rows = list(_rows(embedder, entries, now))
        with self._database() as database, database:
            database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?, ?, ?)", rows)
        if self._size() > self._limit:
            self.trim()

    def trim(self) -> None:
        """Drop the longest unused half, and give its pages back to the file system."""
        with self._database() as database:
            with database:
                (middle,) = database.execute("SELECT COUNT(*) / 2 FROM vectors").fetchone()
                database.execute(
                    "DELETE FROM vectors WHERE (embedder, text) IN "
                    "(SELECT embedder, text FROM vectors ORDER BY used, text LIMIT ?)",
                    (max(1, middle),),
                )
            database.execute("VACUUM")
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Let the file go."""
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    def _size(self) -> int:
        return sum(path.stat().st_size for path in self.file.parent.glob(f"{self.file.name}*") if path.is_file())

    @contextmanager
    def _database(self) -> Iterator[sqlite3.Connection]:
        """Give the open file; one that is no database any more is put aside, and a new one begun."""
        try:
            if self._opened is None:
                self._opened = self._open()
            yield self._opened
        except sqlite3.OperationalError as error:
            raise EmbeddingError(
                f"{self.file}: the cache cannot be used ({error})", "Check the disk, or remove the file."
            ) from error
        except sqlite3.DatabaseError as error:
            self.close()
            self.file.replace(self.file.with_suffix(".damaged"))
            raise EmbeddingError(
                f"{self.file}: the cache is damaged ({error}); it was put aside", "Run again: it is filled anew."
            ) from error

    def _open(self) -> sqlite3.Connection:
        self.file.parent.mkdir(parents=True, exist_ok=True)
        database = sqlite3.connect(self.file, timeout=WAIT_SECONDS)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        with database:
            database.execute(SCHEMA)
        return database


def _rows(embedder: str, entries: Mapping[str, Entry], now: int) -> Iterable[tuple[str, str, int, bytes, int, int]]:
    for text, entry in entries.items():
        vector = entry.vector.astype("<f4").tobytes()
        yield embedder, text, entry.tokens, vector, _checksum(embedder, text, entry.tokens, vector), now


def _checksum(embedder: str, text: str, tokens: int, vector: bytes) -> int:
    return zlib.crc32(vector, zlib.crc32(f"{embedder}\0{text}\0{tokens}".encode()))
