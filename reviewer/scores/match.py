"""The match table: the only source of item-level results."""

from __future__ import annotations

from dataclasses import dataclass

MIN_COVERAGE = 0.8
"""The share of a span's non-blank characters that makes a match, unless a rule says otherwise."""

SINGLE, UNION = "single", "union"
"""Judge each passage alone, or the union of the first k."""


@dataclass(frozen=True, slots=True, order=True)
class MatchRule:
    """What counts as a match: judged in `single` passages or their `union`, from which share, within how many tokens.

    `budget` None means that whole passages are judged, however long; `min_coverage` None the configured threshold.
    """

    match: str = SINGLE
    min_coverage: float | None = None
    budget: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """How one evidence item fared in one arm.

    `rank` is that of the first passage whose share reaches `min_coverage` (None: none within depth);
    `best_share` is the largest share any passage held, first reached at `best_rank` (None: nothing held any).
    `match` and `budget` are those of the rule that judged.
    """

    query: str
    item: int
    arm: str
    phase: int
    rank: int | None
    best_share: float
    best_rank: int | None
    match: str = SINGLE
    min_coverage: float = MIN_COVERAGE
    budget: int | None = None

    @property
    def rule(self) -> MatchRule:
        """The rule that judged, with its threshold."""
        return MatchRule(self.match, self.min_coverage, self.budget)


@dataclass(frozen=True, slots=True)
class Score:
    """A measure's value for one query, kept as part and whole so that means can be recomputed.

    `whole` None means the measure does not apply to the query (not answerable); a whole of 0 has value 0.
    """

    part: float
    whole: float | None

    @property
    def value(self) -> float | None:
        """The part over the whole, 0 where the whole is 0, None where the measure does not apply."""
        if self.whole is None:
            return None
        return self.part / self.whole if self.whole else 0.0
