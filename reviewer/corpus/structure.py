"""Questions to a document's structure: its headings, its sections, and the titles above a place."""

from __future__ import annotations

from bisect import bisect_right

from reviewer.corpus.document import Block, Document
from reviewer.corpus.formats import CODE


def headings(document: Document) -> tuple[Block, ...]:
    """Give the headings in order; `level` is 1 to 6 and the title is the last of `path`."""
    return tuple(block for block in document.blocks if block.kind == "heading")


def sections(document: Document) -> tuple[Block, ...]:
    """Give the sections in order: from a heading's line to the next heading's, whatever their levels.

    What stands before the first heading is a section of its own, without path and level, unless it is blank.
    """
    text = document.text
    titles = headings(document)
    starts = [text.rfind("\n", 0, title.start) + 1 for title in titles]
    first = starts[0] if starts else len(text)
    found = [
        Block(kind="section", start=start, end=end, path=title.path, level=title.level)
        for title, start, end in zip(titles, starts, [*starts, len(text)][1:], strict=True)
    ]
    if text[:first].strip():
        found.insert(0, Block(kind="section", start=0, end=first))
    return tuple(found)


def path_at(document: Document, offset: int) -> tuple[str, ...]:
    """Give the titles of the headings above the place at `offset`, or the symbols around it, the outermost first."""
    at = bisect_right(document.blocks, offset, key=lambda block: block.start)
    if document.format == CODE:
        around = (one for one in reversed(document.blocks[:at]) if one.kind == "symbol" and offset < one.end)
        return next((one.path for one in around), ())
    return document.blocks[at - 1].path if at else ()
