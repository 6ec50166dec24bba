"""Both indexes against a plain reading of the rule: cosine rounded to 1e-6, ties by row, nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from reviewer.errors import IndexingError
from reviewer.index import Index, Neighbours, make_index, scoring
from reviewer.vectors import Vectors

Found = list[list[tuple[int, float]]]


def units(rows: int, dimensions: int = 16, seed: int = 0) -> Vectors:
    """Draw rows of length 1."""
    drawn = np.random.default_rng(seed).standard_normal((rows, dimensions))
    made: Vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    return made


def of_vectors(settings: Mapping[str, object]) -> Index:
    """Make an index that is given vectors."""
    return cast("Index", make_index(settings))


def built(settings: Mapping[str, object], vectors: Vectors, metadata: list[dict[str, str]] | None = None) -> Index:
    """Index rows."""
    index = of_vectors(settings)
    index.add(vectors, metadata or [{}] * len(vectors))
    return index


def by_rule(vectors: Vectors, queries: Vectors, depth: int, allowed: list[int] | None = None) -> Found:
    """Rank every row by the rule, one at a time."""
    rows = [row for row in (range(len(vectors)) if allowed is None else allowed) if vectors[row].any()]
    found = []
    for query in queries.astype(np.float64):
        scored = [(round(float(vectors[row].astype(np.float64) @ query), 6), row) for row in rows]
        found.append([(row, score) for score, row in sorted(scored, key=lambda one: (-one[0], one[1]))[:depth]])
    return found


def plain(found: list[Neighbours]) -> Found:
    """Give rows with their scores rounded again, as a run reads them."""
    return [
        [(int(row), round(float(score), 6)) for row, score in zip(one.rows, one.scores, strict=True)] for one in found
    ]


@pytest.mark.parametrize("name", ["exact", "usearch"])
def test_neighbours_are_those_of_the_rule(name: str) -> None:
    """With the graph's effort as large as the rows are many, both find the same."""
    vectors, queries = units(300), units(9, seed=1)
    index = built({"name": name, **({"expansion_search": 300} if name == "usearch" else {})}, vectors)
    assert plain(index.search(queries, 10)) == by_rule(vectors, queries, 10)
    assert index.exact is (name == "exact")
    assert len(index) == 300


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 5), min_size=1, max_size=40), st.integers(0, 45), st.sampled_from([1, 3, 7, 65536]))
def test_equal_vectors_stand_by_row_wherever_the_depth_cuts(copies: list[int], depth: int, block: int) -> None:
    """Overlapping chunks make ties common; blocks of any size must not show."""
    vectors, queries = units(6)[copies], units(3, seed=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scoring, "MOST_ROWS", block)
        assert plain(built({}, vectors).search(queries, depth)) == by_rule(vectors, queries, depth)


def test_scores_that_differ_below_the_sixth_digit_tie() -> None:
    """Which of them is larger in the last bits is chance; the order of rows is not."""
    angles = np.array([1e-4, 0, 2e-4, 0.1], np.float64)  # cosines 1 - 5e-9, 1, 1 - 2e-8, 0.995
    vectors = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    found = built({}, vectors).search(np.array([[1, 0]], np.float32), 3)[0]
    assert found.rows.tolist() == [0, 1, 2]
    assert found.scores.tolist() == [1, 1, 1]


def test_a_batch_of_queries_finds_what_each_alone_finds() -> None:
    """Matrix products of other shapes round otherwise; ranks and scores must not."""
    vectors, queries = units(500, 384), units(40, 384, seed=3)
    index = built({}, vectors)
    together = plain(index.search(queries, 50))
    assert together == [plain(index.search(query[None], 50))[0] for query in queries]


@pytest.mark.parametrize("name", ["exact", "usearch"])
def test_filters_are_honoured_exactly(name: str) -> None:
    """As many rows as pass and depth allows, from each query's own filter; none passes: none is found."""
    vectors, queries = units(200), units(4, seed=1)
    metadata = [{"lang": "de" if row % 7 == 0 else "en", "part": str(row % 2)} for row in range(200)]
    index = built({"name": name}, vectors, metadata)
    filters = [{"lang": "de"}, {"lang": "de", "part": "1"}, {}, {"lang": "fr"}]
    allowed = [
        list(range(0, 200, 7)),
        [row for row in range(0, 200, 7) if row % 2],
        list(range(200)),
        [],
    ]
    found = plain(index.search(queries, 20, filters))
    for at in range(4):
        assert found[at] == by_rule(vectors, queries[at : at + 1], 20, allowed[at])[0]


@pytest.mark.parametrize("name", ["exact", "usearch"])
def test_rows_of_zeros_are_never_found_and_are_told(name: str) -> None:
    """They point nowhere: not even the least alike row stands behind one."""
    vectors = units(6)
    vectors[[0, 3]] = 0
    index = built({"name": name}, vectors[:4])
    index.add(vectors[4:], [{"a": "b"}, {}])
    found = index.search(-vectors[1:2], 10)[0]
    assert sorted(found.rows.tolist()) == [1, 2, 4, 5]
    assert len(index) == 4
    assert index.unsearchable.tolist() == [0, 3]  # type: ignore[attr-defined]  # of our own indexes
    assert index.search(vectors[1:2], 5, [{"a": "b"}])[0].rows.tolist() == [4]
    assert len(built({"name": name}, np.zeros((2, 4), np.float32)).search(units(1, 4), 3)[0].rows) == 0


@pytest.mark.parametrize("name", ["exact", "usearch"])
def test_fewer_rows_than_asked_for_are_a_shorter_list(name: str) -> None:
    """No padding, no row twice, nothing from an empty index."""
    index = of_vectors({"name": name})
    assert [len(one.rows) for one in index.search(units(2), 5)] == [0, 0]
    index.add(units(3), [{}] * 3)
    assert [sorted(one.rows.tolist()) for one in index.search(units(2, seed=4), 50)] == [[0, 1, 2]] * 2
    assert [len(one.rows) for one in index.search(units(2), 0)] == [0, 0]
    assert index.search(np.zeros((0, 16), np.float32), 5) == []


def test_two_builds_of_a_graph_are_alike_and_scores_are_exact() -> None:
    """One thread adds rows in order; what is found scores what exact search says."""
    vectors, queries = units(2000, 32), units(30, 32, seed=5)
    little = {"name": "usearch", "connectivity": 8, "expansion_search": 16}
    first, second = (plain(built(little, vectors).search(queries, 10)) for _ in range(2))
    assert first == second
    exact = by_rule(vectors, queries, 2000)
    missed = 0
    for found, all_rows in zip(first, exact, strict=True):
        assert set(found) <= set(all_rows)
        missed += 10 - len(set(found) & set(all_rows[:10]))
    assert missed  # so little effort misses some, or the test shows nothing


def test_memory_mapped_rows_are_searched_where_they_lie(tmp_path: Path) -> None:
    """The index holds no copy of them."""
    np.save(tmp_path / "rows.npy", units(100))
    mapped: NDArray[np.float32] = np.load(tmp_path / "rows.npy", mmap_mode="r")
    index = built({}, mapped)
    assert plain(index.search(units(2, seed=1), 5)) == by_rule(units(100), units(2, seed=1), 5)
    assert np.shares_memory(index._table.vectors, mapped)  # type: ignore[attr-defined]  # no other view shows it


@pytest.mark.parametrize("name", ["exact", "usearch"])
@pytest.mark.parametrize(
    ("vectors", "metadata", "message"),
    [
        (units(2)[0], 16, "vectors with 16 metadata"),
        (units(2), 1, "vectors with 1 metadata"),
        (units(2, 8), 2, "rows of 8 values were added to rows of 16"),
        (units(2) * 2, 2, "vector 0 has length 2"),
        (np.full((2, 16), np.nan, np.float32), 2, "vector 0 has length nan"),
        (np.full((2, 16), np.inf, np.float32), 2, "vector 0 has length inf"),
    ],
)
def test_rows_that_are_no_unit_vectors_are_refused(name: str, vectors: Any, metadata: int, message: str) -> None:  # noqa: ANN401  # shapes of every kind
    """One NaN would stay on top of every list; a longer row would win every comparison."""
    index = built({"name": name}, units(3))
    with pytest.raises(IndexingError, match=message):
        index.add(vectors, [{}] * metadata)
    assert len(index) == 3


@pytest.mark.parametrize("name", ["exact", "usearch"])
def test_queries_that_do_not_fit_are_refused(name: str) -> None:
    """Another model's vectors, or filters for other queries."""
    index = built({"name": name}, units(3))
    with pytest.raises(IndexingError, match=r"queries of shape \(1, 8\)"):
        index.search(units(1, 8), 2)
    with pytest.raises(IndexingError, match="1 queries with 2 filters"):
        index.search(units(1), 2, [{"a": "b"}, {}])


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"name": "annoy"}, "'annoy'"),
        ({"name": "exact", "threads": 2}, "no setting 'threads'"),
        ({"name": "usearch", "ef": 2}, "no setting 'ef'"),
        ({"name": "usearch", "connectivity": 0}, "connectivity is 0"),
        ({"name": "usearch", "expansion_search": 8.5}, "expansion_search is 8.5"),
        ({"name": "usearch", "expansion_add": "128"}, "expansion_add is '128'"),
        ({"name": "usearch", "threads": True}, "threads is True"),
        ({"name": "usearch", "dtype": "bf16"}, "dtype is 'bf16'"),
    ],
)
def test_settings_are_refused_by_name(wanted: dict[str, object], message: str) -> None:
    """A misspelt setting must not be swallowed."""
    with pytest.raises(IndexingError, match=message) as refused:
        make_index(wanted)
    assert refused.value.hint


def test_parameters_name_all_that_decides() -> None:
    """They stand in the manifest, defaults included."""
    assert make_index({"name": "usearch", "expansion_search": 99}).parameters == {
        "name": "usearch",
        "metric": "cosine",
        "score_digits": 6,
        "dtype": "f32",
        "connectivity": 16,
        "expansion_add": 128,
        "expansion_search": 99,
        "threads": 1,
    }
    assert make_index({}).parameters == {"name": "exact", "metric": "cosine", "score_digits": 6}
