"""An embedder that embeds each distinct text once, ever: what the cache holds is not embedded again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain
from pathlib import Path
from typing import overload

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import EmbeddingError
from reviewer.vectors.batches import windows
from reviewer.vectors.cache import LIMIT_BYTES, VectorCache
from reviewer.vectors.embedder import Embedder, EmbedderIdentity, Part, PartwiseEmbedder, Vectors
from reviewer.vectors.probe import Probed, settle
from reviewer.vectors.segment import Keys
from reviewer.vectors.shelf import Tokens

DOCUMENT, QUERY = b"document\0", b"query\0"
AT_ONCE = 4096
"""Rows that are looked up, or copied to their repeats, at once."""

UNIT_TOLERANCE = 1e-3
BROKEN = "The embedder does not keep to its contract (`reviewer.vectors.Embedder`); nothing of it was kept."

Advance = Callable[[int], None]
Embed = Callable[[Sequence[str]], Vectors]
Parts = Callable[[Sequence[str]], Iterator[Part]]
Places = NDArray[np.int64]


@dataclass(slots=True)
class Costs:
    """What was asked of an embedder since it was made.

    `texts` were asked for, of which `repeats` stood in the same call before, `hits` were in the cache and `embedded`
    were embedded, in `requests` calls of the engine that took `seconds`; `tokens` are their content tokens, uncut.
    `billed` are the tokens that a server said it took, repeated and probe requests included.
    """

    texts: int = 0
    repeats: int = 0
    hits: int = 0
    embedded: int = 0
    tokens: int = 0
    requests: int = 0
    billed: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Task:
    """One call: texts with their keys, what embeds them, and the rows and counts to fill."""

    texts: Sequence[str]
    keys: Keys
    parts: Parts
    vectors: Vectors
    tokens: Tokens


@dataclass(slots=True)
class CachedEmbedder:
    """Wraps an embedder with a cache in `folder`; `costs` counts since it was made."""

    embedder: Embedder
    folder: Path
    limit_bytes: int = LIMIT_BYTES
    costs: Costs = field(default_factory=Costs)
    cache: VectorCache = field(init=False)
    _settled: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        """Name the cache; nothing is opened yet."""
        self.cache = VectorCache(self.folder, self.limit_bytes)

    @property
    def identity(self) -> EmbedderIdentity:
        """That of the wrapped embedder."""
        return self.embedder.identity

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Embed passages, float32 [n, d]."""
        return self.embed_with_counts(texts)[0]

    def embed_queries(self, texts: Sequence[str], advance: Advance | None = None) -> Vectors:
        """Embed questions, float32 [n, d]."""
        return self._embed(texts, QUERY, self._query_parts(), advance, None)[0]

    def count_tokens(self, texts: Sequence[str]) -> tuple[int, ...]:
        """Count the content tokens of each passage, uncut; those of embedded ones are known."""
        keys = _digests(DOCUMENT, texts)
        unread = np.empty((1, self.identity.dimensions), np.float32)
        counts = self.cache.read(self.identity.fingerprint, keys, unread, np.zeros(len(keys), np.int64))
        missing = np.flatnonzero(counts < 0)
        counts[missing] = self.embedder.count_tokens([texts[at] for at in missing.tolist()])
        return tuple(counts.tolist())

    def embed_with_counts(
        self, texts: Sequence[str], advance: Advance | None = None, out: Vectors | None = None
    ) -> tuple[Vectors, tuple[int, ...]]:
        """Embed passages, and count the content tokens of each, uncut.

        Memory holds a digest a text besides the vectors; with a memory-mapped `out`, and `texts` that are cut from
        their documents when they are asked for, a million passages need little.

        Args:
            texts: Any number; equal ones are embedded once.
            advance: Called with the number of texts that are done.
            out: float32 [n, d] to write into, such as a memory-mapped array; else one is made.

        Returns:
            float32 [n, d] (that is `out`, if given), and the counts.

        """
        return self._embed(texts, DOCUMENT, self._document_parts(), advance, out)

    def _embed(
        self, texts: Sequence[str], kind: bytes, parts: Parts, advance: Advance | None, out: Vectors | None
    ) -> tuple[Vectors, tuple[int, ...]]:
        self._settle()
        task = _Task(
            texts=texts,
            keys=_digests(kind, texts),
            parts=parts,
            vectors=np.zeros((len(texts), self.identity.dimensions), np.float32) if out is None else out,
            tokens=np.full(len(texts), -1, np.int64),
        )
        first, times = _distinct(task.keys)
        distinct = np.flatnonzero(times)
        self.costs.texts += len(texts)
        self.costs.repeats += len(texts) - len(distinct)
        done = 0
        for places in chain(self._look_up(task, distinct), self._fill(task, distinct)):
            done += int(times[places].sum())
            if advance is not None:
                advance(done)
        _repeat(first, task.vectors)
        return task.vectors, tuple(task.tokens[first].tolist())

    def _look_up(self, task: _Task, distinct: Places) -> Iterator[Places]:
        """Fill rows from the cache; give which were held."""
        for begin in range(0, len(distinct), AT_ONCE):
            places = distinct[begin : begin + AT_ONCE]
            task.tokens[places] = self.cache.read(self.identity.fingerprint, task.keys[places], task.vectors, places)
            held = places[task.tokens[places] >= 0]
            self.costs.hits += len(held)
            yield held

    def _fill(self, task: _Task, distinct: Places) -> Iterator[Places]:
        """Embed what is missing; give which rows are filled, once they are written."""
        missing = distinct[task.tokens[distinct] < 0]
        texts = _Chosen(task.texts, missing)
        began = time.perf_counter()
        for part, rows in task.parts(texts):
            self._check(part, rows)
            places = missing[part]
            tokens = np.array(self.embedder.count_tokens([texts[at] for at in part]), np.int64)
            self._count(tokens, time.perf_counter() - began)
            self.cache.write(self.identity.fingerprint, task.keys[places], rows, tokens)
            task.vectors[places], task.tokens[places] = rows, tokens
            yield places
            began = time.perf_counter()
        if (task.tokens[missing] < 0).any():
            raise EmbeddingError(f"{self.identity.name}: rows of some texts were not given", BROKEN)

    def _check(self, part: Sequence[int], rows: Vectors) -> None:
        """Refuse what is not one row a text, of finite values and length 1 or 0, before it is kept for ever."""
        expected = (len(part), self.identity.dimensions)
        if np.shape(rows) != expected:
            raise EmbeddingError(f"{self.identity.name}: rows of shape {np.shape(rows)}, not {expected}", BROKEN)
        lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
        if not ((np.abs(lengths - 1) <= UNIT_TOLERANCE) | (lengths == 0)).all():
            raise EmbeddingError(f"{self.identity.name}: a row is not finite, or not of length 1", BROKEN)

    def _count(self, tokens: Tokens, seconds: float) -> None:
        self.costs.seconds += seconds
        self.costs.embedded += len(tokens)
        self.costs.tokens += int(tokens.sum())
        self.costs.requests += 1
        self._count_paid()

    def _count_paid(self) -> None:
        """Take the counts of an embedder that is paid: it alone knows what it asked for again."""
        if isinstance(self.embedder, PartwiseEmbedder):
            self.costs.requests, self.costs.billed = self.embedder.requests, self.embedder.billed

    def _document_parts(self) -> Parts:
        if isinstance(self.embedder, PartwiseEmbedder):
            return self.embedder.document_parts
        return _windowed(self.embedder.embed_documents)

    def _query_parts(self) -> Parts:
        if isinstance(self.embedder, PartwiseEmbedder):
            return self.embedder.query_parts
        return _windowed(self.embedder.embed_queries)

    def _settle(self) -> None:
        """Refuse a cache that another model filled, where weights cannot be pinned."""
        if not self._settled and isinstance(self.embedder, Probed):
            found = self.identity
            settle(self.folder, found.name, found.fingerprint, self.embedder.probe())
            self._count_paid()
        self._settled = True


class _Chosen(Sequence[str]):
    """Some of many texts, which are cut from their documents when they are asked for."""

    def __init__(self, texts: Sequence[str], places: Places) -> None:
        self._texts, self._places = texts, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> list[str]: ...
    def __getitem__(self, at: int | slice) -> str | list[str]:
        if isinstance(at, slice):
            return [self._texts[int(one)] for one in self._places[at]]
        return self._texts[int(self._places[at])]


def _windowed(embed: Embed) -> Parts:
    """Embed windows of texts, longest first."""

    def parts(texts: Sequence[str]) -> Iterator[Part]:
        for window in windows([len(text) for text in texts]):
            yield window, embed([texts[at] for at in window])

    return parts


def _digests(kind: bytes, texts: Sequence[str]) -> Keys:
    """Give sha256 of kind and text, uint64 [n, 4]: a question and a passage of equal words are two texts."""
    joined = b"".join(sha256(kind + text.encode("utf-8", "surrogatepass")).digest() for text in texts)
    return np.frombuffer(joined, "<u8").reshape(len(texts), 4)


def _distinct(keys: Keys) -> tuple[Places, Places]:
    """Give for each key the place where it stands first, int64 [n], and how often it stands there, int64 [n]."""
    order = np.lexsort(keys.T)  # stable, so that the first of equal keys is the one that stands first
    ordered = keys[order]
    begins = np.ones(len(keys), np.bool_)
    begins[1:] = (ordered[1:] != ordered[:-1]).any(axis=1)
    first = np.empty(len(keys), np.int64)
    first[order] = order[np.flatnonzero(begins)][np.cumsum(begins) - 1]
    return first, np.bincount(first, minlength=len(keys)).astype(np.int64)


def _repeat(first: Places, vectors: Vectors) -> None:
    """Copy each vector to the places of its repeats."""
    repeats = np.flatnonzero(first != np.arange(len(first)))
    for begin in range(0, len(repeats), AT_ONCE):
        places = repeats[begin : begin + AT_ONCE]
        vectors[places] = vectors[first[places]]
