"""Decisions that another command could not write because a label file had changed, offered again in the review."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from reviewer import fingerprint
from reviewer.corpus import Corpus
from reviewer.labels.label_set import LabelSet
from reviewer.labels.pending import read_pending
from reviewer.labels.schema import Label
from reviewer.queries import EvidenceSpan
from reviewer.review.decision import NO_SPAN, Act, Decision, Key


def waiting(folder: Path, labels: LabelSet, corpus: Corpus) -> dict[Key, Decision]:
    """Give the decisions kept beside the label files that can still be told, by what they are about."""
    known = {label.id: label for label in labels.labels}
    changes = [change for pending in read_pending(folder) for change in pending.changes]
    return {
        key: decision
        for change in changes
        if change.label is not None and change.id in known
        for key, decision in _decisions(known[change.id], change.label, corpus)
    }


def _decisions(label: Label, meant: Label, corpus: Corpus) -> Iterator[tuple[Key, Decision]]:
    """Tell decisions from what a label is and what it was meant to be."""
    if meant.retired is not None:
        by, on, reason = meant.retired.by, meant.retired.on, meant.retired.reason
        for at in range(len(label.spans)) if label.spans else (NO_SPAN,):
            yield Key(label.id, at), Decision(act=Act.RETIRE, by=by, on=on, reason=reason)
        return
    if meant.reviewed is None or len(meant.spans) != len(label.spans):
        return
    for at, (span, wanted) in enumerate(zip(label.spans, meant.spans, strict=True)):
        decision = _placed(wanted, meant.reviewed.by, meant.reviewed.on, corpus)
        if wanted != span and decision is not None:
            yield Key(label.id, at), decision


def _placed(span: EvidenceSpan, by: str, on: str, corpus: Corpus) -> Decision | None:
    """Give the decision for a place, if its document still is the text it was meant for."""
    document = corpus.documents.get(span.document)
    if document is None or not fingerprint.same(document.fingerprint, span.fingerprint):
        return None
    quote = document.text[span.start : span.end]
    if not quote.strip():
        return None
    return Decision(act=Act.ADJUST, by=by, on=on, place=span.place, fingerprint=span.fingerprint, quote=quote)
