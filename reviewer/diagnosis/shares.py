"""How much of the evidence some places hold, and how much of a passage was sent before it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from reviewer.passages import Passage
from reviewer.queries import EvidenceItem, EvidenceSpan
from reviewer.scores import CorpusLine
from reviewer.spans import Place, Span, intersect, merge, subtract

DUPLICATE = 0.4
"""A hit is a same-source duplicate when at least this share of its characters was already sent by better hits."""

TOLERANCE = 1e-9
"""A share this little under the threshold still reaches it, as in the match table."""


class Held(NamedTuple):
    """The share of an item that some places hold: of which alternative, of its least held span, and of the mean."""

    least: float
    mean: float
    alternative: int


def share_of(span: EvidenceSpan, places: Iterable[Place], line: CorpusLine) -> float:
    """Give the part of a span's non-blank characters that the places hold; 0 for a span of blanks."""
    whole = _ink(span.document, [span.span], line)
    own = [place.span for place in places if place.document == span.document and place.span.meets(span.span)]
    return _ink(span.document, intersect(merge(own), [span.span]), line) / whole if whole else 0.0


def held(item: EvidenceItem, places: Sequence[Place], line: CorpusLine) -> Held:
    """Judge an item: its best held alternative, whose share is that of its least held span; the first wins a tie."""
    found = []
    for number, group in enumerate(item.alternatives):
        shares = [share_of(span, places, line) for span in group]
        found.append(Held(min(shares), sum(shares) / len(shares), number))
    return max(found, key=lambda one: (one.least, one.mean, -one.alternative))


def repeated(passages: Sequence[Passage], line: CorpusLine) -> tuple[float, ...]:
    """Give for each passage the part of its non-blank characters that better passages sent before it."""
    sent = _Sent(line)
    shares = []
    for passage in passages:
        shares.append(sent.known(passage))
        sent.add(passage)
    return tuple(shares)


def collapsed(passages: Sequence[Passage], line: CorpusLine) -> tuple[Passage, ...]:
    """Leave out each passage of which at least `DUPLICATE` was already sent by those kept before it."""
    sent = _Sent(line)
    kept = []
    for passage in passages:
        if sent.known(passage) < DUPLICATE - TOLERANCE:
            kept.append(passage)
            sent.add(passage)
    return tuple(kept)


class _Sent:
    """What was sent so far, as a set of characters by document."""

    def __init__(self, line: CorpusLine) -> None:
        self._line = line
        self._places: dict[str, tuple[Span, ...]] = {}

    def known(self, passage: Passage) -> float:
        """Give the share of a passage that was sent before."""
        whole = again = 0
        for document, spans in _by_document(passage).items():
            whole += _ink(document, spans, self._line)
            again += _ink(document, intersect(spans, self._places.get(document, ())), self._line)
        return again / whole if whole else 0.0

    def add(self, passage: Passage) -> None:
        """Send a passage."""
        for document, spans in _by_document(passage).items():
            self._places[document] = merge([*self._places.get(document, ()), *spans])


def missing(item: EvidenceSpan, places: Iterable[Place]) -> tuple[Span, ...]:
    """Give what of a span the places do not hold, blanks and all."""
    own = merge(place.span for place in places if place.document == item.document)
    return subtract([item.span], own)


def _by_document(passage: Passage) -> dict[str, tuple[Span, ...]]:
    """Give a passage as a set: disjoint spans by document."""
    found: dict[str, list[Span]] = {}
    for place in passage.places:
        found.setdefault(place.document, []).append(place.span)
    return {document: merge(spans) for document, spans in found.items()}


def _ink(document: str, spans: Iterable[Span], line: CorpusLine) -> int:
    """Count the non-blank characters of disjoint spans."""
    counted = line.nonblank(document)
    return sum(counted.count(span.start, span.end) for span in spans)
