"""Chunks of whole sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from reviewer.chunks.chunk import Setting
from reviewer.chunks.counting import UNITS
from reviewer.chunks.outline import Outline, heading_marks
from reviewer.chunks.rungs import Rungs, rungs_of
from reviewer.chunks.sentence_ends import RULE
from reviewer.chunks.structural import StructuralSplitter
from reviewer.chunks.tokenizer import DEFAULT_TOKENIZER, Tokenizer
from reviewer.chunks.units import Table, Units
from reviewer.corpus import Document

SENTENCES = "sentences"


class SentenceSplitter(StructuralSplitter):
    """Joins whole sentences up to `size`, and repeats whole ones up to `overlap`; with unit `sentences` it counts them.

    Blocks, items, rows and lines of code end a sentence, too. Where `size` counts something else, a longer sentence is
    cut in windows of words. Nothing is embedded or sent along unless settings ask for it.
    """

    name = SENTENCES
    units = (*UNITS, SENTENCES)

    def __init__(
        self,
        *,
        size: int,
        overlap: int = 0,
        unit: str = "tokens",
        embed: Sequence[str] = (),
        send: Sequence[str] = (),
        tokenizer: str | Tokenizer = DEFAULT_TOKENIZER,
        revision: str | None = None,
    ) -> None:
        """Refuse settings that cannot be meant; see `StructuralSplitter`."""
        super().__init__(
            size=size, overlap=overlap, unit=unit, embed=embed, send=send, tokenizer=tokenizer, revision=revision
        )

    def _outline(self, document: Document) -> Outline:
        return Outline(heading_marks(document))

    def _rungs(self, document: Document, outline: Outline) -> Rungs:
        rungs = rungs_of(document, outline, by_outline=False)
        fine = rungs.edges(rungs.count - 1, 0, len(document.text))
        return replace(rungs, blocks=sorted({*rungs.blocks, *rungs.parts, *fine}), parts=[], whole=True)

    def _rules(self) -> Mapping[str, Setting]:
        return {"sentence_rule": RULE}

    def _counted(self, document: Document, rungs: Rungs) -> Units:
        if self._unit != SENTENCES:
            return super()._counted(document, rungs)
        starts = np.array([0, *(edge for edge in rungs.blocks if edge > 0)], dtype=np.int32)
        return Table(starts, len(document.text))

    def _cost(self, texts: Sequence[str]) -> Sequence[int]:
        return [1] * len(texts) if self._unit == SENTENCES else super()._cost(texts)
