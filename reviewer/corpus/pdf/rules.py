"""Ruled lines of a page, and the grids they make."""

from __future__ import annotations

import ctypes
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from reviewer.corpus.pdf.frames import Box, Frame

_MOST_OBJECTS = 4_000  # more is a drawing
_THIN = 2.5
_SHORTEST = 6.0
_REACH = 3.0


class Rule(NamedTuple):
    """A straight line: at `place` across the axis, from `start` to `end` along it."""

    place: float
    start: float
    end: float


@dataclass(frozen=True, slots=True)
class Grid:
    """Lines that meet: horizontal ones from top to bottom, vertical ones from left to right, and their places."""

    across: tuple[Rule, ...]
    down: tuple[Rule, ...]
    tops: tuple[float, ...]
    lefts: tuple[float, ...]

    @property
    def box(self) -> Box:
        """The place of the whole grid."""
        return Box(self.lefts[0], self.tops[0], self.lefts[-1], self.tops[-1])

    def cell(self, left: float, top: float) -> tuple[int, int] | None:
        """Give row and column of the cell that a point lies in, of a spanned cell its first."""
        box = self.box
        if not (box.left <= left < box.right and box.top <= top < box.bottom):
            return None
        column = _last(self.lefts, left, lambda place: _crossed(self.down, place, top))
        row = _last(self.tops, top, lambda place: _crossed(self.across, place, left))
        return row, column


def grids(page: Any, frame: Frame) -> tuple[Grid, ...]:  # noqa: ANN401 # a pypdfium2.PdfPage; the library has no types
    """Give the grids of a page of at least two rows and two columns, in its upright frame."""
    across: list[Rule] = []
    down: list[Rule] = []
    for box in _strokes(page, frame):
        width, height = box.right - box.left, box.bottom - box.top
        if height <= _THIN and width >= _SHORTEST:
            across.append(Rule((box.top + box.bottom) / 2, box.left, box.right))
        elif width <= _THIN and height >= _SHORTEST:
            down.append(Rule((box.left + box.right) / 2, box.top, box.bottom))
    found = [_grid(*group) for group in _connected(_merged(across), _merged(down))]
    return tuple(grid for grid in found if len(grid.tops) > 2 and len(grid.lefts) > 2)  # noqa: PLR2004 # two rows, two columns


def _strokes(page: Any, frame: Frame) -> Iterator[Box]:  # noqa: ANN401 # see above
    """Give the straight strokes and the edges of the rectangles of a page."""
    from pypdfium2 import raw

    if raw.FPDFPage_CountObjects(page.raw) > _MOST_OBJECTS:
        return
    for count, found in enumerate(page.get_objects(filter=(raw.FPDF_PAGEOBJ_PATH,), max_depth=4)):
        if count > _MOST_OBJECTS:
            return
        matrix = found.get_matrix()
        if found.container is not None:
            matrix = matrix.multiply(found.container.get_matrix())
        for (x0, y0), (x1, y1) in _segments(raw, found.raw, matrix):
            yield frame.box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _segments(raw: Any, path: Any, matrix: Any) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:  # noqa: ANN401 # see above
    """Give the straight segments of a path; one with a curve or very many has none, a thin area is one."""
    count = raw.FPDFPath_CountSegments(path)
    if count > _MOST_OBJECTS:
        return
    across, up = ctypes.c_float(), ctypes.c_float()
    points: list[tuple[float, float]] = []
    begin = (0.0, 0.0)
    found: list[tuple[tuple[float, float], tuple[float, float]]] = []
    for at in range(count):
        segment = raw.FPDFPath_GetPathSegment(path, at)
        kind = raw.FPDFPathSegment_GetType(segment)
        if kind == raw.FPDF_SEGMENT_BEZIERTO:
            return
        raw.FPDFPathSegment_GetPoint(segment, across, up)
        point = matrix.on_point(across.value, up.value)
        if kind == raw.FPDF_SEGMENT_MOVETO:
            begin = point
        else:
            found.append((points[-1] if points else begin, point))
        points.append(point)
        if raw.FPDFPathSegment_GetClose(segment):
            found.append((point, begin))
    lows, highs = [min(axis) for axis in zip(*points, strict=True)], [max(axis) for axis in zip(*points, strict=True)]
    if points and min(highs[0] - lows[0], highs[1] - lows[1]) <= _THIN:
        yield (lows[0], lows[1]), (highs[0], highs[1])
    else:
        yield from found


def _merged(rules: Iterable[Rule]) -> list[Rule]:
    """Join rules that lie on one another or continue one another."""
    found: list[Rule] = []
    for rule in sorted(rules):
        near = [at for at, one in enumerate(found) if rule.place - one.place <= _THIN and _touch(one, rule)]
        if near:
            first = found[near[0]]
            found[near[0]] = Rule(first.place, min(first.start, rule.start), max(first.end, rule.end))
        else:
            found.append(rule)
    return found


def _touch(one: Rule, other: Rule) -> bool:
    """Tell whether two rules of one place share a part or meet."""
    return one.start - _REACH <= other.end and other.start - _REACH <= one.end


def _connected(across: Sequence[Rule], down: Sequence[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
    """Group the rules that cross or touch."""
    groups: list[tuple[list[Rule], list[Rule]]] = []
    for rule in down:
        met = [one for one in across if _cross(one, rule)]
        joined: tuple[list[Rule], list[Rule]] = (met, [rule])
        apart = []
        for group in groups:
            if any(one in met for one in group[0]):
                joined = ([*joined[0], *(one for one in group[0] if one not in joined[0])], [*joined[1], *group[1]])
            else:
                apart.append(group)
        groups = [*apart, joined]
    return groups


def _cross(across: Rule, down: Rule) -> bool:
    """Tell whether a horizontal and a vertical rule meet."""
    return (
        across.start - _REACH <= down.place <= across.end + _REACH
        and down.start - _REACH <= across.place <= down.end + _REACH
    )


def _grid(across: Sequence[Rule], down: Sequence[Rule]) -> Grid:
    """Make a grid of rules that meet."""
    return Grid(tuple(sorted(across)), tuple(sorted(down)), _places(across), _places(down))


def _places(rules: Iterable[Rule]) -> tuple[float, ...]:
    """Give the places of rules, those that nearly agree once."""
    places = sorted(rule.place for rule in rules)
    return tuple(place for at, place in enumerate(places) if at == 0 or place - places[at - 1] > _REACH)


def _crossed(rules: Iterable[Rule], place: float, other: float) -> bool:
    """Tell whether a rule at `place` runs past the point `other` along it."""
    return any(abs(rule.place - place) <= _REACH and rule.start <= other <= rule.end for rule in rules)


def _last(places: Sequence[float], value: float, is_edge: Any) -> int:  # noqa: ANN401 # a predicate on floats
    """Give the row of the last edge at or before `value`."""
    before = [at for at, (place, _) in enumerate(pairwise(places)) if place <= value]
    return next((at for at in reversed(before) if at == 0 or is_edge(places[at])), 0)
