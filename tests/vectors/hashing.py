"""A real, if senseless, embedder for tests of the cache: a text's vector is drawn from its hash."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from reviewer import fingerprint
from reviewer.vectors import EmbedderIdentity, Vectors


@dataclass
class HashEmbedder:
    """Counts words as tokens, and keeps what it was asked to embed."""

    name: str = "hash"
    dimensions: int = 24
    asked: list[str] = field(default_factory=list)

    @property
    def identity(self) -> EmbedderIdentity:
        """Name and width decide the vectors."""
        return EmbedderIdentity(
            name=self.name,
            fingerprint=fingerprint.of_text(f"{self.name} {self.dimensions}"),
            dimensions=self.dimensions,
            limit=None,
            precision="f32",
            engine="hash",
            weights=fingerprint.of_text(""),
        )

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Draw a row for each text."""
        self.asked.extend(texts)
        return np.array([self.row(text) for text in texts], np.float32).reshape(len(texts), self.dimensions)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Draw the opposite row."""
        return -self.embed_documents(texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count words."""
        return [len(text.split()) for text in texts]

    def row(self, text: str) -> Vectors:
        """Give the unit row of a text."""
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "little")
        row = np.random.default_rng(seed).standard_normal(self.dimensions)
        unit: Vectors = (row / np.linalg.norm(row)).astype(np.float32)
        return unit
