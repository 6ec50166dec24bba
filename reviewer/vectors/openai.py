"""Models behind an OpenAI-compatible address: OpenAI, Azure, TEI, vLLM, Ollama, LM Studio, llama.cpp and others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from http import HTTPStatus
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np

from reviewer import fingerprint
from reviewer.errors import EmbeddingError
from reviewer.fingerprint import Plain
from reviewer.vectors.answers import Embedded, read_answer
from reviewer.vectors.batches import packed
from reviewer.vectors.embedder import EmbedderIdentity, Part, Vectors
from reviewer.vectors.endpoint import BEARER, Endpoint, RefusedError
from reviewer.vectors.probe import TEXTS, Probe
from reviewer.vectors.side_by_side import side_by_side

if TYPE_CHECKING:
    from reviewer.chunks import Tokenizer

BYTES_A_TOKEN = 3
"""Where no tokenizer is named, a batch is measured as if a token took three bytes of UTF-8: most take more."""


class OpenAiEmbedder:
    """Sends texts in batches, several at a time; each batch is handed on as soon as it is there.

    `billed` counts the tokens that the server said it took.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        model: str,
        dimensions: int | None = None,
        tokenizer: Tokenizer | None = None,
        limit: int | None = None,
        query_prefix: str = "",
        document_prefix: str = "",
        revision: str | None = None,
        batch_tokens: int = 8192,
        batch_texts: int = 32,
        concurrency: int = 4,
    ) -> None:
        """Take an address and the settings; see `load_openai`."""
        self.endpoint, self.billed = endpoint, 0
        self._model, self._dimensions, self._revision = model, dimensions, revision
        self._tokenizer, self._limit = tokenizer, limit
        self._document_prefix, self._query_prefix = document_prefix, query_prefix
        self._batch_tokens, self._batch_texts, self._concurrency = batch_tokens, batch_texts, concurrency
        self._base64, self._lock = True, Lock()
        self._probe: Probe | None = None

    @cached_property
    def identity(self) -> EmbedderIdentity:
        """Cover address, model and settings; its width is asked of the server. Weights cannot be seen: see `probe`."""
        decides: dict[str, Plain] = {
            "address": self.endpoint.name,
            "api_version": self.endpoint.api_version,
            "model": self._model,
            "dimensions": self._dimensions,
            "prefixes": [self._document_prefix, self._query_prefix],
            "limit": self._limit,
            "tokenizer": self._tokenizer.fingerprint if self._tokenizer else None,
            "revision": self._revision,
        }
        return EmbedderIdentity(
            name=self._model,
            fingerprint=fingerprint.of_plain(decides),
            dimensions=self.probe().dimensions,
            limit=self._limit,
            precision="the server's",
            engine="openai-compatible address",
            weights="the server's",
            revision=self._revision,
        )

    @property
    def requests(self) -> int:
        """How many requests were sent, repeated ones too."""
        return self.endpoint.asked.requests

    def probe(self) -> Probe:
        """Embed the probe texts, without prefixes, once a process."""
        if self._probe is None:
            self._probe = Probe.of(np.concatenate([self._sent(list(batch)).vectors for batch in self._probe_batches()]))
        return self._probe

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """Embed passages, float32 [n, d], unit rows in the order of `texts`; blank texts are rows of zeros."""
        return self._whole(texts, self.document_parts(texts))

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """Embed questions, float32 [n, d], unit rows in the order of `texts`; blank texts are rows of zeros."""
        return self._whole(texts, self.query_parts(texts))

    def document_parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Embed passages, batch by batch as they come back."""
        return self._parts(texts, self._document_prefix)

    def query_parts(self, texts: Sequence[str]) -> Iterator[Part]:
        """Embed questions, batch by batch as they come back."""
        return self._parts(texts, self._query_prefix)

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        """Count the tokens of each passage by the named tokenizer, its prefix included; 0 where none is named."""
        if self._tokenizer is None:
            return [0] * len(texts)
        return self._tokenizer.counts([self._document_prefix + text for text in texts])

    def _whole(self, texts: Sequence[str], parts: Iterator[Part]) -> Vectors:
        vectors: Vectors = np.zeros((len(texts), self.identity.dimensions), np.float32)
        for places, rows in parts:
            vectors[places] = rows
        return vectors

    def _parts(self, texts: Sequence[str], prefix: str) -> Iterator[Part]:
        sizes = (self._estimated(prefix + texts[at]) for at in range(len(texts)))
        batches = packed(sizes, self._batch_tokens, self._batch_texts)
        self.endpoint.come_back()
        return side_by_side(
            batches,
            lambda batch: self._rows([texts[at] for at in batch], prefix),
            self._concurrency,
            self.endpoint.leave,
        )

    def _probe_batches(self) -> Iterator[tuple[str, ...]]:
        for begin in range(0, len(TEXTS), self._batch_texts):
            yield TEXTS[begin : begin + self._batch_texts]

    def _estimated(self, text: str) -> int:
        if self._tokenizer is not None:
            return self._tokenizer.count(text)
        return len(text.encode("utf-8", "surrogatepass")) // BYTES_A_TOKEN + 1

    def _rows(self, texts: Sequence[str], prefix: str) -> Vectors:
        """Embed one batch; a blank text is a row of zeros and is not sent."""
        vectors: Vectors = np.zeros((len(texts), self.identity.dimensions), np.float32)
        filled = [at for at, text in enumerate(texts) if text.strip()]
        if filled:
            rows = self._sent([_sendable(prefix + texts[at]) for at in filled]).vectors
            if rows.shape[1] != vectors.shape[1]:
                raise EmbeddingError(
                    f"{self.endpoint.name}: vectors of {rows.shape[1]} values, {vectors.shape[1]} before",
                    "One model must answer from the first request to the last.",
                )
            vectors[filled] = rows
        return vectors

    def _sent(self, texts: list[str]) -> Embedded:
        """Ask for base64, a third of the bytes; a server that refuses it is asked for numbers from then on."""
        try:
            answer = self.endpoint.send(self._body(texts))
        except RefusedError as error:
            if not self._base64 or error.status not in {HTTPStatus.BAD_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY}:
                raise
            answer = self.endpoint.send(self._body(texts, base64=False))
            self._base64 = False
        found = read_answer(answer, self.endpoint.name, len(texts))
        if self._dimensions is not None and found.vectors.shape[1] != self._dimensions:
            raise EmbeddingError(
                f"{self.endpoint.name}: {found.vectors.shape[1]} dimensions where {self._dimensions} were asked for",
                "The server or the model does not shorten vectors: leave `dimensions` out.",
            )
        with self._lock:
            self.billed += found.billed or 0
        return found

    def _body(self, texts: list[str], *, base64: bool = True) -> dict[str, Plain]:
        body: dict[str, Plain] = {"model": self._model, "input": texts}
        if base64 and self._base64:
            body["encoding_format"] = "base64"
        if self._dimensions is not None:
            body["dimensions"] = self._dimensions
        return body


def load_openai(
    *,
    url: str,
    model: str,
    dimensions: int | None = None,
    key_env: str | None = None,
    key_header: str | None = None,
    api_version: str | None = None,
    tokenizer: str | None = None,
    tokenizer_revision: str | None = None,
    limit: int | None = None,
    query_prefix: str = "",
    document_prefix: str = "",
    revision: str | None = None,
    batch_tokens: int = 8192,
    batch_texts: int = 32,
    concurrency: int = 4,
    timeout: float = 60.0,
    insecure: bool = False,
) -> OpenAiEmbedder:
    """Name a model behind an OpenAI-compatible address; nothing is asked of it yet.

    Args:
        url: The address before `/embeddings`; https, or this machine.
        model: As the server calls it.
        dimensions: Width that the server is asked to shorten to.
        key_env: The environment variable that holds the key.
        key_header: The header it is sent in; `Authorization`, or `api-key` where `api_version` is given.
        api_version: Azure's.
        tokenizer: That of the model, by hub id, package or path: it counts tokens.
        tokenizer_revision: The tokenizer's full commit, where the hub is asked.
        limit: Tokens that the model reads; it needs a tokenizer.
        query_prefix: Put before each question.
        document_prefix: Put before each passage.
        revision: Your name for the state of the model: another name starts another cache.
        batch_tokens: Tokens of a request, estimated where no tokenizer is named.
        batch_texts: Texts of a request.
        concurrency: Requests at a time.
        timeout: Seconds that an answer may take.
        insecure: Allows plain http to another machine.

    Raises:
        EmbeddingError: A setting is refused.

    """
    for setting, value in (("model", model), ("query_prefix", query_prefix), ("document_prefix", document_prefix)):
        if not isinstance(value, str) or (setting == "model" and not value):
            raise EmbeddingError(f"embedder: {setting} is {value!r}, and must be text", "Write it between quotes.")
    counts = {
        "dimensions": dimensions,
        "limit": limit,
        "batch_tokens": batch_tokens,
        "batch_texts": batch_texts,
        "concurrency": concurrency,
    }
    for setting, count in counts.items():
        if count is not None and (not isinstance(count, int) or isinstance(count, bool) or count < 1):
            raise EmbeddingError(f"embedder: {setting} is {count!r}", "Use a whole number from 1 up.")
    if limit is not None and tokenizer is None:
        raise EmbeddingError("embedder: `limit` without a `tokenizer` that counts", "Name the model's tokenizer.")
    return OpenAiEmbedder(
        Endpoint(
            url=url,
            key_env=key_env,
            key_header=key_header or ("api-key" if api_version else BEARER),
            api_version=None if api_version is None else str(api_version),
            timeout=timeout,
            insecure=insecure,
        ),
        model=model,
        dimensions=dimensions,
        tokenizer=_tokenizer(tokenizer, tokenizer_revision),
        limit=limit,
        query_prefix=query_prefix,
        document_prefix=document_prefix,
        revision=None if revision is None else str(revision),
        batch_tokens=batch_tokens,
        batch_texts=batch_texts,
        concurrency=concurrency,
    )


def _tokenizer(name: str | None, revision: str | None) -> Tokenizer | None:
    if name is None:
        return None
    from reviewer.chunks import load_tokenizer

    return load_tokenizer(name, revision)


def _sendable(text: str) -> str:
    """Replace lone surrogates, for which UTF-8 has no bytes."""
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text
