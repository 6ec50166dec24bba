"""Vectors or texts in, nearest rows out."""

from reviewer.index.asking import add_rows, find, gives_cosines, reads_vectors, refuse_width
from reviewer.index.protocol import AnyIndex, BothIndex, Index, Metadata, Neighbours, RemoteIndex, Rows, Scores
from reviewer.index.settings import make_index

__all__ = [
    "AnyIndex",
    "BothIndex",
    "Index",
    "Metadata",
    "Neighbours",
    "RemoteIndex",
    "Rows",
    "Scores",
    "add_rows",
    "find",
    "gives_cosines",
    "make_index",
    "reads_vectors",
    "refuse_width",
]
