"""Texts in, unit vectors out, each text embedded once."""

from reviewer.vectors.cache import VectorCache
from reviewer.vectors.cached import CachedEmbedder, Costs
from reviewer.vectors.default import DEFAULT_MODEL, DEFAULT_REVISION
from reviewer.vectors.embedder import Embedder, EmbedderIdentity, Vectors
from reviewer.vectors.settings import load_embedder
from reviewer.vectors.unembedded import UNEMBEDDED

__all__ = [
    "DEFAULT_MODEL",
    "DEFAULT_REVISION",
    "UNEMBEDDED",
    "CachedEmbedder",
    "Costs",
    "Embedder",
    "EmbedderIdentity",
    "VectorCache",
    "Vectors",
    "load_embedder",
]
