"""An entry in, an offer out: the passage as it was, and the places where it may stand now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from reviewer import fingerprint
from reviewer.corpus import Corpus, Document, path_at
from reviewer.labels.check import State
from reviewer.queries import EvidenceSpan
from reviewer.review.entry import Before, Doubt, Entry, Offer, Option
from reviewer.review.history import History, OldText
from reviewer.review.looking import Looker
from reviewer.spans import Place, Span

if TYPE_CHECKING:
    from reviewer.labels.anchor import Comparison, Proposals

NEVER_THERE = "the quote never stood at its offsets"
NEAR = 20
"""So many characters wrong, offsets on an unchanged document still say which copy of the words is meant."""
KEPT_IN_LABEL = "the quote kept in the label"
MOST_OPTIONS = 9
"""As many places can be chosen by a digit."""


class Proposer:
    """Finds what to offer for entries; a document pair is compared once for all labels that come one after another."""

    def __init__(self, corpus: Corpus, history: History) -> None:
        """Compare nothing yet."""
        self.corpus = corpus
        self._looker = Looker(corpus)
        self._old = lru_cache(maxsize=4096)(history.find)
        self._prepared = lru_cache(maxsize=3)(_prepare)

    def offer(self, entry: Entry) -> Offer:
        """Give the offer for one entry."""
        span = entry.evidence
        if span is None:
            return Offer(doubt=Doubt.TO_CONFIRM, options=self._looker.places(entry.label.query.text))
        document = self.corpus.documents.get(span.document)
        if document is not None:
            return self._in_document(entry, span, document)
        if entry.renamed:
            return self._renamed(span, entry.renamed)
        return self._elsewhere(span)

    def _in_document(self, entry: Entry, span: EvidenceSpan, document: Document) -> Offer:
        is_current = fingerprint.same(span.fingerprint, document.fingerprint)
        old = None if is_current else self._old(span.document, span.fingerprint)
        found = self._propose(span, old, document)
        if entry.state is State.MISMATCHED:
            found = _mismatched(found, span, document) if is_current else replace(found, note=NEVER_THERE)
        return replace(found, before=_before(span, old))

    def _renamed(self, span: EvidenceSpan, renamed: Sequence[str]) -> Offer:
        """Offer the same offsets under other names, if the words stand there; else look for them."""
        documents = [self.corpus[name] for name in renamed]
        note = f"{span.document} is {', '.join(renamed)} now, with the same text"
        text = documents[0].text
        if span.end > len(text) or (span.quote and text[span.start : span.end] != span.quote):
            return replace(self._propose(span, None, documents[0]), before=_before(span, None), note=note)
        margin = 1.0 if len(documents) == 1 else 0.0
        options = tuple(
            Option(
                place=Place(document.id, span.start, span.end),
                score=1.0,
                margin=margin,
                kept=1.0,
                path=path_at(document, span.start),
            )
            for document in documents[:MOST_OPTIONS]
        )
        doubt = Doubt.MOVED if len(documents) == 1 else Doubt.AMBIGUOUS
        before = _before(span, OldText(documents[0], ""))
        return Offer(doubt=doubt, options=options, before=before, note=note)

    def _elsewhere(self, span: EvidenceSpan) -> Offer:
        """Look through the documents that most likely took over the text of one that is gone; never sure."""
        old = self._old(span.document, span.fingerprint)
        documents = self._looker.successors(old.document.text if old else "", span.quote)
        offers = [self._propose(span, old, document) for document in documents]
        options = sorted((one for offer in offers for one in offer.options), key=lambda one: -one.score)
        note = f"{span.document} is gone"
        if not options:
            return Offer(doubt=Doubt.GONE, before=_before(span, old), note=note)
        sure = [offer for offer in offers if offer.doubt.preselects]
        doubt = Doubt.CHANGED if len(sure) == 1 and sure[0].options[0] is options[0] else Doubt.AMBIGUOUS
        note += f"; the passage may stand in {options[0].place.document} now"
        return Offer(doubt=doubt, options=tuple(options[:MOST_OPTIONS]), before=_before(span, old), note=note)

    def _propose(self, span: EvidenceSpan, old: OldText | None, document: Document) -> Offer:
        from reviewer.labels.anchor import propose

        quote = span.quote or (old.document.text[span.start : span.end] if old else "")
        if not quote:
            return Offer(doubt=Doubt.GONE, note="neither the old text nor a quote is known")
        compared = self._prepared(old.document.text if old else None, document.text)
        return _offer(propose(compared, quote, span.start, span.end), document)


def _mismatched(found: Offer, span: EvidenceSpan, document: Document) -> Offer:
    """Believe offsets that were a little wrong from the beginning: no text moved, so the nearest copy is meant."""
    near = [
        one
        for one in found.options
        if abs(one.place.start - span.start) <= NEAR and document.text[one.place.start : one.place.end] == span.quote
    ]
    if len(near) != 1:
        return replace(found, note=NEVER_THERE)
    others = [one for one in found.options if one is not near[0]]
    off = near[0].place.start - span.start
    return replace(
        found, doubt=Doubt.MOVED, options=(near[0], *others), note=f"{NEVER_THERE}, but {off:+d} characters off"
    )


def _prepare(old: str | None, new: str) -> Comparison:
    from reviewer.labels.anchor import prepare

    return prepare(old, new)


def _offer(found: Proposals, document: Document) -> Offer:
    options = tuple(
        Option(
            place=Place(document.id, one.start, one.end),
            score=one.score,
            margin=one.margin,
            kept=one.kept,
            parts=one.parts,
            path=path_at(document, one.start),
        )
        for one in found.proposals[:MOST_OPTIONS]
    )
    return Offer(doubt=Doubt(found.state.value), options=options, note=found.note)


def _before(span: EvidenceSpan, old: OldText | None) -> Before | None:
    """Give the passage as it was: in its old text, else as the label's own quote, else not at all."""
    if old is not None and span.end <= len(old.document.text):
        source = f"git {old.commit[:7]}" if old.commit else "the same text"
        path = path_at(old.document, span.start)
        return Before(text=old.document.text, span=Span(span.start, span.end), source=source, path=path)
    if span.quote:
        return Before(text=span.quote, span=Span(0, len(span.quote)), source=KEPT_IN_LABEL)
    return None
