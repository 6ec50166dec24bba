"""Equal text elsewhere as alternative evidence: who retrieves the other copy has found the answer too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from reviewer.queries import EvidenceItem, EvidenceSpan, Query

MOST_PLACES = 200
"""Words that stand in more places (a name, a year) answer nothing by themselves, and get no alternatives."""


class EqualText:
    """Finds other places of evidence, and counts the alternatives it added."""

    def __init__(self, texts: Mapping[str, str], fingerprints: Mapping[str, str]) -> None:
        """Search in these canonical texts."""
        self.texts = texts
        self.fingerprints = fingerprints
        self.added = 0
        self.too_common = 0
        self._found: dict[str, tuple[EvidenceSpan, ...]] = {}

    def extended(self, query: Query) -> Query:
        """Give a query whose items of single spans can also be met by equal text elsewhere."""
        items = {frozenset(span.place for span in item.spans): item for item in map(self._item, query.evidence)}
        return replace(query, evidence=tuple(items.values()))

    def _item(self, item: EvidenceItem) -> EvidenceItem:
        spans = list(item.spans)
        for quote in dict.fromkeys(span.quote for span in item.spans):
            places = self._places(quote)
            if len(places) > MOST_PLACES:
                self.too_common += 1
                continue
            spans += [place for place in places if not _meets_any(place, item.spans)]
        self.added += len(spans) - len(item.spans)
        return EvidenceItem(tuple((span,) for span in spans))

    def _places(self, quote: str) -> tuple[EvidenceSpan, ...]:
        if quote not in self._found:
            self._found[quote] = tuple(self._search(quote))
        return self._found[quote]

    def _search(self, quote: str) -> Iterator[EvidenceSpan]:
        """Find all places that do not overlap, in the order of documents; one more than is allowed ends it."""
        found = 0
        for document, text in self.texts.items():
            at = text.find(quote)
            while at >= 0 and found <= MOST_PLACES:
                found += 1
                yield EvidenceSpan(document, at, at + len(quote), self.fingerprints[document], quote)
                at = text.find(quote, at + len(quote))


def _meets_any(place: EvidenceSpan, spans: Sequence[EvidenceSpan]) -> bool:
    return any(place.document == span.document and place.span.meets(span.span) for span in spans)
