"""The contract of an embedder: texts in, unit rows out, and an honest identity."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
"""float32 [n, d], each row of length 1 (or all zero where a text gave nothing)."""

Part = tuple[list[int], Vectors]
"""Places of texts, and their unit rows, float32 [len(places), d]."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderIdentity:
    """All of an embedder that decides its vectors.

    `fingerprint` covers the weights' bytes, tokenizer, pooling, prefixes, limit, engine and *realised* precision.
    `limit` is the number of content tokens it reads (special tokens not counted), None where unknown.
    """

    name: str
    fingerprint: str
    dimensions: int
    limit: int | None
    precision: str
    engine: str
    weights: str
    revision: str | None = None


class Embedder(Protocol):
    """Turns texts into unit vectors."""

    @property
    def identity(self) -> EmbedderIdentity:
        """What decides the vectors; two embedders of equal fingerprint give comparable rows."""

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Embed passages.

        Args:
            texts: Any number, in any order; longer ones than the limit are cut (see `count_tokens`).

        Returns:
            float32 [len(texts), dimensions], unit rows in the order of `texts`.

        Raises:
            EmbeddingError: The engine failed; names the text by its position.

        """

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions; the same contract as `embed_documents`."""

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int]:
        """Count the content tokens of each text, uncut, as this model would read them."""


@runtime_checkable
class PartwiseEmbedder(Protocol):
    """An embedder whose vectors are worth keeping as they come: every text is paid for."""

    @property
    def requests(self) -> int:
        """How many requests were sent since it was made."""

    @property
    def billed(self) -> int:
        """How many tokens were billed since it was made, as far as was said."""

    def document_parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Embed passages; each text's row stands in one part, in any order."""

    def query_parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Embed questions, likewise."""
