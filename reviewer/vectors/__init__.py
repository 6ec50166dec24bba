"""Texts in, unit vectors out, each text embedded once."""

from reviewer.vectors.embedder import Embedder, EmbedderIdentity, Vectors

__all__ = ["Embedder", "EmbedderIdentity", "Vectors"]
