"""What a comparison may and may not be taken to say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from reviewer.comparison import Effect, Side
from reviewer.experiment.statements import statements
from tests.action.samples import effect


def controls(before: float, after: float, lost: int = 0) -> Effect:
    """Give the effect on 41 controls."""
    sides = [Side(part=41 * mean, whole=41, mean=mean) for mean in (before, after)]
    return replace(effect("control", lost, queries=41), baseline=sides[0], candidate=sides[1])


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (controls(0.9, 0.9), "Controls hold: 0 of 41 lost."),
        (controls(0.0, 0.1), "Controls hold: 0 of 41 lost."),
        (controls(0.0, 0.0), "Controls say nothing: success@5 is 0 of 41 in both arms."),
        (controls(0.9, 0.8, lost=4), "Not a boundary effect: 4 of 41 controls lost."),
    ],
)
def test_controls_hold_only_where_there_was_something_to_lose(found: Effect, told: str) -> None:
    """Of how many is always said."""
    assert statements([found], [found], [], 5) == (told,)
