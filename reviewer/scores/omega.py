"""Measures of the cutting alone, without retrieval: `precision_omega` and `intact`."""

from __future__ import annotations

import numpy as np

from reviewer.scores.board import Board, PartWhole
from reviewer.scores.characters import best_covered
from reviewer.scores.chunk_places import ChunkPlaces
from reviewer.scores.coverage import Ints, Spans, overlap, union
from reviewer.scores.match import MatchRule
from reviewer.scores.matching import judge_items
from reviewer.scores.measure import Measure
from reviewer.scores.sent import Sent


def precision_omega(board: Board, measure: Measure) -> PartWhole:
    """Give the precision that retrieval could at best reach with every piece of evidence found.

    Formula: |E∩U| / |E∪U| with U the union of what all chunks would send that share a character with E.
    Unit: characters. Range: 0 to 1.

    Source: PrecisionΩ of Smith and Troynikov (2024). Their harness lets touching chunks count as sharing; here
    spans are half-open. A chunk belongs to U by its own place; its context is then in U as well.
    """
    chunks = board.chunks(measure)
    evidence = best_covered(board, union(chunks.spans), shared=True)
    query = board.context.line.query_of(evidence)
    shift = query * board.context.line.width
    span, chunk = chunks.meeting(Spans(evidence.starts - shift, evidence.ends - shift))
    sent = _passages_of(chunks, query[span], chunk, board.queries)
    read = union(board.on_line(sent.query, sent.document, sent.spans))
    found = board.per_query(query, overlap(evidence, read))
    size = board.per_query(query, evidence.lengths)
    whole = size + board.per_query(board.context.line.query_of(read), read.lengths) - found
    return found, whole


def intact(board: Board, measure: Measure) -> PartWhole:
    """Give the items that lie whole in one chunk with the context it sends.

    Formula: |{items of which some alternative has all its non-blank characters in one chunk}| / |items|.
    Unit: evidence items. Range: 0 to 1.

    Source: the complement of what `split` means here: evidence that a boundary cuts in every chunk.
    """
    chunks, evidence = board.chunks(measure), board.evidence
    lines = board.context.line.place(np.zeros_like(evidence.query), evidence.document, evidence.spans, "labels")
    span, chunk = chunks.meeting(lines)
    sent = _passages_of(chunks, evidence.query[span], chunk, board.queries)
    matched = judge_items(evidence, sent, MatchRule(min_coverage=1.0)).within(None)
    return board.per_query(evidence.item_query, matched.astype(np.int64)), evidence.items


def _passages_of(chunks: ChunkPlaces, query: Ints, chunk: Ints, queries: int) -> Sent:
    """Give the chunks of each query, once each, as if they had been retrieved."""
    pairs = np.unique(np.stack([query, chunk], axis=1), axis=0).reshape(-1, 2)
    place, at = chunks.sent_by(pairs[:, 1])
    rank = np.arange(len(pairs)) + 1
    return Sent(
        queries=queries,
        query=pairs[at, 0],
        rank=rank[at],
        document=chunks.documents[place],
        spans=Spans(chunks.places.starts[place], chunks.places.ends[place]),
    )
