"""What a row shows: runs of signs, each with the names of what they are; names become styles in a widget. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter

from reviewer.spans import Span, merge
from reviewer.tui import glyphs
from reviewer.tui.wrapping import Rows

STAND_IN = "stand-in"
"""The name of signs that stand for characters which cannot be drawn."""

Names = tuple[str, ...]
Run = tuple[str, Names]


class Layer:
    """Spans of a text that are drawn alike, under one name."""

    __slots__ = ("_ends", "_starts", "name", "spans")

    def __init__(self, name: str, spans: Iterable[Span]) -> None:
        """Keep the union of the spans."""
        self.name = name
        self.spans = merge(spans)
        self._starts = [span.start for span in self.spans]
        self._ends = [span.end for span in self.spans]

    def __eq__(self, other: object) -> bool:
        """Tell whether the same spans are drawn alike."""
        return isinstance(other, Layer) and (self.name, self.spans) == (other.name, other.spans)

    def __hash__(self) -> int:
        """Hash name and spans."""
        return hash((self.name, self.spans))

    def within(self, start: int, end: int) -> Sequence[Span]:
        """Give the spans that share a character with `[start, end)`."""
        return self.spans[bisect_right(self._ends, start) : bisect_left(self._starts, end)]


@dataclass(frozen=True, slots=True)
class _Named:
    start: int
    end: int
    name: str


def runs(rows: Rows, row: int, layers: Sequence[Layer]) -> list[Run]:
    """Give the runs of a row from left to right; a later layer's name stands after an earlier one's."""
    start, end = rows.span(row)
    named = [_Named(span.start, span.end, layer.name) for layer in layers for span in layer.within(start, end)]
    signs = rows.signs(row)
    if signs is not None:
        return list(_unmarked_runs(rows.text, signs, start, named))
    drawn = list(_signs(rows, row, named))
    return [("".join(sign for sign, _ in group), names) for names, group in groupby(drawn, key=itemgetter(1))]


def _unmarked_runs(text: str, signs: Sequence[str], start: int, named: Sequence[_Named]) -> Iterator[Run]:
    """Give the runs of a row of which each character has its own sign: from one edge of what is named to the next."""
    end = start + len(signs)
    edges = {start, end, *(edge for one in named for edge in (one.start, one.end) if start < edge < end)}
    for at, edge in pairwise(sorted(edges)):
        names, inside = _names(at, named), signs[at - start : edge - start]
        if isinstance(inside, str):
            yield inside, names
            continue
        for is_stand_in, group in groupby(zip(text[at:edge], inside, strict=True), key=_stands_in):
            drawn = "".join(sign for _, sign in group)
            if drawn:
                yield drawn, (*names, STAND_IN) if is_stand_in else names


def _stands_in(drawn: tuple[str, str]) -> bool:
    return glyphs.has_stand_in(drawn[0])


def _signs(rows: Rows, row: int, named: Sequence[_Named]) -> Iterator[Run]:
    start, _ = rows.span(row)
    for at, cell in enumerate(rows.cells(row), start=start):
        names = _names(at, named)
        yield from ((mark.sign, (mark.name,)) for mark in cell.before)
        if cell.sign:
            yield cell.sign, ((*names, STAND_IN) if glyphs.has_stand_in(rows.text[at]) else names)
        yield from ((mark.sign, (mark.name,)) for mark in cell.after)


def _names(at: int, named: Sequence[_Named]) -> Names:
    return tuple(one.name for one in named if one.start <= at < one.end)
