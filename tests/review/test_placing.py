"""Labels are written when somebody decides, taken back whole, and candidates leave or enter their queue with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.labels import Signature, read_set
from reviewer.labels.candidates import Candidate, queue, read_queue, waiting
from reviewer.labels.sites import find_sites
from reviewer.review.placing import Outcome, Placing, Task
from reviewer.review.session import Signer
from reviewer.spans import Span
from tests.labels.making import corpus, item, label, span, write_set

ADA = Signer("Ada", "2026-11-30")
WHERE = corpus(a="# Fees\nThe fee is due.\n", b="| a | b | c |\n|-|-|-|\n| 1 | 2 | 3 |\n")
ONE, TWO = Candidate.of("When?", "a.md"), Candidate.of("On the Moon?")


def placing(tmp_path: Path) -> Placing:
    """Give two candidates and a site to decide about."""
    folder, path = tmp_path / "set", tmp_path / "q.jsonl"
    write_set(folder, label("other", item(span(WHERE, "a.md", "# Fees"))), file="a.yaml")
    queue(path, [ONE, TWO], ())
    (site,) = find_sites(WHERE, patterns=["table-row"])
    tasks = [Task.of_candidate(ONE), Task.of_candidate(TWO), Task.of_site(site, WHERE["b.md"].text, separate=False)]
    return Placing(folder, WHERE, ADA, path, tasks)


def test_a_placed_candidate_is_an_approved_label(tmp_path: Path) -> None:
    """It leaves the queue; the other labels of its file keep every byte."""
    session = placing(tmp_path)
    before = (tmp_path / "set/a.yaml").read_bytes()
    session.place(session.tasks[0], "a.md", [Span(7, 22)])
    made = read_set(tmp_path / "set")["when"]
    assert (made.query.text, made.spans[0].quote) == ("When?", "The fee is due.")
    assert made.approved == Signature("Ada", "2026-11-30")
    assert (tmp_path / "set/a.yaml").read_bytes().startswith(before)
    assert waiting(tmp_path / "q.jsonl") == (TWO,)
    assert session.undo() == session.tasks[0]
    assert (tmp_path / "set/a.yaml").read_bytes() == before
    assert set(waiting(tmp_path / "q.jsonl")) == {ONE, TWO}


def test_what_has_no_answer_is_written_so_and_its_file_goes_with_it(tmp_path: Path) -> None:
    """A file that was made for it is taken back too."""
    session = placing(tmp_path)
    made = session.not_answerable(session.tasks[1])
    assert not made.query.answerable
    assert Path(made.file).exists()
    session.undo()
    assert not Path(made.file).exists()


def test_a_site_needs_its_question_and_no_approval(tmp_path: Path) -> None:
    """It is the person's own."""
    session = placing(tmp_path)
    site = session.tasks[2]
    with pytest.raises(LabelError, match="blank"):
        session.place(site, "b.md", site.places)
    made = session.place(Task(key=site.key, query="What is b?", boundary="table-row"), "b.md", site.places)
    assert made.approved is None
    assert made.query.boundary == "table-row"
    assert session.done[site.key].outcome is Outcome.PLACED


def test_what_is_dropped_waits_no_longer(tmp_path: Path) -> None:
    """Until it is taken back."""
    session = placing(tmp_path)
    session.drop(session.tasks[0], "no question")
    assert waiting(tmp_path / "q.jsonl") == (TWO,)
    (dropped,) = [one.dropped for one in read_queue(tmp_path / "q.jsonl") if one.dropped]
    assert (dropped.by, dropped.reason) == ("Ada", "no question")
    session.undo()
    assert set(waiting(tmp_path / "q.jsonl")) == {ONE, TWO}
    assert session.undo() is None


def test_nothing_is_decided_twice(tmp_path: Path) -> None:
    """Stepping goes round the undecided."""
    session = placing(tmp_path)
    session.place(session.tasks[0], "a.md", [Span(7, 22)])
    with pytest.raises(LabelError, match="decided already"):
        session.not_answerable(session.tasks[0])
    assert session.after(session.tasks[2], 1, undecided=True) == session.tasks[1]
    assert session.after(session.tasks[2], 1, undecided=False) == session.tasks[0]


def test_a_label_that_somebody_edited_is_not_taken_back(tmp_path: Path) -> None:
    """Their words are not thrown away."""
    session = placing(tmp_path)
    made = session.place(session.tasks[0], "a.md", [Span(7, 22)])
    file = Path(made.file)
    file.write_text(file.read_text(encoding="utf-8").replace("When?", "When is it?"), encoding="utf-8")
    with pytest.raises(LabelError, match="changed since it was written"):
        session.undo()
    assert session.tasks[0].key in session.done
