"""A run: the ranked hits of one arm for all queries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

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
    """Ranked hits by query id; a query that found nothing is there with an empty list.

    What another system may say besides: `transformation`, its version of the way from document to chunk; by query the
    `filters` it applied and the `latency` it measured, in milliseconds.
    """

    arm: str
    fingerprint: str
    depth: int
    hits: Mapping[str, tuple[Hit, ...]]
    phase: int = 0
    transformation: str = ""
    filters: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    latency: Mapping[str, float] = field(default_factory=dict)
