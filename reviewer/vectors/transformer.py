"""The default local engine: BERT-family encoders on ONNX Runtime in f32, or in bf16 where the hardware has it.

In f32 a text's vector is the same to the bit whatever the batch, its order and the number of threads, so that a
cache keyed by content and a verdict can be repeated.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from reviewer import fingerprint
from reviewer.chunks.pretrained import locate
from reviewer.errors import EmbeddingError
from reviewer.fingerprint import Plain
from reviewer.vectors.embedder import EmbedderIdentity, Vectors

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
FILES = ("config.json", "model.safetensors", "tokenizer.json")
OPTIONAL = ("sentence_bert_config.json", "tokenizer_config.json")
SPECIAL = 2
"""Tokens that the model reads around a text."""
BATCH_TOKENS = 2048
ENGINE = "onnxruntime-graph-1"
PRECISIONS = ("f32", "fast")


class TransformerEmbedder:
    """An encoder whose session is built at the first text that really is embedded."""

    def __init__(
        self,
        folder: Path,
        *,
        name: str,
        revision: str | None = None,
        precision: str = "f32",
        limit: int | None = None,
        query_prefix: str = "",
        document_prefix: str = "",
        pooling: str = "mean",
        threads: int | None = None,
    ) -> None:
        """Name the model's folder and how it is used; only the sizes of its files are looked at."""
        if precision not in PRECISIONS:
            raise EmbeddingError(f"precision is {precision!r}", f"Known: {', '.join(PRECISIONS)}.")
        self._folder, self._name, self._revision = folder, name, revision
        self._prefixes = {"query": query_prefix, "document": document_prefix}
        self._pooling, self._wanted = pooling, precision
        self._threads = threads or len(os.sched_getaffinity(0))
        self._limit = self._content_limit(limit)
        self._encoded: tuple[list[str], list[list[int]]] = ([], [])  # counted after it was embedded, read once

    @cached_property
    def identity(self) -> EmbedderIdentity:
        """Cover the bytes of weights and tokenizer, and every setting that decides a vector."""
        precision = self._realised
        weights = fingerprint.of_file(self._folder / "model.safetensors")
        parts: dict[str, Plain] = {
            "weights": weights,
            "config": fingerprint.of_file(self._folder / "config.json"),
            "tokenizer": fingerprint.of_file(self._folder / "tokenizer.json"),
            "pooling": self._pooling,
            "prefixes": self._prefixes,
            "limit": self._limit,
            "engine": ENGINE if precision == "f32" else "openvino-graph-1",
            "precision": precision,
        }
        return EmbedderIdentity(
            name=self._name,
            fingerprint=fingerprint.of_plain(parts),
            dimensions=int(self._config["hidden_size"]),
            limit=self._limit,
            precision=precision,
            engine=str(parts["engine"]),
            weights=weights,
            revision=self._revision,
        )

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Embed passages, float32 [n, d]; blank ones are rows of zeros."""
        return self._embed([self._prefixes["document"] + text for text in texts], texts)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions, float32 [n, d]."""
        return self._embed([self._prefixes["query"] + text for text in texts], texts)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the content tokens of each passage, uncut, its prefix included."""
        prefix = self._prefixes["document"]
        return [len(ids) - SPECIAL for ids in self._encode([prefix + text for text in texts])]

    def _embed(self, prefixed: Sequence[str], texts: Sequence[str]) -> Vectors:
        vectors: Vectors = np.zeros((len(texts), self.identity.dimensions), np.float32)
        filled = [at for at, text in enumerate(texts) if text.strip()]
        read = self._encode(list(prefixed))
        encoded = [_cut(read[at], self._limit + SPECIAL) for at in filled]
        for batch in batches([len(ids) for ids in encoded]):
            rows = self._run(np.array([encoded[at] for at in batch], np.int64))
            vectors[[filled[at] for at in batch]] = rows
        if not np.isfinite(vectors).all():
            bad = int(np.flatnonzero(~np.isfinite(vectors).all(axis=1))[0])
            raise EmbeddingError(f"{self._name}: text {bad} gave a vector that is not finite", "Check the weights.")
        return vectors

    def _encode(self, texts: Sequence[str]) -> list[list[int]]:
        if not texts:
            return []
        if self._encoded[0] != texts:
            clean = [text.encode("utf-8", "replace").decode("utf-8") for text in texts]
            ids = [encoding.ids for encoding in self._tokenizer.encode_batch_fast(clean)]
            self._encoded = (list(texts), ids)
        return self._encoded[1]

    @cached_property
    def _config(self) -> dict[str, Any]:
        config: dict[str, Any] = json.loads((self._folder / "config.json").read_text(encoding="utf-8"))
        return config

    def _content_limit(self, asked: int | None) -> int:
        """Give the number of content tokens: what was asked, what the model's files say, at most its positions."""
        most = int(self._config["max_position_embeddings"]) - SPECIAL
        described = self._folder / "sentence_bert_config.json"
        if asked is None and described.is_file():
            found = json.loads(described.read_text(encoding="utf-8")).get("max_seq_length")
            asked = None if found is None else int(found) - SPECIAL
        if asked is not None and not 1 <= asked <= most:
            raise EmbeddingError(f"{self._name}: limit {asked} is not from 1 to {most}", "Leave `limit` out.")
        return asked or most

    @cached_property
    def _tokenizer(self) -> Any:  # noqa: ANN401  # an untyped library
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self._folder / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        tokenizer.encode_special_tokens = True
        return tokenizer

    @cached_property
    def _realised(self) -> str:
        """Tell in which precision the engine really runs: `fast` is bf16 only where the hardware has it."""
        if self._wanted == "f32":
            return "f32"
        from reviewer.vectors import openvino

        return openvino.realised_precision()

    def _run(self, ids: Any) -> Vectors:  # noqa: ANN401  # int64 [n, s]
        rows: Vectors = self._session(ids)
        return rows

    @cached_property
    def _session(self) -> Any:  # noqa: ANN401  # a function of an untyped library
        from reviewer.vectors.graph import encoder

        graph = encoder(self._folder, self._pooling)
        if self._realised != "f32":
            from reviewer.vectors import openvino

            return openvino.compiled(graph, self._threads)
        return _onnxruntime(graph, self._threads)


def _onnxruntime(graph: bytes, threads: int) -> Any:  # noqa: ANN401  # a function of an untyped library
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(graph, options, providers=["CPUExecutionProvider"])
    return lambda ids: session.run(None, {"ids": ids})[0]


def _cut(ids: list[int], most: int) -> list[int]:
    """Keep the first tokens and the closing one, as the model was trained to read."""
    return ids if len(ids) <= most else [*ids[: most - 1], ids[-1]]


def batches(lengths: Sequence[int], tokens: int = BATCH_TOKENS) -> Iterator[list[int]]:
    """Group texts of equal length, longest first, so that nothing is padded; a batch holds about `tokens` tokens."""
    order = sorted(range(len(lengths)), key=lambda at: -lengths[at])
    batch: list[int] = []
    for at in order:
        if batch and (lengths[batch[0]] != lengths[at] or (len(batch) + 1) * lengths[at] > tokens):
            yield batch
            batch = []
        batch.append(at)
    if batch:
        yield batch


def load_transformer(
    *,
    model: str = DEFAULT_MODEL,
    revision: str | None = None,
    precision: str = "f32",
    limit: int | None = None,
    query_prefix: str = "",
    document_prefix: str = "",
    pooling: str = "mean",
    threads: int | None = None,
) -> TransformerEmbedder:
    """Load an encoder by path, from an installed package, or from the hub at a pinned commit.

    Raises:
        EmbeddingError: It is nowhere, its name floats, or a setting is refused.

    """
    found = locate(model, revision, files=FILES, optional=OPTIONAL)
    return TransformerEmbedder(
        found.folder,
        name=model,
        revision=found.revision,
        precision=precision,
        limit=limit,
        query_prefix=query_prefix,
        document_prefix=document_prefix,
        pooling=pooling,
        threads=threads,
    )
