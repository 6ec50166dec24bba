"""A comparison in, a verdict out: gates see the effects of the real grids, costs, stale labels and reviewed losses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date

from reviewer.comparison import ALL
from reviewer.errors import ConfigurationError
from reviewer.experiment.compare import Compared
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.material import Material
from reviewer.gates import FAILED, NOT_JUDGED, Facts, Finding, Verdict, judge
from reviewer.gates.misspelt import misspelt
from reviewer.labels import State
from reviewer.reports.result import ArmResult, Cost
from reviewer.scores import is_judged

STALE = "stale labels"
REVIEW_THEM = "; review them with `reviewer labels`"


def known_slices(configuration: Configuration, material: Material) -> frozenset[str]:
    """Name every slice that a judged query is in, but those by length, and every one that is protected."""
    of_queries = {name for query in material.queries if is_judged(query) for name in query.slices}
    return frozenset({ALL, *of_queries, *configuration.rules.protected})


def refuse_misspelt(configuration: Configuration, material: Material) -> None:
    """Refuse a gate whose slice is a misspelt one, before anything is run: it could never be judged.

    Raises:
        ConfigurationError: No query is in its slice, and there is one of nearly the same name.

    """
    for gate, name in misspelt(configuration.gates, known_slices(configuration, material)):
        raise ConfigurationError(
            f"{configuration.file}: no query is in the slice {gate.slice!r} of a gate; did you mean {name!r}?",
            f"Write {name!r}, or list {gate.slice!r} under `protected:` where its queries are still to come.",
        )


def verdict_of(
    configuration: Configuration,
    material: Material,
    compared: Compared,
    arms: Sequence[ArmResult],
    *,
    costs: Mapping[str, Cost],
    today: date,
) -> Verdict:
    """Judge the configuration's gates on one comparison; with too many stale labels nothing can pass."""
    by_name = {arm.name: arm for arm in arms}
    before, after = by_name[compared.result.baseline], by_name[compared.result.candidate]
    confident = after.abstention.confident if after.abstention else None
    facts = Facts(
        effects=compared.judged,
        measured=sum(map(is_judged, material.queries)),
        k=configuration.rules.k,
        costs=_costs(before, after, costs),
        stale=material.stale,
        confident_wrong=None if confident is None else len(confident),
        baseline=before.fingerprint,
        candidate=after.fingerprint,
        reviewed=material.reviewed,
    )
    return _held_to_stale(judge(configuration.gates, facts, today), configuration, material)


def _costs(before: ArmResult, after: ArmResult, costs: Mapping[str, Cost]) -> dict[str, tuple[float, float]]:
    pairs: dict[str, tuple[float, float]] = {}
    if before.chunks is not None and after.chunks is not None:
        pairs["chunks"] = (float(before.chunks), float(after.chunks))
    if before.name in costs and after.name in costs:
        for name in ("embedded_tokens", "vector_bytes"):
            old, new = (getattr(costs[arm.name], name) for arm in (before, after))
            if old is not None and new is not None:
                pairs[name] = (float(old), float(new))
    return pairs


def _stale_words(material: Material) -> str:
    """Say what is wrong with the labels that were left out: of some, only that their documents are not chosen."""
    foreign = sum(len(one.of(State.VANISHED)) for one in material.staleness)
    if not foreign:
        return "stale"
    return "of documents that are not in this corpus" if foreign == material.stale else "stale or not in this corpus"


def _held_to_stale(verdict: Verdict, configuration: Configuration, material: Material) -> Verdict:
    """Leave unjudged what would stand on too few labels; a gate that failed on the rest has failed."""
    limit = configuration.rules.max_stale.of(material.in_use)
    if material.stale <= limit:
        return verdict
    reason = f"{material.stale} of {material.in_use} labels are {_stale_words(material)}, at most {limit} may be"
    finding = Finding(
        gate=STALE,
        slice="all",
        measure="",
        status=NOT_JUDGED,
        blocking=True,
        observed=float(material.stale),
        limit=float(limit),
        reason=f"{reason}{REVIEW_THEM}",
    )
    status = FAILED if verdict.status == FAILED else NOT_JUDGED
    return replace(verdict, status=status, gates=(finding, *verdict.gates))


def not_judged(measured: int) -> Verdict:
    """Give the verdict of a frontier or a single arm: there was nothing to judge."""
    return Verdict(status=NOT_JUDGED, underpowered=False, measured=measured, gates=())
