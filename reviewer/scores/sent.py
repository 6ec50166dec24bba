"""What one arm sends for all queries, as columns, and its cuts after k passages or a budget of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from reviewer.errors import ScoreError
from reviewer.passages import Passage
from reviewer.scores.coverage import CorpusLine, Ints, Spans
from reviewer.scores.tokens import PromptTokens

PAIRS_AT_ONCE = 2_000_000
"""Rows of a join that are held in memory at a time."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sent:
    """Places in the order they are sent, one row a place, sorted by (query, rank)."""

    queries: int
    query: Ints
    rank: Ints
    document: Ints
    spans: Spans

    @property
    def first(self) -> Ints:
        """The row at which each query begins, int64 [queries + 1]."""
        return np.searchsorted(self.query, np.arange(self.queries + 1))

    def rows(self, chosen: Ints) -> Sent:
        """Keep the rows of those numbers, in their order."""
        return Sent(
            queries=self.queries,
            query=self.query[chosen],
            rank=self.rank[chosen],
            document=self.document[chosen],
            spans=Spans(self.spans.starts[chosen], self.spans.ends[chosen]),
        )

    def within_passages(self, k: int) -> Sent:
        """Keep the first k passages of each query."""
        return self.rows(np.flatnonzero(self.rank <= k))

    def within_tokens(self, budget: int, tokens: PromptTokens) -> Sent:
        """Keep what `budget` prompt tokens hold, repeats counted each time; the crossing place is cut."""
        sizes = tokens.count(self.document, self.spans)
        reached = np.cumsum(sizes)
        before = reached - sizes
        first = self.first
        nonempty = np.flatnonzero(first[1:] > first[:-1])
        spent_earlier = np.zeros(self.queries, np.int64)
        spent_earlier[nonempty] = before[first[nonempty]]
        left = budget - (before - spent_earlier[self.query])
        ends = self.spans.ends.copy()
        crossing = np.flatnonzero((left > 0) & (sizes > left))
        places = Spans(self.spans.starts[crossing], self.spans.ends[crossing])
        ends[crossing] = tokens.cut(self.document[crossing], places, left[crossing])
        cut = Sent(
            queries=self.queries,
            query=self.query,
            rank=self.rank,
            document=self.document,
            spans=Spans(self.spans.starts, ends),
        )
        return cut.rows(np.flatnonzero((left > 0) & (ends > self.spans.starts)))


def sent_of(queries: Sequence[str], passages: Mapping[str, Sequence[Passage]], line: CorpusLine, *, arm: str) -> Sent:
    """Lay out the passages of an arm; a query that was never asked, and ranks with gaps, are ScoreErrors."""
    missing = [query for query in queries if query not in passages]
    if missing:
        raise ScoreError(
            f"{arm}: no ranked list for {len(missing)} judged queries, such as {', '.join(missing[:5])}",
            "A query that found nothing has an empty list; one that is missing was never asked.",
        )
    lists = [passages[query] for query in queries]
    flat = [passage for ranked in lists for passage in ranked]
    places = [place for passage in flat for place in passage.places]
    sizes, parts = _column(map(len, lists)), _column(len(passage.places) for passage in flat)
    query, rank = np.repeat(np.arange(len(lists)), sizes), _column(passage.rank for passage in flat)
    odd = np.flatnonzero(rank != np.arange(len(flat)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + 1)
    if len(odd):
        raise ScoreError(
            f"{arm}: ranks of query {queries[query[odd[0]]]!r} are not 1, 2, 3 …", "Rank passages without a gap."
        )
    sent = Sent(
        queries=len(queries),
        query=np.repeat(query, parts),
        rank=np.repeat(rank, parts),
        document=line.documents([place.document for place in places], f"passages of {arm}"),
        spans=Spans(_column([place.start for place in places]), _column([place.end for place in places])),
    )
    line.place(sent.query, sent.document, sent.spans, f"passages of {arm}")
    return sent


def _column(values: Iterable[int]) -> Ints:
    return np.array(list(values), dtype=np.int64)


def join(counts: Ints, firsts: Ints) -> Iterator[tuple[Ints, Ints]]:
    """Pair each left row with its run of right rows, in blocks that fit into memory.

    Args:
        counts: int64 [n], how many right rows belong to each left row.
        firsts: int64 [n], the first of them.

    Yields:
        Left rows and right rows, int64 [m] each.

    """
    reached = np.cumsum(counts)
    start = 0
    while start < len(counts):
        spent = reached[start - 1] if start else 0
        stop = max(int(np.searchsorted(reached, spent + PAIRS_AT_ONCE, side="right")), start + 1)
        block = counts[start:stop]
        left = np.repeat(np.arange(start, stop), block)
        within = np.arange(len(left)) - np.repeat(np.cumsum(block) - block, block)
        yield left, firsts[left] + within
        start = stop
