"""The outline of a document: its headings as marks, each with the marks above it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from reviewer.corpus import Document, headings
from reviewer.spans import Span


class Mark(NamedTuple):
    """What opens a section: where its line begins, the place of its title, and how deep it stands (1 is highest)."""

    start: int
    title: Span
    level: int


@dataclass(frozen=True, slots=True)
class Outline:
    """Marks in document order, at most one a line; `above` gives those that govern a place."""

    marks: tuple[Mark, ...] = ()
    _starts: list[int] = field(init=False, repr=False)
    _paths: list[tuple[int, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Find the path of every mark: the last mark of each higher level before it, and itself."""
        object.__setattr__(self, "_starts", [mark.title.start for mark in self.marks])
        object.__setattr__(self, "_paths", [])
        path: tuple[int, ...] = ()
        for at, mark in enumerate(self.marks):
            while path and self.marks[path[-1]].level >= mark.level:
                path = path[:-1]
            path = (*path, at)
            self._paths.append(path)

    def above(self, position: int) -> tuple[int, ...]:
        """Give the rows of the marks whose sections hold `position` and whose titles end before it, outermost first."""
        at = bisect_right(self._starts, position) - 1
        if at < 0:
            return ()
        path = self._paths[at]
        return path if self.marks[at].title.end <= position else path[:-1]

    def leads(self, text: str) -> frozenset[int]:
        """Give the starts of sections that are led by a bare heading of a higher level, and so stay with it."""
        found = set()
        for one, other in zip(self.marks, self.marks[1:], strict=False):
            if other.level > one.level and not text[one.title.end : other.start].strip():
                found.add(other.start)
        return frozenset(found)


def heading_marks(document: Document) -> tuple[Mark, ...]:
    """Give the headings of a document as marks."""
    text = document.text
    return on_lines(Mark(line_start(text, one.start), one.span, one.level or 1) for one in headings(document))


def on_lines(marks: Iterable[Mark]) -> tuple[Mark, ...]:
    """Give marks in document order without those that share a line, or lie in the title, of one before."""
    kept: list[Mark] = []
    for mark in sorted(marks, key=lambda mark: (mark.title.start, mark.level)):
        if not kept or (mark.start > kept[-1].start and mark.start >= kept[-1].title.end):
            kept.append(mark)
    return tuple(kept)


def line_start(text: str, position: int) -> int:
    """Give where the line of a position begins."""
    return text.rfind("\n", 0, position) + 1
