"""What decisions make of labels: only what was decided, in the same shape."""

from __future__ import annotations

from reviewer.labels import Label
from reviewer.queries import EvidenceItem, EvidenceSpan
from reviewer.review import Act, Decision, Key, outcome
from reviewer.spans import Place
from tests.labels.making import ANY, label, label_set

NEW = "sha256:fedcba9876543210"


def at(document: str, start: int) -> EvidenceSpan:
    """Give a span of four characters."""
    return EvidenceSpan(document, start, start + 4, ANY, "word")


def place(document: str, start: int) -> Decision:
    """Give a decision for a span of five characters."""
    return Decision(
        act=Act.ACCEPT,
        by="Ada",
        on="2026-11-30",
        place=Place(document, start, start + 5),
        fingerprint=NEW,
        quote="words",
    )


def decided(one: Label, **places: Decision) -> Label | None:
    """Apply decisions to the spans of a label, named `s0`, `s1` …; nothing means held back."""
    found = outcome(label_set(one), {Key(one.id, int(name[1:])): decision for name, decision in places.items()})
    return found.changes[0].label if found.changes else None


SHAPED = label(
    "shaped",
    EvidenceItem(((at("a.md", 0),),)),
    EvidenceItem(((at("a.md", 10), at("a.md", 20)), (at("b.md", 0),))),
)


def test_the_shape_of_the_evidence_stays() -> None:
    """Spans that stand together, and alternatives, stay what they are; spans not decided stay where they are."""
    changed = decided(SHAPED, s1=place("a.md", 50), s2=place("a.md", 60))
    assert changed is not None
    first, second = changed.query.evidence
    assert first == SHAPED.query.evidence[0]
    assert [[span.start for span in group] for group in second.alternatives] == [[50, 60], [0]]
    assert second.alternatives[0][0] == EvidenceSpan("a.md", 50, 55, NEW, "words")
    assert changed.reviewed is not None
    assert (changed.reviewed.by, changed.reviewed.on, changed.reviewed.origin) == ("Ada", "2026-11-30", ANY)


def test_spans_that_stand_together_are_held_back_until_they_are_in_one_document() -> None:
    """Half a move to another document would be a label that no file may hold."""
    assert decided(SHAPED, s1=place("c.md", 50)) is None
    assert decided(SHAPED, s1=place("c.md", 50), s2=place("c.md", 60)) is not None


def test_two_items_at_the_same_place_are_held_back() -> None:
    """The same evidence twice would be refused when the file is read."""
    one = label("two", EvidenceItem(((at("a.md", 0),),)), EvidenceItem(((at("a.md", 10),),)))
    assert decided(one, s0=place("a.md", 50), s1=place("a.md", 50)) is None
    found = outcome(label_set(one), {Key("two", 0): place("a.md", 50), Key("two", 1): place("a.md", 50)})
    assert [held.label for held in found.held_back] == ["two"]
    assert "same place" in found.held_back[0].why


def test_skipping_changes_nothing() -> None:
    """What is left for another day is not written."""
    skipped = Decision(act=Act.SKIP, by="Ada", on="2026-11-30")
    assert decided(SHAPED, s0=skipped) is None
