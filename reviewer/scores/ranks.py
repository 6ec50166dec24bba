"""Folds of the match table that weigh ranks: `rr` and `ndcg`."""

from __future__ import annotations

import numpy as np

from reviewer.scores.board import Board, PartWhole
from reviewer.scores.matching import NEVER
from reviewer.scores.measure import Measure


def rr(board: Board, measure: Measure) -> PartWhole:
    """Give the reciprocal of the first rank at which any item is matched.

    Formula: 1 / min over items of the first matching rank, 0 beyond depth. Unit: none. Range: 0 to 1.

    Source: reciprocal rank (Voorhees 1999, TREC-8 question answering), trec_eval's `recip_rank`. Its mean is
    disputed as an interval scale (Fuhr 2017): read it as a description, gate on `recall` or `success`.
    """
    ranks = board.matched(measure.rule).rank
    first = np.full(board.queries, NEVER)
    np.minimum.at(first, board.evidence.item_query, ranks)
    inside = first <= (measure.cut.passages or 0)
    return np.where(inside, 1 / np.minimum(first, 2**53), 0.0), np.ones(board.queries)


def ndcg(board: Board, measure: Measure) -> PartWhole:
    """Give the mean over items of the discount at their first matching rank.

    Formula: mean over items of 1 / log2(1 + rank), 0 beyond k. Unit: none. Range: 0 to 1.

    Source: the discount of Järvelin and Kekäläinen (2002). trec_eval's `ndcg_cut` sums gains over documents and
    divides by the best order of all of them; two items of one query compete for rank 1 there. Here each
    item has its own ideal, rank 1, because one passage may hold both; for one item the two agree.
    """
    ranks = board.matched(measure.rule).rank
    inside = ranks <= (measure.cut.passages or 0)
    gains = np.where(inside, 1 / np.log2(1.0 + np.minimum(ranks, 2**53)), 0.0)
    return board.per_query(board.evidence.item_query, gains), board.evidence.items
