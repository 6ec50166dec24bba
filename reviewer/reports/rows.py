"""The table of arms as rows of texts, the same for every format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from reviewer.reports.exploring import LATENCY
from reviewer.reports.result import ArmResult, Result
from reviewer.reports.treatments import treatment_of
from reviewer.reports.words import DASH, number, signed, splitter_value

PAIR = 2
GIVEN = "given_p95_ms"
"""The latency that another system measured, under its name in `costs.*.times`."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table of arms: a name, a value for each arm, and the change where there are two."""

    name: str
    values: tuple[str, ...]
    change: str


@dataclass(frozen=True, slots=True)
class _Figure:
    name: str
    value: Callable[[ArmResult], float | None]
    digits: int = 3
    relative: bool = False
    compares: bool = True
    """Whether a difference says anything of the arms; a clock differs by what was cached and by the machine's load."""


def arm_rows(result: Result) -> tuple[Row, ...]:
    """Give the rows: overlap, what is recovered, what is repeated, and what it costs."""
    figures = (
        _row(figure, result.arms)
        for figure in _figures(result)
        if any(figure.value(arm) is not None for arm in result.arms)
    )
    return (*_treatments(result.arms), *figures)


def _treatments(arms: tuple[ArmResult, ...]) -> tuple[Row, ...]:
    """Name the treatments, where any arm has one."""
    told = [treatment_of(arm.manifest) for arm in arms]
    return (Row("treatments", tuple(one or DASH for one in told), ""),) if any(told) else ()


def _inflation(result: Result) -> list[_Figure]:
    """Give what the prompt grows to, where treatments differ: against the first arm."""
    name, first = f"prompt_tokens@{result.k}", result.arms[0]
    whole = first.measures[name].mean if name in first.measures else None
    if not whole or len({treatment_of(arm.manifest) for arm in result.arms}) == 1:
        return []

    def value(arm: ArmResult) -> float | None:
        mean = arm.measures[name].mean if name in arm.measures else None
        return None if mean is None else mean / whole

    return [_Figure(f"prompt inflation · times the prompt of {first.name}", value, 2)]


def _row(figure: _Figure, arms: tuple[ArmResult, ...]) -> Row:
    values = [figure.value(arm) for arm in arms]
    change = _change(figure, *values) if figure.compares and len(values) == PAIR else ""
    return Row(figure.name, tuple(number(value, figure.digits) for value in values), change)


def _change(figure: _Figure, before: float | None, after: float | None) -> str:
    if before is None or after is None:
        return DASH
    if figure.relative:
        return f"{signed(100 * (after - before) / before, 0)} %" if before else DASH
    return signed(after - before, figure.digits)


def _figures(result: Result) -> list[_Figure]:
    k = result.k
    measures = [
        _measured(f"success@{k}", "all evidence in one passage each"),
        _measured(f"recall@{k}", "evidence items matched"),
        _measured(f"recall(match=union)@{k}", "the same over the joined passages"),
        *(_measured(name) for name in result.arms[0].measures if name.startswith("recall@") and name.endswith("t")),
        _measured(f"char_recall@{k}", "evidence characters"),
        _measured(f"ndcg@{k}"),
        _measured(f"pair_overlap@{k}", "shared by two passages"),
        _measured(f"redundancy@{k}", "read before"),
        _measured(f"prompt_tokens@{k}", digits=0, relative=True),
    ]
    return [
        _Figure(_configured(result.arms), lambda arm: _whole(splitter_value(arm, "overlap")), 0),
        _Figure("overlap, realised (tokens)", _realised, 1),
        _Figure(f"boundary labels it can split, of {result.arms[0].boundary_labels}", _can_split, 0),
        *measures,
        *_inflation(result),
        _Figure("chunks", lambda arm: arm.chunks, 0, relative=True),
        _Figure("embedded tokens", lambda arm: _cost(result, arm, "embedded_tokens"), 0, relative=True),
        _Figure("vectors, MB", lambda arm: _cost(result, arm, "vector_bytes", 1e-6), 2, relative=True),
        _Figure("seconds to build, this run", lambda arm: _seconds(result, arm), 1, compares=False),
        _asked_again(result),
        _Figure("milliseconds a search, 95 of 100 · as its system says", lambda arm: _time(result, arm, GIVEN), 1),
        _Figure(f"exact first {k} that the index finds", _found_by_index, 4),
    ]


def _configured(arms: tuple[ArmResult, ...]) -> str:
    """Name the row with the unit that its figures count, or with each arm's where they differ."""
    units = dict.fromkeys(str(unit) for arm in arms if (unit := splitter_value(arm, "unit")))
    return f"overlap, configured ({' / '.join(units)})" if units else "overlap, configured"


def _asked_again(result: Result) -> _Figure:
    """Give how long this machine took to search."""
    name = "milliseconds a search, 95 of 100 · asked again"
    return _Figure(name, lambda arm: _time(result, arm, LATENCY), 2, compares=False)


def _measured(name: str, explained: str = "", *, digits: int = 3, relative: bool = False) -> _Figure:
    def value(arm: ArmResult) -> float | None:
        return arm.measures[name].mean if name in arm.measures else None

    return _Figure(f"{name} · {explained}" if explained else name, value, digits, relative)


def _realised(arm: ArmResult) -> float | None:
    tokens = arm.realised_overlap.get("tokens")
    return _whole(tokens.get("mean")) if isinstance(tokens, Mapping) else None


def _whole(value: object) -> float | None:
    return float(value) if isinstance(value, (int, float)) else None


def _cost(result: Result, arm: ArmResult, name: str, factor: float = 1) -> float | None:
    cost = result.costs.get(arm.name)
    value = None if cost is None else getattr(cost, name)
    return None if value is None else factor * float(value)


def _can_split(arm: ArmResult) -> float | None:
    return arm.can_split if arm.boundary_labels else None


def _time(result: Result, arm: ArmResult, name: str) -> float | None:
    cost = result.costs.get(arm.name)
    return None if cost is None else cost.times.get(name)


def _found_by_index(arm: ArmResult) -> float | None:
    return None if arm.ann_recall is None else arm.ann_recall.mean


def _seconds(result: Result, arm: ArmResult) -> float | None:
    cost = result.costs.get(arm.name)
    if cost is None:
        return None
    spent = [seconds for name, seconds in cost.times.items() if name.endswith("_seconds")]
    return sum(spent) if spent else None
