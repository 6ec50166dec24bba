"""The structural units of documents, and which of them places reach into."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator

import numpy as np

from reviewer.corpus import Document, sections
from reviewer.scores.coverage import CorpusLine, Ints, Spans
from reviewer.scores.sent import join


class StructuralUnits:
    """Sections of documents, from one heading to the next; of source code the innermost symbols.

    What stands outside of all of them is a unit of its document, and so is a document without any.
    """

    __slots__ = ("_document", "_line", "_names", "_read")

    def __init__(self, line: CorpusLine, document: Callable[[str], Document]) -> None:
        """Ask for a document by its id at its first use, and never again."""
        self._line = line
        self._document = document
        self._names = list(line.codes)
        self._read: dict[int, tuple[Ints, Ints]] = {}

    def reached(self, document: Ints, places: Spans) -> tuple[Ints, Ints]:
        """Pair places with the units of which they hold a character that is not blank.

        Args:
            document: int64 [n], codes.
            places: Offsets in the documents.

        Returns:
            Rows of the places and numbers of units in their documents, int64 [m] each.

        """
        rows, units = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
        for code in np.unique(document).tolist():
            of_code = np.flatnonzero(document == code)
            starts, owners = self._units(code)
            ends = np.append(starts[1:], self._line.lengths[code])
            below = self._line.nonblank(self._names[code]).below
            low = np.searchsorted(starts, places.starts[of_code], side="right") - 1
            high = np.searchsorted(starts, places.ends[of_code], side="left")
            for left, part in join(high - low, low):
                row = of_code[left]
                first = np.maximum(places.starts[row], starts[part])
                last = np.minimum(places.ends[row], ends[part])
                filled = below[np.maximum(last, first)] > below[first]
                rows.append(row[filled])
                units.append(owners[part[filled]])
        return np.concatenate(rows), np.concatenate(units)

    def _units(self, code: int) -> tuple[Ints, Ints]:
        if code not in self._read:
            parts = np.array(list(unit_starts(self._document(self._names[code]))), dtype=np.int64).reshape(-1, 2)
            self._read[code] = (np.ascontiguousarray(parts[:, 0]), np.ascontiguousarray(parts[:, 1]))
        return self._read[code]


def unit_starts(document: Document) -> Iterator[tuple[int, int]]:
    """Give where each part of a document begins and the number of the unit it belongs to; parts fill the document."""
    symbols = [block for block in document.blocks if block.kind == "symbol"]
    if not symbols:
        starts = [0, *(one.start for one in sections(document) if one.start)]
        yield from zip(starts, range(len(starts)), strict=True)
        return
    edges = sorted({0, *(edge for one in symbols for edge in (one.start, one.end)), len(document.text)})
    around: list[int] = []
    at = 0
    for edge in edges[: bisect_left(edges, len(document.text))] or [0]:
        while around and symbols[around[-1]].end <= edge:
            around.pop()
        while at < len(symbols) and symbols[at].start <= edge:
            around.append(at)
            at += 1
        yield edge, around[-1] + 1 if around else 0
