"""Decisions in, changed labels out; nothing is read or written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from reviewer import fingerprint
from reviewer.labels.label_set import Change, LabelSet
from reviewer.labels.schema import Label, Retirement, Signature
from reviewer.labels.writing import tree
from reviewer.queries import EvidenceItem, EvidenceSpan
from reviewer.review.decision import NO_SPAN, Act, Decision, Key

NOTHING_FOUND = "not answerable"
"""What a label's first evidence replaces."""


@dataclass(frozen=True, slots=True)
class HeldBack:
    """A label whose decisions cannot be written yet, and why."""

    label: str
    why: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """The changes that decisions make, in the order of the set, and what is held back."""

    changes: tuple[Change, ...]
    held_back: tuple[HeldBack, ...] = ()


def fingerprint_of(label: Label) -> str:
    """Cover all that stands in a label, wherever its file and line are."""
    return fingerprint.short(fingerprint.of_plain(tree(label)))


def outcome(labels: LabelSet, decisions: Mapping[Key, Decision]) -> Outcome:
    """Give what the decisions make of a set; what the rules of label files forbid is held back, label by label."""
    meant: dict[str, dict[int, Decision]] = {}
    for key, decision in decisions.items():
        if decision.is_written:
            meant.setdefault(key.label, {})[key.span] = decision
    changes, held = [], []
    for label in labels.labels:
        if label.id not in meant:
            continue
        changed = apply(label, meant[label.id])
        why = _forbidden(changed)
        if why:
            held.append(HeldBack(label.id, why))
        else:
            changes.append(Change(label.id, changed))
    return Outcome(tuple(changes), tuple(held))


def apply(label: Label, decisions: Mapping[int, Decision]) -> Label:
    """Give a label as decided, by the index of its spans; who decided last signs it."""
    retired = next((one for one in decisions.values() if one.act is Act.RETIRE), None)
    if retired is not None:
        return replace(label, retired=Retirement(retired.by, retired.on, retired.reason))
    last = list(decisions.values())[-1]
    if NO_SPAN in decisions:
        return _apply_without_span(label, decisions[NO_SPAN])
    spans = [moved(span, decisions[at]) if at in decisions else span for at, span in enumerate(label.spans)]
    origin = next(span.fingerprint for at, span in enumerate(label.spans) if at in decisions)
    query = replace(label.query, evidence=_filled(label.query.evidence, spans))
    return replace(label, query=query, reviewed=Signature(last.by, last.on, fingerprint.short(origin)))


def moved(span: EvidenceSpan, decision: Decision) -> EvidenceSpan:
    """Give a span at its decided place; a span without a quote stays without."""
    assert decision.place is not None  # noqa: S101  # a decision without a place retires or skips
    place = decision.place
    quote = decision.quote if span.quote else ""
    return EvidenceSpan(place.document, place.start, place.end, decision.fingerprint, quote)


def is_written(label: Label, key: Key, decision: Decision) -> bool:
    """Tell whether a label already stands as it was decided."""
    if decision.act is Act.RETIRE:
        return label.retired is not None
    if decision.act is Act.CONFIRM:
        return label.query.corpus is not None and fingerprint.same(label.query.corpus, decision.fingerprint)
    at = max(key.span, 0)
    if decision.place is None or at >= len(label.spans):
        return False
    span = label.spans[at]
    return span.place == decision.place and fingerprint.same(span.fingerprint, decision.fingerprint)


def _apply_without_span(label: Label, decision: Decision) -> Label:
    query = label.query
    if decision.place is None:
        origin = fingerprint.short(query.corpus) if query.corpus else ""
        query = replace(query, corpus=decision.fingerprint)
    else:
        origin, place = NOTHING_FOUND, decision.place
        span = EvidenceSpan(place.document, place.start, place.end, decision.fingerprint, decision.quote)
        query = replace(query, answerable=True, corpus=None, evidence=(EvidenceItem(((span,),)),))
    return replace(label, query=query, reviewed=Signature(decision.by, decision.on, origin))


def _filled(items: Sequence[EvidenceItem], spans: Sequence[EvidenceSpan]) -> tuple[EvidenceItem, ...]:
    """Put other spans, in order, into the same shape."""
    at = count()
    return tuple(
        EvidenceItem(tuple(tuple(spans[next(at)] for _ in group) for group in item.alternatives)) for item in items
    )


def _forbidden(label: Label) -> str:
    """Say why a label may not stand in a file, or nothing."""
    items = label.query.evidence
    if any(len({span.document for span in group}) > 1 for group in _groups(items)):
        return "spans that must stand together would lie in two documents; move the others too"
    places = [tuple(tuple(span.place for span in group) for group in item.alternatives) for item in items]
    if len(set(places)) < len(places):
        return "two of its evidence items would be the same place"
    return ""


def _groups(items: Sequence[EvidenceItem]) -> Iterator[tuple[EvidenceSpan, ...]]:
    for item in items:
        yield from item.alternatives
