"""Chunks that are symbols of source code: functions, methods and classes, and below them statements and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from reviewer.chunks.along import HEADINGS
from reviewer.chunks.chunk import Cut, Setting
from reviewer.chunks.code_rungs import code_rungs, symbol_outline
from reviewer.chunks.outline import Outline
from reviewer.chunks.recursive import RecursiveSplitter
from reviewer.chunks.rungs import Rungs
from reviewer.chunks.structural import Stretch, StructuralSplitter
from reviewer.corpus import Document
from reviewer.corpus.code_trees import installed
from reviewer.errors import SplitError

RULE = 1
"""Version of what is an edge of code; it rises whenever equal settings would cut another way."""


class CodeSplitter(StructuralSplitter):
    """Cuts between symbols, each with its doc comment and decorators; unless `join` is false, small ones are joined.

    Joined are neighbours of one parent, while they fit. A class longer than `size` is cut between its methods, a
    function between its statements, the outer ones first, then between lines, then in windows of words. `headings` are
    the signatures of the symbols around a chunk. A document without symbols is cut like `recursive` does.
    """

    name = "code"
    along = (HEADINGS,)

    def _refuse_where_blind(self) -> None:
        if not installed():
            raise SplitError(
                "splitter code: no grammar is installed, so that no symbols are read",
                "Run: pip install 'overlap-reviewer[code]', or take the splitter recursive.",
            )

    def split_parts(self, document: Document, parts: Sequence[Stretch]) -> Sequence[Cut]:
        """Cut parts of a document, each on its own."""
        if any(block.kind == "symbol" for block in document.blocks):
            return super().split_parts(document, parts)
        plain = self._plain()
        return tuple(cut for start, end in parts for cut in _alone(plain, document, start, end))

    def _plain(self) -> RecursiveSplitter:
        return RecursiveSplitter(
            size=self._window.size,
            overlap=self._window.overlap,
            unit=self._unit,
            tokenizer=self._named,
            revision=self._revision,
        )

    def _outline(self, document: Document) -> Outline:
        return symbol_outline(document)

    def _rungs(self, document: Document, _outline: Outline) -> Rungs:
        return code_rungs(document)

    def _rules(self) -> Mapping[str, Setting]:
        return {"symbols": RULE, "without": "recursive"}


def _alone(splitter: RecursiveSplitter, document: Document, start: int, end: int) -> Sequence[Cut]:
    if (start, end) == (0, len(document.text)):
        return splitter.split(document)
    cuts = splitter.split(replace(document, text=document.text[start:end], blocks=()))
    return [Cut(start + cut.start, start + cut.end) for cut in cuts]
