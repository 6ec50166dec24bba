"""A document around evidence as rows: the baseline's chunks as brackets at the left, the candidate's at the right.

Pure. Rows break at every boundary, so that what stands beside a row is true of each of its characters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reviewer.diagnosis import NearbyChunk, Surroundings
from reviewer.spans import Span
from reviewer.tui import glyphs
from reviewer.tui.drawing import Layer, runs
from reviewer.tui.wrapping import Rows

Part = tuple[str, str]
"""A text, and the name of its style (`plain` for none)."""

LANES = 3
"""Chunks drawn side by side in one gutter; windows that share half meet in two or three."""
LABEL = 5
GUTTER = LABEL + 1 + LANES + 1
"""Cells of one gutter: a chunk's name, its bracket, and the sign of an overlap."""
SHADE, UNREAD = "▒", "╳"
NARROWEST = 24


@dataclass(frozen=True, slots=True)
class Row:
    """One row: `[start, end)` of the document, the gutters, what stands between them, and what it is.

    `is_changed` tells evidence that was lost or gained from the query's other evidence.
    """

    start: int
    end: int
    left: tuple[Part, ...]
    middle: tuple[Part, ...]
    right: tuple[Part, ...]
    is_evidence: bool
    is_changed: bool = False


@dataclass(frozen=True, slots=True)
class _Laned:
    """A chunk in its lane, under its name."""

    chunk: NearbyChunk
    name: str
    lane: int


def numbers(chunks: Iterable[tuple[int, int]]) -> dict[tuple[int, int], int]:
    """Number the chunks of a document from 1, in the order of their places."""
    return {place: at for at, place in enumerate(chunks, start=1)}


def rows(
    around: Surroundings,
    text: str | None,
    width: int,
    *,
    baseline: Mapping[tuple[int, int], int],
    candidate: Mapping[tuple[int, int], int],
    layers: Sequence[Layer] = (),
    changed: Collection[int] = (),
) -> tuple[Row, ...]:
    """Draw a window of a document.

    Args:
        around: The window with the evidence and both arms' chunks.
        text: The document's text; None draws offsets in its place.
        width: Cells of a row, gutters included.
        baseline: The number of each of its chunks by its place, from `numbers`.
        candidate: The same for the candidate.
        layers: What is marked in the text besides.
        changed: The items that were lost or gained; the marks of others are hollow, unless there are no others.

    """
    sides = (_laned(around.baseline, "B", baseline), _laned(around.candidate, "C", candidate))
    room = max(width - 2 * GUTTER - 2, NARROWEST)
    drawn: list[Row] = []
    for start, end in _segments(around):
        if drawn and _is_passed_over(around, text, start, end):
            continue
        inside = [one for one in around.evidence if one.start <= start and end <= one.end]
        is_changed = any(one.item in changed for one in inside)
        pieces = _pieces(text, _begin(text, start, end), end, room, layers)
        for at, (first, last, middle) in enumerate(pieces):
            ends = (at == 0, at == len(pieces) - 1)
            left, right = (_gutter(side, start, end, ends, is_first=not drawn) for side in sides)
            marked = _marked(around, first if at else start, last, middle, changed)
            filled = (*marked, (" " * max(room + 2 - sum(glyphs.cells(part) for part, _ in marked), 0), "plain"))
            before = ((f"{left[0]:>{LABEL}} ", "muted"), *left[1], left[2])
            behind = (right[2], *reversed(right[1]), (f" {right[0]:<{LABEL}}", "muted"))
            drawn.append(Row(first if at else start, last, before, filled, behind, bool(inside), is_changed))
    return tuple(drawn)


def legend(baseline: str, candidate: str) -> str:
    """Say what the signs of the gutters mean."""
    signs = f"{SHADE} in two chunks · ▶ ◀ evidence · ▷ ◁ unchanged · {UNREAD} never read by the model"
    return f"B: {baseline} · C: {candidate} · {signs}"


def _laned(chunks: Sequence[NearbyChunk], letter: str, known: Mapping[tuple[int, int], int]) -> tuple[_Laned, ...]:
    """Give each chunk the first lane that is free where it starts."""
    free = [0] * LANES
    found = []
    for chunk in chunks:
        lane = next((at for at in range(LANES) if free[at] <= chunk.start), LANES - 1)
        free[lane] = chunk.end
        found.append(_Laned(chunk, f"{letter}{known.get((chunk.start, chunk.end), 0)}", lane))
    return tuple(found)


def _segments(around: Surroundings) -> list[tuple[int, int]]:
    """Cut the window at all that begins or ends inside it."""
    edges = {around.start, around.end}
    for chunk in (*around.baseline, *around.candidate):
        edges.update((chunk.start, chunk.end, chunk.end if chunk.read_to is None else chunk.read_to))
    for place in around.evidence:
        edges.update((place.start, place.end))
    inside = sorted(edge for edge in edges if around.start <= edge <= around.end)
    return list(pairwise(inside))


def _pieces(
    text: str | None, start: int, end: int, room: int, layers: Sequence[Layer] = ()
) -> list[tuple[int, int, tuple[Part, ...]]]:
    """Wrap a segment, or give its offsets; blank lines in a row become one."""
    if text is None:
        length = "1 character" if end - start == 1 else f"{end - start} characters"
        return [(start, end, ((f"{start}–{end}  {length}", "plain"),))]
    wrapped = Rows(text[start:end], room)
    own = [_within(layer, start, end) for layer in layers]
    found: list[tuple[int, int, tuple[Part, ...]]] = []
    for row in range(len(wrapped)):
        first, last = wrapped.span(row)
        signs = tuple((sign, names[-1] if names else "plain") for sign, names in runs(wrapped, row, own))
        is_blank = not text[start + first : start + last].strip()
        if first < last and not (is_blank and found and not found[-1][2]):
            found.append((start + first, start + last, () if is_blank else signs))
    return found or [(start, end, ())]


def _within(layer: Layer, start: int, end: int) -> Layer:
    """Give a layer as the segment `[start, end)` counts its own characters."""
    spans = layer.within(start, end)
    return Layer(layer.name, [Span(max(one.start - start, 0), min(one.end, end) - start) for one in spans])


def _is_passed_over(around: Surroundings, text: str | None, start: int, end: int) -> bool:
    """Tell whether nothing but the blank between two words lies here, and no chunk or evidence begins or ends with it.

    A row of its own would look like the gap between two paragraphs.
    """
    if text is None or text[start:end].strip() or text.count("\n", start, end) > 1:
        return False
    edges = [(one.start, one.end) for one in (*around.baseline, *around.candidate)]
    edges += [(one.start, one.end) for one in around.evidence]
    return not any(begins == start or ends == end for begins, ends in edges)


def _begin(text: str | None, start: int, end: int) -> int:
    """Give where a piece's text begins: behind the blank that parts it from the word before it."""
    if text is None or start == 0 or text[start - 1] == "\n" or not text[start:end].strip():
        return start
    return start + len(text[start:end]) - len(text[start:end].lstrip(" "))


def _marked(
    around: Surroundings, first: int, last: int, middle: tuple[Part, ...], changed: Collection[int]
) -> tuple[Part, ...]:
    """Underline evidence, and mark where it begins and ends."""
    inside = [one for one in around.evidence if one.start <= first and last <= one.end]
    if not inside:
        return ((" ", "plain"), *middle)
    begins = [one.item for one in inside if one.start == first]
    ends = [one.item for one in inside if one.end == last]
    told = [(part, "evidence" if name == "plain" else name) for part, name in middle]
    return ((_sign("▶▷", begins, changed), "mark"), *told, *([(_sign("◀◁", ends, changed), "mark")] if ends else []))


def _sign(signs: str, items: Sequence[int], changed: Collection[int]) -> str:
    """Give the full sign for items that changed (or where none did), the hollow one for others, a blank for none."""
    if not items:
        return " "
    return signs[0] if not changed or any(one in changed for one in items) else signs[1]


def _gutter(
    side: Sequence[_Laned], start: int, end: int, ends: tuple[bool, bool], *, is_first: bool
) -> tuple[str, list[Part], Part]:
    """Give the names and brackets of the chunks beside a piece, and the sign of an overlap."""
    here = [one for one in side if one.chunk.start <= start and end <= one.chunk.end]
    lanes, name = [" "] * LANES, ""
    for one in here:
        begins, stops = ends[0] and one.chunk.start == start, ends[1] and one.chunk.end == end
        lanes[one.lane] = {(True, True): "╺", (True, False): "┌", (False, True): "└", (False, False): "│"}[
            begins, stops
        ]
        if begins or stops or is_first:
            name = one.name if begins or not name else name
    unread = any(one.chunk.read_to is not None and one.chunk.read_to <= start for one in here)
    sign = UNREAD if unread else (SHADE if len(here) > 1 else " ")
    return name, [(lane, "bracket") for lane in lanes], (sign, "overlap")
