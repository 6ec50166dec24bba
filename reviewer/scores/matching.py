"""Which evidence items an arm's passages match, and from which rank on: the match table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reviewer.passages import Passage
from reviewer.queries import Query
from reviewer.scores.coverage import CorpusLine, Ints, Spans, firsts, novel, runs
from reviewer.scores.evidence import Evidence, evidence_of, is_judged
from reviewer.scores.match import MIN_COVERAGE, SINGLE, UNION, Match, MatchRule
from reviewer.scores.sent import Sent, join, sent_of

Floats = NDArray[np.float64]

TOLERANCE = 1e-9
"""A share this little under the threshold still reaches it."""

NEVER = np.iinfo(np.int64).max
"""The rank of what no passage matches."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Matched:
    """Results by item: ranks int64 [items] (`NEVER` for none), shares float64 [items]."""

    rank: Ints
    best_share: Floats
    best_rank: Ints

    def within(self, k: int | None) -> NDArray[np.bool_]:
        """Tell which items are matched by the first k passages, or by any, bool [items]."""
        return self.rank <= (NEVER - 1 if k is None else k)


class Held(NamedTuple):
    """How much of a span one passage holds: rows sorted by (span, rank), int64 [n] and float64 [n]."""

    span: Ints
    rank: Ints
    share: Floats


class _Meetings(NamedTuple):
    """Where places of passages meet spans of the evidence, clipped to the span."""

    span: Ints
    rank: Ints
    clipped: Spans


def match_items(
    query: Query,
    passages: Sequence[Passage],
    line: CorpusLine,
    *,
    arm: str,
    phase: int = 0,
    min_coverage: float = MIN_COVERAGE,
    match: str = SINGLE,
) -> tuple[Match, ...]:
    """Give one row an evidence item of a query; a query that is not judged has none."""
    if not is_judged(query):
        return ()
    evidence = evidence_of([query], line)
    sent = sent_of([query.id], {query.id: passages}, line, arm=arm)
    rule = MatchRule(match, min_coverage)
    return match_rows(evidence, judge_items(evidence, sent, rule), rule, arm=arm, phase=phase)


def judge_items(evidence: Evidence, sent: Sent, rule: MatchRule) -> Matched:
    """Judge every item against what was sent; `rule.min_coverage` must be set, budgets are cut by the caller."""
    threshold = (MIN_COVERAGE if rule.min_coverage is None else rule.min_coverage) - TOLERANCE
    meetings = _meet(evidence, sent)
    if rule.match == UNION:
        return _best_of_items(evidence, *_union_alternatives(evidence, meetings, threshold))
    return _best_of_items(evidence, *_single_alternatives(evidence, _held(evidence, meetings), threshold))


def match_rows(evidence: Evidence, matched: Matched, rule: MatchRule, *, arm: str, phase: int) -> tuple[Match, ...]:
    """Give the judged items as rows of the match table, in the order of queries and items."""
    min_coverage = MIN_COVERAGE if rule.min_coverage is None else rule.min_coverage
    columns = (
        evidence.item_query.tolist(),
        evidence.item_number.tolist(),
        matched.rank.tolist(),
        matched.best_share.tolist(),
        matched.best_rank.tolist(),
    )
    return tuple(
        Match(
            query=evidence.queries[query],
            item=item,
            arm=arm,
            phase=phase,
            rank=None if rank == NEVER else rank,
            best_share=share,
            best_rank=None if best_rank == NEVER else best_rank,
            match=rule.match,
            min_coverage=min_coverage,
            budget=rule.budget,
        )
        for query, item, rank, share, best_rank in zip(*columns, strict=True)
    )


def matched_items(rows: Sequence[Match], k: int | None = None) -> Mapping[str, tuple[bool, ...]]:
    """Fold rows of one arm, phase and rule: for each query, which of its items the first k passages match."""
    folded: dict[str, list[tuple[int, bool]]] = {}
    for row in rows:
        matches = row.rank is not None and (k is None or row.rank <= k)
        folded.setdefault(row.query, []).append((row.item, matches))
    return {query: tuple(matches for _, matches in sorted(items)) for query, items in folded.items()}


def _meet(evidence: Evidence, sent: Sent) -> _Meetings:
    """Find every pair of a span and a place of the same query that share a character."""
    query, first = evidence.query, sent.first
    begins = first[query]
    found: list[_Meetings] = []
    for span, place in join(first[query + 1] - begins, begins):
        starts = np.maximum(evidence.spans.starts[span], sent.spans.starts[place])
        ends = np.minimum(evidence.spans.ends[span], sent.spans.ends[place])
        kept = (evidence.document[span] == sent.document[place]) & (starts < ends)
        found.append(_Meetings(span[kept], sent.rank[place[kept]], Spans(starts[kept], ends[kept])))
    if not found:
        return _Meetings(*(np.zeros(0, np.int64),) * 2, Spans(*(np.zeros(0, np.int64),) * 2))
    starts, ends = (np.concatenate([one.clipped[side] for one in found]) for side in (0, 1))
    return _Meetings(
        np.concatenate([one.span for one in found]), np.concatenate([one.rank for one in found]), Spans(starts, ends)
    )


def _held(evidence: Evidence, meetings: _Meetings) -> Held:
    """Give the share of each span that each passage holds; places of one passage are united."""
    order = np.lexsort((meetings.clipped.starts, meetings.rank, meetings.span))
    span, rank = meetings.span[order], meetings.rank[order]
    group = runs(span, rank)
    starts, ends = meetings.clipped.starts[order], meetings.clipped.ends[order]
    fresh = novel(group, Spans(starts, ends))
    ink = evidence.ink_between(span, fresh.starts, fresh.ends)
    first = firsts(group)
    held = np.add.reduceat(ink, first) if len(first) else ink
    return Held(span[first], rank[first], _share(held, evidence.ink[span[first]]))


def _single_alternatives(evidence: Evidence, held: Held, threshold: float) -> tuple[Ints, Floats, Ints, Ints]:
    """Judge alternatives passage by passage: an alternative's share is that of its least held span."""
    alternative = evidence.alternative[held.span]
    order = np.lexsort((held.rank, alternative))
    alternative, rank, share = alternative[order], held.rank[order], held.share[order]
    first = firsts(runs(alternative, rank))
    if not len(first):
        return alternative, share, rank, rank
    least = np.minimum.reduceat(share, first)
    spans = np.diff(np.append(first, len(share)))
    alternative, rank = alternative[first], rank[first]
    least = np.where(spans == evidence.alternative_spans[alternative], least, 0.0)
    return alternative, least, rank, np.where(least >= threshold, rank, NEVER)


def _union_alternatives(evidence: Evidence, meetings: _Meetings, threshold: float) -> tuple[Ints, Floats, Ints, Ints]:
    """Judge alternatives on the growing union: each span has a share after each passage that meets it."""
    held = _growing(evidence, meetings)
    spans = len(evidence.spans.starts)
    final = np.zeros(spans)
    np.maximum.at(final, held.span, held.share)
    count = len(evidence.alternative_spans)
    least = np.where(evidence.alternative_spans > 0, np.inf, 0.0)
    np.minimum.at(least, evidence.alternative, final)
    reached = _reached(held, np.full(spans, threshold), spans)
    best = _reached(held, least[evidence.alternative], spans)
    rank, best_rank = np.zeros(count, np.int64), np.zeros(count, np.int64)
    np.maximum.at(rank, evidence.alternative, reached)
    np.maximum.at(best_rank, evidence.alternative, best)
    kept = np.flatnonzero(least > 0)
    return kept, least[kept], best_rank[kept], rank[kept]


def _growing(evidence: Evidence, meetings: _Meetings) -> Held:
    """Give each span's share of the union of the first passages, after each passage that meets the span."""
    order = np.lexsort((meetings.rank, meetings.span))
    span, rank = meetings.span[order], meetings.rank[order]
    clipped = Spans(meetings.clipped.starts[order], meetings.clipped.ends[order])
    group = runs(span, rank)
    first = firsts(group)
    # How many passages have met the span before this one: the union after the j-th needs those up to j.
    nth = group - group[firsts(runs(span))][runs(span)] if len(span) else group
    rows: list[Held] = []
    for count in range(int(nth.max(initial=-1)) + 1):
        grown = span[first][nth[first] == count]
        wanted = np.isin(span, grown) & (nth <= count)
        union = _Meetings(span[wanted], np.zeros(int(wanted.sum()), np.int64), Spans(*(one[wanted] for one in clipped)))
        share = _held(evidence, union).share
        rows.append(Held(grown, rank[first][nth[first] == count], share))
    if not rows:
        return Held(span, rank, np.zeros(0))
    return Held(*(np.concatenate([getattr(one, name) for one in rows]) for name in Held._fields))


def _reached(held: Held, threshold: Floats, spans: int) -> Ints:
    """Give the first rank at which each span's share reaches its threshold, int64 [spans]."""
    reached = np.full(spans, NEVER)
    enough = held.share >= threshold[held.span]
    np.minimum.at(reached, held.span[enough], held.rank[enough])
    return reached


def _best_of_items(evidence: Evidence, alternative: Ints, share: Floats, best_rank: Ints, rank: Ints) -> Matched:
    """Fold alternatives into items: the first rank of any, and the best share with the first rank that has it."""
    count = len(evidence.item_query)
    first, best, best_at = np.full(count, NEVER), np.zeros(count), np.full(count, NEVER)
    item = evidence.alternative_item[alternative]
    np.minimum.at(first, item, rank)
    np.maximum.at(best, item, share)
    attains = (share > 0) & (share == best[item])
    np.minimum.at(best_at, item[attains], best_rank[attains])
    return Matched(rank=first, best_share=best, best_rank=best_at)


def _share(held: Ints, whole: Ints) -> Floats:
    """Divide non-blank characters; a span of blanks alone is never held."""
    return np.where(whole > 0, held / np.maximum(whole, 1), 0.0)
