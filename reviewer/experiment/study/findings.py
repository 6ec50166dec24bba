"""Measured arms in; whether there is a boundary failure, and what each cure bought, for which slice, at what cost, out.

Cures are compared with windows without overlap, treatments with the arm they are put on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from reviewer.comparison import Interval
from reviewer.comparison.significance import holm
from reviewer.experiment.study.measuring import Cost, Difference, Measured, Price, Sets, apart

FEWEST = 8
"""A slice of fewer queries is not looked at by itself."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """How boundary questions and controls fare without overlap, and how far apart the two changes are."""

    boundary: Difference
    controls: Difference
    apart: Interval | None

    @property
    def holds(self) -> bool:
        """Whether boundary questions fall, controls do not, and the first by more than the second."""
        return self.boundary.worse and self.controls_hold and self.apart is not None and self.apart.high < 0

    @property
    def controls_hold(self) -> bool:
        """Whether there are controls, and no loss of theirs is told."""
        return self.controls.queries > 0 and not self.controls.worse


@dataclass(frozen=True, slots=True, kw_only=True)
class Cure:
    """One cure: what it changes at k and at equal prompt tokens, on which slices, and both prices.

    `clear` names the slices in which a direction is told after Holm's adjustment over all cures and slices.
    """

    name: str
    arm: str
    against: str
    at_k: Difference
    at_budget: Difference
    controls: Difference
    slices: Mapping[str, Difference]
    before: Price
    after: Price
    clear: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Advised:
    """An arm that is advised: what it brings over what runs today, and both prices; `same` where it is today's."""

    arm: str
    most: str
    over_today: Difference
    today: Price
    price: Price

    @property
    def same(self) -> bool:
        """Whether nothing is to be changed."""
        return self.arm == self.over_today.against


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """An arm that was run: its success where arms are chosen and where they are reported, there also at a budget."""

    arm: str
    on_chosen: float
    on_reported: float
    at_budget: float
    price: Price


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """All that the page says, in numbers; `left_out` names the treatments that are configured and not studied."""

    sets: Sets
    k: int
    budget: int
    proof: Proof
    today: str = ""
    cures: tuple[Cure, ...] = ()
    structure_against_overlap: Difference | None = None
    interaction: tuple[str, ...] = ()
    at_k: Advised | None = None
    at_budget: Advised | None = None
    left_out: str = ""
    tried: tuple[Tried, ...] = ()


def proof_of(measured: Measured, high: str, low: str, sets: Sets) -> Proof:
    """Compare no overlap with the high one, on every boundary question and every control."""
    measure = f"success@{measured.k}"
    boundary = measured.difference(low, high, measure, sets.boundary)
    controls = measured.difference(low, high, measure, sets.controls)
    return Proof(boundary=boundary, controls=controls, apart=apart(boundary, controls))


def cure_of(measured: Measured, sets: Sets, budget: int, name: str, arms: tuple[str, str]) -> Cure:
    """Measure one cure, `arms` being the arm with it and the one without, on the queries that are reported on."""
    arm, against = arms
    at_k, at_budget = f"success@{measured.k}", f"recall@{budget}t"
    held = set(sets.slices.get("control", sets.controls))
    controls = tuple(query for query in sets.controls if query in held)
    return Cure(
        name=name,
        arm=arm,
        against=against,
        at_k=measured.difference(arm, against, at_k, sets.reported),
        at_budget=measured.difference(arm, against, at_budget, sets.reported),
        controls=measured.difference(arm, against, at_k, controls),
        slices={
            one: measured.difference(arm, against, at_k, queries)
            for one, queries in sets.slices.items()
            if len(queries) >= FEWEST
        },
        before=measured.price(against),
        after=measured.price(arm),
    )


def tried(measured: Measured, sets: Sets, budget: int) -> tuple[Tried, ...]:
    """Give the figures of every arm, in the order of the stages."""
    at_k, at_budget = f"success@{measured.k}", f"recall@{budget}t"
    return tuple(
        Tried(
            arm=arm,
            on_chosen=measured.mean(arm, at_k, sets.chosen),
            on_reported=measured.mean(arm, at_k, sets.reported),
            at_budget=measured.mean(arm, at_budget, sets.reported),
            price=measured.price(arm),
        )
        for arm in measured.arms
    )


def cleared(cures: tuple[Cure, ...]) -> tuple[Cure, ...]:
    """Mark the slices that are told apart, adjusted as one family."""
    family = {f"{at}\x1f{name}": found.p_value for at, cure in enumerate(cures) for name, found in cure.slices.items()}
    level = 1 - (cures[0].at_k.interval.level if cures and cures[0].at_k.interval else 0.95)
    adjusted = holm(family)
    return tuple(
        replace(cure, clear=tuple(name for name in cure.slices if adjusted[f"{at}\x1f{name}"] <= level))
        for at, cure in enumerate(cures)
    )


def advised(measured: Measured, sets: Sets, today: str, measure: str, cost: Callable[[Price], Cost]) -> Advised:
    """Choose among all arms by a measure on the queries that choose; tell what it brings on those reported on."""
    chosen = measured.choose(measured.arms, measure, sets.chosen, cost)
    return Advised(
        arm=chosen.arm,
        most=chosen.most,
        over_today=measured.difference(chosen.arm, today, measure, sets.reported),
        today=measured.price(today),
        price=measured.price(chosen.arm),
    )
