"""Rows in PostgreSQL with the extension pgvector (an extra): searched whole, or in an HNSW graph.

Every set of rows has a table of its own in one schema, named by what decides it; it is filled aside and renamed when
it is whole, and used again by whoever has the same rows. Tables stay until they are dropped: `DROP SCHEMA … CASCADE`.
"""

from __future__ import annotations

import json
import re
import secrets
import weakref
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from reviewer.errors import IndexingError
from reviewer.index.protocol import Metadata, Rows
from reviewer.index.remote import Filters, StoreIndex, counts, secret
from reviewer.index.scoring import SCORE_DIGITS
from reviewer.vectors import Vectors

if TYPE_CHECKING:
    from psycopg import Connection

EXTRA = "pip install 'overlap-reviewer[pgvector]'"
METHODS = ("exact", "hnsw")
IDENTIFIER = re.compile(r"[a-z_][a-z0-9_]{0,30}")
MOST_EF_SEARCH = 1000
"""pgvector's own limit; what it does not reach, an iterative scan does (pgvector 0.8)."""

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
        super().__init__()
        graph = {"m": m, "ef_construction": ef_construction, "ef_search": ef_search}
        counts(self.kind, {**graph, "timeout": timeout})
        if method not in METHODS:
            raise IndexingError(f"index pgvector: method is {method!r}", f"Known: {', '.join(METHODS)}.")
        if not isinstance(schema, str) or not IDENTIFIER.fullmatch(schema) or schema.startswith("pg_"):
            raise IndexingError(f"index pgvector: schema is {schema!r}", "Use small letters, digits and `_`.")
        self._dsn_env, self._schema, self._method, self._graph, self._timeout = dsn_env, schema, method, graph, timeout
        self._name = ""
        self._connection: Connection[Any] | None = None

    @property
    def exact(self) -> bool:
        """Whether every row is read."""
        return self._method == "exact"

    @property
    def parameters(self) -> Mapping[str, str | int | float | bool]:
        """Everything that decides its answers, without the connection."""
        own: dict[str, str | int | float | bool] = {
            "name": "pgvector",
            "metric": "cosine",
            "method": self._method,
            "score_digits": SCORE_DIGITS,
        }
        return own if self.exact else own | self._graph

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
        self._name = f"rows_{name}"
        with self._asked("storing rows") as connection:
            connection.execute(f'CREATE SCHEMA IF NOT EXISTS "{self._schema}"')
            if self._counted(connection) != len(rows):
                self._build(connection, rows, vectors, metadata)
            return self._counted(connection)

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
        with connection.transaction():
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
            connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [self._table_name])
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
        with self._asked("searching") as connection, connection.transaction():
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
        wide = min(MOST_EF_SEARCH, max(self._graph["ef_search"], depth))
        connection.execute(f"SET LOCAL hnsw.ef_search = {wide}")
        connection.execute("SET LOCAL hnsw.iterative_scan = strict_order")
        connection.execute(f"SET LOCAL hnsw.max_scan_tuples = {MOST_SCANNED}")
        connection.execute("SET LOCAL enable_seqscan = off")

    @contextmanager
    def _asked(self, doing: str) -> Iterator[Connection[Any]]:
        """Give the connection; what the database says becomes an error that shows no connection string."""
        psycopg = _library()
        try:
            if self._connection is None or self._connection.closed:
                self._connection = self._connected()
            yield self._connection
        except psycopg.errors.QueryCanceled as error:
            raise IndexingError(
                f"index pgvector: {doing} took longer than {self._timeout} s", "Set `timeout` higher, or run it again."
            ) from error
        except psycopg.Error as error:
            said = str(error.diag.message_primary or type(error).__name__)
            hint = "Check the server and the variable that `dsn_env` names; the extension `vector` must be allowed."
            raise IndexingError(f"index pgvector: {doing} failed ({said})", hint) from None

    def _connected(self) -> Connection[Any]:
        psycopg = _library()
        from pgvector.psycopg import register_vector

        milliseconds = 1000 * self._timeout
        connection = psycopg.connect(
            secret(self.kind, "dsn_env", self._dsn_env),
            autocommit=True,
            connect_timeout=min(self._timeout, 30),
            options=f"-c statement_timeout={milliseconds} -c lock_timeout={milliseconds}",
        )
        connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        weakref.finalize(self, connection.close)
        register_vector(connection)
        opened: Connection[Any] = connection
        return opened


def _library() -> Any:  # noqa: ANN401  # a module that is not installed everywhere
    try:
        import psycopg
        import psycopg.errors
    except ImportError as error:
        raise IndexingError("index pgvector: the packages psycopg and pgvector are not installed", EXTRA) from error
    return psycopg
