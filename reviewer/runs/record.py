"""What one line of a run says, whatever format it was written in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from reviewer.runs.run import Hit, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One hit of a query, or that it has none; `place` names file and line.

    `filters` and `latency` (milliseconds) are those of the query, None where this record says nothing of them.
    """

    place: str
    query: str
    hit: Hit | None
    arm: str = ""
    phase: int = 0
    transformation: str = ""
    filters: Mapping[str, str] | None = None
    latency: float | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """A run as it was read: `places` names file and line of a hit by query and rank, `notes` say what was assumed."""

    run: Run
    places: Mapping[tuple[str, int], str]
    notes: tuple[str, ...] = ()
