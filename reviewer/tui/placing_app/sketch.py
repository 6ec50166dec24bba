"""What somebody has in hand for a task, before it is written: document, places, question, pattern. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from reviewer.review.placing import Task
from reviewer.spans import Span, merge


@dataclass(frozen=True, slots=True, kw_only=True)
class Sketch:
    """The places drawn so far, in the order of the text; `at` is the one that keys act on."""

    task: Task
    document: str
    places: tuple[Span, ...] = ()
    at: int = 0

    @classmethod
    def of(cls, task: Task, documents: Sequence[str]) -> Sketch:
        """Begin with what is known of a task."""
        document = task.document if task.document in documents else (documents[0] if documents else "")
        return cls(task=task, document=document, places=task.places)

    @property
    def current(self) -> Span | None:
        """The place that keys act on."""
        return self.places[self.at] if self.places else None

    def choose(self, at: int) -> Sketch:
        """Act on another place."""
        return replace(self, at=at) if 0 <= at < len(self.places) else self

    def drawn(self, span: Span, *, instead: Span | None) -> Sketch:
        """Take a place that was drawn, instead of another one or beside those there are; those that meet become one."""
        places = merge([*(one for one in self.places if one != instead), span])
        at = next(at for at, one in enumerate(places) if one.holds(span))
        return replace(self, places=places, at=at)

    def without_current(self) -> Sketch:
        """Take the current place out."""
        places = self.places[: self.at] + self.places[self.at + 1 :]
        return replace(self, places=places, at=max(min(self.at, len(places) - 1), 0))

    def moved_to(self, document: str) -> Sketch:
        """Go on in another document, where no place is drawn yet."""
        return self if document == self.document else replace(self, document=document, places=(), at=0)

    def asking(self, query: str) -> Sketch:
        """Take another question."""
        return replace(self, task=replace(self.task, query=query))

    def of_pattern(self, boundary: str | None) -> Sketch:
        """Take another boundary pattern."""
        return replace(self, task=replace(self.task, boundary=boundary))
