"""Rows in Qdrant (an extra): on a server, or in a folder or the memory of this process, where every row is read.

Every set of rows has a collection of its own, named by what decides it. It is filled under another name, and an alias
names it once it is whole. Collections stay until they are deleted.
"""

from __future__ import annotations

import json
import re
import secrets
import time
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.protocol import Metadata, Rows
from reviewer.index.remote import Filters, StoreIndex, counts, secret
from reviewer.vectors import Vectors

if TYPE_CHECKING:
    from qdrant_client import QdrantClient

EXTRA = "pip install 'overlap-reviewer[qdrant]'"
MISSING = "index qdrant: the package qdrant-client is not installed"
AT_ONCE = 512
VERSION, PAIRS = "transformation", "pairs"
LAYOUT = 2
"""Of what stands beside a vector; part of every name, since an older collection's filters would find nothing."""

METHODS = ("exact", "hnsw")
HERE = re.compile(r"http://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?/?")


class _Opened:
    """A client, closed when the last index that asks it is gone."""

    def __init__(self, client: QdrantClient) -> None:
        self.client = client
        weakref.finalize(self, client.close)


_FOLDERS: weakref.WeakValueDictionary[Path, _Opened] = weakref.WeakValueDictionary()
"""Those of this process by their folders: a folder is locked by whoever opens it, and two arms may name one."""


class QdrantIndex(StoreIndex):
    """A collection a set of rows. Without `url` nothing is approximate: the local mode reads every row."""

    kind = "qdrant"

    def __init__(
        self,
        *,
        url: str | None = None,
        path: str | None = None,
        key_env: str | None = None,
        method: str = "exact",
        m: int = 16,
        ef_construct: int = 100,
        ef: int = 128,
        timeout: int = 60,
    ) -> None:
        """Take where and how; nothing is connected yet.

        Args:
            url: Of a server; https, or this machine.
            path: A folder of the local mode; without it and `url`, memory.
            key_env: The environment variable that holds the server's key.
            method: `exact` reads every row; `hnsw` is approximate, and needs a server.
            m: Links a row has in the graph.
            ef_construct: Candidates looked at when a row is added.
            ef: Candidates looked at when a query is searched; at least the depth are.
            timeout: Seconds that a request, or waiting for the graph, may take.

        Raises:
            IndexingError: A setting is refused.

        """
        graph = {"m": m, "ef_construct": ef_construct, "ef": ef}
        counts(self.kind, {**graph, "timeout": timeout})
        super().__init__(graph)
        if method not in METHODS or (method == "hnsw" and url is None):
            raise IndexingError(
                f"index qdrant: method is {method!r}", "Use `exact`; or `hnsw` with the `url` of a server."
            )
        if path is not None and (not isinstance(path, str) or not path):
            raise IndexingError(f"index qdrant: path is {path!r}", "Name a folder.")
        if url is not None and (path is not None or not _is_safe(url)):
            raise IndexingError(
                "index qdrant: url must be https or this machine, and without `path`", "Name one place."
            )
        self._url, self._path, self._key_env = url, path, key_env
        self._method, self._timeout = method, timeout
        self._name = ""
        self._opened: _Opened | None = None

    @property
    def exact(self) -> bool:
        """Whether every row is read."""
        return self._method == "exact"

    def _asked_versions(self) -> dict[str, str]:
        try:
            library = {"library": f"qdrant-client {version('qdrant-client')}"}
        except PackageNotFoundError as error:
            raise IndexingError(MISSING, EXTRA) from error
        if self._url is None:
            return library
        with self._asked("asking for its version") as client:
            return {**library, "server": f"qdrant {client.info().version}"}

    def versions(self) -> Mapping[str, int]:
        """Count the collection's rows by the version that they carry."""
        found: dict[str, int] = {}
        if not self._ready():
            return found
        with self._asked("counting versions") as client:
            offset = None
            while True:
                points, offset = client.scroll(self._name, limit=AT_ONCE, offset=offset, with_payload=[VERSION])
                for point in points:
                    carried = str((point.payload or {}).get(VERSION, ""))
                    found[carried] = found.get(carried, 0) + 1
                if offset is None:
                    return found

    def _stored(self, name: str, rows: Rows, vectors: Vectors, metadata: Metadata) -> int:
        self._name = f"reviewer-{LAYOUT}-{name}"
        with self._asked("storing rows") as client:
            if self._counted(client) != len(rows):
                self._build(client, rows, vectors, metadata)
            return self._counted(client)

    def _counted(self, client: QdrantClient) -> int:
        """Count the rows that can be searched: none before the alias stands."""
        if self._name not in {one.alias_name for one in client.get_aliases().aliases}:
            return 0
        return int(client.count(self._name, exact=True).count)

    def _build(self, client: QdrantClient, rows: Rows, vectors: Vectors, metadata: Metadata) -> None:
        from qdrant_client import models

        aside = f"{self._name}-{secrets.token_hex(4)}"
        client.create_collection(
            aside,
            vectors_config=models.VectorParams(size=vectors.shape[1], distance=models.Distance.COSINE),
            hnsw_config=models.HnswConfigDiff(
                m=self._graph["m"], ef_construct=self._graph["ef_construct"], full_scan_threshold=10
            ),
        )
        for begin in range(0, len(rows), AT_ONCE):
            points = [
                models.PointStruct(
                    id=int(rows[at]),
                    vector=vectors[at].tolist(),
                    payload={VERSION: self.transformation, PAIRS: _pairs(metadata[at])},
                )
                for at in range(begin, min(begin + AT_ONCE, len(rows)))
            ]
            client.upsert(aside, points, wait=True)
        self._await_graph(client, aside)
        named = models.CreateAlias(collection_name=aside, alias_name=self._name)
        client.update_collection_aliases([models.CreateAliasOperation(create_alias=named)])

    def _await_graph(self, client: QdrantClient, collection: str) -> None:
        """Wait until the server has built what it builds in the background."""
        ends = time.monotonic() + self._timeout
        while str(client.get_collection(collection).status).rpartition(".")[2].lower() != "green":
            if time.monotonic() > ends:
                raise IndexingError(
                    f"index qdrant: not every row was indexed within {self._timeout} s", "Set `timeout` higher."
                )
            time.sleep(0.2)

    def _nearest(self, queries: Vectors, depth: int, wanted: Filters) -> list[Rows]:
        from qdrant_client import models

        must = [models.FieldCondition(key=PAIRS, match=models.MatchValue(value=pair)) for pair in _pairs(wanted)]
        served = self._url is not None  # the local mode has no such settings, and warns of them
        asked = models.SearchParams(exact=self.exact, hnsw_ef=max(self._graph["ef"], depth)) if served else None
        found = []
        with self._asked("searching") as client:
            for query in queries:
                answer = client.query_points(
                    self._name,
                    query=query.tolist(),
                    limit=depth,
                    query_filter=models.Filter(must=must) if must else None,
                    search_params=asked,
                    with_payload=False,
                )
                found.append(np.array([point.id for point in answer.points], np.int64))
        return found

    @contextmanager
    def _asked(self, doing: str) -> Iterator[QdrantClient]:
        """Give the client; what it raises becomes an error that shows no key."""
        try:
            yield self._client
        except IndexingError:
            raise
        except Exception as error:  # the client raises those of its transports
            if "already accessed" in str(error):
                raise IndexingError(
                    f"index qdrant: {doing} failed: another process has the folder {self._path} open",
                    "Wait until it has ended, name another `path`, or use a server (`url`).",
                ) from error
            late = "timeout" in type(error).__name__.lower() or "timed out" in str(error).lower()
            told = f"took longer than {self._timeout} s" if late else f"failed ({type(error).__name__})"
            hint = "Set `timeout` higher, or run it again." if late else "Check the server, `url` and `key_env`."
            raise IndexingError(f"index qdrant: {doing} {told}", hint) from error

    @property
    def _client(self) -> QdrantClient:
        """The client; that of a folder is shared within this process."""
        if self._opened is None:
            folder = None if self._path is None else Path(self._path).resolve()
            self._opened = (_FOLDERS.get(folder) if folder else None) or _Opened(self._connected())
            if folder:
                _FOLDERS[folder] = self._opened
        return self._opened.client

    def _connected(self) -> QdrantClient:
        try:
            from qdrant_client import QdrantClient
        except ImportError as error:
            raise IndexingError(MISSING, EXTRA) from error
        if self._url is None:
            return QdrantClient(location=None if self._path else ":memory:", path=self._path)
        key = secret(self.kind, "key_env", self._key_env) if self._key_env is not None else None
        # this machine is never asked through a proxy, which would see the key
        return QdrantClient(
            url=self._url,
            api_key=key,
            timeout=self._timeout,
            check_compatibility=False,
            trust_env=not HERE.fullmatch(self._url),
        )


def _is_safe(url: object) -> bool:
    return isinstance(url, str) and (url.startswith("https://") or HERE.fullmatch(url) is not None)


def _pairs(metadata: Mapping[str, str]) -> list[str]:
    """Write each key with its value as one text, so that neither is ever read as a path."""
    return [json.dumps([key, value]) for key, value in metadata.items()]
