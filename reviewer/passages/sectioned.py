"""The sections of one document, found by place without a look at all of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

from reviewer.corpus import Document, sections
from reviewer.spans import Place


class Sectioned:
    """Sections in document order, each with its number from 0; they lie side by side."""

    __slots__ = ("_ends", "_starts", "is_headed")

    def __init__(self, document: Document) -> None:
        """Find them; without a heading there is at most one, which is the document."""
        found = sections(document)
        self.is_headed = any(section.level for section in found)
        self._starts = [section.start for section in found]
        self._ends = [section.end for section in found]

    def around(self, place: Place) -> Place:
        """Give a place grown to all sections that share a character with it."""
        met = self._met(place)
        if not met:
            return place
        start, end = self._starts[met[0]], self._ends[met[-1]]
        return Place(place.document, min(start, place.start), max(end, place.end))

    def most(self, place: Place) -> int:
        """Give the number of the section that a place shares most characters with, the first of equals."""
        return max(self._met(place), key=lambda at: (self._shared(at, place), -at), default=0)

    def _shared(self, at: int, place: Place) -> int:
        return min(self._ends[at], place.end) - max(self._starts[at], place.start)

    def _met(self, place: Place) -> range:
        return range(bisect_right(self._ends, place.start), bisect_left(self._starts, place.end))
