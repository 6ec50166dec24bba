"""Chunks of whole paragraphs: cut between blocks, then between sentences, whatever the headings say."""

from __future__ import annotations

from collections.abc import Sequence

from reviewer.chunks.outline import Outline, heading_marks
from reviewer.chunks.rungs import Rungs, rungs_of
from reviewer.chunks.structural import StructuralSplitter
from reviewer.corpus import Document


class ParagraphSplitter(StructuralSplitter):
    """Joins paragraphs, lists, tables and code while they fit; with `join: false` each is a chunk of its own.

    A heading, and a line that ends in a colon, stay with what follows. A block longer than `size` is cut between its
    parts and sentences. Nothing is embedded or sent along unless settings ask for it.
    """

    name = "paragraphs"
    along = ()

    def _outline(self, document: Document) -> Outline:
        return Outline(heading_marks(document))

    def _rungs(self, document: Document, outline: Outline) -> Rungs:
        return rungs_of(document, outline, by_outline=False)

    def _seams(self, rungs: Rungs) -> Sequence[int]:
        return rungs.blocks
