"""Controls: queries that overlap has no reason to change. When they are lost, boundaries are not to blame."""

from __future__ import annotations

from collections.abc import Iterable

from reviewer.comparison.effect import Effect
from reviewer.queries import CONTROL


def controls_lost(effects: Iterable[Effect], measure: str) -> str | None:
    """Say that controls were lost, as the first line of a report; None when none was.

    Args:
        effects: All effects of a comparison.
        measure: A fold of the match table, such as `success@5`.

    """
    for effect in effects:
        if (effect.slice, effect.measure) == (CONTROL, measure) and effect.lost_for_gates:
            return f"not a boundary effect: {effect.lost_for_gates} of {effect.queries} controls lost"
    return None
