"""The windows of a neighbourhood, drawn: what both `show` and `step` put around the evidence. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache

from reviewer.corpus import path_at
from reviewer.diagnosis import Arm, Neighbourhood, Surroundings
from reviewer.experiment.closer import Closer
from reviewer.spans import Span
from reviewer.tui.drawing import Layer
from reviewer.tui.gutters import Row, numbers, rows

Drawn = tuple[str, tuple[Row, ...]]


def drawn_windows(closer: Closer, found: Neighbourhood, width: int, *, with_text: bool) -> Iterator[Drawn]:
    """Give a title and the rows of each window; without text the offsets stand in its place."""
    changed = closer.changed_items(found.query)
    for around in found.surroundings:
        yield drawn_window(closer, around, width, with_text=with_text, changed=changed)


def drawn_window(
    closer: Closer,
    around: Surroundings,
    width: int,
    *,
    with_text: bool,
    layers: Sequence[Layer] = (),
    at: Span | None = None,
    changed: Collection[int] = (),
) -> Drawn:
    """Give a title (of what is `at`, else of the evidence) and the rows of a window, with what is marked besides."""
    text = closer.two.corpus[around.document].text if with_text else None
    drawn = rows(
        around,
        text,
        width,
        baseline=_numbers(closer.two.baseline, around.document),
        candidate=_numbers(closer.two.candidate, around.document),
        layers=layers,
        changed=changed,
    )
    evidence = around.evidence
    told = at or (Span(evidence[0].start, max(one.end for one in evidence)) if evidence else None)
    return _title(closer, around, told if with_text else None), drawn


@lru_cache(maxsize=32)
def _numbers(arm: Arm, document: str) -> dict[tuple[int, int], int]:
    return numbers((chunk.start, chunk.end) for chunk in arm.chunks.get(document, ()))


def _title(closer: Closer, around: Surroundings, at: Span | None) -> str:
    """Name the document, and, of a place in its text, the headings above it and its lines."""
    if at is None:
        return f"{around.document} {around.start}–{around.end}"
    document, first, last = closer.two.corpus[around.document], at.start, at.end
    top = document.text.count("\n", 0, first) + 1
    bottom = top + document.text.count("\n", first, last - 1)
    lines = f"line {top}" if top == bottom else f"lines {top}–{bottom}"
    return f"{' › '.join([around.document, *path_at(document, first)])}  ({lines}, {first}–{last})"
