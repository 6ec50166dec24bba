"""Static models: a text's vector is the mean of its tokens' vectors, looked up in a table; by model2vec (an extra).

Some fifty times as fast as a small encoder, and another model: distilled from MiniLM it kept 0.57 of the ten nearest
neighbours. An arm of its own, never a stand-in.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING

import numpy as np

from reviewer import fingerprint
from reviewer.chunks.pretrained import Pretrained, locate
from reviewer.errors import EmbeddingError
from reviewer.fingerprint import Plain
from reviewer.vectors.embedder import EmbedderIdentity, Vectors

if TYPE_CHECKING:
    from model2vec import StaticModel
    from tokenizers import Tokenizer

EXTRA = "pip install 'overlap-reviewer[static]'"
FILES = ("model.safetensors", "tokenizer.json", "config.json")
AT_ONCE = 1024


class StaticEmbedder:
    """Loads the table when it is first needed; it reads texts of any length."""

    def __init__(self, found: Pretrained, *, query_prefix: str = "", document_prefix: str = "") -> None:
        """Take where the files are; see `load_static`."""
        self._found, self._query_prefix, self._document_prefix = found, query_prefix, document_prefix

    @cached_property
    def identity(self) -> EmbedderIdentity:
        """Cover the bytes of table, tokenizer and configuration, prefixes, and the library's version."""
        folder = self._found.folder
        decides: dict[str, Plain] = {name: fingerprint.of_file(folder / name) for name in FILES}
        engine = f"model2vec {self._version}"
        return EmbedderIdentity(
            name=self._found.name,
            fingerprint=fingerprint.of_plain(
                decides | {"engine": engine, "prefixes": [self._document_prefix, self._query_prefix]}
            ),
            dimensions=int(self._model.dim),
            limit=None,
            precision=str(self._model.embedding.dtype),
            engine=engine,
            weights=str(decides[FILES[0]]),
            revision=self._found.revision,
        )

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Embed passages, float32 [n, d], unit rows; a text without a known token is a row of zeros."""
        return self._embed([self._document_prefix + text for text in texts])

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions, likewise."""
        return self._embed([self._query_prefix + text for text in texts])

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each passage, its prefix included."""
        encoded = self._tokenizer.encode_batch_fast(
            [_fit(self._document_prefix + text) for text in texts], add_special_tokens=False
        )
        return [len(one.ids) for one in encoded]

    def _embed(self, texts: Sequence[str]) -> Vectors:
        rows = np.zeros((len(texts), self.identity.dimensions), np.float64)
        for begin in range(0, len(texts), AT_ONCE):
            part = [_fit(text) for text in texts[begin : begin + AT_ONCE]]
            rows[begin : begin + AT_ONCE] = self._model.encode(
                part, max_length=None, normalize=False, use_multiprocessing=False
            )
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not np.isfinite(lengths).all():
            raise EmbeddingError(f"{self._found.name}: a vector is not finite", "Fetch the model's files again.")
        unit: Vectors = np.divide(rows, lengths, out=np.zeros_like(rows), where=lengths > 0).astype(np.float32)
        return unit

    @cached_property
    def _model(self) -> StaticModel:
        try:
            from model2vec import StaticModel
        except ImportError as error:
            raise EmbeddingError("embedder static: the package model2vec is not installed", EXTRA) from error
        try:
            return StaticModel.from_pretrained(self._found.folder, force_download=False)
        except Exception as error:  # the library raises those of its readers
            raise EmbeddingError(
                f"{self._found.folder}: not a static model ({type(error).__name__})", "Name a model2vec model."
            ) from error

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer

        found = Tokenizer.from_file(str(self._found.folder / FILES[1]))
        found.no_truncation()
        found.no_padding()
        return found

    @property
    def _version(self) -> str:
        self._model  # noqa: B018  # refuses with a remedy where the library is missing
        return version("model2vec")


def load_static(
    *, model: str, revision: str | None = None, query_prefix: str = "", document_prefix: str = ""
) -> StaticEmbedder:
    """Find a model2vec model by path, or on the hub at a pinned commit.

    Args:
        model: A folder, or a hub id.
        revision: The hub's full commit, where the hub is asked.
        query_prefix: Put before each question.
        document_prefix: Put before each passage.

    Raises:
        EmbeddingError: It is nowhere, or a setting is refused.

    """
    for setting, value in (("model", model), ("query_prefix", query_prefix), ("document_prefix", document_prefix)):
        if not isinstance(value, str):
            raise EmbeddingError(f"embedder: {setting} is {value!r}, and must be text", "Write it between quotes.")
    found = locate(model, revision, files=FILES)
    return StaticEmbedder(found, query_prefix=query_prefix, document_prefix=document_prefix)


def _fit(text: str) -> str:
    """Replace lone surrogates, for which UTF-8 has no bytes."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
