"""The producer: an arm's settings, a corpus and queries in; chunks, a run and what they cost out.

An arm is cut, then built, then searched, so that all arms can be checked before anything is paid for or looked at.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from reviewer import fingerprint
from reviewer.chunks import Chunk, Splitter, chunk_corpus, make_splitter
from reviewer.chunks.foreign import Watch
from reviewer.corpus import Corpus
from reviewer.errors import IndexingError
from reviewer.experiment.configuration import ArmSettings
from reviewer.experiment.manifest import TRANSFORMATION, Identified
from reviewer.experiment.phases import shifted
from reviewer.experiment.placed import cutting_of, settings_of
from reviewer.experiment.produced import BuiltArm, CutArm, Produced, Searched, Spent
from reviewer.experiment.progress import Progress
from reviewer.experiment.rules import Rules
from reviewer.experiment.scale import Elsewhere, Engine, cut_corpus, room
from reviewer.experiment.store import Store
from reviewer.index import (
    AnyIndex,
    BothIndex,
    RemoteIndex,
    add_rows,
    gives_cosines,
    make_index,
    reads_vectors,
    refuse_width,
)
from reviewer.passages import ChunkTable, Passage, Treatment, make_treatment, treat
from reviewer.queries import Query
from reviewer.runs import Run, search
from reviewer.scores import HitVectors, hit_vectors
from reviewer.vectors import UNEMBEDDED, CachedEmbedder, Costs, EmbedderIdentity, Vectors, load_embedder
from reviewer.vectors.embedder import PartwiseEmbedder
from reviewer.vectors.probe import Probe, Probed

EXACT = {"name": "exact"}
AT_ONCE = 4096
"""Texts that are counted at once."""


def treatments_of(arm: ArmSettings) -> tuple[Treatment, ...]:
    """Make the treatments of an arm, in their order."""
    return tuple(make_treatment(one) for one in arm.treatments)


class Producer:
    """Produces arms over one corpus and one set of queries; embedders are shared between arms."""

    def __init__(
        self,
        corpus: Corpus,
        queries: Sequence[Query],
        rules: Rules,
        store: Store,
        progress: Progress,
        *,
        engine: Engine | None = None,
    ) -> None:
        """Take what is the same for every arm; an engine splits and embeds on other processes or machines."""
        self.corpus, self.queries, self.rules = corpus, tuple(queries), rules
        self._store, self._progress, self._engine = store, progress, engine
        self._embedders: dict[str, CachedEmbedder] = {}

    def identify(self, arm: ArmSettings) -> Identified:
        """Give what decides an arm; weights and tokenizer are read, no document is."""
        with settings_of(arm, "splitter"):
            splitter = make_splitter(arm.splitter).identity
        with settings_of(arm):
            index, treatments = make_index(arm.index), treatments_of(arm)
            _refuse_without_cosines(index, treatments)
            embedder = self.embedder(arm).identity if reads_vectors(index) else UNEMBEDDED
            refuse_width(index, embedder.dimensions)
            return Identified(
                splitter=splitter,
                embedder=embedder,
                index=dict(index.parameters),
                treatments=tuple(dict(one.parameters) for one in treatments),
            )

    def cut(self, arm: ArmSettings, identity: Identified, phases: int = 1) -> CutArm:
        """Cut the corpus, in each phase of the arm's grid."""
        began = time.perf_counter()
        splitters = [make_splitter(settings) for settings in shifted(arm.splitter, phases)]
        watch = Watch(splitters[0])
        watched = [watch, *[None] * (len(splitters) - 1)]
        with cutting_of(arm):
            chunks = tuple(
                self._chunks(one, settings, seen)
                for one, settings, seen in zip(splitters, shifted(arm.splitter, phases), watched, strict=True)
            )
        return CutArm(
            settings=arm,
            identity=identity,
            phases=tuple(one.identity for one in splitters),
            chunks=chunks,
            notices=watch.sentences(arm.name),
            seconds=time.perf_counter() - began,
        )

    def _chunks(self, splitter: Splitter, settings: Mapping[str, object], watch: Watch | None) -> tuple[Chunk, ...]:
        if self._engine is None:
            return chunk_corpus(self.corpus, splitter, TRANSFORMATION, watch)
        return cut_corpus(self.corpus, splitter, settings, TRANSFORMATION, engine=self._engine, watch=watch)

    def unread(self, cut: CutArm, phase: int = 0) -> tuple[tuple[Chunk, int], ...]:
        """Give the chunks longer than the embedder reads, each with its tokens that are lost; nothing is embedded."""
        limit, chunks = cut.identity.embedder.limit, cut.chunks[phase]
        if limit is None or not _embeds(cut):
            return ()
        name = f"measure {cut.settings.name}" + (f", phase {phase}" if phase else "")
        with self._progress.stage(name, len(chunks), "chunks") as advance:
            counts: list[int] = []
            for begin in range(0, len(chunks), AT_ONCE):
                counts += self.embedder(cut.settings).count_tokens(self._texts(chunks[begin : begin + AT_ONCE]))
                advance(len(counts))
        return tuple((chunk, count - limit) for chunk, count in zip(chunks, counts, strict=True) if count > limit)

    def build(self, cut: CutArm) -> BuiltArm:
        """Embed and index an arm; its other phases are searched at once, and their vectors are let go."""
        began = time.perf_counter()
        costs = self.embedder(cut.settings).costs if _embeds(cut) else Costs()
        before = replace(costs)
        vectors, tokens = self._embed(cut, 0)
        questions = self._questions(cut)
        ended = time.perf_counter()
        index = self._index(cut.settings.index, cut.chunks[0], vectors)
        indexed = time.perf_counter()
        spent = Spent(
            splitting=cut.seconds,
            embedding=ended - began,
            indexing=indexed - ended,
            embedded=costs.embedded - before.embedded,
            cached=costs.hits - before.hits,
            requests=costs.requests - before.requests,
            billed=costs.billed - before.billed,
        )
        return BuiltArm(
            cut=cut,
            tokens=tuple(tokens),
            index=index,
            exact=None if index.exact or not gives_cosines(index) else self._index(EXACT, cut.chunks[0], vectors),
            questions=questions,
            vector_bytes=int(vectors.nbytes),
            shifted=tuple(self._shifted(cut, questions, phase) for phase in range(1, len(cut.chunks))),
            spent=spent,
            vectors=vectors if cut.settings.treatments else None,
        )

    def search(self, built: BuiltArm) -> Produced:
        """Rank the arm's chunks for every query."""
        began = time.perf_counter()
        run = self._run(built.name, built.index, built.chunks, built.questions)
        searching = time.perf_counter() - began
        exact = None if built.exact is None else self._run(built.name, built.exact, built.chunks, built.questions)
        return Produced(
            built=built,
            real=self._searched(run, built.cut, 0, built.vectors),
            exact=None if exact is None else self._searched(exact, built.cut, 0, built.vectors),
            searching=searching,
        )

    def _searched(self, run: Run, cut: CutArm, phase: int, vectors: Vectors | None) -> Searched:
        """Gather the hits' vectors, from the cache where `vectors`, float32 [chunks, d], are gone; treat the hits."""
        chunks = cut.chunks[phase]
        of_hits = self._of_hits(run, cut, chunks, vectors) if _embeds(cut) else None
        treatments = treatments_of(cut.settings)
        if not treatments:
            return Searched(run, of_hits)
        table = ChunkTable(chunks)

        def sent(query: Query) -> tuple[Passage, ...]:
            hits = run.hits[query.id]
            near = None if of_hits is None else of_hits.of(query.id, [hit.rank for hit in hits])
            return treat(treatments, query, hits, chunks=table, corpus=self.corpus, vectors=near)

        return Searched(run, of_hits, {query.id: sent(query) for query in self.queries})

    def _of_hits(self, run: Run, cut: CutArm, chunks: Sequence[Chunk], vectors: Vectors | None) -> HitVectors:
        hit = {hit.chunk for hits in run.hits.values() for hit in hits}
        own = [chunk for chunk in chunks if chunk.id in hit] if vectors is None else chunks
        rows = self.embedder(cut.settings).embed_documents(self._texts(own)) if vectors is None else vectors
        return hit_vectors(run, own, rows)

    def _run(self, name: str, index: AnyIndex, chunks: Sequence[Chunk], questions: Vectors, phase: int = 0) -> Run:
        depth = self.rules.depth
        return search(self.queries, questions, index, chunks, arm=name, fingerprint="", depth=depth, phase=phase)

    def _shifted(self, cut: CutArm, questions: Vectors, phase: int) -> Searched:
        vectors, _ = self._embed(cut, phase)
        index = self._index(cut.settings.index, cut.chunks[phase], vectors)
        run = self._run(cut.settings.name, index, cut.chunks[phase], questions, phase)
        return self._searched(run, cut, phase, vectors)

    def embedder(self, arm: ArmSettings) -> CachedEmbedder:
        """Give the embedder of an arm, the same for all arms of its settings."""
        key = fingerprint.of_plain(dict(arm.embedder))
        if key not in self._embedders:
            self._embedders[key] = self._cached(arm.embedder)
        return self._embedders[key]

    def probes(self, arms: Sequence[ArmSettings]) -> dict[str, tuple[EmbedderIdentity, Probe]]:
        """Give by fingerprint what models whose weights cannot be pinned make of the probe texts."""
        embedders = [self.embedder(arm) for arm in arms if reads_vectors(make_index(arm.index))]
        return {
            one.identity.fingerprint: (one.identity, one.embedder.probe())
            for one in embedders
            if isinstance(one.embedder, Probed)
        }

    def _cached(self, settings: Mapping[str, object]) -> CachedEmbedder:
        """Load an embedder; one of a server is asked from here, whatever the engine."""
        embedder, folder = load_embedder(settings), self._store.cache
        limit = room(folder, engine=self._engine is not None)
        if self._engine is None or isinstance(embedder, PartwiseEmbedder):
            return CachedEmbedder(embedder, folder, limit)
        return CachedEmbedder(Elsewhere(embedder, settings, self._engine), folder, limit)

    def _embed(self, cut: CutArm, phase: int) -> tuple[Vectors, Sequence[int]]:
        chunks = cut.chunks[phase]
        if not _embeds(cut):
            return np.zeros((len(chunks), 0), np.float32), [0] * len(chunks)
        texts = self._texts(chunks)
        name = f"embed {cut.settings.name}" + (f", phase {phase}" if phase else "")
        with self._progress.stage(name, len(texts), "chunks") as advance:
            return self.embedder(cut.settings).embed_with_counts(texts, advance)

    def _questions(self, cut: CutArm) -> Vectors:
        if not _embeds(cut):
            return np.zeros((len(self.queries), 0), np.float32)
        return self.embedder(cut.settings).embed_queries([query.text for query in self.queries])

    def _texts(self, chunks: Sequence[Chunk]) -> list[str]:
        return [chunk.embedded_text(self.corpus[chunk.document].text) for chunk in chunks]

    def _index(self, settings: Mapping[str, object], chunks: Sequence[Chunk], vectors: Vectors) -> AnyIndex:
        index = make_index(settings)
        for part in stores_of(index):
            part.transformation = TRANSFORMATION
        metadata = [self.corpus[chunk.document].metadata for chunk in chunks]
        add_rows(index, vectors, self._texts(chunks), metadata)
        len(index)  # a store is filled when it is first asked: that belongs to indexing
        return index


def stores_of(index: AnyIndex) -> tuple[RemoteIndex, ...]:
    """Give the stores that an index keeps its rows in: itself, its parts, or none."""
    parts = index.parts if isinstance(index, BothIndex) else (index,)
    return tuple(part for part in parts if isinstance(part, RemoteIndex))


def _embeds(cut: CutArm) -> bool:
    return cut.identity.embedder != UNEMBEDDED


def _refuse_without_cosines(index: AnyIndex, treatments: Sequence[Treatment]) -> None:
    for one in treatments:
        if one.reads_vectors and not gives_cosines(index):
            raise IndexingError(
                f"index {index.parameters['name']}: its scores are no cosines, which the treatment {one.name} weighs",
                "Search this arm by vectors alone, or take another treatment.",
            )
