"""The default local engine: encoders on ONNX Runtime in f32, or on OpenVINO in bf16 where the hardware has it.

A text's vector is the same to the bit whatever stands beside it, in whatever order and on however many threads, so
that a cache keyed by content and a verdict can be repeated: texts of equal length are run together, so there is no
padding and no mask; a batch is computed by one thread, and threads take whole batches.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property

import numpy as np

from reviewer import fingerprint
from reviewer.errors import EmbeddingError
from reviewer.fingerprint import Plain
from reviewer.vectors.batches import batches, windows
from reviewer.vectors.default import DEFAULT_MODEL
from reviewer.vectors.description import POOLINGS, Description, describe
from reviewer.vectors.embedder import EmbedderIdentity, Vectors
from reviewer.vectors.engine import Engine, Ids
from reviewer.vectors.graph import VERSION, build_graph
from reviewer.vectors.pooling import pool
from reviewer.vectors.reading import Reader, Reading
from reviewer.vectors.realisation import PRECISIONS, Realisation, realise


class TransformerEmbedder:
    """An encoder with its tokenizer; both are loaded when the first text needs them, the identity needs neither."""

    def __init__(
        self,
        description: Description,
        *,
        precision: str = "f32",
        limit: int | None = None,
        query_prefix: str = "",
        document_prefix: str = "",
        threads: int | None = None,
        pooling: str | None = None,
    ) -> None:
        """Take what the model's files say and the settings; see `load_transformer`."""
        self._description = description
        self._wanted = _one_of("precision", precision, PRECISIONS)
        self._pooling = _one_of("pooling", pooling or description.pooling, POOLINGS)
        self._threads = _threads(threads)
        self._document_prefix, self._query_prefix = document_prefix, query_prefix
        self._reader = Reader(description.tokenizer, description.length, limit=limit, lower=description.lower)

    @cached_property
    def identity(self) -> EmbedderIdentity:
        """Cover the bytes of weights and tokenizer, and all else that decides a vector; hashed anew each time."""
        described, realised = self._description, self._realised
        weights = described.weights_fingerprint()
        decides: dict[str, Plain] = {
            "weights": weights,
            "graph": VERSION if described.built else "onnx",
            "config": fingerprint.of_file(described.found.folder / "config.json"),
            "tokenizer": fingerprint.of_file(described.tokenizer),
            "lower": described.lower,
            "pooling": self._pooling,
            "prefixes": [self._document_prefix, self._query_prefix],
            "limit": self._reader.limit,
            "engine": realised.engine,
            "precision": realised.precision,
        }
        return EmbedderIdentity(
            name=described.found.name,
            fingerprint=fingerprint.of_plain(decides),
            dimensions=described.dimensions,
            limit=self._reader.limit,
            precision=realised.precision,
            engine=realised.engine,
            weights=weights,
            revision=described.found.revision,
        )

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Embed passages, float32 [n, d], unit rows in the order of `texts`; blank texts are rows of zeros."""
        return self._embed(texts, self._document_prefix)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions, float32 [n, d], unit rows in the order of `texts`; blank texts are rows of zeros."""
        return self._embed(texts, self._query_prefix)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the content tokens of each passage, uncut, its prefix included."""
        counts = [0] * len(texts)
        for window in windows([len(text) for text in texts]):
            readings = self._reader.read([self._document_prefix + texts[at] for at in window])
            for at, reading in zip(window, readings, strict=True):
                counts[at] = reading.tokens
        return counts

    def _embed(self, texts: Sequence[str], prefix: str) -> Vectors:
        vectors: Vectors = np.zeros((len(texts), self.identity.dimensions), np.float32)
        for window in windows([len(text) for text in texts]):
            filled = [at for at in window if texts[at].strip()]
            readings = self._reader.read([prefix + texts[at] for at in filled])
            self._run_all(vectors, {at: one for at, one in zip(filled, readings, strict=True) if one.tokens})
        return vectors

    def _run_all(self, vectors: Vectors, readings: dict[int, Reading]) -> None:
        """Run a window in batches of equal length, whole batches side by side on the threads."""
        places = list(readings)
        grouped = [[places[one] for one in batch] for batch in batches([len(readings[at].ids) for at in places])]
        engine = self._engine

        def run(batch: list[int]) -> Vectors:
            return self._run(engine, batch, np.array([readings[at].ids for at in batch], np.int64))

        for batch, rows in zip(grouped, self._pool.map(run, grouped), strict=True):
            vectors[batch] = rows

    def _run(self, engine: Engine, batch: list[int], ids: Ids) -> Vectors:
        name = self._description.found.name
        try:
            rows = pool(engine.run(ids), self._pooling)
        except Exception as error:  # the engines raise their own kinds
            first = (str(error).strip() or type(error).__name__).splitlines()[0]
            raise EmbeddingError(
                f"{name}: the engine failed at text {batch[0]} ({first})", "Try `threads: 1`."
            ) from error
        wrong = np.flatnonzero(~np.isfinite(rows).all(axis=1))
        if len(wrong):
            raise EmbeddingError(
                f"{name}: the vector of text {batch[int(wrong[0])]} is not finite", "Fetch the model's weights again."
            )
        return rows

    @cached_property
    def _realised(self) -> Realisation:
        return realise(self._wanted)

    @cached_property
    def _engine(self) -> Engine:
        """Load the model; weights that are not those of the identity any more are refused."""
        engine = self._loaded()
        if self._description.weights_fingerprint() != self.identity.weights:
            raise EmbeddingError(f"{self._description.weights} changed while it was used", "Start again.")
        return engine

    def _loaded(self) -> Engine:
        described = self._description
        if self._realised.precision == "bf16":
            from reviewer.vectors.openvino_engine import OpenVinoEngine

            inside = build_graph(described.config, described.weights, inline=True) if described.built else None
            return OpenVinoEngine(inside or described.weights, self._threads)
        from reviewer.vectors.onnxruntime_engine import OnnxRuntimeEngine

        graph = build_graph(described.config, described.weights) if described.built else described.weights
        return OnnxRuntimeEngine(graph, described.weights.resolve().parent)

    @cached_property
    def _pool(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(self._threads, thread_name_prefix="embed")


def load_transformer(
    *,
    model: str = DEFAULT_MODEL,
    revision: str | None = None,
    precision: str = "f32",
    limit: int | None = None,
    query_prefix: str = "",
    document_prefix: str = "",
    threads: int | None = None,
    pooling: str | None = None,
) -> TransformerEmbedder:
    """Load an encoder by path, from an installed package, or from the hub at a pinned commit.

    Args:
        model: A folder, or a hub id; see `reviewer.chunks.pretrained.locate`.
        revision: The hub's full commit, where the hub is asked.
        precision: `f32`, or `fast`: bf16 where OpenVINO is installed and the hardware computes in it, else f32; the
            identity tells which.
        limit: Content tokens that are read of a text; None takes the model's own.
        query_prefix: Put before each question.
        document_prefix: Put before each passage; it counts against the limit.
        threads: Batches computed side by side, each on one core; None takes every core this process may use.
        pooling: `mean` or `cls`; None takes the model's own.

    Raises:
        EmbeddingError: It is nowhere, its files cannot be used, or a setting is refused.

    """
    for setting, value in (("model", model), ("revision", revision or "")):
        if not isinstance(value, str):
            raise EmbeddingError(f"embedder: {setting} is {value!r}, and must be text", "Write it between quotes.")
    return TransformerEmbedder(
        describe(model, revision),
        precision=precision,
        limit=limit,
        query_prefix=query_prefix,
        document_prefix=document_prefix,
        threads=threads,
        pooling=pooling,
    )


def _one_of(setting: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise EmbeddingError(f"embedder: {setting} is {value!r}", f"Known: {', '.join(known)}.")
    return value


def _threads(asked: int | None) -> int:
    if asked is None:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    if not isinstance(asked, int) or asked < 1:
        raise EmbeddingError(f"embedder: threads is {asked!r}", "Use at least 1, or leave it out.")
    return asked
