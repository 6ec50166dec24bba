"""Evaluated arms in, a judged result out; whoever produced the arms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from reviewer.experiment.arms import OVERLAP, baseline_words
from reviewer.experiment.assemble import arm_result, query_results, unheld
from reviewer.experiment.causes import Known, with_causes
from reviewer.experiment.compare import Compared, compare
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.evaluate import Ruler
from reviewer.experiment.evaluated import Evaluated
from reviewer.experiment.factorial import factorial
from reviewer.experiment.frontier import frontier
from reviewer.experiment.judge import not_judged, verdict_of
from reviewer.experiment.material import Material
from reviewer.experiment.produced import Produced
from reviewer.fingerprint import Plain
from reviewer.gates import needed_effects
from reviewer.labels import State
from reviewer.reports.footing import is_surprising
from reviewer.reports.result import ArmResult, Cost, Integrity, Result
from reviewer.scores import is_judged
from reviewer.vectors import Embedder

MOST_PASSED_OVER = 100
"""So many of the files that were passed over are named in a result."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arms:
    """The arms of a run, baseline first, with how each was produced where we produced it.

    `lock` is the fingerprint of the lock that they were held to, if there was one. `embedders` say why items were lost.
    """

    evaluated: tuple[Evaluated, ...]
    produced: Mapping[str, Produced] = field(default_factory=dict)
    costs: Mapping[str, Cost] = field(default_factory=dict)
    findings: tuple[str, ...] = ()
    lock: str = ""
    embedders: Mapping[str, Embedder] = field(default_factory=dict)


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
    evaluated, queries = arms.evaluated, material.queries
    compared = _compared(configuration, material, shared, arms, candidate)
    results = tuple(_arm(one, arms, compared, material, shared) for one in evaluated)
    findings = (*arms.findings, *unheld(results, configuration.rules))
    integrity = _integrity(configuration, material, replace(arms, findings=findings))
    if len(compared) == 1:
        verdict = verdict_of(configuration, material, compared[0], results, costs=arms.costs, today=today)
    else:
        verdict = not_judged(integrity.answerable)
    return Result(
        title=", ".join(one.name for one in material.sets),
        k=configuration.rules.k,
        depth=configuration.rules.depth,
        min_coverage=configuration.rules.min_coverage,
        arms=results,
        comparisons=tuple(one.result for one in compared),
        queries=query_results(evaluated, queries),
        verdict=verdict,
        integrity=integrity,
        costs=arms.costs,
        frontier=frontier(evaluated, results, arms.costs, queries, shared),
        factorial=factorial(evaluated, configuration.factor, queries, shared) if configuration.crossed else None,
    )


def _compared(
    configuration: Configuration, material: Material, shared: Ruler, arms: Arms, candidate: str | None
) -> tuple[Compared, ...]:
    """Compare the named candidate, or all of them, with the baseline."""
    baseline, *others = arms.evaluated
    wanted = needed_effects(configuration.gates, configuration.rules.k)
    pairs = [
        compare(baseline, one, material.queries, shared, factors=configuration.factor, wanted=wanted)
        for one in others
        if candidate in {None, one.name}
    ]
    known = Known(corpus=material.corpus, shared=shared, embedders=arms.embedders)
    by_name = {one.name: one for one in arms.evaluated}
    configured = configuration.base.splitter.get(OVERLAP)
    return tuple(_with_baseline(with_causes(pair, by_name, material, known), configured) for pair in pairs)


def _with_baseline(pair: Compared, configured: Plain) -> Compared:
    """Say why the baseline is the baseline, where that is not written by whoever asked."""
    found = pair.result
    told = baseline_words(configured, found.baseline, (found.candidate,))
    return replace(pair, result=replace(found, statements=(*found.statements, told))) if told else pair


def _arm(one: Evaluated, arms: Arms, compared: Sequence[Compared], material: Material, shared: Ruler) -> ArmResult:
    candidates = {pair.result.candidate for pair in compared}
    role = "baseline" if one is arms.evaluated[0] else ("candidate" if one.name in candidates else "arm")
    return arm_result(
        one,
        arms.produced.get(one.name),
        role=role,
        queries=material.queries,
        corpus=material.corpus,
        shared=shared,
    )


def _integrity(configuration: Configuration, material: Material, arms: Arms) -> Integrity:
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
        findings=arms.findings,
        configuration=configuration.fingerprint,
        lock=arms.lock,
        passed_over_files=_passed_over(material),
    )


def _passed_over(material: Material) -> tuple[tuple[str, str], ...]:
    """Give the first hundred files that were passed over, those first that one would have expected to be read."""
    found = [(one.path, one.reason) for one in material.corpus.passed_over]
    return tuple(sorted(found, key=lambda one: (not is_surprising(one[1]), one))[:MOST_PASSED_OVER])
