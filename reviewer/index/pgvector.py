"""Rows in PostgreSQL with the extension pgvector (an extra): searched whole, or in an HNSW graph.

Every set of rows has a table of its own in one schema, named by what decides it; it is filled aside and renamed when
it is whole, and used again by whoever has the same rows. Tables stay until they are dropped: `DROP SCHEMA … CASCADE`.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.postgres import LOCK, Server, alone
from reviewer.index.protocol import Metadata, Rows
from reviewer.index.remote import Filters, StoreIndex, counts, secret
from reviewer.vectors import Vectors

if TYPE_CHECKING:
    from psycopg import Connection

METHODS = ("exact", "hnsw")
IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]{0,30}")
LIMITS = {"m": (2, 100), "ef_construction": (4, 1000), "ef_search": (1, 1000)}
"""pgvector's own; what `ef_search` does not reach, an iterative scan does (pgvector 0.8)."""

MOST_DIMENSIONS = 2000
"""That a graph of pgvector's type `vector` takes."""

MOST_SCANNED = 1_000_000


class PgvectorIndex(StoreIndex):
    """A table a set of rows; an HNSW graph is asked for at least the depth, and scanned on until enough rows pass."""

    kind = "pgvector"

    def __init__(
        self,
        *,
        dsn_env: str,
        schema: str = "reviewer",
        method: str = "exact",
        m: int = 16,
        ef_construction: int = 64,
        ef_search: int = 100,
        timeout: int = 60,
    ) -> None:
        """Take where and how; nothing is connected yet.

        Args:
            dsn_env: The environment variable that holds the connection string.
            schema: Where the tables stand; it is ours alone.
            method: `exact` reads every row; `hnsw` is approximate.
            m: Links a row has in the graph.
            ef_construction: Candidates looked at when a row is added.
            ef_search: Candidates looked at when a query is searched; at least the depth are.
            timeout: Seconds that any statement may take.

        Raises:
            IndexingError: A setting is refused.

        """
        graph = {"m": m, "ef_construction": ef_construction, "ef_search": ef_search}
        counts(self.kind, {**graph, "timeout": timeout})
        super().__init__(graph)
        _refuse_graph(graph)
        if method not in METHODS:
            raise IndexingError(f"index pgvector: method is {method!r}", f"Known: {', '.join(METHODS)}.")
        if (
            not isinstance(schema, str)
            or not IDENTIFIER.fullmatch(schema)
            or schema.startswith(("pg_", "information_schema"))
        ):
            raise IndexingError(f"index pgvector: schema is {schema!r}", "Use small letters, digits and `_`.")
        self._dsn_env, self._schema, self._method, self._timeout = dsn_env, schema, method, timeout
        self._name = ""
        self._server: Server | None = None

    @property
    def exact(self) -> bool:
        """Whether every row is read."""
        return self._method == "exact"

    @property
    def widest(self) -> int | None:
        """What a graph takes."""
        return None if self.exact else MOST_DIMENSIONS

    def _asked_versions(self) -> dict[str, str]:
        found = self._reached().versions()
        if not self.exact and not found.scans_on():
            raise IndexingError(
                f"index pgvector: the server has pgvector {found.vector}, whose graph gives 40 rows and less",
                "Update the extension to 0.8 or later, or use `method: exact`.",
            )
        return {"server": str(found)}

    def versions(self) -> Mapping[str, int]:
        """Count the table's rows by the version that they carry."""
        if not self._ready():
            return {}
        with self._asked("counting versions") as connection:
            rows = connection.execute(f"SELECT transformation, count(*) FROM {self._table_name} GROUP BY 1").fetchall()  # noqa: S608  # checked names alone
        return {str(version): int(count) for version, count in rows}

    @property
    def _table_name(self) -> str:
        return f'"{self._schema}"."{self._name}"'

    def _stored(self, name: str, rows: Rows, vectors: Vectors, metadata: Metadata) -> int:
        self.refuse_width(vectors.shape[1])
        self._name = f"rows_{name}"
        with self._asked("storing rows") as connection:
            self._make_schema(connection)
        with self._asked("storing rows") as connection:
            if self._counted(connection) != len(rows):
                self._build(connection, rows, vectors, metadata)
            return self._counted(connection)

    def _make_schema(self, connection: Connection[Any]) -> None:
        """Make the schema where it is not there: a role that may not make one can use one that was made for it."""
        alone(connection, LOCK)
        if connection.execute("SELECT to_regnamespace(%s)", [self._schema]).fetchone() == (None,):
            connection.execute(f'CREATE SCHEMA "{self._schema}"')

    def _counted(self, connection: Connection[Any]) -> int:
        """Count the rows that can be searched: none where there is no table, or its graph is not valid."""
        found = connection.execute("SELECT to_regclass(%s)", [self._table_name]).fetchone()
        if found is None or found[0] is None:
            return 0
        if not self.exact:
            valid = connection.execute(
                "SELECT count(*) FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid "
                "WHERE indrelid = to_regclass(%s) AND indisvalid AND indisready AND relam = "
                "(SELECT oid FROM pg_am WHERE amname = 'hnsw')",
                [self._table_name],
            ).fetchone()
            if not valid or not valid[0]:
                return 0
        counted = connection.execute(f"SELECT count(*) FROM {self._table_name}").fetchone()  # noqa: S608  # checked names alone
        return int(counted[0]) if counted else 0

    def _build(self, connection: Connection[Any], rows: Rows, vectors: Vectors, metadata: Metadata) -> None:
        """Fill a table aside and rename it; another process that was quicker keeps its own, which is the same."""
        from psycopg.types.json import Jsonb

        aside = f'"{self._schema}"."aside_{secrets.token_hex(8)}"'
        connection.execute(
            f"CREATE TABLE {aside} (row bigint PRIMARY KEY, transformation text NOT NULL, "
            f"metadata jsonb NOT NULL, embedding vector({vectors.shape[1]}) NOT NULL)"
        )
        into = f"COPY {aside} (row, transformation, metadata, embedding) FROM STDIN WITH (FORMAT BINARY)"
        with connection.cursor() as cursor, cursor.copy(into) as copy:
            copy.set_types(["int8", "text", "jsonb", "vector"])
            for row, vector, one in zip(rows.tolist(), vectors, metadata, strict=True):
                copy.write_row((row, self.transformation, Jsonb(dict(one)), vector))
        if not self.exact:
            options = f"m = {self._graph['m']}, ef_construction = {self._graph['ef_construction']}"
            connection.execute("SET LOCAL max_parallel_maintenance_workers = 0")  # two builds are then alike
            connection.execute(f"CREATE INDEX ON {aside} USING hnsw (embedding vector_cosine_ops) WITH ({options})")
        alone(connection, self._table_name)
        if self._counted(connection) == len(rows):
            connection.execute(f"DROP TABLE {aside}")
            return
        connection.execute(f"DROP TABLE IF EXISTS {self._table_name}")
        connection.execute(f'ALTER TABLE {aside} RENAME TO "{self._name}"')
        connection.execute(f"ANALYZE {self._table_name}")

    def _nearest(self, queries: Vectors, depth: int, wanted: Filters) -> list[Rows]:
        where = "WHERE metadata @> %s::jsonb " if wanted else ""
        ties = ", row" if self.exact else ""  # a second key would keep the graph from being used
        statement = f"SELECT row FROM {self._table_name} {where}ORDER BY embedding <=> %s{ties} LIMIT %s"  # noqa: S608  # checked names
        with self._asked("searching") as connection:
            self._look_wide(connection, depth)
            found = []
            for query in queries:
                values = ([json.dumps(dict(wanted))] if wanted else []) + [query, depth]
                rows = connection.execute(statement, values).fetchall()
                found.append(np.array([row[0] for row in rows], np.int64))
        return found

    def _look_wide(self, connection: Connection[Any], depth: int) -> None:
        """Let the graph give as many rows as are asked for: by default it gives 40 whatever the limit says."""
        if self.exact:
            connection.execute("SET LOCAL enable_indexscan = off")
            return
        wide = min(LIMITS["ef_search"][1], max(self._graph["ef_search"], depth))
        connection.execute(f"SET LOCAL hnsw.ef_search = {wide}")
        connection.execute("SET LOCAL hnsw.iterative_scan = strict_order")
        connection.execute(f"SET LOCAL hnsw.max_scan_tuples = {MOST_SCANNED}")
        connection.execute("SET LOCAL enable_seqscan = off")

    def _asked(self, doing: str) -> AbstractContextManager[Connection[Any]]:
        return self._reached().asked(doing)

    def _reached(self) -> Server:
        if self._server is None:
            self._server = Server(secret(self.kind, "dsn_env", self._dsn_env), self._timeout)
        return self._server


def _refuse_graph(graph: Mapping[str, int]) -> None:
    """Refuse what pgvector would refuse when everything is embedded already."""
    for name, (least, most) in LIMITS.items():
        if not least <= graph[name] <= most:
            raise IndexingError(f"index pgvector: {name} is {graph[name]}", f"pgvector takes {least} to {most}.")
    if graph["ef_construction"] < 2 * graph["m"]:
        raise IndexingError(
            f"index pgvector: ef_construction is {graph['ef_construction']}", "pgvector takes twice `m` and more."
        )
