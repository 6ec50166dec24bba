"""What is drawn into the two texts: the passage, its changed words, the other places, the hits of a search. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from reviewer.spans import Span
from reviewer.tui.drawing import Layer
from reviewer.tui.moving import End
from reviewer.tui.place_marks import around
from reviewer.tui.wrapping import Mark

MOST_CHARACTERS = 20_000
"""Longer passages are not compared word by word on the screen."""


@dataclass(frozen=True, slots=True)
class Changes:
    """The words taken out of an old passage and those put into the new one, as spans of each."""

    removed: tuple[Span, ...] = ()
    added: tuple[Span, ...] = ()


@lru_cache(maxsize=64)
def changes(old: str, new: str) -> Changes:
    """Compare two passages word by word; very long ones not at all."""
    from reviewer.labels.anchor import PieceKind, word_diff

    if old == new or max(len(old), len(new)) > MOST_CHARACTERS:
        return Changes()
    pieces = word_diff(old, new)
    return Changes(
        tuple(_words(old, one.old_start, one.old_end) for one in pieces if one.kind is PieceKind.REMOVED),
        tuple(_words(new, one.new_start, one.new_end) for one in pieces if one.kind is PieceKind.ADDED),
    )


def _words(text: str, start: int, end: int) -> Span:
    """Give a piece without the blanks around its words."""
    piece = text[start:end]
    words = piece.strip()
    begin = start + piece.find(words) if words else start
    return Span(begin, begin + len(words)) if words else Span(start, end)


@dataclass(frozen=True, slots=True)
class Painting:
    """Layers from the lowest to the topmost, and marks."""

    layers: tuple[Layer, ...] = ()
    marks: tuple[Mark, ...] = ()


def paint_before(span: Span, removed: Sequence[Span]) -> Painting:
    """Paint the old passage; `removed` counts from its start."""
    moved = _moved(removed, span.start)
    first, last = around(span)
    marks = (first, *_each(moved, ("[-", "-]"), "mark-removed"), last)
    return Painting((Layer("evidence", (span,)), Layer("removed", moved)), marks)


def paint_now(
    span: Span | None,
    added: Sequence[Span] = (),
    *,
    moving: End | None = None,
    others: Iterable[Span] = (),
    hits: Iterable[Span] = (),
    found: Span | None = None,
) -> Painting:
    """Paint the new text: the chosen place, or the places to choose from, and what a search found."""
    layers = [Layer("hit", hits), Layer("found", (found,) if found else ())]
    if span is None:
        places = tuple(others)
        marks = tuple(mark for place in places for mark in around(place))
        return Painting((Layer("place", places), *layers), marks)
    moved = _moved(added, span.start)
    first, last = around(span, moving)
    marks = (first, *_each(moved, ("{+", "+}"), "mark-added"), last)
    return Painting((Layer("evidence", (span,)), Layer("added", moved), *layers), marks)


def _moved(spans: Iterable[Span], by: int) -> tuple[Span, ...]:
    return tuple(Span(one.start + by, one.end + by) for one in spans)


def _each(spans: Iterable[Span], signs: tuple[str, str], name: str) -> tuple[Mark, ...]:
    opening, closing = signs
    return tuple(
        mark
        for span in spans
        for mark in (Mark(span.start, opening, name), Mark(span.end - 1, closing, name, after=True))
    )
