"""Places made larger: to the section they lie in, and places that meet or touch made one."""

from __future__ import annotations

from collections.abc import Iterable

from reviewer.corpus import Document, sections
from reviewer.spans import Place, Span, merge


def expand_to_section(document: Document, span: Span) -> Place:
    """Give the place from the start of the first section that the span meets to the end of the last."""
    met = [section.span for section in sections(document) if section.span.meets(span)]
    start, end = (met[0].start, met[-1].end) if met else (span.start, span.end)
    return Place(document.id, min(start, span.start), max(end, span.end))


def merge_places(places: Iterable[Place]) -> tuple[Place, ...]:
    """Give the union of places, by document and start; touching places become one, documents never mix."""
    by_document: dict[str, list[Span]] = {}
    for place in places:
        by_document.setdefault(place.document, []).append(place.span)
    return tuple(
        Place(document, span.start, span.end)
        for document, spans in sorted(by_document.items())
        for span in merge(spans)
    )
