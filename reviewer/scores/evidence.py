"""The evidence of all queries as columns: items, their alternatives, and the spans of these."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from reviewer.queries import EvidenceItem, EvidenceSpan, Query
from reviewer.scores.coverage import CorpusLine, Ints, Spans, novel, runs


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Evidence:
    """What must be retrieved, one row a span; alternatives and items are numbered over all queries.

    `ink_below` holds, span after span, the non-blank characters below each of its offsets (length + 1 counts);
    `ink_at` is where a span's own counts begin.
    """

    queries: tuple[str, ...]
    item_query: Ints
    item_number: Ints
    alternative_item: Ints
    alternative_spans: Ints
    alternative: Ints
    document: Ints
    spans: Spans
    ink: Ints
    ink_at: Ints
    ink_below: Ints

    @property
    def query(self) -> Ints:
        """The query of each span, int64 [spans]."""
        return self.item_query[self.alternative_item[self.alternative]]

    @property
    def items(self) -> Ints:
        """How many items each query has, int64 [queries]."""
        return np.bincount(self.item_query, minlength=len(self.queries))

    def ink_between(self, span: Ints, starts: Ints, ends: Ints) -> Ints:
        """Count the non-blank characters of `[starts, ends)` inside the spans of those rows, int64 [n]."""
        base = self.ink_at[span] - self.spans.starts[span]
        counts: Ints = self.ink_below[base + ends] - self.ink_below[base + starts]
        return counts

    def pieces(self) -> tuple[Ints, Ints, Spans]:
        """Give the alternatives as sets: of each piece its alternative, its document and its place.

        Spans of one alternative may overlap; no character is in two pieces.
        """
        order = np.lexsort((self.spans.starts, self.document, self.alternative))
        alternative, document = self.alternative[order], self.document[order]
        spans = Spans(self.spans.starts[order], self.spans.ends[order])
        fresh = novel(runs(alternative, document), spans)
        kept = fresh.lengths > 0
        return alternative[kept], document[kept], Spans(fresh.starts[kept], fresh.ends[kept])


def is_judged(query: Query) -> bool:
    """Tell whether measures apply: the query is answerable and has evidence."""
    return query.answerable and bool(query.evidence)


def evidence_of(queries: Sequence[Query], line: CorpusLine) -> Evidence:
    """Lay out the evidence of judged queries; evidence outside the corpus is a ScoreError."""
    items: list[tuple[int, int, EvidenceItem]] = [
        (at, number, item) for at, query in enumerate(queries) for number, item in enumerate(query.evidence)
    ]
    groups = [(at, group) for at, (_, _, item) in enumerate(items) for group in item.alternatives]
    spans: list[tuple[int, EvidenceSpan]] = [(at, span) for at, (_, group) in enumerate(groups) for span in group]
    document = line.documents((span.document for _, span in spans), "labels")
    places = Spans(_column([span.start for _, span in spans]), _column([span.end for _, span in spans]))
    line.place(np.zeros_like(document), document, places, "labels")
    below = [line.nonblank(span.document).below[span.start : span.end + 1] for _, span in spans]
    return Evidence(
        queries=tuple(query.id for query in queries),
        item_query=_column([query for query, _, _ in items]),
        item_number=_column([number for _, number, _ in items]),
        alternative_item=_column([item for item, _ in groups]),
        alternative_spans=_column([len(group) for _, group in groups]),
        alternative=_column([alternative for alternative, _ in spans]),
        document=document,
        spans=places,
        ink=_column([int(counts[-1] - counts[0]) for counts in below]),
        ink_at=np.cumsum(places.lengths + 1) - (places.lengths + 1),
        ink_below=np.concatenate(below) if below else np.zeros(1, np.int64),
    )


def _column(values: Sequence[int]) -> Ints:
    return np.array(values, dtype=np.int64)
