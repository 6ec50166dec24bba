"""Pages of a document, and the page that a place of its text lies on.

Pages come from `page` blocks (PDF). In a text without any, form feeds part pages, as in what `pdftotext` writes.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from reviewer.corpus.document import Block, Document
from reviewer.errors import CorpusError
from reviewer.spans import Span


def pages(document: Document) -> tuple[Block, ...]:
    """Give the pages that have text, in order, each with its number from 1 as attribute `page`."""
    found = tuple(block for block in document.blocks if block.kind == "page")
    if found or "\f" not in document.text:
        return found
    parts = re.finditer(r"[^\f]+", document.text)
    return tuple(
        Block(
            kind="page",
            start=part.start(),
            end=part.end(),
            attributes=(("page", str(1 + document.text.count("\f", 0, part.start()))),),
        )
        for part in parts
    )


def page_of(document: Document, offset: int) -> int | None:
    """Give the page that holds the character at `offset`, or nothing where there are no pages.

    What stands between two pages (a blank line, a form feed) belongs to the earlier.
    """
    if not 0 <= offset <= len(document.text):
        raise CorpusError(f"offset {offset} lies outside a text of {len(document.text)} characters")
    found = pages(document)
    if not found:
        return None
    at = bisect_right(found, offset, key=lambda block: block.start) - 1
    return int(found[max(at, 0)].attribute("page") or 0)


def pages_of(document: Document, span: Span) -> tuple[int, int] | None:
    """Give the first and the last page that a span has characters on, or nothing where there are no pages."""
    first, last = page_of(document, span.start), page_of(document, span.end - 1)
    return None if first is None or last is None else (first, last)
