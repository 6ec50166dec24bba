"""Slices, evidence lengths and documents of queries."""

from reviewer.comparison import documents_of, length_slices, slices_of
from reviewer.queries import EvidenceItem, EvidenceSpan, Query


def _query(name: str, boundary: str | None, document: str = "a.md", **tags: str) -> Query:
    item = EvidenceItem(((EvidenceSpan(document, 0, 10),),))
    return Query(id=name, text="", evidence=(item,), boundary=boundary, tags=tags)


QUERIES = [
    _query("q1", "table-row", risk="critical"),
    _query("q2", "list-item", document="b.md"),
    _query("q3", "control"),
    _query("q4", None, risk="critical"),
    Query(id="q5", text="", answerable=False, tags={"risk": "critical"}),
]


def test_slices_begin_with_the_headline() -> None:
    """Slices begin with the headline, and hold only judged queries."""
    assert [(one.name, one.queries) for one in slices_of(QUERIES)] == [
        ("all", ("q1", "q2", "q3", "q4")),
        ("boundary: any", ("q1", "q2")),
        ("control", ("q3",)),
        ("boundary: list-item", ("q2",)),
        ("boundary: table-row", ("q1",)),
        ("risk: critical", ("q1", "q4")),
    ]
    assert [one.name for one in slices_of(QUERIES) if not one.exploratory] == ["all", "boundary: any", "control"]


def test_a_protected_slice_is_there_even_when_empty() -> None:
    """A protected slice is there even when no query is in it."""
    found = {one.name: one for one in slices_of(QUERIES, protected=["risk: critical", "risk: legal"])}
    assert found["risk: critical"].protected
    assert (found["risk: legal"].protected, found["risk: legal"].queries) == (True, ())


def test_evidence_lengths_fall_into_declared_bins() -> None:
    """Evidence lengths fall into declared bins, ends included."""
    assert length_slices({"q1": 66, "q2": 67, "q3": 201}, [66, 200]) == {
        "q1": ("evidence: 1-66 tokens",),
        "q2": ("evidence: 67-200 tokens",),
        "q3": ("evidence: over 200 tokens",),
    }
    named = slices_of(QUERIES, extra=length_slices({"q1": 66, "q2": 67}, [66, 200]))
    assert "evidence: 67-200 tokens" in {one.name for one in named}


def test_a_query_belongs_to_the_document_of_its_first_evidence() -> None:
    """A query belongs to the document of its first evidence."""
    assert documents_of(QUERIES) == {"q1": "a.md", "q2": "b.md", "q3": "a.md", "q4": "a.md"}
