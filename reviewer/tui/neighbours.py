"""The windows of a neighbourhood, drawn: what both `show` and `step` put around the evidence. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.corpus import LineIndex, path_at
from reviewer.diagnosis import Arm, Neighbourhood, Surroundings
from reviewer.experiment.closer import Closer
from reviewer.tui.gutters import Row, numbers, rows

Drawn = tuple[str, tuple[Row, ...]]


def drawn_windows(closer: Closer, found: Neighbourhood, width: int, *, with_text: bool) -> Iterator[Drawn]:
    """Give a title and the rows of each window; without text the offsets stand in its place."""
    for around in found.surroundings:
        text = closer.two.corpus[around.document].text if with_text else None
        drawn = rows(
            around,
            text,
            width,
            baseline=_numbers(closer.two.baseline, around.document),
            candidate=_numbers(closer.two.candidate, around.document),
        )
        yield _title(closer, around, with_text=with_text), drawn


def _numbers(arm: Arm, document: str) -> dict[tuple[int, int], int]:
    return numbers((chunk.start, chunk.end) for chunk in arm.chunks.get(document, ()))


def _title(closer: Closer, around: Surroundings, *, with_text: bool) -> str:
    """Name the document, and with its text the headings above the evidence and the lines of it."""
    places = f"{around.document} {around.start}–{around.end}"
    if not with_text or not around.evidence:
        return places
    document = closer.two.corpus[around.document]
    first, last = around.evidence[0].start, max(one.end for one in around.evidence)
    index = LineIndex(document.text)
    top, bottom = index.line_of(first) + 1, index.line_of(last - 1) + 1
    lines = f"line {top}" if top == bottom else f"lines {top}–{bottom}"
    return f"{' › '.join([around.document, *path_at(document, first)])}  ({lines}, {first}–{last})"
