"""Chunks that are sections: cut at headings, and below them at blocks, parts of blocks, sentences and words."""

from __future__ import annotations

from reviewer.chunks.outline import Outline, heading_marks
from reviewer.chunks.rungs import Rungs, rungs_of
from reviewer.chunks.structural import StructuralSplitter
from reviewer.corpus import Document


class SectionSplitter(StructuralSplitter):
    """Cuts at headings; neighbouring sections of one parent are joined while they fit, unless `join` is false.

    A section longer than `size` is cut between blocks, then inside them: tables between rows, lists between items,
    code between lines, paragraphs between sentences, and windows of words where nothing else is left.
    """

    name = "sections"

    def _outline(self, document: Document) -> Outline:
        return Outline(heading_marks(document))

    def _rungs(self, document: Document, outline: Outline) -> Rungs:
        return rungs_of(document, outline, by_outline=True)
