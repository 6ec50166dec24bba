"""BM25 and reciprocal rank fusion: what is found, ties, filters, refusals."""

from __future__ import annotations

import numpy as np
import pytest

from reviewer.errors import IndexingError
from reviewer.index import add_rows, find, gives_cosines, make_index, reads_vectors
from reviewer.index.words import terms
from reviewer.vectors import Vectors

TEXTS = ["The appeal window closes.", "Refunds are paid.", "the WINDOW closes, the window opens", "Straße und Maß", "—"]
NOTHING: Vectors = np.zeros((5, 0), np.float32)
METADATA = [{"tier": "pro"}, {"tier": "free"}, {"tier": "pro"}, {"tier": "free"}, {"tier": "free"}]


def ask(
    settings: dict[str, object], questions: list[str], filters: list[dict[str, str]] | None = None
) -> list[list[int]]:
    """Index the texts, and give the rows found."""
    index = make_index(settings)
    add_rows(index, NOTHING, TEXTS, METADATA)
    found = find(index, np.zeros((len(questions), 0), np.float32), questions, 5, filters)
    return [one.rows.tolist() for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't STOP_now, 12.5 %", ["don", "t", "stop_now", "12", "5"]),
        ("Straße \ufb01re", ["strasse", "fire"]),
        ("東京 tower", ["東", "京", "tower"]),
        ("cafe\u0301", ["caf\u00e9"]),
        ("— … !", []),
        ("exam\u00adple \ufeffword", ["example", "word"]),
        ("می\u200cخواهم", ["میخواهم"]),
        ("क्\u200dष", ["क्ष"]),
    ],
)
def test_terms_are_those_of_the_stated_rule(text: str, expected: list[str]) -> None:
    """NFKC, case folding, runs of letters, a term a character where there are no spaces."""
    assert terms(text) == expected


def test_bm25_finds_by_words_alone() -> None:
    """Rows without a common term are not found; the same word in another case is."""
    assert ask({"name": "bm25"}, ["WINDOW closes", "strasse", "zebra", ""]) == [[2, 0], [3], [], []]


def test_scores_are_those_of_lucenes_formula() -> None:
    """Computed by hand for one term in one of three texts of equal length, k1 1.5 and b 0.75: idf / (1 + k1)."""
    index = make_index({"name": "bm25"})
    add_rows(index, NOTHING[:3], ["a b", "c d", "e f"], [{}] * 3)
    (found,) = find(index, NOTHING[:1], ["a"], 3)
    idf = np.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    assert found.scores.tolist() == pytest.approx([idf / (1 + 1.5)], abs=1e-6)


def test_ties_stand_in_the_order_of_rows() -> None:
    """Equal texts score alike, and a cut at any depth keeps the first."""
    index = make_index({"name": "bm25"})
    add_rows(index, np.zeros((9, 0), np.float32), ["same words"] * 9, [{}] * 9)
    assert [one.rows.tolist() for one in find(index, NOTHING[:1], ["same"], 4)] == [[0, 1, 2, 3]]


def test_filters_leave_rows_out() -> None:
    """By every pair asked for."""
    found = ask({"name": "bm25"}, ["window paid", "window paid"], [{"tier": "free"}, {"tier": "gold"}])
    assert found == [[1], []]


def test_a_hybrid_sums_reciprocal_ranks() -> None:
    """Row 2 is first by words and fourth by vectors, where rows 1 to 3 are alike; k is 60."""
    index = make_index({"name": "hybrid", "parts": ["exact", {"name": "bm25", "b": 0.0}]})
    rows = np.eye(5, dtype=np.float32)
    add_rows(index, rows, TEXTS, METADATA)
    question = np.array([[0.6, 0, 0, 0, 0.8]], np.float32)
    (found,) = find(index, question, ["window"], 3)
    assert found.rows.tolist() == [0, 2, 4]
    assert found.scores.tolist() == pytest.approx([1 / 62 + 1 / 62, 1 / 61 + 1 / 64, 1 / 61], abs=1e-6)
    assert index.exact
    assert len(index) == 5


@pytest.mark.parametrize("k", [60, 1000, 1_000_000_000])
def test_ranks_decide_however_large_k_is_and_however_deep_the_list(k: int) -> None:
    """Rounded to 1e-6 neighbours would be equal, and the order that of the rows."""
    index = make_index({"name": "hybrid", "parts": ["exact", "bm25"], "k": k, "window": 1500})
    angles = np.linspace(1.5, 0, 1500)
    rows = np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)
    add_rows(index, rows, ["word"] * 1500, [{}] * 1500)
    (found,) = find(index, np.array([[1, 0]], np.float32), ["nothing"], 1500)
    alone = make_index({"name": "exact"})
    add_rows(alone, rows, [""] * 1500, [{}] * 1500)
    (expected,) = find(alone, np.array([[1, 0]], np.float32), [""], 1500)
    assert found.rows.tolist() == expected.rows.tolist()


def test_what_an_index_needs_is_known() -> None:
    """An embedder, and whether scores are cosines."""
    assert [reads_vectors(make_index({"name": name})) for name in ("exact", "bm25", "hybrid")] == [True, False, True]
    assert [gives_cosines(make_index({"name": name})) for name in ("exact", "bm25", "hybrid")] == [True, False, False]
    assert not reads_vectors(make_index({"name": "hybrid", "parts": ["bm25", {"name": "bm25", "b": 0}]}))


@pytest.mark.parametrize(
    "settings",
    [
        {"name": "bm25", "k1": -1},
        {"name": "bm25", "b": 2},
        {"name": "bm25", "k1": True},
        {"name": "hybrid", "parts": ["exact"]},
        {"name": "hybrid", "parts": "exact"},
        {"name": "hybrid", "parts": ["exact", "hybrid"]},
        {"name": "hybrid", "parts": ["exact", "no-such"]},
        {"name": "hybrid", "k": 0},
        {"name": "hybrid", "window": 1.5},
    ],
)
def test_settings_are_refused(settings: dict[str, object]) -> None:
    """Each with its remedy."""
    with pytest.raises(IndexingError) as caught:
        make_index(settings)
    assert caught.value.hint
