"""What evidence stands in, and the headings and table headers that say what it is about."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.corpus import Block, Document
from reviewer.queries import EvidenceSpan
from reviewer.spans import Span

PROSE = "prose"
CODE, FENCE = "code", "fence"
"""Code in a source file, which has symbols to be cut by; and a block of it on a page, which is kept whole or cut."""
CONTAINERS = ("table", "list", "code")
"""Blocks that a cut hurts in a way of its own, and that have a splitter of their own."""


def structure_of(document: Document, group: Sequence[EvidenceSpan]) -> str:
    """Name what the last span of a group stands in: `table`, `list`, `code`, `fence` (on a page), else `prose`."""
    inner = container(document, group)
    if inner is None:
        return PROSE
    return FENCE if inner.kind == CODE and document.format != CODE else inner.kind


def container(document: Document, group: Sequence[EvidenceSpan]) -> Block | None:
    """Give the table, list or code that holds at least half of the last span of a group."""
    last = group[-1].span
    around = [block for block in document.blocks if block.kind in CONTAINERS and block.span.meets(last)]
    inner = max(around, key=lambda block: (_shared(block.span, last), block.start), default=None)
    return inner if inner is not None and 2 * _shared(inner.span, last) >= len(last) else None


def is_header(document: Document, span: Span) -> bool:
    """Tell whether a span lies in a heading or a table header."""
    return any(
        block.kind in ("heading", "table-header") and _line(document, block).holds(span) for block in document.blocks
    )


def headers_of(document: Document, span: Span) -> tuple[Block, ...]:
    """Give the headings above a span, the outermost first, those in it, and the header of the table it stands in."""
    above: list[Block] = []
    for block in document.blocks:
        if block.kind == "heading" and block.start < span.end:
            if block.end <= span.start:
                above = [one for one in above if (one.level or 0) < (block.level or 0)]
            above.append(block)
    return (*above, *_table_headers(document, span))


def _table_headers(document: Document, span: Span) -> list[Block]:
    tables = [one for one in document.blocks if one.kind == "table" and one.span.meets(span)]
    return [
        block
        for block in document.blocks
        if block.kind == "table-header" and any(one.span.holds(block.span) for one in tables)
    ]


def _line(document: Document, block: Block) -> Span:
    """Give a block with the rest of its first and last line, so that marks before a title belong to it."""
    start = document.text.rfind("\n", 0, block.start) + 1
    end = document.text.find("\n", block.end)
    return Span(start, end if end >= 0 else len(document.text))


def _shared(one: Span, other: Span) -> int:
    return max(min(one.end, other.end) - max(one.start, other.start), 0)
