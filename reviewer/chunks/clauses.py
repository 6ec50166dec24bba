"""Numbered clauses of contracts and laws: cut at numbers, nested as they are numbered."""

from __future__ import annotations

from collections.abc import Mapping

from reviewer.chunks.chunk import Setting
from reviewer.chunks.numbering import RULE, clause_marks
from reviewer.chunks.outline import Outline, heading_marks, on_lines
from reviewer.chunks.sections import SectionSplitter
from reviewer.corpus import Document


class ClauseSplitter(SectionSplitter):
    """Cuts at `Part`, `Article 5`, `Section 3.2`, `§ 12`, `Annex B`, `1.`, `1.1`, `(a)`, `(iv)`, and at headings.

    A clause with all it holds stays whole where it fits, and neighbours of one parent are joined while they fit. A
    chunk that begins deeper embeds and sends the numbers and titles above it.
    """

    name = "clauses"

    def _outline(self, document: Document) -> Outline:
        return Outline(on_lines([*heading_marks(document), *clause_marks(document.text)]))

    def _rules(self) -> Mapping[str, Setting]:
        return {"numbering_rule": RULE}
