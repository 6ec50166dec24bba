"""Accepting without the review, as `labels accept` does it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.labels.label_set import Change
from reviewer.labels.schema import Retirement
from reviewer.labels.store import change
from reviewer.queries import EvidenceSpan
from reviewer.review import Act, Choice, History, Proposer, accept
from reviewer.spans import Place
from tests.labels.making import ANY, item, label, write_set
from tests.review.making import ADA, EDITED, Project


@pytest.fixture
def proposer(project: Project) -> Proposer:
    """Give what proposes places in the project's documents."""
    return Proposer(project.corpus(), History(project.set / "corpus"))


def test_the_place_that_stands_out_is_taken_for_every_span(project: Project, proposer: Proposer) -> None:
    """A label of two spans is put right at once."""
    decided = accept(project.set, proposer, ADA, "refund")
    assert [one.act for one in decided.values()] == [Act.ACCEPT, Act.ACCEPT]
    spans = project.labels()["refund"].spans
    assert [EDITED[span.start : span.end] for span in spans] == [span.quote for span in spans]


def test_a_place_may_be_named(project: Project, proposer: Proposer) -> None:
    """By its offsets, or by its number."""
    start = EDITED.index("Whoever")
    accept(project.set, proposer, ADA, "late", Choice(at=Place("rules.md", start, start + 7)))
    assert project.labels()["late"].spans[0].quote == "Whoever"
    accept(project.set, proposer, ADA, "closing", Choice(proposal=1))
    assert project.labels()["closing"].spans[0].start == EDITED.index("The account is closed")


def test_what_is_not_clear_is_refused(project: Project, proposer: Proposer) -> None:
    """Two spans and one place, a number that was not offered, blanks, an unknown document, a label that is current."""
    blank = EDITED.index("\n\n")
    for name, choice, why in (
        ("refund", Choice(proposal=1), "2 stale spans"),
        ("fee", Choice(proposal=7), "no proposal 7"),
        ("fee", Choice(at=Place("rules.md", blank, blank + 2)), "no words"),
        ("fee", Choice(at=Place("rules.md", 5, 99_999)), "no words"),
        ("fee", Choice(at=Place("nowhere.md", 5, 9)), "no document"),
        ("nobody", Choice(), "no label"),
        ("fee", Choice(span=2), "not stale"),
    ):
        with pytest.raises(Exception, match=why):
            accept(project.set, proposer, ADA, name, choice)
    accept(project.set, proposer, ADA, "fee")
    with pytest.raises(LabelError, match="not stale"):
        accept(project.set, proposer, ADA, "fee")


def test_evidence_that_is_not_stale_is_moved_by_a_named_place_alone(project: Project, proposer: Proposer) -> None:
    """A wrong boundary is put right and signed; what was found at last becomes evidence; a retired label stays so."""
    accept(project.set, proposer, ADA, "fee")
    before = project.labels()["fee"].spans[0]
    decided = accept(project.set, proposer, ADA, "fee", Choice(at=Place("rules.md", before.start, before.end + 9)))
    assert [one.act for one in decided.values()] == [Act.ADJUST]
    now = project.labels()["fee"]
    assert now.spans[0].quote == EDITED[before.start : before.end + 9]
    assert now.reviewed is not None
    assert now.reviewed.origin == before.fingerprint
    accept(project.set, proposer, ADA, "refund")
    with pytest.raises(LabelError, match="refund has 2 spans"):
        accept(project.set, proposer, ADA, "refund", Choice(at=Place("rules.md", 0, 9)))
    accept(project.set, proposer, ADA, "refund", Choice(span=2, at=Place("rules.md", 0, 7)))
    assert project.labels()["refund"].spans[1].quote == EDITED[:7]
    accept(project.set, proposer, ADA, "moon")
    accept(project.set, proposer, ADA, "moon", Choice(at=Place("rules.md", 2, 7)))
    assert project.labels()["moon"].query.answerable
    change(project.set, lambda labels: [Change("fee", replace(labels["fee"], retired=Retirement("Ada", "", "old")))])
    with pytest.raises(LabelError, match="fee is retired: old"):
        accept(project.set, proposer, ADA, "fee", Choice(at=Place("rules.md", 2, 7)))


def test_like_places_are_not_chosen_between(tmp_path: Path) -> None:
    """Where nothing says which, accepting without a number is refused and says so; a number decides."""
    clause = "The notice is sent by post, and the day on which it was sent counts.\n\n"
    project = Project(tmp_path)
    project.write(rules=clause * 3)
    span = EvidenceSpan("rules.md", 900, 900 + len(clause) - 2, ANY, clause.strip())
    write_set(project.set, label("notice", item(span)), file="labels.yaml")
    proposer = Proposer(project.corpus(), History(project.set / "corpus"))
    with pytest.raises(LabelError, match="notice is ambiguous"):
        accept(project.set, proposer, ADA, "notice")
    accept(project.set, proposer, ADA, "notice", Choice(proposal=2))
    assert project.labels()["notice"].reviewed is not None


def test_no_answer_is_confirmed(project: Project, proposer: Proposer) -> None:
    """A label without evidence needs no place."""
    decided = accept(project.set, proposer, ADA, "moon")
    assert [one.act for one in decided.values()] == [Act.CONFIRM]
