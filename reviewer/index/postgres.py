"""One connection to PostgreSQL, asked in transactions that end in time, whatever becomes of the server.

A server ends its own statements (`statement_timeout`). One that is stopped, or a network that swallows packets, does
not: there the connection is cut from here. Nothing is set for longer than a transaction and no statement is prepared,
so that a pooler between (PgBouncer) may hand every transaction to another connection of its own.
"""

from __future__ import annotations

import re
import socket
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import TYPE_CHECKING, Any, NamedTuple

from reviewer.errors import IndexingError
from reviewer.index.unreached import unreached

if TYPE_CHECKING:
    from psycopg import Connection

EXTRA = "pip install 'overlap-reviewer[pgvector]'"
REMEDY = "Check the server and the variable that `dsn_env` names; the extension `vector` must be allowed."
NO_TEXT = "PostgreSQL takes no NUL in a text: correct the documents' metadata, or search by `exact`."
SLOW = "Set `timeout` higher, or run it again."
GRACE_SECONDS = 5
"""What a server has beyond the time-out to say itself that it was too slow."""

MOST_CONNECT_SECONDS = 30
LOCK = "overlap-reviewer"


class Versions(NamedTuple):
    """Of the server and of its extension pgvector."""

    postgresql: str
    vector: str

    def __str__(self) -> str:
        """Name both."""
        return f"PostgreSQL {self.postgresql}, pgvector {self.vector}"

    def scans_on(self) -> bool:
        """Tell whether a graph can be scanned on until enough rows pass a filter: from 0.8."""
        numbers = [int(one) for one in re.findall(r"[0-9]+", self.vector)[:2]]
        return numbers >= [0, 8]


class Server:
    """Connects when it is first asked, and anew when the connection was lost."""

    def __init__(self, dsn: str, timeout: int) -> None:
        """Take the connection string, which stands in no message, and the seconds that a statement may take."""
        self._dsn, self._timeout = dsn, timeout
        self._connection: Connection[Any] | None = None

    @contextmanager
    def asked(self, doing: str) -> Iterator[Connection[Any]]:
        """Give the connection in a transaction; what the database says becomes an error without the connection string.

        Raises:
            IndexingError: It is not there, too slow, or refuses.

        """
        psycopg = _library()
        try:
            with self._connected().transaction():
                yield self._limited()
        except (psycopg.errors.QueryCanceled, psycopg.errors.LockNotAvailable) as error:
            raise self._late(doing) from error
        except psycopg.Error as error:
            if getattr(self._connection, "was_cut", False):
                raise self._late(doing) from None
            raise _refused(doing, error, NO_TEXT if isinstance(error, psycopg.DataError) else REMEDY) from None

    def versions(self) -> Versions:
        """Ask for the versions of the server and of the extension."""
        with self.asked("asking for its version") as connection:
            rows = connection.execute(
                "SELECT current_setting('server_version'), extversion FROM pg_extension WHERE extname = 'vector'"
            ).fetchall()
        ((server, vector),) = rows
        return Versions(str(server).split()[0], str(vector))

    def _late(self, doing: str) -> IndexingError:
        return IndexingError(f"index pgvector: {doing} took longer than {self._timeout} s", SLOW)

    def _limited(self) -> Connection[Any]:
        """Limit the transaction's statements."""
        connection = self._connected()
        milliseconds = str(1000 * self._timeout)
        connection.execute(
            "SELECT set_config('statement_timeout', %s, true), set_config('lock_timeout', %s, true)",
            [milliseconds, milliseconds],
        )
        return connection

    def _connected(self) -> Connection[Any]:
        if self._connection is None or self._connection.closed:
            self._connection = self._opened()
        return self._connection

    def _opened(self) -> Connection[Any]:
        psycopg = _library()
        from pgvector.psycopg import register_vector

        seconds = self._timeout

        class Watched(psycopg.Connection):  # type: ignore[misc,name-defined]  # a library not installed everywhere
            """Cuts itself off where an answer does not come."""

            was_cut = False

            def wait(self, *arguments: object, **settings: object) -> object:
                """Wait for the server, as the library does; every exchange passes through here."""
                watch = Timer(seconds + GRACE_SECONDS, self._cut)
                watch.daemon = True
                watch.start()
                try:
                    return super().wait(*arguments, **settings)
                finally:
                    watch.cancel()

            def _cut(self) -> None:
                self.was_cut = True
                with suppress(OSError, psycopg.Error):
                    wire = socket.socket(fileno=self.fileno())
                    try:
                        wire.shutdown(socket.SHUT_RDWR)
                    finally:
                        wire.detach()

        opened: Connection[Any] = Watched.connect(
            self._dsn, autocommit=True, prepare_threshold=None, connect_timeout=min(seconds, MOST_CONNECT_SECONDS)
        )
        weakref.finalize(self, opened.close)
        with opened.transaction():
            alone(opened, LOCK)
            opened.execute("CREATE EXTENSION IF NOT EXISTS vector")
        register_vector(opened)
        return opened


def _refused(doing: str, error: Any, hint: str) -> IndexingError:  # noqa: ANN401  # an error of a library
    """Tell what the database says with its SQLSTATE, or why there is no connection; never the connection string."""
    why = None if error.diag.sqlstate else unreached(str(error))
    if why is not None:
        return IndexingError(f"index pgvector: {doing} failed: {why.told}", why.hint)
    said = str(error.diag.message_primary or type(error).__name__)
    state = f", SQLSTATE {error.diag.sqlstate}" if error.diag.sqlstate else ""
    return IndexingError(f"index pgvector: {doing} failed ({said}{state})", hint)


def alone(connection: Connection[Any], name: str) -> None:
    """Wait until no other transaction that named the same is under way, and keep others out until this one ends."""
    connection.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", [name])


def _library() -> Any:  # noqa: ANN401  # a module that is not installed everywhere
    try:
        import psycopg
        import psycopg.errors
    except ImportError as error:
        raise IndexingError("index pgvector: the packages psycopg and pgvector are not installed", EXTRA) from error
    return psycopg
