"""An embedder that embeds each distinct text once, ever: what the cache holds is not embedded again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from reviewer import fingerprint
from reviewer.vectors.cache import Entry, VectorCache
from reviewer.vectors.embedder import Embedder, EmbedderIdentity, Vectors

BATCH = 256
"""Texts that are embedded before they are written; a kill loses at most these."""

QUERY = "query "
Advance = Callable[[int], None]


@dataclass(slots=True)
class Costs:
    """What was asked of an embedder: texts, found in the cache, embedded, their content tokens, and requests."""

    texts: int = 0
    hits: int = 0
    embedded: int = 0
    tokens: int = 0
    requests: int = 0


@dataclass(slots=True)
class CachedEmbedder:
    """Wraps an embedder with a cache in `folder`; `costs` counts since it was made."""

    embedder: Embedder
    folder: Path
    costs: Costs = field(default_factory=Costs)
    cache: VectorCache = field(init=False)

    def __post_init__(self) -> None:
        """Name the cache; nothing is opened yet."""
        self.cache = VectorCache(self.folder)

    @property
    def identity(self) -> EmbedderIdentity:
        """That of the wrapped embedder."""
        return self.embedder.identity

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Embed passages, float32 [n, d]."""
        return self.embed_with_counts(texts)[0]

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions, float32 [n, d]."""
        return self._embed(texts, self.embedder.embed_queries, QUERY, None, None)[0]

    def count_tokens(self, texts: Sequence[str]) -> Sequence[int]:
        """Count the content tokens of each passage, uncut."""
        return self.embedder.count_tokens(texts)

    def embed_with_counts(
        self, texts: Sequence[str], advance: Advance | None = None, out: Vectors | None = None
    ) -> tuple[Vectors, tuple[int, ...]]:
        """Embed passages, and count the content tokens of each, uncut.

        Args:
            texts: Any number; equal ones are embedded once.
            advance: Called with the number of texts that are done.
            out: float32 [n, d] to write into, such as a memory-mapped array; else one is made.

        """
        return self._embed(texts, self.embedder.embed_documents, "", advance, out)

    def _embed(
        self,
        texts: Sequence[str],
        embed: Callable[[Sequence[str]], Vectors],
        kind: str,
        advance: Advance | None,
        out: Vectors | None,
    ) -> tuple[Vectors, tuple[int, ...]]:
        keys = [fingerprint.of_text(kind + text) for text in texts]
        where: dict[str, list[int]] = {}
        for at, key in enumerate(keys):
            where.setdefault(key, []).append(at)
        vectors: Vectors = out if out is not None else np.zeros((len(texts), self.identity.dimensions), np.float32)
        counts = np.zeros(len(texts), np.int64)
        done = 0
        for entries in self._entries(texts, where, embed):
            for key, entry in entries.items():
                vectors[where[key]] = entry.vector
                counts[where[key]] = entry.tokens
                done += len(where[key])
            if advance is not None:
                advance(done)
        return vectors, tuple(counts.tolist())

    def _entries(
        self, texts: Sequence[str], where: dict[str, list[int]], embed: Callable[[Sequence[str]], Vectors]
    ) -> Iterator[dict[str, Entry]]:
        """Give what the cache holds, then what is missing, longest first, batch by batch as it is written."""
        name, keys = self.identity.fingerprint, list(where)
        self.costs.texts += len(texts)
        missing: list[str] = []
        for begin in range(0, len(keys), BATCH * 16):
            asked = keys[begin : begin + BATCH * 16]
            found = self.cache.read(name, asked)
            self.costs.hits += len(found)
            missing += [key for key in asked if key not in found]
            yield found
        missing.sort(key=lambda key: (-len(texts[where[key][0]]), key))
        for begin in range(0, len(missing), BATCH):
            batch = missing[begin : begin + BATCH]
            yield self._embedded(name, batch, [texts[where[key][0]] for key in batch], embed)

    def _embedded(
        self, name: str, keys: Sequence[str], texts: Sequence[str], embed: Callable[[Sequence[str]], Vectors]
    ) -> dict[str, Entry]:
        rows, tokens = embed(texts), self.embedder.count_tokens(texts)
        entries = {key: Entry(row, count) for key, row, count in zip(keys, rows, tokens, strict=True)}
        self.cache.write(name, entries)
        self.costs.embedded += len(texts)
        self.costs.tokens += sum(tokens)
        self.costs.requests += 1
        return entries
