"""Causes counted by slice, and the advice that follows from the counts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from reviewer.comparison import Slice, slices_of
from reviewer.diagnosis import Cause, CauseRow, Diagnosis, Remedy, advice, cause_table
from reviewer.queries import EvidenceItem, EvidenceSpan, Query


def _query(name: str, boundary: str) -> Query:
    item = EvidenceItem(((EvidenceSpan("a.md", 0, 10),),))
    return Query(id=name, text="", evidence=(item,), boundary=boundary, tags={"risk": "critical"})


ARMS = {"table": "rows", "list": "sections", "code": "code", "fence": "sections"}


def _lost(
    cause: Cause, structure: str = "prose", query: str = "q", change: str = "lost", *, tried: bool = False
) -> Diagnosis:
    return Diagnosis(
        query=query,
        item=0,
        change=change,
        cause=cause,
        sentence="",
        numbers={},
        remedy=Remedy(".", None if tried else ARMS.get(structure, "overlap-9")),
        structure=structure,
    )


def _named(*, headers: int, splits: int) -> list[Diagnosis]:
    return [_lost(Cause.HEADING_LOST, "table")] * headers + [_lost(Cause.SPLIT)] * splits


def test_causes_are_counted_by_slice_with_the_whole_on_top() -> None:
    """A query counts in each of its slices; gains and slices without a loss are left out."""
    queries = [_query("row", "table-row"), _query("item", "list-item"), _query("fact", "control")]
    diagnoses = [
        _lost(Cause.HEADING_LOST, query="row"),
        _lost(Cause.SPLIT, query="item"),
        _lost(Cause.SPLIT, query="row"),
        _lost(Cause.SPLIT, query="fact", change="gained"),
    ]
    rows = cause_table(diagnoses, slices_of(queries))
    assert [row.slice for row in rows] == [
        "all",
        "boundary: any",
        "boundary: list-item",
        "boundary: table-row",
        "risk: critical",
    ]
    assert rows[0] == CauseRow("all", 3, {Cause.SPLIT: 2, Cause.HEADING_LOST: 1})
    assert list(rows[0].causes) == [Cause.SPLIT, Cause.HEADING_LOST]
    assert rows[3].causes == {Cause.HEADING_LOST: 1, Cause.SPLIT: 1}


def test_nothing_lost_gives_no_row_and_no_advice() -> None:
    """Without a loss there is nothing to say."""
    assert cause_table([_lost(Cause.SPLIT, change="gained")], [Slice(name="all", queries=("q",))]) == ()
    assert advice([_lost(Cause.SPLIT, change="gained")]) == ""


def test_advice_names_the_commonest_kind_and_its_cure() -> None:
    """Nine of eleven are tables cut from their header: rows before overlap."""
    assert advice(_named(headers=9, splits=2)) == (
        "9 of 11 losses are tables cut from their header: split by rows before buying overlap."
    )


@pytest.mark.parametrize(
    ("diagnoses", "said"),
    [
        ([_lost(Cause.SPLIT, "list")], "The one loss is a list cut apart: keep each list"),
        ([_lost(Cause.SPLIT, "code")], "The one loss is a code block cut apart: split by symbol"),
        ([_lost(Cause.SPLIT, "fence")], "The one loss is a code block cut apart: cut at sections that hold each whole"),
        ([_lost(Cause.SPLIT, "fence", tried=True)], "The one loss is a code block cut apart: what usually helps was"),
        ([_lost(Cause.OUTRANKED)] * 3, "3 of 3 losses are outranked, inside depth: try a reranker"),
        ([_lost(Cause.CROWDED_OUT)] * 2 + [_lost(Cause.SPLIT)], "2 of 3 losses are crowded out"),
    ],
)
def test_advice_follows_the_counts(diagnoses: Sequence[Diagnosis], said: str) -> None:
    """Each kind has its words."""
    assert advice(diagnoses).startswith(said)


def test_advice_without_a_common_cause_counts_them() -> None:
    """Where no kind makes up two fifths, none is advised on alone."""
    mixed = [_lost(Cause.SPLIT), _lost(Cause.OUTRANKED), _lost(Cause.JUST_BELOW), _lost(Cause.HEADING_LOST)]
    assert advice(mixed) == "No one cause of 4 losses: 1 heading lost, 1 just below, 1 outranked, 1 split."


def test_advice_is_the_same_in_any_order() -> None:
    """The order of the diagnoses decides nothing."""
    mixed = [*_named(headers=2, splits=2), _lost(Cause.OUTRANKED)]
    assert advice(mixed) == advice(mixed[::-1])
