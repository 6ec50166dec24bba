"""Measures on sets of characters: evidence E, the union R of what is sent, and its sum with repeats P."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from reviewer.scores.board import Board, Floats, PartWhole
from reviewer.scores.coverage import Spans, overlap, union
from reviewer.scores.measure import Cut, Measure


@dataclass(frozen=True, slots=True, eq=False)
class CharacterCounts:
    """Sizes by query, float64 [queries] each: |E|, |E∩R|, |R| and P."""

    evidence: Floats
    found: Floats
    read: Floats
    sent: Floats


def count_characters(board: Board, cut: Cut) -> CharacterCounts:
    """Count the sets for one cut; an item counts its alternative of which R holds the largest share."""
    sent = board.within(cut)
    read = union(board.on_line(sent.query, sent.document, sent.spans))
    evidence = best_covered(board, read)
    line = board.context.line
    return CharacterCounts(
        evidence=board.per_query(line.query_of(evidence), evidence.lengths),
        found=board.per_query(line.query_of(evidence), overlap(evidence, read)),
        read=board.per_query(line.query_of(read), read.lengths),
        sent=board.per_query(sent.query, sent.spans.lengths),
    )


def best_covered(board: Board, read: Spans, *, shared: bool = False) -> Spans:
    """Give E on the queries' lines, as a union: of each item the alternative that `read` covers best.

    The first alternative wins a tie, so that a label's own place goes before equal text elsewhere.

    Args:
        board: Whose evidence.
        read: A union on the queries' lines, or, when `shared`, one on the corpus line that all queries share.
        shared: See `read`.

    """
    evidence = board.evidence
    alternative, document, spans = evidence.pieces()
    item = evidence.alternative_item[alternative]
    query = evidence.item_query[item]
    lines = board.on_line(np.zeros_like(query) if shared else query, document, spans)
    count = len(evidence.alternative_item)
    found = np.bincount(alternative, weights=overlap(lines, read), minlength=count)
    size = np.bincount(alternative, weights=spans.lengths, minlength=count)
    order = np.lexsort((np.arange(count), -found / np.maximum(size, 1), evidence.alternative_item))
    owner = evidence.alternative_item[order]
    chosen = np.zeros(count, dtype=np.bool_)
    chosen[order[np.flatnonzero(np.diff(owner, prepend=-1))]] = True
    kept = chosen[alternative]
    return union(board.on_line(query[kept], document[kept], Spans(spans.starts[kept], spans.ends[kept])))


def char_recall(board: Board, measure: Measure) -> PartWhole:
    """Give the evidence characters that were retrieved.

    Formula: |E∩R| / |E|. Unit: characters. Range: 0 to 1.

    Source: recall of Smith and Troynikov (2024, the report on chunking of Chroma), which takes tokens to be
    characters too. LegalBench-RAG (2408.10343) sums passage by passage, so that overlap counts twice and
    recall can pass 1; here sets cannot.
    """
    counts = count_characters(board, measure.cut)
    return counts.found, counts.evidence


def char_precision(board: Board, measure: Measure) -> PartWhole:
    """Give the evidence among the distinct characters that were retrieved.

    Formula: |E∩R| / |R|, 0 for an empty list. Unit: characters. Range: 0 to 1.

    Source: set precision. Chroma charges every repeat, which is `char_precision_raw`.
    """
    counts = count_characters(board, measure.cut)
    return counts.found, counts.read


def iou(board: Board, measure: Measure) -> PartWhole:
    """Give intersection over union of evidence and what was retrieved.

    Formula: |E∩R| / |E∪R|. Unit: characters. Range: 0 to 1.

    Source: Jaccard (1901). Chroma charges repeats, which is `iou_raw`.
    """
    counts = count_characters(board, measure.cut)
    return counts.found, counts.evidence + counts.read - counts.found


def char_precision_raw(board: Board, measure: Measure) -> PartWhole:
    """Give the evidence among all characters sent, repeats counted each time.

    Formula: |E∩R| / P, 0 for an empty list. Unit: characters. Range: 0 to 1.

    Source: what Chroma's harness prints as precision. It charges overlap and size in one number; see
    `char_precision` and `redundancy` for the two apart.
    """
    counts = count_characters(board, measure.cut)
    return counts.found, counts.sent


def iou_raw(board: Board, measure: Measure) -> PartWhole:
    """Give the evidence among all characters sent and the evidence not sent.

    Formula: |E∩R| / (P + |E| - |E∩R|). Unit: characters. Range: 0 to 1.

    Source: what Chroma's harness prints as IoU.
    """
    counts = count_characters(board, measure.cut)
    return counts.found, counts.sent + counts.evidence - counts.found
