"""Questions and sites in, labels out: each is written when a person has decided about it, and can be taken back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from reviewer.corpus import Corpus
from reviewer.errors import LabelError
from reviewer.labels.candidates import Candidate, drop, forget, put_back
from reviewer.labels.drafting import Draft, write_drafts
from reviewer.labels.label_set import Change, LabelSet
from reviewer.labels.schema import Label, Retirement, Signature
from reviewer.labels.sites import Site
from reviewer.labels.store import change, is_empty
from reviewer.review.session import Signer
from reviewer.spans import Span

MOST_WORDS = 80
"""Characters of a site's second part by which it is told from others."""


class Outcome(StrEnum):
    """What became of a task."""

    PLACED = "placed"
    NOT_ANSWERABLE = "not answerable"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A question that waits for its evidence, or a site (whose second part begins with `words`) for its question."""

    key: str
    query: str = ""
    document: str = ""
    places: tuple[Span, ...] = ()
    separate: bool = False
    boundary: str | None = None
    path: tuple[str, ...] = ()
    reason: str = ""
    words: str = ""
    candidate: Candidate | None = None

    @classmethod
    def of_candidate(cls, candidate: Candidate) -> Task:
        """Give the task of a question from production."""
        return cls(key=candidate.id, query=candidate.query, document=candidate.document, candidate=candidate)

    @classmethod
    def of_site(cls, site: Site, text: str, *, separate: bool) -> Task:
        """Give the task of a site of a document's text."""
        return cls(
            key=f"{site.pattern} {site.document} {site.first.start}-{site.second.end}",
            document=site.document,
            places=site.evidence,
            separate=separate,
            boundary=site.pattern,
            path=site.path,
            reason=site.reason,
            words=" ".join(text[site.second.start : site.second.start + MOST_WORDS].split()),
        )


@dataclass(frozen=True, slots=True)
class Done:
    """What was decided about a task, with the label that was written for it; `file_is_new` if its file was, too."""

    task: Task
    outcome: Outcome
    label: Label | None = None
    file_is_new: bool = False


class Placing:
    """The decisions about tasks; every one is on disk before it is told, so that none is lost."""

    def __init__(self, folder: Path, corpus: Corpus, signer: Signer, queue: Path, tasks: Sequence[Task]) -> None:
        """Take the label folder, its documents, who decides, where candidates wait, and what there is to do."""
        self.folder, self.corpus, self.signer = folder, corpus, signer
        self.tasks = tuple(tasks)
        self._queue = queue
        self._steps: list[Done] = []

    @property
    def done(self) -> Mapping[str, Done]:
        """What is decided, by the keys of the tasks."""
        return {step.task.key: step for step in self._steps}

    def after(self, task: Task, by: int, *, undecided: bool) -> Task | None:
        """Give the task `by` places on, round the end; of the undecided alone, if asked."""
        at = next(at for at, one in enumerate(self.tasks) if one.key == task.key)
        count = len(self.tasks)
        ring = (self.tasks[(at + by * step) % count] for step in range(1, count + 1))
        return next((one for one in ring if not undecided or one.key not in self.done), None)

    def place(self, task: Task, document: str, places: Sequence[Span]) -> Label:
        """Write the label of a task: its question, with the places that answer it."""
        draft = Draft(
            query=task.query,
            document=self.corpus[document],
            places=tuple(places),
            separate=task.separate and len(places) > 1,
            boundary=task.boundary,
        )
        return self._write(task, draft, Outcome.PLACED)

    def not_answerable(self, task: Task) -> Label:
        """Write that the documents as they are hold no answer to a task's question."""
        draft = Draft(query=task.query, sought=self.corpus.fingerprint)
        return self._write(task, draft, Outcome.NOT_ANSWERABLE)

    def drop(self, task: Task, reason: str) -> None:
        """Take a candidate out of the queue for good, with a reason; a site is only passed over this time."""
        if task.candidate is not None:
            drop(self._queue, task.candidate.id, Retirement(self.signer.by, self.signer.on, reason))
        self._steps.append(Done(task, Outcome.DROPPED))

    def undo(self) -> Task | None:
        """Take back the last decision and give its task; without one, nothing."""
        if not self._steps:
            return None
        step = self._steps[-1]
        if step.label is not None:
            _unwrite(self.folder, step.label, file_is_new=step.file_is_new)
        if step.task.candidate is not None:
            put_back(self._queue, step.task.candidate)
        return self._steps.pop().task

    def _write(self, task: Task, draft: Draft, outcome: Outcome) -> Label:
        if task.key in self.done:
            raise LabelError(f"{task.key} is decided already", "Take the decision back first.")
        files = set(self.folder.rglob("*.yaml"))
        label = write_approved(self.folder, self._queue, draft, task.candidate, self.signer)
        self._steps.append(Done(task, outcome, label, Path(label.file) not in files))
        return label


def write_approved(
    folder: Path,
    queue: Path,
    draft: Draft,
    candidate: Candidate | None = None,
    signer: Signer | None = None,
    *,
    again: bool = False,
) -> Label:
    """Write a draft; one that answers a candidate is approved by who decides, and the candidate leaves its queue."""
    approved = Signature(signer.by, signer.on) if candidate is not None and signer is not None else None
    label = write_drafts(folder, [replace(draft, approved=approved)], again=again)[0]
    if candidate is not None:
        forget(queue, [candidate.id])
    return label


def _unwrite(folder: Path, label: Label, *, file_is_new: bool) -> None:
    """Take a label out again, if it still is what was written; a file that was made for it goes too."""

    def decide(labels: LabelSet) -> list[Change]:
        if labels[label.id].content != label.content:
            raise LabelError(f"{label.id} was changed since it was written", "Edit or retire it by hand.")
        return [Change(label.id, None)]

    change(folder, decide)
    if file_is_new and is_empty(Path(label.file)):
        Path(label.file).unlink()
