"""Prompt tokens of places, from the token offsets of whole documents, so that nothing is tokenised twice."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from reviewer.scores.coverage import CorpusLine, Ints, Spans

TokenOffsets = Callable[[str], Ints]
"""Gives the offsets of a document's tokens in its canonical text, int [n, 2], rising; added tokens left out."""


class PromptTokens:
    """Counts the tokens of the frozen prompt tokenizer.

    A place costs the tokens of its document that share a character with it: a token that two passages cut
    apart is paid by both, as it would be in a prompt. What joins passages in a prompt is not counted.
    """

    __slots__ = ("_names", "_offsets", "_read")

    def __init__(self, line: CorpusLine, offsets: TokenOffsets) -> None:
        """Ask `offsets` for a document at its first use, and never again."""
        self._names = list(line.codes)
        self._offsets = offsets
        self._read: dict[int, Spans] = {}

    def count(self, document: Ints, places: Spans) -> Ints:
        """Count the tokens of each place, int64 [n]; `document` holds codes."""
        counts = np.zeros(len(document), np.int64)
        for code, rows in self._by_document(document):
            first, last = self._touched(code, places.starts[rows], places.ends[rows])
            counts[rows] = np.maximum(last - first, 0)
        return counts

    def cut(self, document: Ints, places: Spans, budgets: Ints) -> Ints:
        """Give the end of each place when its first `budgets` tokens are kept, int64 [n].

        Every place has more tokens than its budget, and a budget of at least one. A character whose
        tokens do not all fit is left out.
        """
        ends = places.ends.copy()
        for code, rows in self._by_document(document):
            tokens = self._tokens(code)
            first, _ = self._touched(code, places.starts[rows], places.ends[rows])
            beyond = first + budgets[rows]
            last = np.searchsorted(tokens.ends, tokens.starts[beyond], side="right") - 1
            ends[rows] = np.where(last >= first, tokens.ends[last], places.starts[rows])
        return np.maximum(ends, places.starts)

    def _touched(self, code: int, starts: Ints, ends: Ints) -> tuple[Ints, Ints]:
        """Give the run of tokens that share a character with each place."""
        tokens = self._tokens(code)
        return np.searchsorted(tokens.ends, starts, side="right"), np.searchsorted(tokens.starts, ends, side="left")

    def _tokens(self, code: int) -> Spans:
        if code not in self._read:
            pairs = np.asarray(self._offsets(self._names[code]), dtype=np.int64).reshape(-1, 2)
            pairs = pairs[pairs[:, 1] > pairs[:, 0]]
            self._read[code] = Spans(np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1]))
        return self._read[code]

    @staticmethod
    def _by_document(document: Ints) -> list[tuple[int, Ints]]:
        """Group rows by document."""
        order = np.argsort(document, kind="stable")
        codes, first = np.unique(document[order], return_index=True)
        return list(zip(codes.tolist(), np.split(order, first[1:]), strict=True)) if len(codes) else []
