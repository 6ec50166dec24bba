"""A run: the ranked hits of one arm for all queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.spans import Place

SCORE_DIGITS = 6
"""Scores are rounded to 1e-6 before ranking."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One ranked chunk; `rank` starts at 1, `score` is the arm's own (cosine unless it says otherwise)."""

    rank: int
    document: str
    start: int
    end: int
    score: float
    chunk: str | None = None

    @property
    def place(self) -> Place:
        """Where the chunk lies."""
        return Place(self.document, self.start, self.end)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """Ranked hits by query id; a query that found nothing is there with an empty list."""

    arm: str
    fingerprint: str
    depth: int
    hits: Mapping[str, tuple[Hit, ...]]
    phase: int = 0
