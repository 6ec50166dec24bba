"""All that measures read, for all queries of one arm at once; what several measures need is worked out once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from reviewer.errors import ScoreError
from reviewer.passages import Passage
from reviewer.queries import Query
from reviewer.runs import Hit
from reviewer.scores.chunk_places import ChunkPlaces
from reviewer.scores.coverage import CorpusLine, Ints, Spans
from reviewer.scores.evidence import evidence_of, is_judged
from reviewer.scores.hit_vectors import HitVectors
from reviewer.scores.match import MIN_COVERAGE, MatchRule
from reviewer.scores.matching import Matched, judge_items
from reviewer.scores.measure import Cut, Measure
from reviewer.scores.sent import Sent, sent_of
from reviewer.scores.structural_units import StructuralUnits
from reviewer.scores.tokens import PromptTokens
from reviewer.spans import Place

Floats = NDArray[np.float64]
PartWhole = tuple[Floats | Ints, Floats | Ints]
"""A measure of every query: parts and wholes, float64 or int64 [queries] each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What scoring needs besides queries and passages.

    `depth` is how deep the arm looked; `tokens` is needed by budgets and prompt sizes, `chunks` by
    `precision_omega` and `intact`, `hits` (the raw ranked lists by query id) by `prompt_inflation`, `units` by
    `unique_units`. Without `vectors`, and where the chunks are `partial` (those alone that were hit), the
    measures that read them are not available.
    """

    arm: str
    line: CorpusLine
    depth: int
    phase: int = 0
    min_coverage: float = MIN_COVERAGE
    tokens: PromptTokens | None = None
    chunks: ChunkPlaces | None = None
    hits: Mapping[str, Sequence[Hit]] | None = None
    units: StructuralUnits | None = None
    vectors: HitVectors | None = None
    partial: bool = False


class Board:
    """The judged queries of one arm as columns."""

    __slots__ = ("_matched", "_passages", "_sent", "_within", "context", "evidence")

    def __init__(self, queries: Sequence[Query], passages: Mapping[str, Sequence[Passage]], context: Context) -> None:
        """Lay out evidence and passages; queries that are not judged are left out."""
        judged = [query for query in queries if is_judged(query)]
        self.context = context
        self.evidence = evidence_of(judged, context.line)
        self._sent = sent_of(self.evidence.queries, passages, context.line, arm=context.arm)
        self._passages = [passages[query] for query in self.evidence.queries]
        self._within: dict[Cut, Sent] = {Cut(): self._sent}
        self._matched: dict[MatchRule, Matched] = {}

    @property
    def queries(self) -> int:
        """The number of judged queries."""
        return len(self.evidence.queries)

    def within(self, cut: Cut) -> Sent:
        """Give what the cut leaves of every ranked list; looking deeper than the arm did is a ScoreError."""
        if cut.passages is not None and cut.passages > self.context.depth:
            raise ScoreError(
                f"{self.context.arm}: @{cut.passages} looks deeper than depth {self.context.depth}",
                "Raise `depth`, or ask for a smaller k.",
            )
        if cut not in self._within:
            if cut.tokens is not None:
                self._within[cut] = self._sent.within_tokens(cut.tokens, self.tokens(cut))
            else:
                self._within[cut] = self._sent.within_passages(cut.passages or 0)
        return self._within[cut]

    def tokens(self, asked: object) -> PromptTokens:
        """Give the prompt tokenizer's counts; without them budgets and prompt sizes cannot be computed."""
        if self.context.tokens is None:
            raise ScoreError(f"{asked} needs the prompt tokenizer", "Configure `prompt_tokenizer`.")
        return self.context.tokens

    def chunks(self, measure: Measure) -> ChunkPlaces:
        """Give the arm's chunks; without them the measure cannot be computed."""
        if self.context.chunks is None:
            raise ScoreError(f"{measure} needs the arm's chunks", "Give `chunks-<arm>.jsonl` beside the run.")
        return self.context.chunks

    def units(self, measure: Measure) -> StructuralUnits:
        """Give the structural units of the corpus; without them the measure cannot be computed."""
        if self.context.units is None:
            raise ScoreError(f"{measure} needs the structure of the documents", "Score with the corpus at hand.")
        return self.context.units

    def first_passages(self, measure: Measure) -> list[Sequence[Passage]]:
        """Give the first k passages of each query."""
        return [ranked[: measure.cut.passages] for ranked in self._passages]

    def hits_within(self, measure: Measure) -> tuple[Ints, list[Place]]:
        """Give the places of the distinct hits behind the first k passages, with their queries, int64 [n]."""
        if self.context.hits is None:
            raise ScoreError(f"{measure} needs the raw hits", "Give the run that the passages came from.")
        owners: list[int] = []
        places: list[Place] = []
        for at, passages in enumerate(self.first_passages(measure)):
            hits = self.context.hits[self.evidence.queries[at]]
            ranks = {rank for passage in passages for rank in passage.hits}
            owners += [at] * len(ranks)
            places += [hits[rank - 1].place for rank in sorted(ranks)]
        return np.array(owners, dtype=np.int64), places

    def matched(self, rule: MatchRule) -> Matched:
        """Judge every item by a rule, once; the configured threshold stands in where the rule names none."""
        full = self.resolve(rule)
        if full not in self._matched:
            self._matched[full] = judge_items(self.evidence, self.within(Cut(tokens=full.budget)), full)
        return self._matched[full]

    def resolve(self, rule: MatchRule) -> MatchRule:
        """Put the configured threshold where the rule names none."""
        return replace(rule, min_coverage=self.context.min_coverage) if rule.min_coverage is None else rule

    def on_line(self, query: Ints, document: Ints, spans: Spans) -> Spans:
        """Move spans of the board's documents onto the lines of their queries."""
        return self.context.line.place(query, document, spans, f"passages of {self.context.arm}")

    def per_query(self, query: Ints, values: Floats | Ints) -> Floats:
        """Sum values by query, float64 [queries]."""
        return np.bincount(query, weights=values, minlength=self.queries).astype(np.float64)
