"""A segment of the vector cache: one file, one writer, blocks appended whole.

A file begins with its embedder's fingerprint. A block is a header with its own checksum, a table of keys (sha256 of
the text, number of tokens, checksum) and the vectors in the same order. A torn or damaged header ends what can be read
of the file; a damaged row is found by its own checksum, which covers embedder, key, number of tokens and vector.
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from reviewer.vectors.embedder import Vectors

Keys = NDArray[np.uint64]
"""uint64 [n, 4]: sha256 digests."""

TABLE = np.dtype([("key", "<u8", (4,)), ("tokens", "<u4"), ("checksum", "<u4")])
CHECKED = TABLE.itemsize - 4
"""The bytes of a table's row that its checksum covers, besides embedder and vector."""

START = struct.Struct("<8s32sI20x")
BLOCK = struct.Struct("<4sIII16x")
SIZES = struct.Struct("<II")
MAGIC, BLOCK_MAGIC = b"RVVECT01", b"RVBL"
VALUE = 4
"""Bytes of a vector's value."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Rows that were written at once: table [n] of `TABLE`, where the first vector lies, and the width of a vector."""

    table: NDArray[np.void]
    first: int
    dimensions: int

    @property
    def width(self) -> int:
        """The bytes of a vector."""
        return VALUE * self.dimensions

    def place(self, row: int) -> int:
        """Give the offset of a row's vector in the file."""
        return self.first + row * self.width

    @property
    def end(self) -> int:
        """The offset behind the block."""
        return self.place(len(self.table))


def start_of_file(embedder: bytes) -> bytes:
    """Give what a segment of an embedder (its fingerprint's 32 bytes) begins with."""
    return START.pack(MAGIC, embedder, zlib.crc32(embedder))


def block_of(embedder: bytes, keys: Keys, vectors: Vectors, tokens: NDArray[np.int64]) -> bytes:
    """Give rows as a block: keys uint64 [n, 4], vectors float32 [n, d], tokens int64 [n]."""
    rows = np.ascontiguousarray(vectors, "<f4")
    table = np.zeros(len(keys), TABLE)
    table["key"], table["tokens"] = keys, tokens
    table["checksum"] = [checksum(embedder, table[at : at + 1], row.data) for at, row in enumerate(rows)]
    sizes = SIZES.pack(*rows.shape)
    head = BLOCK.pack(BLOCK_MAGIC, *rows.shape, zlib.crc32(sizes, zlib.crc32(embedder)))
    return b"".join([head, table.tobytes(), rows.tobytes()])


def checksum(embedder: bytes, entry: NDArray[np.void], vector: bytes | memoryview) -> int:
    """Give the checksum of one row: entry [1] of `TABLE`, and the bytes of its vector."""
    return zlib.crc32(vector, zlib.crc32(entry.tobytes()[:CHECKED], zlib.crc32(embedder)))


def read_blocks(path: Path, embedder: bytes, offset: int = 0) -> Iterator[Block]:
    """Give the whole blocks that begin at `offset` or behind it; none of a file that is not this embedder's."""
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        if not offset and file.read(START.size) != start_of_file(embedder):
            return
        offset = offset or START.size
        while (block := _block(file, offset, size, embedder)) is not None:
            yield block
            offset = block.end


def _block(file: BinaryIO, offset: int, size: int, embedder: bytes) -> Block | None:
    file.seek(offset)
    head = file.read(BLOCK.size)
    if len(head) < BLOCK.size:
        return None
    magic, rows, dimensions, check = BLOCK.unpack(head)
    if magic != BLOCK_MAGIC or check != zlib.crc32(SIZES.pack(rows, dimensions), zlib.crc32(embedder)):
        return None
    table = rows * TABLE.itemsize
    if offset + BLOCK.size + table + rows * dimensions * VALUE > size:
        return None
    return Block(np.frombuffer(file.read(table), TABLE), offset + BLOCK.size + table, dimensions)
