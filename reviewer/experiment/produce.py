"""The producer: an arm's settings, a corpus and queries in; chunks, a run and what they cost out."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reviewer import fingerprint
from reviewer.chunks import Chunk, Splitter, SplitterIdentity, chunk_corpus, make_splitter
from reviewer.corpus import Corpus
from reviewer.errors import SplitError
from reviewer.experiment.configuration import ArmSettings, Rules
from reviewer.experiment.progress import Progress
from reviewer.experiment.store import Store
from reviewer.fingerprint import Plain
from reviewer.index import Index, make_index
from reviewer.queries import Query
from reviewer.runs import Run, search
from reviewer.vectors import CachedEmbedder, EmbedderIdentity, Vectors, load_embedder

TRANSFORMATION = "1"
"""The version of the way from document to chunk; part of every chunk's id and of the manifest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """What producing an arm took this time: seconds by stage, and texts embedded anew or found in the cache."""

    splitting: float
    embedding: float
    searching: float
    embedded: int
    cached: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Produced:
    """One arm's chunks and run, with the identities that decide them; `tokens` are counted by the embedder."""

    settings: ArmSettings
    splitter: SplitterIdentity
    embedder: EmbedderIdentity
    index: Mapping[str, Plain]
    chunks: tuple[Chunk, ...]
    tokens: tuple[int, ...]
    run: Run
    vector_bytes: int
    spent: Spent

    @property
    def truncated(self) -> tuple[tuple[Chunk, int], ...]:
        """The chunks longer than the model reads, each with its number of lost tokens."""
        limit = self.embedder.limit
        if limit is None:
            return ()
        counted = zip(self.chunks, self.tokens, strict=True)
        return tuple((chunk, tokens - limit) for chunk, tokens in counted if tokens > limit)


class Producer:
    """Produces arms over one corpus and one set of queries; embedders are shared between arms."""

    def __init__(
        self, corpus: Corpus, queries: Sequence[Query], rules: Rules, store: Store, progress: Progress
    ) -> None:
        """Take what is the same for every arm."""
        self.corpus, self.queries, self.rules = corpus, tuple(queries), rules
        self._store, self._progress = store, progress
        self._embedders: dict[str, CachedEmbedder] = {}

    def produce(self, arm: ArmSettings) -> Produced:
        """Split, embed, index and search; every document must give a chunk."""
        began = time.perf_counter()
        splitter = make_splitter(arm.splitter)
        chunks = self._split(arm, splitter)
        split = time.perf_counter()
        embedder = self._embedder(arm)
        before = embedder.costs
        vectors, tokens = self._embed(arm, embedder, chunks)
        questions = embedder.embed_queries([query.text for query in self.queries])
        embedded = time.perf_counter()
        index = self._index(arm, chunks, vectors)
        run = search(self.queries, questions, index, chunks, arm=arm.name, fingerprint="", depth=self.rules.depth)
        searched = time.perf_counter()
        return Produced(
            settings=arm,
            splitter=splitter.identity,
            embedder=embedder.identity,
            index=dict(index.parameters),
            chunks=chunks,
            tokens=tokens,
            run=run,
            vector_bytes=int(vectors.nbytes),
            spent=Spent(
                splitting=split - began,
                embedding=embedded - split,
                searching=searched - embedded,
                embedded=embedder.costs.embedded - before.embedded,
                cached=embedder.costs.hits - before.hits,
            ),
        )

    def _split(self, arm: ArmSettings, splitter: Splitter) -> tuple[Chunk, ...]:
        chunks = chunk_corpus(self.corpus, splitter, TRANSFORMATION)
        cut = {chunk.document for chunk in chunks}
        bare = [document.id for document in self.corpus if document.text.strip() and document.id not in cut]
        if bare:
            raise SplitError(
                f"{arm.name}: no chunk for {len(bare)} documents, such as {', '.join(bare[:5])}",
                "Every document must give a chunk, or no question about it can be answered.",
            )
        return chunks

    def _embedder(self, arm: ArmSettings) -> CachedEmbedder:
        key = fingerprint.of_plain(dict(arm.embedder))
        if key not in self._embedders:
            self._embedders[key] = CachedEmbedder(load_embedder(arm.embedder), self._store.cache)
        return self._embedders[key]

    def _embed(
        self, arm: ArmSettings, embedder: CachedEmbedder, chunks: Sequence[Chunk]
    ) -> tuple[Vectors, tuple[int, ...]]:
        texts = [chunk.text(self.corpus[chunk.document].text) for chunk in chunks]
        with self._progress.stage(f"embed {arm.name}", len(texts), "chunks") as advance:
            return embedder.embed_with_counts(texts, advance)

    def _index(self, arm: ArmSettings, chunks: Sequence[Chunk], vectors: Vectors) -> Index:
        index = make_index(arm.index)
        index.add(vectors, [self.corpus[chunk.document].metadata for chunk in chunks])
        return index


def with_fingerprint(produced: Produced, arm_fingerprint: str) -> Produced:
    """Write the arm's fingerprint into its run."""
    return replace(produced, run=replace(produced.run, fingerprint=arm_fingerprint))
