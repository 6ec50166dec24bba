"""The match table: the only source of item-level results."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """How one evidence item fared in one arm.

    `rank` is that of the first passage whose share reaches `min_coverage` (None: none within depth);
    `best_share` is the largest share any passage held, first reached at `best_rank` (None: nothing held any).
    """

    query: str
    item: int
    arm: str
    phase: int
    rank: int | None
    best_share: float
    best_rank: int | None


@dataclass(frozen=True, slots=True)
class Score:
    """A measure's value for one query, kept as part and whole so that means can be recomputed.

    `whole` None means the measure does not apply to the query (not answerable); a whole of 0 has value 0.
    """

    part: float
    whole: float | None

    @property
    def value(self) -> float | None:
        """part / whole, 0 where the whole is 0, None where the measure does not apply."""
        if self.whole is None:
            return None
        return self.part / self.whole if self.whole else 0.0
