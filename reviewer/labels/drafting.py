"""Labels to be: a question with the places that answer it, written all together or not at all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import Document
from reviewer.errors import LabelError
from reviewer.labels.adding import file_for, id_for
from reviewer.labels.candidates import plain_words
from reviewer.labels.label_set import Change, LabelSet
from reviewer.labels.placeholders import is_placeholder
from reviewer.labels.schema import Label, Signature
from reviewer.labels.store import change
from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.spans import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A question with its evidence: places of one document, or none where the corpus `sought` holds no answer.

    Several places must lie in one passage, unless they are `separate`; without an `id` it is made of the question.
    """

    query: str
    document: Document | None = None
    places: tuple[Span, ...] = ()
    separate: bool = False
    sought: str | None = None
    boundary: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    id: str = ""
    approved: Signature | None = None

    def __post_init__(self) -> None:
        """Refuse what could not be a label."""
        if not self.query.strip():
            raise LabelError("the question is blank", "Write what somebody would ask, in words of their own.")
        if is_placeholder(self.query):
            hint = "Write what somebody would ask, in words of their own."
            raise LabelError(f"the question is still the placeholder {self.query!r}", hint)
        if bool(self.places) == (self.sought is not None) or (self.document is None) != (not self.places):
            raise ValueError("a draft has places of a document, or the corpus that was looked through")


def write_drafts(folder: Path, drafts: Sequence[Draft], *, again: bool = False) -> tuple[Label, ...]:
    """Write the labels of all drafts and give them; one that cannot be written refuses all of them.

    Such are an id that is taken and, unless it is asked `again`, a question that a label in use asks already.
    """
    written: list[Label] = []

    def decide(labels: LabelSet) -> list[Change]:
        known = list(labels.labels)
        taken = {label.id: label for label in known}
        for draft in drafts:
            if not again:
                _refuse_asked(draft, known)
            id_ = draft.id or id_for(draft.query, taken)
            if id_ in taken:
                raise LabelError(f"the id {id_} is taken: {taken[id_].place}", "Give another one with --id.")
            label = _label(draft, id_, file_for(folder, draft.document.id if draft.document else None, known))
            taken[id_] = label
            known.append(label)
            written.append(label)
        return [Change(label.id, label) for label in written]

    change(folder, decide)
    return tuple(written)


def _refuse_asked(draft: Draft, known: Sequence[Label]) -> None:
    """Refuse a question whose words a label in use asks; one that is filtered asks something else."""
    words = plain_words(draft.query)
    for label in known:
        if label.retired is None and not label.query.filters and plain_words(label.query.text) == words:
            hint = "Edit that label, or ask something else; `reviewer labels add --again` writes it all the same."
            where = label.place if label.line else label.file
            raise LabelError(f"the question is asked already by {label.id}: {where}", hint)


def _label(draft: Draft, id_: str, file: Path) -> Label:
    query = Query(
        id=id_,
        text=draft.query,
        evidence=_evidence(draft),
        boundary=draft.boundary,
        tags=draft.tags,
        answerable=bool(draft.places),
        corpus=None if draft.sought is None else fingerprint.short(draft.sought),
    )
    return Label(query=query, file=str(file), approved=draft.approved)


def _evidence(draft: Draft) -> tuple[EvidenceItem, ...]:
    spans = tuple(_bound(draft.document, place) for place in draft.places) if draft.document is not None else ()
    if draft.separate:
        return tuple(EvidenceItem(((span,),)) for span in spans)
    return (EvidenceItem((spans,)),) if spans else ()


def _bound(document: Document, place: Span) -> EvidenceSpan:
    """Bind a place to its document as it is now."""
    quote = document.text[place.start : place.end]
    if place.end > len(document.text) or not quote.strip():
        raise LabelError(f"{document.id} has no words at [{place.start}, {place.end})", "Give the place of some words.")
    return EvidenceSpan(document.id, place.start, place.end, fingerprint.short(document.fingerprint), quote)
