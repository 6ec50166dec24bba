"""Parts of a document by the kind of block they are, so that some kinds can be cut in another way."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from reviewer.chunks.outline import line_start
from reviewer.chunks.rungs import introduces, outermost
from reviewer.corpus import Document


class Region(NamedTuple):
    """A part [start, end) of whole lines; `kind` is empty for what lies between blocks of the kinds asked for."""

    start: int
    end: int
    kind: str


def regions(document: Document, kinds: Collection[str]) -> Iterator[Region]:
    """Part a document into its outermost blocks of `kinds` and what lies between them.

    Headings and the line that introduce a block, and that nothing else follows, belong to its part.
    """
    text = document.text
    done = 0
    leading: int | None = None
    for block in outermost(document):
        if block.kind in kinds:
            start = line_start(text, block.start) if leading is None else leading
            end = text.find("\n", block.end)
            end = len(text) if end < 0 else end + 1
            if start > done:
                yield Region(done, start, "")
            if end > done:
                yield Region(max(start, done), end, block.kind)
                done = end
            leading = None
        elif not introduces(text, block):
            leading = None
        elif leading is None:
            leading = max(line_start(text, block.start), done)
    if done < len(text):
        yield Region(done, len(text), "")


def within(found: Iterable[Region], parts: Iterable[tuple[int, int]]) -> Iterator[Region]:
    """Give what of the regions lies in the parts [start, end); both rise and lie apart."""
    left = iter(found)
    region = next(left, None)
    for start, end in parts:
        while region is not None and region.start < end:
            low, high = max(start, region.start), min(end, region.end)
            if low < high:
                yield Region(low, high, region.kind)
            if region.end > end:
                break
            region = next(left, None)
