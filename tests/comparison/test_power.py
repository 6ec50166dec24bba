"""What a set can see is worked out exactly, and is what a simulation finds."""

import numpy as np
import pytest

from reviewer.comparison import power, smallest_visible
from reviewer.comparison.clusters import planned_design_effect
from reviewer.comparison.power import _most_gains
from reviewer.comparison.significance import mcnemar


@pytest.mark.parametrize(("pairs", "wins"), [(158, 0.6), (37, 0.7), (18, 0.8), (8, 0.9)])
def test_power_of_the_sign_test_equals_published_sizes(pairs: int, wins: float) -> None:
    """Discordant pairs for 80 % power, one-sided 5 % (dotnet/skills#1027): 158, 37, 18, 8."""
    assert power(pairs, 2 * wins - 1, gains_share=1 - wins, level=0.1) >= 0.8


def test_power_is_what_a_simulation_finds() -> None:
    """Power is what a simulation of the same plan finds."""
    n, effect, gains = 120, 0.08, 0.2
    changed = effect / (1 - 2 * gains)
    counts = np.random.default_rng(5).multinomial(n, [changed * 0.8, changed * 0.2, 1 - changed], size=4000)
    found = {pair: mcnemar(*pair) <= 0.05 and pair[0] > pair[1] for pair in map(tuple, counts[:, :2].tolist())}
    seen = np.mean([found[pair] for pair in map(tuple, counts[:, :2].tolist())])
    assert power(n, effect, gains_share=gains) == pytest.approx(seen, abs=0.025)


def test_the_smallest_visible_loss_has_the_power_asked_for() -> None:
    """The smallest visible loss has 80 % power, and falls as the set grows."""
    losses = [smallest_visible(n, gains_share=0.2) for n in (42, 100, 200, 500)]
    assert losses == sorted(losses, reverse=True)  # type: ignore[type-var]  # none of them is None
    assert power(200, losses[2] or 0.0, gains_share=0.2) == pytest.approx(0.8, abs=0.01)


def test_a_set_too_small_sees_nothing() -> None:
    """A set of five queries cannot confirm even that all are lost."""
    assert smallest_visible(5, gains_share=0.0) is None
    assert smallest_visible(0, gains_share=0.2) is None
    assert smallest_visible(6, gains_share=0.0) is not None


def test_documents_with_many_queries_see_less() -> None:
    """Documents with many queries see less than as many single ones."""
    effect = planned_design_effect(np.full(25, 4.0), 0.1)
    assert effect == pytest.approx(1.3)
    assert planned_design_effect(np.ones(100), 0.1) == 1.0
    alone, grouped = (
        smallest_visible(100, gains_share=0.2),
        smallest_visible(100, gains_share=0.2, design_effect=effect),
    )
    assert alone is not None
    assert grouped is not None
    assert grouped > alone


@pytest.mark.parametrize("level", [0.05, 0.1, 0.01])
def test_the_critical_value_is_the_last_that_the_level_allows(level: float) -> None:
    """For every number of changed queries the most gains is the last that the level allows."""
    for changed, most in enumerate(_most_gains(300, level).tolist()):
        assert most < 0 or mcnemar(changed - most, most) <= level + 1e-12
        assert most + 1 > changed / 2 or mcnemar(changed - most - 1, most + 1) > level
