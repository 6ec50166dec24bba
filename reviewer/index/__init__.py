"""Vectors in, nearest rows out."""

from reviewer.index.protocol import Index, Metadata, Neighbours, Rows, Scores
from reviewer.index.settings import make_index

__all__ = ["Index", "Metadata", "Neighbours", "Rows", "Scores", "make_index"]
