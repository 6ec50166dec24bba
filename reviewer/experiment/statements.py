"""What a comparison may and may not be taken to say, in sentences that stand above its tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reviewer.comparison import ALL, BOUNDARY_ANY, Effect, controls_lost
from reviewer.queries import CONTROL
from reviewer.reports.result import ItemChange


def statements(
    effects: Sequence[Effect], judged: Sequence[Effect], changes: Sequence[ItemChange], k: int
) -> tuple[str, ...]:
    """Give the sentences for one comparison.

    Args:
        effects: As reported, over all phases.
        judged: Of the real grids alone.
        changes: Every item that changed.
        k: Where lists are cut.

    """
    measure = f"success@{k}"
    return (*_of_controls(judged, measure), *_of_noise(effects, measure), *_of_approximation(changes))


def _of_controls(effects: Sequence[Effect], measure: str) -> Iterator[str]:
    lost = controls_lost(effects, measure)
    if lost:
        yield f"{lost[0].upper()}{lost[1:]}."
        return
    for effect in effects:
        if (effect.slice, effect.measure) == (CONTROL, measure) and effect.queries:
            found = effect.baseline.mean or effect.candidate.mean
            yield f"Controls hold: 0 of {effect.queries} lost." if found else _silent(effect)


def _silent(effect: Effect) -> str:
    return f"Controls say nothing: {effect.measure} is 0 of {effect.queries} in both arms."


def _of_noise(effects: Sequence[Effect], measure: str) -> Iterator[str]:
    """Forbid ascribing a difference that shifting the grid brings by itself."""
    found = {one.slice: one for one in effects if one.measure == measure and one.queries}
    effect = found.get(BOUNDARY_ANY) or found.get(ALL)
    if effect is None or effect.floor is None or not effect.difference or not effect.floor.hides(effect.difference):
        return
    yield (
        f"Within the noise floor: shifting the baseline's grid alone moves {measure} by up to "
        f"{100 * effect.floor.spread:.1f} points, the candidate by {100 * abs(effect.difference):.1f}."
    )


def _of_approximation(changes: Sequence[ItemChange]) -> Iterator[str]:
    lost = [one for one in changes if one.change == "lost"]
    only = sum(one.approximate for one in lost)
    if only:
        yield f"{only} of {len(lost)} lost items are lost only under approximate search; exact search finds them."
