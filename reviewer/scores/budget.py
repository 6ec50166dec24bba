"""What the prompt costs: `prompt_tokens` and `unique_evidence`."""

from __future__ import annotations

import numpy as np

from reviewer.scores.board import Board, Floats, PartWhole
from reviewer.scores.characters import count_characters
from reviewer.scores.measure import Measure


def prompt_tokens(board: Board, measure: Measure) -> PartWhole:
    """Give the tokens of what is sent, repeats counted each time.

    Formula: sum over places of the tokens of the frozen prompt tokenizer that share a character with the place.
    Unit: tokens. Range: 0 and more; less is better.

    Source: the budget of 2601.14123, which fills a prompt in rank order. What joins passages is not counted.
    """
    return _tokens(board, measure), np.ones(board.queries)


def unique_evidence(board: Board, measure: Measure) -> PartWhole:
    """Give the distinct evidence characters that each prompt token brings.

    Formula: |E∩R| / prompt tokens, 0 for an empty list. Unit: characters a token. Range: 0 and more.

    Source: ours; it falls with every repeat and with every character that answers nothing.
    """
    return count_characters(board, measure.cut).found, _tokens(board, measure)


def _tokens(board: Board, measure: Measure) -> Floats:
    sent = board.within(measure.cut)
    return board.per_query(sent.query, board.tokens(measure).count(sent.document, sent.spans))
