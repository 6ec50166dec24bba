"""Evaluated arms in, a judged result out; whoever produced the arms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from reviewer.experiment.assemble import arm_result, cost_of, query_results
from reviewer.experiment.compare import Evaluated, compare
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.evaluate import Ruler
from reviewer.experiment.judge import not_judged, verdict_of
from reviewer.experiment.material import Material
from reviewer.experiment.produce import Produced
from reviewer.gates import needed_effects
from reviewer.labels import State
from reviewer.reports.result import ArmResult, Integrity, Result
from reviewer.scores import is_judged


@dataclass(frozen=True, slots=True, kw_only=True)
class Arms:
    """The arms of a run, baseline first, with how each was produced where we produced it."""

    evaluated: tuple[Evaluated, ...]
    produced: Mapping[str, Produced]
    findings: tuple[str, ...] = ()


def conclude(
    configuration: Configuration,
    material: Material,
    shared: Ruler,
    arms: Arms,
    *,
    candidate: str | None,
    today: date,
) -> Result:
    """Compare the candidate with the baseline, judge the gates, and put everything into one result.

    With several candidates and none named it is a frontier: every candidate is compared, nothing is judged.
    """
    evaluated = arms.evaluated
    chosen = _chosen(evaluated, candidate)
    comparisons = tuple(
        compare(
            evaluated[0],
            one,
            material.queries,
            shared,
            factor=configuration.factor,
            wanted=needed_effects(configuration.gates, configuration.rules.k),
        )
        for one in chosen
    )
    results = tuple(_arm(one, arms, chosen, material, shared) for one in evaluated)
    integrity = _integrity(configuration, material, arms.findings)
    costs = {name: cost_of(one) for name, one in arms.produced.items()}
    if len(comparisons) == 1:
        verdict = verdict_of(configuration, material, comparisons[0], results, costs=costs, today=today)
    else:
        verdict = not_judged(integrity.answerable)
    return Result(
        title=_title(material),
        k=configuration.rules.k,
        depth=configuration.rules.depth,
        min_coverage=configuration.rules.min_coverage,
        arms=results,
        comparisons=comparisons,
        queries=query_results(evaluated, material.queries),
        verdict=verdict,
        integrity=integrity,
        costs=costs,
    )


def _chosen(evaluated: Sequence[Evaluated], candidate: str | None) -> tuple[Evaluated, ...]:
    if candidate is None:
        return tuple(evaluated[1:])
    return tuple(one for one in evaluated if one.name == candidate)


def _arm(one: Evaluated, arms: Arms, chosen: Sequence[Evaluated], material: Material, shared: Ruler) -> ArmResult:
    role = "baseline" if one is arms.evaluated[0] else ("candidate" if one in chosen else "arm")
    return arm_result(
        one,
        arms.produced.get(one.name),
        role=role,
        queries=material.queries,
        corpus=material.corpus,
        shared=shared,
    )


def _title(material: Material) -> str:
    return ", ".join(one.name for one in material.sets)


def _integrity(configuration: Configuration, material: Material, findings: Sequence[str]) -> Integrity:
    """Say what the figures stand on, and which labels were left out."""
    outdated = [one for staleness in material.staleness for one in staleness.outdated]
    answerable = sum(map(is_judged, material.queries))
    return Integrity(
        corpus=material.corpus.fingerprint,
        documents=len(material.corpus),
        passed_over=len(material.corpus.passed_over),
        labels=material.fingerprint,
        judged=len(material.queries),
        answerable=answerable,
        not_answerable=len(material.queries) - answerable,
        left_out=tuple((one.label.id, str(one.state)) for one in outdated),
        to_confirm=sum(len(staleness.of(State.TO_CONFIRM)) for staleness in material.staleness),
        findings=tuple(findings),
        configuration=configuration.fingerprint,
    )
