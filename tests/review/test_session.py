"""A review as somebody does it: deciding, taking back, leaving, coming back, writing."""

from __future__ import annotations

import pytest

from reviewer import fingerprint
from reviewer.errors import LabelError
from reviewer.labels import State, check
from reviewer.labels.pending import read_pending
from reviewer.review import Act, Doubt, opened
from reviewer.spans import Place
from tests.review.making import EDITED, Project, entry, key


def test_entries_are_grouped_by_document_and_least_doubt_comes_first(project: Project) -> None:
    """What is sure comes before what is not, and labels without evidence come last."""
    with project.session() as session:
        states = [session.queue.offer(one).doubt for one in session.queue.entries]
        assert list(session.queue.groups) == ["rules.md", ""]
    assert states == [Doubt.MOVED, Doubt.MOVED, Doubt.MOVED, Doubt.MOVED, Doubt.CHANGED, Doubt.TO_CONFIRM]


def test_an_accepted_place_is_written_and_nothing_else(project: Project) -> None:
    """Only the label's own lines change, and it says who reviewed it, when, and from which text."""
    with project.session() as session:
        session.accept(entry(session, "fee"), 1)
        written = session.commit()
    start = EDITED.index("The fee is 40")
    assert written.labels == ("fee",)
    assert project.labels()["fee"].spans[0].start == start
    changed = project.changed_lines()
    assert len(changed) == 3 + 4
    assert any("reviewed: {by: Ada, on: " in line and "from: sha256:" in line for line in changed)
    assert check(project.labels(), project.corpus()).labels[0].state is State.FRESH


def test_only_what_is_undecided_is_stepped_to(project: Project) -> None:
    """`j` passes over what is decided or skipped, round the end; `J` does not."""
    with project.session() as session:
        first, second, third, *_ = session.queue.entries
        session.accept(first, 1)
        session.skip(second)
        assert session.after(first.key, 1, undecided=True) == third
        assert session.after(first.key, 1, undecided=False) == second
        assert session.after(session.queue.entries[-1].key, 1, undecided=True) == third
        for one in session.queue.entries:
            session.skip(one)
        assert session.after(first.key, 1, undecided=True) is None


def test_every_decision_can_be_taken_back_and_done_again(project: Project) -> None:
    """Undo goes back to what stood before, step by step; a new decision forgets what was undone."""
    with project.session() as session:
        one = entry(session, "fee")
        session.skip(one)
        session.accept(one, 1)
        session.retire(one, "asked no more")
        assert session.decisions[one.key].act is Act.RETIRE
        session.undo()
        assert session.decisions[one.key].act is Act.ACCEPT
        session.undo()
        assert session.decisions[one.key].act is Act.SKIP
        session.redo()
        assert session.decisions[one.key].act is Act.ACCEPT
        session.undo()
        session.undo()
        assert one.key not in session.decisions
        assert session.undo() == {}
        session.retire(one, "another reason")
        assert not session.can_redo


def test_bulk_acceptance_is_one_step_and_only_for_the_same_words(project: Project) -> None:
    """Places of the same words are accepted together and taken back together; others are refused."""
    with project.session() as session:
        same = [one for one in session.queue.entries if session.queue.offer(one).doubt is Doubt.MOVED]
        session.accept_all(same)
        assert len(session.decisions) == len(same)
        session.undo()
        assert not session.decisions
        with pytest.raises(ValueError, match="changed"):
            session.accept_all([entry(session, "late")])
        assert not session.decisions


def test_retiring_takes_all_spans_and_a_place_takes_the_retirement_back(project: Project) -> None:
    """A label is retired whole; deciding on one of its spans afterwards brings it back."""
    with project.session() as session:
        session.retire(entry(session, "refund"), "asked no more")
        assert {one.label for one in session.decisions} == {"refund"}
        assert session.summary().acts == {Act.RETIRE: 1}
        session.accept(entry(session, "refund", 1), 1)
        assert [one.span for one in session.decisions] == [1]
        session.undo()
        written = session.commit()
    assert written.labels == ("refund",)
    retired = project.labels()["refund"].retired
    assert retired is not None
    assert (retired.by, retired.reason) == ("Ada", "asked no more")


def test_one_span_of_two_may_be_decided_alone(project: Project) -> None:
    """The other one stays stale, and so does the label."""
    with project.session() as session:
        session.accept(entry(session, "refund", 1), 1)
        session.commit()
        assert [one.key for one in session.queue.entries if one.label.id == "refund"] == [key("refund", 0)]


def test_a_drawn_place_and_a_confirmation_are_written(project: Project) -> None:
    """A drawn place takes its own words; a confirmation covers the documents as they are now."""
    start = EDITED.index("Whoever pays late")
    place = Place("rules.md", start, EDITED.index("The account is closed"))
    with project.session() as session:
        session.adjust(entry(session, "late"), place)
        session.confirm(entry(session, "moon"))
        session.commit()
    labels = project.labels()
    assert labels["late"].spans[0].quote == EDITED[place.start : place.end]
    assert labels["moon"].query.corpus == fingerprint.short(project.corpus().fingerprint)
    reviewed = labels["moon"].reviewed
    assert reviewed is not None
    assert reviewed.origin.startswith("sha256:")


def test_a_label_without_answer_can_be_given_one(project: Project) -> None:
    """Once somebody finds the answer, the label is answerable and no longer bound to the corpus."""
    start = EDITED.index("These rules")
    with project.session() as session:
        session.adjust(entry(session, "moon"), Place("rules.md", start, start + 20))
        session.commit()
    moon = project.labels()["moon"]
    assert moon.query.answerable
    assert moon.query.corpus is None
    assert moon.spans[0].start == start
    assert moon.reviewed is not None
    assert moon.reviewed.origin == "not answerable"


def test_decisions_stand_again_after_the_terminal_died(project: Project) -> None:
    """Without any farewell, the next review begins where the last one ended, undo included."""
    with project.session() as session:
        session.accept(entry(session, "fee"), 1)
        session.skip(entry(session, "late"))
        session.retire(entry(session, "closing"), "asked no more")
        session.undo()
    assert not project.changed_lines()
    with project.session() as session:
        assert {one.label: decision.act for one, decision in session.decisions.items()} == {
            "fee": Act.ACCEPT,
            "late": Act.SKIP,
        }
        session.redo()
        assert session.decisions[key("closing")].act is Act.RETIRE
        session.commit()
    assert not (project.set / ".review.jsonl").exists()


def test_a_decision_on_another_text_is_only_offered_again(project: Project) -> None:
    """When the document changed once more, nothing stands decided on the old offsets."""
    with project.session() as session:
        session.accept(entry(session, "fee"), 1)
        session.retire(entry(session, "closing"), "asked no more")
    project.write(rules="Another beginning.\n\n" + EDITED)
    with project.session() as session:
        assert list(session.decisions) == [key("closing")]
        assert session.earlier[key("fee")].act is Act.ACCEPT
        assert not session.can_repeat(entry(session, "fee"))


def test_a_decision_on_another_label_is_only_offered_again(project: Project) -> None:
    """When somebody edited the label, the decision about it can be repeated, and is not taken for granted."""
    with project.session() as session:
        session.accept(entry(session, "fee"), 1)
    project.file.write_text(project.file.read_text().replace("query: What?", "query: How much?", 1))
    with project.session() as session:
        assert not session.decisions
        assert session.can_repeat(entry(session, "fee"))
    with project.session() as session:
        session.repeat(entry(session, "fee"))
        written = session.commit()
    assert written.labels == ("fee",)
    assert project.labels()["fee"].query.text == "How much?"


def test_what_somebody_else_settled_is_dropped_and_said(project: Project) -> None:
    """A decision about a label that is no longer stale can only be named."""
    with project.session() as session:
        session.accept(entry(session, "fee"), 1)
    with project.session() as session:
        session.undo()
        session.retire(entry(session, "fee"), "by somebody else")
        journal = (project.set / ".review.jsonl").read_bytes()
        session.undo()
        session.accept(entry(session, "fee"), 1)
        session.commit()
    (project.set / ".review.jsonl").write_bytes(journal)
    with project.session() as session:
        assert session.overtaken == (key("fee"),)
        assert not session.decisions
    with project.session() as session:
        assert session.overtaken == ()


def test_a_decision_that_was_written_just_before_a_crash_is_not_mentioned(project: Project) -> None:
    """A crash between writing the labels and clearing the journal leaves nothing to decide."""
    with project.session() as session:
        session.accept(entry(session, "fee"), 1)
        journal = (project.set / ".review.jsonl").read_bytes()
        session.commit()
    (project.set / ".review.jsonl").write_bytes(journal)
    with project.session() as session:
        assert session.overtaken == ()
        assert not session.decisions
        assert key("fee") not in {one.key for one in session.queue.entries}


def test_a_file_that_changed_meanwhile_is_refused_and_its_decisions_stand(project: Project) -> None:
    """Nobody's edit is overwritten; what was decided about labels that are as they were can be written at once."""
    with project.session() as session:
        session.accept(entry(session, "fee"), 1)
        session.accept(entry(session, "late"), 1)
        text = project.file.read_text().replace("id: fee\n    query: What?", "id: fee\n    query: How much?")
        project.file.write_text("# somebody else was here\n" + text)
        written = session.commit()
        assert written.refused is not None
        assert written.labels == ()
        assert project.file.read_text().startswith("# somebody else")
        assert list(session.decisions) == [key("late")]
        assert session.can_repeat(entry(session, "fee"))
        session.repeat(entry(session, "fee"))
        again = session.commit()
        assert again.refused is None
    assert set(again.labels) == {"fee", "late"}
    assert project.file.read_text().startswith("# somebody else")
    assert read_pending(project.set) == ()


def test_decisions_of_another_command_that_could_not_be_written_are_offered(project: Project) -> None:
    """What waits beside the label file is offered in the review."""
    with project.session() as session:
        session.accept(entry(session, "fee"), 1)
        project.file.write_text("# somebody else was here\n" + project.file.read_text())
        session.commit()
    (project.set / ".review.jsonl").unlink()
    assert read_pending(project.set)
    with project.session() as session:
        assert not session.decisions
        assert session.can_repeat(entry(session, "fee"))
        session.repeat(entry(session, "fee"))
        session.commit()
    assert project.labels()["fee"].spans[0].start == EDITED.index("The fee is 40")
    assert read_pending(project.set) == ()


def test_two_reviews_of_one_set_are_refused(project: Project) -> None:
    """The second terminal is told of the first."""
    with project.session(), pytest.raises(LabelError, match="another terminal"), opened(project.set):
        pass
