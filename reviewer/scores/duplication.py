"""How much of what is sent was sent before: `pair_overlap`, `redundancy`, `repeated_characters`, `duplicate_pairs`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from reviewer.scores.board import Board, Floats, PartWhole
from reviewer.scores.characters import count_characters
from reviewer.scores.coverage import Ints, Spans, novel, runs
from reviewer.scores.measure import Cut, Measure
from reviewer.scores.sent import Sent, join

DUPLICATE_SHARE = 0.7
"""A pair is a duplicate when it shares more than this of the smaller passage."""


class Pairs(NamedTuple):
    """Pairs of passages of one query and one document: the query, int64 [n], and the overlap, float64 [n]."""

    query: Ints
    overlap: Floats


def pair_overlap(board: Board, measure: Measure) -> PartWhole:
    """Give the mean overlap of passages from the same document.

    Formula: mean over pairs of the first k that share a document of |A∩B| / min(|A|, |B|); 0 without such a pair.
    Unit: none. Range: 0 to 1; less is better.

    Source: the overlap coefficient of Szymkiewicz and Simpson. Similarity of vectors or texts, the usual test for
    duplicates, cannot tell a repeated clause from a repeated read; places can.
    """
    pairs = same_document_pairs(board, measure.cut)
    return board.per_query(pairs.query, pairs.overlap), board.per_query(pairs.query, np.ones(len(pairs.query)))


def duplicate_pairs(board: Board, measure: Measure) -> PartWhole:
    """Give the pairs of passages from the same document that share over 0.7 of the smaller.

    Formula: |{pairs with |A∩B| / min(|A|, |B|) > 0.7}| / |pairs|. Unit: pairs. Range: 0 to 1; less is better.

    Source: the threshold is ours. Two whole windows share about overlap / size (counted in characters, so more or less
    than it in tokens); where that lies far under the threshold, what is counted is mostly a document's last window,
    which is shorter and can lie wholly in the one before.
    """
    pairs = same_document_pairs(board, measure.cut)
    fired = (pairs.overlap > DUPLICATE_SHARE).astype(np.int64)
    return board.per_query(pairs.query, fired), board.per_query(pairs.query, np.ones(len(pairs.query)))


def redundancy(board: Board, measure: Measure) -> PartWhole:
    """Give the share of what is sent that was read before.

    Formula: (P - |R|) / P, 0 for an empty list. Unit: characters. Range: 0 to 1; less is better.

    Source: one minus the distinct share of a summary (Zhai, Cohen and Lafferty 2003 call it redundancy), on
    characters.
    """
    counts = count_characters(board, measure.cut)
    return counts.sent - counts.read, counts.sent


def repeated_characters(board: Board, measure: Measure) -> PartWhole:
    """Give the characters that are sent once more than they need be.

    Formula: P - |R|. Unit: characters. Range: 0 and more; less is better.

    Source: ours; the numerator of `redundancy`, which falls when as much is repeated in a longer prompt.
    """
    counts = count_characters(board, measure.cut)
    return counts.sent - counts.read, np.ones(board.queries)


def same_document_pairs(board: Board, cut: Cut) -> Pairs:
    """Give every pair of passages that share a document, with the overlap over the smaller of the two."""
    query, rank, document, spans = _pieces(board.within(cut))
    passage = runs(query, rank)
    size = np.bincount(passage, weights=spans.lengths)
    last = np.searchsorted(query, query, side="right")
    following = np.searchsorted(passage, passage, side="right")
    keys, shared = [np.zeros(0, np.int64)], [np.zeros(0, np.int64)]
    for left, right in join(last - following, following):
        same = document[left] == document[right]
        one, other = left[same], right[same]
        starts = np.maximum(spans.starts[one], spans.starts[other])
        ends = np.minimum(spans.ends[one], spans.ends[other])
        keys.append(passage[one] * len(size) + passage[other])
        shared.append(np.maximum(ends - starts, 0))
    pairs, at = np.unique(np.concatenate(keys), return_inverse=True)
    total = np.bincount(at, weights=np.concatenate(shared), minlength=len(pairs))
    first, second = pairs // max(len(size), 1), pairs % max(len(size), 1)
    owner = query[np.searchsorted(passage, first)]
    return Pairs(owner, total / np.minimum(size[first], size[second]))


def _pieces(sent: Sent) -> tuple[Ints, Ints, Ints, Spans]:
    """Give each passage as a set: disjoint places by (query, rank, document, start)."""
    order = np.lexsort((sent.spans.starts, sent.document, sent.rank, sent.query))
    query, rank, document = sent.query[order], sent.rank[order], sent.document[order]
    spans = Spans(sent.spans.starts[order], sent.spans.ends[order])
    fresh = novel(runs(query, rank, document), spans)
    kept = fresh.lengths > 0
    return query[kept], rank[kept], document[kept], Spans(fresh.starts[kept], fresh.ends[kept])
