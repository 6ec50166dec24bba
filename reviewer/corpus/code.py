"""Structure of a code file: the whole as code, and its parts between blank lines as paragraphs."""

from __future__ import annotations

from reviewer.corpus.document import Block, Structure
from reviewer.corpus.plain import paragraphs

VERSION = "1"


def extract(text: str, id: str = "") -> Structure:  # noqa: A002, ARG001 # Document's own names; not needed yet
    """Give one code block over all that is not blank, and the paragraphs inside it."""
    inside = tuple(paragraphs(text))
    if not inside:
        return Structure()
    whole = Block(kind="code", start=inside[0].start, end=inside[-1].end)
    return Structure((whole, *inside))
