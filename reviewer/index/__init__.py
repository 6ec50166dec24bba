"""Vectors in, nearest rows out."""

from reviewer.index.protocol import Index, Metadata, Neighbours, Rows, Scores

__all__ = ["Index", "Metadata", "Neighbours", "Rows", "Scores"]
