"""Half-open spans `[start, end)` in code points of a canonical text, and set arithmetic on them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of code points; empty or reversed ranges raise ValueError."""

    start: int
    end: int

    def __post_init__(self) -> None:
        """Refuse what cannot be a range of characters."""
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a span: [{self.start}, {self.end})")

    def __len__(self) -> int:
        """Give the number of code points."""
        return self.end - self.start

    def holds(self, other: Span) -> bool:
        """Tell whether `other` lies whole in this span."""
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: Span) -> bool:
        """Tell whether the two share at least one character; touching is not sharing."""
        return self.start < other.end and other.start < self.end


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A span of one document."""

    document: str
    start: int
    end: int

    def __post_init__(self) -> None:
        """Refuse what cannot be a range of characters."""
        if not 0 <= self.start < self.end:
            raise ValueError(f"not a place: {self.document} [{self.start}, {self.end})")

    @property
    def span(self) -> Span:
        """The place without its document."""
        return Span(self.start, self.end)


def merge(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Give the union of `spans` as disjoint rising spans; touching spans become one."""
    merged: list[Span] = []
    for span in sorted(spans):
        if merged and span.start <= merged[-1].end:
            if span.end > merged[-1].end:
                merged[-1] = Span(merged[-1].start, span.end)
        else:
            merged.append(span)
    return tuple(merged)


def intersect(left: Sequence[Span], right: Sequence[Span]) -> tuple[Span, ...]:
    """Give the intersection of two merged sequences."""
    shared: list[Span] = []
    i = j = 0
    while i < len(left) and j < len(right):
        start, end = max(left[i].start, right[j].start), min(left[i].end, right[j].end)
        if start < end:
            shared.append(Span(start, end))
        if left[i].end <= right[j].end:
            i += 1
        else:
            j += 1
    return tuple(shared)


def subtract(left: Sequence[Span], right: Sequence[Span]) -> tuple[Span, ...]:
    """Give what merged `left` holds and merged `right` does not."""
    kept: list[Span] = []
    for span in left:
        start = span.start
        for hole in right:
            if hole.end <= start or hole.start >= span.end:
                continue
            if start < hole.start:
                kept.append(Span(start, hole.start))
            start = max(start, hole.end)
        if start < span.end:
            kept.append(Span(start, span.end))
    return tuple(kept)


def total(spans: Iterable[Span]) -> int:
    """Sum the lengths; on merged spans this is the number of characters."""
    return sum(span.end - span.start for span in spans)


def nonblank(text: str, spans: Iterable[Span]) -> int:
    """Count the characters inside `spans` that are not white space."""
    return sum(not char.isspace() for span in spans for char in text[span.start : span.end])
