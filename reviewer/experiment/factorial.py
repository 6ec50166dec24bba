"""Arms that cross two factors in, what each factor does alone and with the other out, in numbers and in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from reviewer.comparison import ALL, BOUNDARY_ANY, Interval, documents_of
from reviewer.comparison.clusters import clusters_of
from reviewer.comparison.estimation import interval_of
from reviewer.errors import ComparisonError
from reviewer.experiment.evaluate import Ruler
from reviewer.experiment.evaluated import Evaluated
from reviewer.experiment.factorial_words import INTERACTION, MAIN, NUMBERED, SIMPLE, sentences
from reviewer.experiment.factors import levels
from reviewer.fingerprint import Plain
from reviewer.queries import Query
from reviewer.reports.result import Contrast, Factorial
from reviewer.reports.treatments import treatment_of
from reviewer.scores import is_judged

TWO = 2
TREATMENT, UNTREATED = "treatment", "no treatment"

Floats = NDArray[np.float64]
Cells = Mapping[tuple[str, str], Floats]
"""Success of each query by the levels of both factors, float64 [queries] each."""

Cell = Callable[[str, str], Floats]
"""Looks up a cell by a level of one factor and one of the other."""


@dataclass(frozen=True, slots=True)
class Crossing:
    """The levels of two factors, baseline first, and the arm at each pair of them."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    arms: Mapping[tuple[str, str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Design:
    """The levels of two factors, baseline first, the arm at each pair, and the queries they are compared on."""

    factors: tuple[str, str]
    first: tuple[str, ...]
    second: tuple[str, ...]
    cells: Cells
    queries: tuple[str, ...]


def factorial(
    arms: Sequence[Evaluated], factors: Sequence[str], queries: Sequence[Query], shared: Ruler
) -> Factorial | None:
    """Give simple effects, main effects and interactions on the boundary queries (on all, where there are none).

    Raises:
        ComparisonError: The arms do not hold every pair of levels exactly once.

    """
    if len(factors) < TWO or len(arms) < TWO:
        return None
    part = BOUNDARY_ANY if any(is_judged(one) and BOUNDARY_ANY in one.slices for one in queries) else ALL
    chosen = [one for one in queries if is_judged(one) and (part == ALL or part in one.slices)]
    measure = f"success@{shared.rules.k}"
    design = _design(arms, (factors[0], factors[1]), measure, tuple(one.id for one in chosen))
    contrasts = tuple(_contrasts(design, documents_of(chosen), shared.rules.statistics.level))
    return Factorial(
        factors=design.factors,
        measure=measure,
        slice=part,
        queries=len(chosen),
        contrasts=contrasts,
        sentences=tuple(sentences(contrasts, design.factors)),
    )


def crossing(arms: Sequence[tuple[str, Mapping[str, Plain]]], factors: Sequence[str]) -> Crossing:
    """Give the levels of two factors and the arm at each pair of them.

    Args:
        arms: Name and manifest of each, baseline first; known before anything is embedded.
        factors: The two that differ between the arms.

    Raises:
        ComparisonError: The arms do not hold every pair of levels exactly once.

    """
    of = levels(dict(arms), factors)
    named = [_labels(arms, {name: both[at] for name, both in of.items()}, factor) for at, factor in enumerate(factors)]
    first, second = (tuple(dict.fromkeys(labels.values())) for labels in named)
    found: dict[tuple[str, str], str] = {}
    for name, _ in arms:
        key = named[0][name], named[1][name]
        if key in found:
            raise ComparisonError(f"two arms have {_pair(factors, key)}", "Give every pair of levels one arm.")
        found[key] = name
    missing = [key for key in product(first, second) if key not in found]
    if missing:
        raise ComparisonError(
            f"no arm has {_pair(factors, missing[0])}", "Two factors are told apart only where every pair has its arm."
        )
    return Crossing(first, second, found)


def _design(arms: Sequence[Evaluated], factors: tuple[str, str], measure: str, queries: tuple[str, ...]) -> _Design:
    crossed = crossing([(arm.name, arm.manifest) for arm in arms], factors)
    values = {arm.name: arm.values(measure, queries) for arm in arms}
    cells = {key: values[name] for key, name in crossed.arms.items()}
    return _Design(factors=factors, first=crossed.first, second=crossed.second, cells=cells, queries=queries)


def _pair(factors: Sequence[str], key: tuple[str, str]) -> str:
    return " with ".join(f"{factor} {level}" for factor, level in zip(factors, key, strict=True))


def _labels(arms: Sequence[tuple[str, Mapping[str, Plain]]], level: Mapping[str, str], factor: str) -> dict[str, str]:
    """Give each arm a name for its level: the value, the splitter's name, or that of the level's first arm."""
    leaders: dict[str, tuple[str, Mapping[str, Plain]]] = {}
    for name, manifest in arms:
        leaders.setdefault(level[name], (name, manifest))
    plain = {one: _plain_label(manifest, factor) for one, (_, manifest) in leaders.items()}
    short = {one: name.partition(".overlap-")[0] for one, (name, _) in leaders.items()}
    labels = {
        one: next((told[one] for told in (plain, short) if _only(told, one)), name)
        for one, (name, _) in leaders.items()
    }
    return {name: labels[level[name]] for name, _ in arms}


def _only(told: Mapping[str, str], level: str) -> bool:
    """Tell whether a level has a label that no other has."""
    return bool(told[level]) and list(told.values()).count(told[level]) == 1


def _plain_label(manifest: Mapping[str, Plain], factor: str) -> str:
    if factor == TREATMENT:
        return treatment_of(manifest) or UNTREATED
    part = manifest.get("splitter" if factor in NUMBERED else factor)
    if not isinstance(part, Mapping):
        return ""
    return str(part.get(factor) if factor in NUMBERED else part.get("name") or "")


def _contrasts(design: _Design, documents: Mapping[str, str], level: float) -> Iterator[Contrast]:
    """Give every contrast, factor by factor; interactions once, from the side of the first factor."""
    clusters, _ = clusters_of(design.queries, documents)

    def contrast(kind: str, factor: str, names: tuple[str, str, str], difference: Floats) -> Contrast:
        binary = kind == SIMPLE and bool(np.isin(difference, (-1.0, 0.0, 1.0)).all())
        interval: Interval = interval_of(difference, clusters, level, binary=binary)
        return Contrast(
            kind=kind,
            factor=factor,
            level=names[0],
            against=names[1],
            at=names[2],
            difference=float(difference.mean()),
            interval=interval,
        )

    for factor, mine, others, cell in _sides(design):
        against = mine[0]
        for one in mine[1:]:
            simple = [cell(one, other) - cell(against, other) for other in others]
            for other, difference in zip(others, simple, strict=True):
                yield contrast(SIMPLE, factor, (one, against, other), difference)
            yield contrast(MAIN, factor, (one, against, ""), np.mean(simple, axis=0))
            if factor == design.factors[0]:
                for other, difference in zip(others[1:], simple[1:], strict=True):
                    yield contrast(INTERACTION, factor, (one, against, other), difference - simple[0])


def _sides(design: _Design) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...], Cell]]:
    """Give the design seen from each factor: its levels, those of the other, and how to look up a cell."""
    yield design.factors[0], design.first, design.second, lambda mine, other: design.cells[mine, other]
    yield design.factors[1], design.second, design.first, lambda mine, other: design.cells[other, mine]
