"""Which labels still describe the corpus: each label is in exactly one state, and each state is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from reviewer import fingerprint
from reviewer.corpus import Corpus
from reviewer.labels.label_set import LabelSet, as_query
from reviewer.labels.schema import Label
from reviewer.queries import EvidenceSpan, Query


class State(StrEnum):
    """How a label stands to the corpus; a label with several spans is in the worst of their states."""

    FRESH = "fresh"
    """Every fingerprint is current and every quote equals its slice."""
    STALE = "stale"
    """A document is another text than the one the offsets were read from."""
    MISMATCHED = "mismatched"
    """A quote never equalled its slice: it has another length, or the document is current and says something else."""
    VANISHED = "vanished"
    """A document is gone, stands under another id, or is none of those that were chosen."""
    TO_CONFIRM = "to-confirm"
    """Not answerable once, but documents were added, changed or removed since."""
    RETIRED = "retired"
    """Taken out of use by a person."""


_WORST_FIRST = (State.VANISHED, State.MISMATCHED, State.STALE, State.FRESH)
OUTDATED = (State.STALE, State.MISMATCHED, State.VANISHED)
"""The states that count against the limit of a check, and that a run leaves out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanState:
    """A span's state; `renamed` are the documents under which its text still stands, if its own is gone."""

    span: EvidenceSpan
    line: int
    state: State
    renamed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LabelState:
    """A label's state, with that of each of its spans."""

    label: Label
    state: State
    spans: tuple[SpanState, ...] = ()

    @property
    def line(self) -> int:
        """The line of the first span in the label's own state, else of the label."""
        return next((one.line for one in self.spans if one.state is self.state), self.label.line)

    @property
    def reason(self) -> str:
        """Say why the label is in its state, in a few words."""
        if self.state is State.FRESH:
            return "current"
        if self.state is State.RETIRED and self.label.retired is not None:
            return self.label.retired.reason
        if self.state is State.TO_CONFIRM:
            return "documents changed since somebody looked for an answer"
        return "; ".join(dict.fromkeys(_reason(one) for one in self.spans if one.state is self.state))


def _reason(found: SpanState) -> str:
    span = found.span
    if found.renamed:
        return f"{span.document} is gone; the same text stands in {', '.join(found.renamed)}"
    if found.state is State.VANISHED:
        return f"{span.document} is not in this corpus"
    if found.state is State.STALE:
        return f"{span.document} changed"
    return f"{span.document} never held the quote at [{span.start}, {span.end})"


@dataclass(frozen=True, slots=True)
class Staleness:
    """The state of every label of a set, in the set's order."""

    name: str
    labels: tuple[LabelState, ...]

    def of(self, *states: State) -> tuple[LabelState, ...]:
        """Give the labels in these states."""
        return tuple(one for one in self.labels if one.state in states)

    @property
    def counts(self) -> Mapping[State, int]:
        """The number of labels in each state; the sum is the number of labels."""
        return {state: len(self.of(state)) for state in State}

    @property
    def outdated(self) -> tuple[LabelState, ...]:
        """The labels that count against a limit: stale, mismatched, vanished."""
        return self.of(*OUTDATED)


@dataclass(frozen=True, slots=True)
class Judged:
    """The queries that can be judged, and the labels left out with their reasons (retired ones are not mentioned)."""

    queries: tuple[Query, ...]
    left_out: tuple[LabelState, ...]


def check(label_set: LabelSet, corpus: Corpus) -> Staleness:
    """Compare every label with the documents as they are now."""
    holders: dict[str, list[str]] = {}
    for document in corpus:
        holders.setdefault(fingerprint.short(document.fingerprint), []).append(document.id)
    whole = corpus.fingerprint
    return Staleness(label_set.name, tuple(_check(label, corpus, whole, holders) for label in label_set.labels))


def judged(label_set: LabelSet, corpus: Corpus) -> Judged:
    """Give what an evaluation may use; a query to confirm stays, as no recall counts it."""
    staleness = check(label_set, corpus)
    kept = staleness.of(State.FRESH, State.TO_CONFIRM)
    return Judged(tuple(as_query(one.label) for one in kept), staleness.outdated)


def _check(label: Label, corpus: Corpus, whole: str, holders: Mapping[str, Sequence[str]]) -> LabelState:
    lines = label.span_lines or (label.line,) * len(label.spans)
    spans = tuple(_check_span(span, line, corpus, holders) for span, line in zip(label.spans, lines, strict=True))
    if label.retired is not None:
        return LabelState(label, State.RETIRED, spans)
    if not label.query.answerable:
        confirmed = label.query.corpus is not None and fingerprint.same(label.query.corpus, whole)
        return LabelState(label, State.FRESH if confirmed else State.TO_CONFIRM)
    found = {one.state for one in spans}
    return LabelState(label, next(state for state in _WORST_FIRST if state in found), spans)


def _check_span(span: EvidenceSpan, line: int, corpus: Corpus, holders: Mapping[str, Sequence[str]]) -> SpanState:
    document = corpus.documents.get(span.document)
    if document is None:
        renamed = tuple(holders.get(fingerprint.short(span.fingerprint), ()))
        return SpanState(span=span, line=line, state=State.VANISHED, renamed=renamed)
    state = State.FRESH
    if span.quote and len(span.quote) != span.end - span.start:
        state = State.MISMATCHED
    elif not fingerprint.same(span.fingerprint, document.fingerprint):
        state = State.STALE
    elif span.end > len(document.text) or (span.quote and document.text[span.start : span.end] != span.quote):
        state = State.MISMATCHED
    return SpanState(span=span, line=line, state=state)
