"""Scores of one arm: every measure of every query, and the match table behind them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from reviewer.passages import Passage
from reviewer.queries import Query
from reviewer.scores.board import Board, Context
from reviewer.scores.match import MIN_COVERAGE, Match, MatchRule, Score
from reviewer.scores.matching import match_rows
from reviewer.scores.measure import Measure
from reviewer.scores.measures import FAMILIES, is_fold

NOT_JUDGED = Score(0.0, None)
"""The score of a query that is not answerable, and of any where a measure is not available."""

_DEFAULT_RULE = MatchRule()


@dataclass(frozen=True, slots=True)
class Scored:
    """What one arm scored: by measure name and query id, and the match table of every rule that was used.

    `min_coverage` is the configured threshold, at which measures that name none were judged.
    """

    scores: Mapping[str, Mapping[str, Score]]
    matches: tuple[Match, ...]
    min_coverage: float = MIN_COVERAGE


def score_all(
    measures: Sequence[Measure],
    queries: Sequence[Query],
    passages: Mapping[str, Sequence[Passage]],
    context: Context,
) -> Scored:
    """Score all queries of one arm at once.

    Args:
        measures: What to compute.
        queries: In the order that results keep; those that are not answerable score null.
        passages: What the arm would send, by query id, to depth.
        context: Arm, corpus, depth, and what some measures need besides.

    Returns:
        Scores of every measure for every query, and the rows of the default rule and of every rule
        that a measure folds.

    Raises:
        ScoreError: A judged query has no ranked list, a place lies outside the corpus, a measure looks
            deeper than the arm did or lacks what it needs.

    """
    board = Board(queries, passages, context)
    scores = {str(measure): _by_query(board, measure, queries) for measure in measures}
    rules = dict.fromkeys(board.resolve(rule) for rule in _rules(measures))
    rows = [
        row
        for rule in rules
        for row in match_rows(board.evidence, board.matched(rule), rule, arm=context.arm, phase=context.phase)
    ]
    return Scored(scores, tuple(rows), context.min_coverage)


def score(
    measures: Sequence[Measure], query: Query, passages: Sequence[Passage], context: Context
) -> Mapping[str, Score]:
    """Score one query; see `score_all`."""
    scored = score_all(measures, [query], {query.id: passages}, context)
    return {name: by_query[query.id] for name, by_query in scored.scores.items()}


def _rules(measures: Iterable[Measure]) -> tuple[MatchRule, ...]:
    """Give the default rule and those that measures fold, each once."""
    return (_DEFAULT_RULE, *(measure.rule for measure in measures if is_fold(measure)))


def _by_query(board: Board, measure: Measure, queries: Sequence[Query]) -> dict[str, Score]:
    """Compute one measure, and put null where a query is not judged."""
    if measure.cut.passages is not None:
        board.within(measure.cut)
    family = FAMILIES[measure.family]
    context = board.context
    if (family.reads_vectors and context.vectors is None) or (family.reads_chunks and context.partial):
        return dict.fromkeys((query.id for query in queries), NOT_JUDGED)
    part, whole = family.compute(board, measure)
    found = dict(zip(board.evidence.queries, map(Score, part.tolist(), whole.tolist()), strict=True))
    return {query.id: found.get(query.id, NOT_JUDGED) for query in queries}
