"""What the prompt costs: `prompt_tokens`, `prompt_inflation` and `unique_evidence`."""

from __future__ import annotations

import numpy as np

from reviewer.scores.board import Board, Floats, PartWhole
from reviewer.scores.characters import count_characters
from reviewer.scores.coverage import Spans
from reviewer.scores.measure import Measure


def prompt_tokens(board: Board, measure: Measure) -> PartWhole:
    """Give the tokens of what is sent, repeats counted each time.

    Formula: sum over places of the tokens of the frozen prompt tokenizer that share a character with the place.
    Unit: tokens. Range: 0 and more; less is better.

    Source: the budget of 2601.14123, which fills a prompt in rank order. What joins passages is not counted.
    """
    return _tokens(board, measure), np.ones(board.queries)


def prompt_inflation(board: Board, measure: Measure) -> PartWhole:
    """Give the tokens sent for each token of the chunks that were ranked.

    Formula: prompt tokens of the first k passages / sum over the distinct hits they came from of the prompt tokens of
    the hit's own chunk; 0 for an empty list. Unit: none. Range: 0 and more, 1 where chunks are sent as they are; less
    is better.

    Source: ours; context sent along and regions grown around a hit raise it, merging what overlaps lowers it. How often
    the chunks themselves repeat each other is `redundancy`.
    """
    query, place = board.hits_within(measure)
    document = board.context.line.documents([one.document for one in place], f"hits of {board.context.arm}")
    spans = Spans(*(np.array([getattr(one, edge) for one in place], dtype=np.int64) for edge in ("start", "end")))
    ranked = board.tokens(measure).count(document, spans)
    return _tokens(board, measure), board.per_query(query, ranked)


def unique_evidence(board: Board, measure: Measure) -> PartWhole:
    """Give the distinct evidence characters that each prompt token brings.

    Formula: |E∩R| / prompt tokens, 0 for an empty list. Unit: characters a token. Range: 0 and more.

    Source: ours; it falls with every repeat and with every character that answers nothing.
    """
    return count_characters(board, measure.cut).found, _tokens(board, measure)


def _tokens(board: Board, measure: Measure) -> Floats:
    sent = board.within(measure.cut)
    return board.per_query(sent.query, board.tokens(measure).count(sent.document, sent.spans))
