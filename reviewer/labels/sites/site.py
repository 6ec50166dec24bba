"""A place where a boundary pattern shows: two parts of one document that a question needs together."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.spans import Span

MOST_BETWEEN = 3
"""Parts with no more characters between them are one piece of evidence."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """Two parts in the order of the text, the titles above the first, and in a few words why they belong together."""

    pattern: str
    document: str
    first: Span
    second: Span
    path: tuple[str, ...] = ()
    reason: str = ""

    def __post_init__(self) -> None:
        """Refuse parts that share a character or stand in the wrong order."""
        if self.second.start < self.first.end:
            raise ValueError(f"the parts of a site meet: {self.first}, {self.second}")

    @property
    def whole(self) -> Span:
        """From the beginning of the first part to the end of the second."""
        return Span(self.first.start, self.second.end)

    @property
    def evidence(self) -> tuple[Span, ...]:
        """What a label would name: one span where little stands between the parts, else both."""
        near = self.second.start - self.first.end <= MOST_BETWEEN or self.pattern in _IN_ONE_PIECE
        return (self.whole,) if near else (self.first, self.second)


_IN_ONE_PIECE = frozenset({"condition-consequence", "definition-exception", "prerequisite-action"})
"""Patterns of running text, where what stands between the parts belongs to the thought."""
