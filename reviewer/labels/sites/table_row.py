"""A table's header, and a row whose values mean nothing without it. Structure alone, in any language."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewer.corpus import Block
from reviewer.labels.sites.page import Page
from reviewer.labels.sites.site import Site

PATTERN = "table-row"
LEAST_VALUES = 2
"""So many cells after the first must be values that do not tell what they are of."""
MOST_WORDS = 3
"""A cell of more words speaks for itself."""

_CELL = re.compile(r"(?<!\\)\|")
_FLAGS = "✓✔✗✘✅❌🚫"
_LINK_ONLY = re.compile(r"(?:\[[^\]]*\]\([^)]*\)[\s,]*)+")
_MARKS = re.compile(r"`([^`]*)`|[`*]|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)|!?\[|\]\([^)]*\)")
"""Markdown's marks around words; what stands in code, and underscores inside a word, are the words themselves."""


def mine(page: Page) -> Iterator[Site]:
    """Find rows whose cells are mostly numbers, flags or single words, with the header that says what they are."""
    for table in (block for block in page.flow if block.kind == "table"):
        headers = page.inside(table, "table-header")
        if not headers:
            continue
        header = headers[0]
        if not any(cell for _, cell in _cells(page, header)):
            continue
        for row in page.inside(table, "table-row"):
            values = [shown for column, cell in _cells(page, row) if column and (shown := _value(cell))]
            if row.start >= header.end and len(values) >= LEAST_VALUES:
                reason = f"values that do not say what they are of: {', '.join(values[:3])}"
                yield page.site(PATTERN, header.span, row.span, header.path, reason)


def _cells(page: Page, row: Block) -> list[tuple[int, str]]:
    """Give a row's cells with their columns: those that its format tells apart, else what stands between pipes."""
    cells = page.inside(row, "table-cell")
    if cells:
        return [(int(cell.attribute("column") or at), page.says(cell)) for at, cell in enumerate(cells)]
    return list(enumerate(_raw_cells(page.says(row).partition("\n")[0])))


def _value(cell: str) -> str:
    """Give a cell's words where they are few and not only a link or a dash."""
    shown = " ".join(_MARKS.sub(lambda found: found[1] or "", cell).split())
    speaks = _LINK_ONLY.fullmatch(cell) is not None or not any(char.isalnum() or char in _FLAGS for char in shown)
    return "" if speaks or len(shown.split()) > MOST_WORDS else shown


def _raw_cells(line: str) -> list[str]:
    return [cell.strip() for cell in _CELL.split(line.strip().strip("|"))]
