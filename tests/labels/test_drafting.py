"""Drafts are written all together or not at all, bound to their documents as they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.labels import Signature, read_set
from reviewer.labels.drafting import Draft, write_drafts
from reviewer.spans import Span
from tests.labels.making import corpus

WHERE = corpus(a="# Fees\nThe fee is due.\nIn May.\n")
TEXT = WHERE["a.md"].text


def test_a_draft_is_bound_to_its_document(tmp_path: Path) -> None:
    """Its fingerprint and quotes are the document's own; several places lie in one passage."""
    draft = Draft(
        query="When?",
        document=WHERE["a.md"],
        places=(Span(7, 22), Span(23, 30)),
        boundary="control",
        approved=Signature("Ada", "2026-11-30"),
    )
    (written,) = write_drafts(tmp_path, [draft])
    (read,) = read_set(tmp_path).labels
    assert read.content == written.content
    assert [span.quote for span in read.spans] == ["The fee is due.", "In May."]
    assert len(read.query.evidence) == 1
    assert read.approved == Signature("Ada", "2026-11-30")
    assert Path(read.file).name == "a.yaml"


def test_separate_places_are_items_of_their_own(tmp_path: Path) -> None:
    """All are needed, in any passages."""
    places = (Span(7, 22), Span(23, 30))
    write_drafts(tmp_path, [Draft(query="When?", document=WHERE["a.md"], places=places, separate=True)])
    assert len(read_set(tmp_path).labels[0].query.evidence) == 2


def test_no_answer_is_bound_to_the_corpus(tmp_path: Path) -> None:
    """Whoever changes a document has to look again."""
    write_drafts(tmp_path, [Draft(query="On the Moon?", sought=WHERE.fingerprint)])
    (read,) = read_set(tmp_path).labels
    assert not read.query.answerable
    assert read.query.corpus is not None
    assert WHERE.fingerprint.startswith(read.query.corpus)


def test_an_id_that_is_taken_refuses_all(tmp_path: Path) -> None:
    """Nothing of the file is written; ids that are made never collide."""
    one = Draft(query="When?", document=WHERE["a.md"], places=(Span(7, 22),))
    assert [label.id for label in write_drafts(tmp_path, [one, one], again=True)] == ["when", "when-2"]
    with pytest.raises(LabelError, match="id when is taken"):
        write_drafts(tmp_path, [Draft(query="?", document=WHERE["a.md"], places=(Span(7, 22),), id="when")])
    with pytest.raises(LabelError, match="asked already by when"):
        write_drafts(tmp_path, [Draft(query=" when? ", sought=WHERE.fingerprint)])
    assert len(read_set(tmp_path).labels) == 2


@pytest.mark.parametrize("place", [Span(6, 7), Span(7, 999)])
def test_a_place_without_words_is_refused(tmp_path: Path, place: Span) -> None:
    """Blanks, and what lies beyond the end."""
    with pytest.raises(LabelError, match="has no words"):
        write_drafts(tmp_path, [Draft(query="When?", document=WHERE["a.md"], places=(place,))])
    assert list(tmp_path.glob("*.yaml")) == []


def test_a_blank_question_is_refused() -> None:
    """Before anything is written."""
    with pytest.raises(LabelError, match="blank"):
        Draft(query=" ", document=WHERE["a.md"], places=(Span(0, 6),))


@pytest.mark.parametrize("query", ["YOUR QUESTION", "your  question?", "Write here what a user would ask"])
def test_a_placeholder_is_no_question(query: str) -> None:
    """The one that printed commands hold is refused, however it is set."""
    with pytest.raises(LabelError, match="still the placeholder"):
        Draft(query=query, sought=WHERE.fingerprint)
