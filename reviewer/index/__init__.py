"""Vectors in, nearest rows out."""

from reviewer.index.protocol import Index, Metadata, Neighbours, Rows, Scores
from reviewer.index.settings import make_index
from reviewer.index.store import StoredIndex, read_index, write_index

__all__ = [
    "Index",
    "Metadata",
    "Neighbours",
    "Rows",
    "Scores",
    "StoredIndex",
    "make_index",
    "read_index",
    "write_index",
]
