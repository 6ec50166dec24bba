"""Structure of a file of records: paragraphs, parted by blank lines."""

from __future__ import annotations

from reviewer.corpus.document import Structure
from reviewer.corpus.plain import paragraphs

VERSION = "0"


def extract(text: str, id: str = "") -> Structure:
    """Give the paragraphs of a canonical text."""
    return Structure(tuple(paragraphs(text)))
