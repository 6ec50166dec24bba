"""Where a span of a document lies on its pages."""

from __future__ import annotations

from dataclasses import dataclass

from reviewer.corpus.document import Document
from reviewer.corpus.pdf.layer import Layer
from reviewer.spans import Span

_PointBox = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle on a page (from 1), in points from the page's lower left corner."""

    page: int
    left: float
    bottom: float
    right: float
    top: float


def areas(layer: Layer, document: Document, span: Span) -> tuple[Area, ...]:
    """Give the rectangles that a span covers, one a line, from the layer of the same file."""
    found: list[Area] = []
    before = -2
    for offset in range(span.start, span.end):
        at = document.source.raw(offset)
        if document.text[offset].isspace() or at >= len(layer.text) or at == before:
            continue
        box, page = layer.boxes[at], layer.pages[at]
        if found and found[-1].page == page and _on_one_line(found[-1], box):
            found[-1] = _widened(found[-1], box)
        else:
            found.append(Area(page, *box))
        before = at
    return tuple(found)


def _on_one_line(area: Area, box: _PointBox) -> bool:
    """Tell whether a character goes on a line: half of its height lies in it, and it stands to the right."""
    shared = min(area.top, box[3]) - max(area.bottom, box[1])
    height = min(area.top - area.bottom, box[3] - box[1])
    return shared >= height / 2 and -height <= box[0] - area.right <= 4 * (height + 1)


def _widened(area: Area, box: _PointBox) -> Area:
    """Let an area hold a character, too."""
    left, bottom, right, top = box
    return Area(area.page, min(area.left, left), min(area.bottom, bottom), max(area.right, right), max(area.top, top))
