"""Evaluated arms in, the causes of what changed out: the glue between a run and its diagnosis."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace

from reviewer.chunks import SplitterIdentity, Tokenizer, load_tokenizer
from reviewer.comparison import controls_lost
from reviewer.corpus import Corpus
from reviewer.diagnosis import Arm, Diagnosis, Reading, TwoArms, advice, by_document, cause_table, diagnose, rescorer
from reviewer.diagnosis import windows_of as windows_by_identity
from reviewer.diagnosis.arm import Windows
from reviewer.errors import ReviewerError
from reviewer.experiment.compare import Compared, slices
from reviewer.experiment.evaluate import Ruler
from reviewer.experiment.evaluated import Evaluated
from reviewer.experiment.material import Material
from reviewer.fingerprint import Plain
from reviewer.reports.result import CauseCount, ItemChange
from reviewer.reports.treatments import treatment_of
from reviewer.vectors import Embedder

NOT_ASCRIBED = (
    "Each loss below has its own proof, so that single ones are proved to be split. Controls were lost too, so that "
    "the loss as a whole is not ascribed to boundaries."
)
"""Stands in for advice where queries that overlap has no reason to change were lost as well."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Known:
    """What all arms of a run are diagnosed with; without an arm's embedder its scores are not asked."""

    corpus: Corpus
    shared: Ruler
    embedders: Mapping[str, Embedder] = field(default_factory=dict)


def with_causes(compared: Compared, arms: Mapping[str, Evaluated], material: Material, known: Known) -> Compared:
    """Give every changed item of a comparison its cause, and count the causes of what was lost by slice."""
    found = compared.result
    if not found.changes:
        return compared
    two = two_arms(arms[found.baseline], arms[found.candidate], known)
    queries = {query.id: query for query in material.queries}
    diagnoses = [diagnose(two, queries[one.query], one.item, one.change) for one in found.changes]
    rows = cause_table(diagnoses, slices(material.queries, known.shared))
    result = replace(
        found,
        changes=tuple(_explained(one, why) for one, why in zip(found.changes, diagnoses, strict=True)),
        causes=tuple(
            CauseCount(
                slice=row.slice, lost=row.lost, causes={str(cause): count for cause, count in row.causes.items()}
            )
            for row in rows
        ),
        advice=NOT_ASCRIBED if controls_lost(found.effects, f"success@{two.k}") else advice(diagnoses),
    )
    return replace(compared, result=result)


def two_arms(baseline: Evaluated, candidate: Evaluated, known: Known) -> TwoArms:
    """Give two arms as diagnosis sees them."""
    rules = known.shared.rules
    return TwoArms(
        corpus=known.corpus,
        line=known.shared.line,
        tokens=known.shared.tokens,
        baseline=_arm(baseline, known),
        candidate=_arm(candidate, known),
        k=rules.k,
        depth=rules.depth,
        min_coverage=rules.min_coverage,
    )


def windows_of(manifest: Mapping[str, Plain], corpus: Corpus, tokenizer: Tokenizer) -> Windows | None:
    """Give the windows that a manifest's splitter cuts; None where it has none, or is not known."""
    identity = _identity(manifest.get("splitter"))
    return None if identity is None else windows_by_identity(identity, corpus, tokenizer)


def reading_of(manifest: Mapping[str, Plain]) -> Reading | None:
    """Give what a manifest's embedder reads of a text; None where it reads all, or its tokenizer is not at hand."""
    embedder = manifest.get("embedder")
    if not isinstance(embedder, Mapping):
        return None
    name, revision, limit = embedder.get("name"), embedder.get("revision"), embedder.get("limit")
    if not isinstance(name, str) or not isinstance(limit, int) or not isinstance(revision, str | None):
        return None
    with suppress(ReviewerError):
        return Reading(limit, load_tokenizer(name, revision).offsets)
    return None


def _arm(arm: Evaluated, known: Known) -> Arm:
    rules, embedder = known.shared.rules, known.embedders.get(arm.name)
    tokenizer = load_tokenizer(rules.prompt_tokenizer, rules.prompt_revision)
    return Arm(
        name=arm.name,
        chunks=by_document(arm.chunks),
        whole=arm.whole,
        passages=arm.passages,
        splitter=_splitter_name(arm.manifest.get("splitter")),
        treatment=treatment_of(arm.manifest),
        raw=arm.real.raw,
        windows=windows_of(arm.manifest, known.corpus, tokenizer),
        reading=reading_of(arm.manifest),
        exact=None if arm.exact is None else arm.exact.raw or arm.exact.passages,
        rescore=None if embedder is None else rescorer(embedder),
    )


def _splitter_name(splitter: Plain) -> str:
    return str(splitter.get("name", "")) if isinstance(splitter, Mapping) else ""


def _identity(splitter: Plain) -> SplitterIdentity | None:
    if not isinstance(splitter, Mapping):
        return None
    name, unit, tokenizer = splitter.get("name"), splitter.get("unit"), splitter.get("tokenizer")
    size, overlap = splitter.get("size"), splitter.get("overlap")
    if not isinstance(name, str) or not isinstance(unit, str) or not isinstance(tokenizer, str | None):
        return None
    if not isinstance(size, int) or not isinstance(overlap, int):
        return None
    return SplitterIdentity(name=name, unit=unit, size=size, overlap=overlap, tokenizer=tokenizer)


def _explained(change: ItemChange, why: Diagnosis) -> ItemChange:
    return replace(
        change,
        cause=why.cause.value,
        because=why.sentence,
        remedy=why.remedy.sentence,
        next_arm=why.remedy.arm,
        structure=why.structure,
        numbers=why.numbers,
        besides=tuple(cause.value for cause in why.secondary),
    )
