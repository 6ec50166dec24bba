"""What is offered for an entry: the old text where git has it, and the new places, of whatever document."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.labels import Label
from reviewer.review import Doubt, Offer, Session
from tests.labels.making import corpus, item, label, span, unanswerable, write_set
from tests.review.making import EDITED, RULES, Project, entry, rules_labels


def offer(session: Session, label_id: str) -> Offer:
    """Give what is offered for a label's first span."""
    return session.queue.offer(entry(session, label_id))


def test_the_old_text_comes_from_git(project: Project) -> None:
    """The passage before is shown in its whole document, with the commit and the titles above it."""
    with project.session() as session:
        before = offer(session, "late").before
    assert before is not None
    assert before.text == RULES
    assert before.source.startswith("git ")
    assert before.path == ("Rules", "Late payment")


def test_without_git_the_quote_in_the_label_is_the_old_text(tmp_path: Path) -> None:
    """It says so, and still finds the place."""
    project = Project(tmp_path)
    project.write(rules=EDITED)
    write_set(project.set, *rules_labels(), file="labels.yaml")
    with project.session() as session:
        found = offer(session, "fee")
    assert found.before is not None
    assert found.before.text == "The fee is 40 EUR a month."
    assert "quote kept in the label" in found.before.source
    assert found.options[0].place.start == EDITED.index("The fee is 40")
    assert found.options[0].path == ("Rules", "Fees")


def test_a_renamed_document_is_found_by_its_text(project: Project) -> None:
    """The same offsets under the other name; two documents of the same text leave the choice open."""
    project.remove("rules")
    project.write(terms=RULES)
    with project.session() as session:
        found = offer(session, "fee")
        assert found.doubt is Doubt.MOVED
        assert found.options[0].place.document == "terms.md"
        session.accept(entry(session, "fee"), 1)
        session.commit()
    assert project.labels()["fee"].spans[0].document == "terms.md"
    project.write(copy=RULES)
    with project.session() as session:
        assert offer(session, "late").doubt is Doubt.AMBIGUOUS
        assert offer(session, "late").chosen == 0


def test_a_document_that_was_renamed_and_edited_is_looked_for_and_never_taken_for_sure(project: Project) -> None:
    """The place is offered in the likeliest document, and no bulk takes it."""
    project.remove("rules")
    project.write(terms=EDITED, other="# Other\n\nNothing of the kind.\n")
    with project.session() as session:
        found = offer(session, "fee")
    assert found.doubt is Doubt.CHANGED
    assert found.options[0].place.document == "terms.md"
    assert EDITED[found.options[0].place.start :].startswith("The fee is 40")
    assert "rules.md is gone" in found.note


def test_a_document_that_is_gone_leaves_nothing_to_offer(project: Project) -> None:
    """One vanished file does not end the review of the others."""
    project.remove("rules")
    project.write(other="# Other\n\nNothing of the kind.\n")
    with project.session() as session:
        assert offer(session, "fee").doubt is Doubt.GONE
        assert offer(session, "fee").options == ()
        assert offer(session, "moon").doubt is Doubt.TO_CONFIRM


def test_a_mismatched_label_is_put_right_by_its_quote(tmp_path: Path) -> None:
    """Offsets that never held the words are offered the place where the words stand, in bulk if it is the only one."""
    project = Project(tmp_path)
    project.write(rules=RULES)
    where = corpus(rules=RULES)
    right = span(where, "rules.md", "A refund is paid within ten days.")
    wrong = type(right)("rules.md", right.start - 7, right.end - 7, right.fingerprint, right.quote)
    write_set(project.set, label("refund", item(wrong)), file="labels.yaml")
    with project.session() as session:
        one = entry(session, "refund")
        assert session.queue.offer(one).note == "the quote never stood at its offsets, but +7 characters off"
        session.accept_all([one])
        session.commit()
        assert not session.queue.entries
    assert project.labels()["refund"].spans[0] == right


def test_offsets_that_were_a_little_wrong_say_which_copy_was_meant(tmp_path: Path) -> None:
    """On a text that never changed the nearest copy is meant, if only one is near; else a person chooses."""
    text = "# Terms\n\nThe fee is due. " + "Filler. " * 20 + "The fee is due. " + "Filler. " * 20 + "The fee is due.\n"
    project = Project(tmp_path)
    project.write(terms=text)
    right = span(corpus(terms=text), "terms.md", "The fee is due.", 1)
    off = {"near": right.start + 3, "far": right.start + 90}
    labels = [
        label(name, item(type(right)("terms.md", start, start + len(right.quote), right.fingerprint, right.quote)))
        for name, start in off.items()
    ]
    write_set(project.set, *labels, file="labels.yaml")
    with project.session() as session:
        assert offer(session, "near").doubt is Doubt.MOVED
        assert offer(session, "near").options[0].place == right.place
        assert len(offer(session, "near").options) == 3
        assert offer(session, "far").doubt is Doubt.AMBIGUOUS


def test_a_label_without_quote_needs_the_old_text(project: Project) -> None:
    """With git it is placed like any other and stays without a quote; without, nothing can be offered."""
    bare = project.file.read_text().replace('        quote: "The fee is 40 EUR a month."\n', "")
    project.file.write_text(bare)
    with project.session() as session:
        assert offer(session, "fee").doubt is Doubt.MOVED
        session.accept(entry(session, "fee"), 1)
        session.commit()
    assert project.labels()["fee"].spans[0].quote == ""
    project.write(rules="# Rules\n\nA third text.\n")
    with project.session() as session:
        assert offer(session, "fee").doubt is Doubt.GONE
        assert offer(session, "fee").note


@pytest.mark.parametrize(("query", "document"), [("When is a refund paid?", "rules.md"), ("Zebras?", None)])
def test_for_a_label_without_answer_the_sections_that_share_most_words_are_named(
    tmp_path: Path, query: str, document: str | None
) -> None:
    """Rare words weigh more; where no word is shared, no place is named."""
    project = Project(tmp_path)
    project.write(rules=RULES, other="# Other\n\nThe weather is fine when it is not.\n")
    labels: list[Label] = [unanswerable("open", "sha256:0123456789abcdef", query)]
    write_set(project.set, *labels, file="labels.yaml")
    with project.session() as session:
        options = offer(session, "open").options
    assert (options[0].place.document if options else None) == document
    if options:
        assert options[0].path == ("Rules", "Refunds")
        assert sorted((one.score for one in options), reverse=True) == [one.score for one in options]
