"""Structure of plain text: paragraphs, parted by blank lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from reviewer.corpus.document import Block, Structure

VERSION = "1"

_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n[^\n]*\S[^\n]*)*")


def extract(text: str) -> Structure:
    """Give the paragraphs of a canonical text, each from its first to its last character that is not blank."""
    return Structure(tuple(paragraphs(text)))


def paragraphs(text: str) -> Iterator[Block]:
    """Find runs of lines that are not blank; only LF ends a line."""
    for match in _PARAGRAPH.finditer(text):
        start, length = match.start(), len(match.group().rstrip())
        yield Block(kind="paragraph", start=start, end=start + length)
