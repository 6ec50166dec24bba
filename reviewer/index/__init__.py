"""Vectors or texts in, nearest rows out."""

from reviewer.index.asking import add_rows, find, gives_cosines, reads_vectors
from reviewer.index.protocol import AnyIndex, BothIndex, Index, Metadata, Neighbours, RemoteIndex, Rows, Scores
from reviewer.index.settings import make_index
from reviewer.index.store import StoredIndex, read_index, write_index

__all__ = [
    "AnyIndex",
    "BothIndex",
    "Index",
    "Metadata",
    "Neighbours",
    "RemoteIndex",
    "Rows",
    "Scores",
    "StoredIndex",
    "add_rows",
    "find",
    "gives_cosines",
    "make_index",
    "read_index",
    "reads_vectors",
    "write_index",
]
