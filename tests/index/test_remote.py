"""What holds of every store: lists to the bit where every row is read, and nothing taken that was not stored."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from reviewer.errors import IndexingError
from reviewer.index.exact import ExactIndex
from reviewer.index.protocol import Metadata, Rows
from reviewer.index.remote import StoreIndex, secret
from reviewer.vectors import Vectors

WIDTH = 16


class Store(StoreIndex):
    """A store in memory that breaks ties backwards, as Qdrant's local mode does; `spoil` changes what it gives."""

    kind = "memory"
    exact = True
    spoil: Mapping[int, int] = {}
    asked: list[int]

    def __init__(self) -> None:
        """Hold nothing."""
        super().__init__({"m": 16})
        self.asked = []

    def _asked_versions(self) -> Mapping[str, str]:
        return {"server": "memory 1"}

    def versions(self) -> Mapping[str, int]:
        """Give that of every row."""
        return {self.transformation: self._ready()}

    def _stored(self, name: str, rows: Rows, vectors: Vectors, metadata: Metadata) -> int:
        assert name
        self.rows, self.vectors, self.stored_metadata = rows, vectors.astype(np.float64), metadata
        return len(rows)

    def _nearest(self, queries: Vectors, depth: int, wanted: Mapping[str, str]) -> list[Rows]:
        self.asked.append(depth)
        passes = np.array([wanted.items() <= one.items() for one in self.stored_metadata], np.bool_)
        rows, vectors = self.rows[passes], self.vectors[passes]
        best = [np.argsort(vectors @ query, kind="stable")[::-1][:depth] for query in queries]
        return [np.array([self.spoil.get(int(row), int(row)) for row in rows[one]], np.int64) for one in best]


def units(count: int, seed: int = 0) -> Vectors:
    """Draw unit rows."""
    drawn = np.random.default_rng(seed).standard_normal((count, WIDTH))
    unit: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return unit


def alike(count: int, apart: float) -> Vectors:
    """Draw rows that are one passage over and over, `apart` by about that much."""
    drawn = np.repeat(units(1), count, axis=0) + apart * np.random.default_rng(1).standard_normal((count, WIDTH))
    unit: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return unit


def both(vectors: Vectors, metadata: Metadata | None = None) -> tuple[Store, ExactIndex]:
    """Give a store and the embedded index over the same rows."""
    store, exact = Store(), ExactIndex()
    for index in (store, exact):
        index.add(vectors, metadata or [{}] * len(vectors))
    return store, exact


@pytest.mark.parametrize("apart", [0.0, 1e-7, 1e-6])
def test_a_passage_that_stands_often_is_ranked_as_by_the_embedded_index(apart: float) -> None:
    """More near ties than the spare rows: a heading in 300 documents."""
    vectors = np.concatenate([units(50, 5), alike(300, apart)])
    store, exact = both(vectors, [{"team": "ab"[row % 2]} for row in range(350)])
    for filters in (None, [{"team": "b"}] * 3):
        queries = np.concatenate([units(1), units(2, 7)])
        found, expected = store.search(queries, 10, filters), exact.search(queries, 10, filters)
        assert [one.rows.tolist() for one in found] == [one.rows.tolist() for one in expected]
        assert all(np.array_equal(one.scores, other.scores) for one, other in zip(found, expected, strict=True))


def test_rows_that_differ_are_asked_for_once() -> None:
    """The usual case costs one request a query."""
    store, _ = both(units(3000))
    store.search(units(5, 3), 10)
    assert store.asked == [42]


@pytest.mark.parametrize("stored", [9999, -1, 5])
def test_rows_that_were_not_stored_are_refused(stored: int) -> None:
    """Somebody wrote another number, or one twice, into the table."""
    store, _ = both(units(20))
    store.spoil = {3: stored}
    with pytest.raises(IndexingError, match="were not stored"):
        store.search(units(1), 5)


def test_rows_that_the_filter_leaves_out_are_refused() -> None:
    """The metadata in the store is no longer that of the documents."""
    store, _ = both(units(20), [{"team": "ab"[row % 2]} for row in range(20)])
    store.spoil = {3: 4}
    with pytest.raises(IndexingError, match="the filter leaves out"):
        store.search(units(1), 5, [{"team": "b"}])


def test_a_question_of_zeros_finds_nothing_anywhere() -> None:
    """It is like no row; the first rows of the corpus are no answer."""
    queries = np.zeros((1, WIDTH), np.float32)
    for index in both(units(20)):
        assert index.search(queries, 5)[0].rows.tolist() == []
    assert both(units(20))[0].shortfalls() == ()


def test_the_manifest_names_what_searched_and_the_table_does_not() -> None:
    """A server that was updated keeps its tables."""
    names = []

    class Named(Store):
        def _stored(self, name: str, rows: Rows, vectors: Vectors, metadata: Metadata) -> int:
            names.append(name)
            return super()._stored(name, rows, vectors, metadata)

    class Updated(Named):
        def _asked_versions(self) -> Mapping[str, str]:
            return {"server": "memory 2"}

    for kind in (Named, Updated):
        index = kind()
        index.add(units(3), [{}] * 3)
        len(index)
        assert index.parameters["server"] == ("memory 1" if kind is Named else "memory 2")
    assert names[0] == names[1]


@pytest.mark.parametrize(
    "written", ["abcdef0123456789abcdef0123456789", "AKIA0123456789ABCDEF", "Xy12Zw34Xy12Zw34Xy12"]
)
def test_a_key_where_its_variables_name_belongs_is_not_told(written: str) -> None:
    """Keys of letters and digits look like names."""
    with pytest.raises(IndexingError, match="is not set") as caught:
        secret("memory", "key_env", written)
    assert written not in str(caught.value)
    with pytest.raises(IndexingError, match="MY_KEY is not set"):
        secret("memory", "key_env", "MY_KEY")
