"""Folds of the match table that count items: `recall` and `success`."""

from __future__ import annotations

import numpy as np

from reviewer.scores.board import Board, PartWhole
from reviewer.scores.measure import Measure


def recall(board: Board, measure: Measure) -> PartWhole:
    """Give the items matched, of all items.

    Formula: |{items whose first matching rank <= k}| / |items|; with `@<n>t`, items matched by the passages
    that n prompt tokens hold. Unit: evidence items. Range: 0 to 1.

    Source: recall of information retrieval (Manning, Raghavan and Schütze 2008, §8.3) with evidence items in
    the place of relevant documents. The literature disagrees on what a hit is: Chroma averages covered
    characters (our `char_recall`), MTCB asks that the passage stand verbatim in one chunk, AutoRAG lets one
    shared character do. Here a passage must hold `min_coverage` of a span's non-blank characters.
    """
    matched = board.matched(measure.rule).within(measure.cut.passages)
    return board.per_query(board.evidence.item_query, matched.astype(np.int64)), board.evidence.items


def success(board: Board, measure: Measure) -> PartWhole:
    """Give 1 where every item is matched, else 0.

    Formula: [all items have a first matching rank <= k]. Unit: queries. Range: 0 or 1.

    Source: success@k of TREC; there any relevant document suffices, here the question needs all its
    evidence, so that one of two halves is no success.
    """
    part, whole = recall(board, measure)
    return (part == whole).astype(np.int64), np.ones(board.queries)
