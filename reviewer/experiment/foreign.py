"""Runs that any program wrote, scored on our corpus and labels by our evaluator.

A run that `reviewer run` wrote has its manifest beside it: then all that was frozen is compared, and the chunks must be
those of the manifest. Of other runs nothing is known but their chunks and hits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from reviewer.chunks import Chunk, load_tokenizer
from reviewer.corpus import CANONICAL_VERSION, Corpus
from reviewer.experiment.conclude import Arms, conclude
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.evaluate import Ruler, evaluate, ruler
from reviewer.experiment.evaluated import Evaluated
from reviewer.experiment.factors import refuse_confounded
from reviewer.experiment.folder import write_folder
from reviewer.experiment.grid import grid_of
from reviewer.experiment.handed import CHUNKS, Handed, ReadRun, read_handed
from reviewer.experiment.integrity import (
    Finding,
    check_chunks,
    check_documents,
    check_hits,
    check_queries,
    check_said,
    refuse,
)
from reviewer.experiment.judge import refuse_misspelt
from reviewer.experiment.latency import given
from reviewer.experiment.manifest import documents_of, of_queries
from reviewer.experiment.material import Material, read_material
from reviewer.experiment.store import Store
from reviewer.experiment.units import check_units
from reviewer.fingerprint import Plain
from reviewer.reports import Result
from reviewer.reports.hashed_ids import HashKey
from reviewer.reports.result import Cost
from reviewer.scores import parse_measure, reads_vectors
from reviewer.spans import Place

__all__ = ["Handed", "compare_runs"]


def compare_runs(
    configuration: Configuration,
    baseline: Handed,
    candidate: Handed,
    store: Store,
    *,
    confounded: bool = False,
    key: HashKey | None = None,
) -> tuple[Result, Path]:
    """Score both runs, compare and judge them; write the folder; give the result and where it stands."""
    configuration = replace(configuration, pair=True)
    material = read_material(configuration)
    refuse_misspelt(configuration, material)
    names = _names(baseline, candidate)
    handed = tuple(
        read_handed(name, one, configuration.rules.depth, material)
        for name, one in zip(names, (baseline, candidate), strict=True)
    )
    refuse(check_queries(material.queries, material.corpus))
    refuse(finding for one in handed for finding in _check(one, configuration, material))
    manifests = _manifests(handed, configuration, material)
    if not confounded:
        refuse_confounded(manifests, configuration.factor)
    shared = ruler(material.corpus, configuration.rules)
    evaluated = tuple(_evaluated(one, manifests[one.name], material, shared) for one in handed)
    now = datetime.now(UTC)
    findings = (
        *_unknown(handed),
        *_without_chunks(handed),
        *_unavailable(configuration),
        *_notes(handed),
        *_shallow(handed, configuration),
    )
    arms = Arms(evaluated=evaluated, costs=_costs(handed), findings=findings)
    result = conclude(configuration, material, shared, arms, candidate=None, today=now.date())
    return write_folder(store, result, evaluated, material, now, key=key)


def _names(baseline: Handed, candidate: Handed) -> tuple[str, str]:
    if baseline.name != candidate.name:
        return baseline.name, candidate.name
    return f"{baseline.name}-baseline", f"{candidate.name}-candidate"


def _check(one: ReadRun, configuration: Configuration, material: Material) -> Iterator[Finding]:
    """Check documents, chunks and hits; what came without chunks can only be checked by its hits."""
    corpus, rules = material.corpus, configuration.rules
    grid = version = None
    if one.kept is not None:
        yield from check_documents(one.name, one.kept.documents, documents_of(corpus))
        splitter = one.kept.manifest.get("splitter")
        tokenizer = load_tokenizer(rules.prompt_tokenizer, rules.prompt_revision)
        grid = grid_of(splitter, tokenizer) if isinstance(splitter, Mapping) else None
        version = str(one.kept.manifest.get("transformation"))
        yield from _check_rules(one.name, one.kept.manifest, configuration, material)
    if one.chunks is not None:
        yield from check_chunks(one.name, one.chunks, corpus, grid=grid, version=version)
    yield from check_said(one.name, one.run, material.queries, version)
    chunks = one.places
    yield from check_hits(one.name, one.run, chunks, material.queries, corpus)
    if one.kept is None:
        yield from check_units(one.name, _inside(chunks, corpus), corpus)


def _inside(chunks: Iterable[Chunk], corpus: Corpus) -> Iterator[Place]:
    """Give the places of chunks that lie in a document; the others were found before."""
    for chunk in chunks:
        if chunk.document in corpus.documents and chunk.end <= len(corpus[chunk.document].text):
            yield chunk.place


def _check_rules(
    name: str, manifest: Mapping[str, Plain], configuration: Configuration, material: Material
) -> Iterator[Finding]:
    """A run must have been made for these queries, as deep as we are to look."""
    queries, asked = manifest.get("queries"), of_queries(material.queries)
    for part, expected in asked.items():
        if not isinstance(queries, Mapping) or queries.get(part) != expected:
            yield Finding(arm=name, flaw=f"it was run with other query {part} than the labels hold now")
    if manifest.get("depth") != configuration.rules.depth:
        flaw = f"it looked {manifest.get('depth')} deep, the configuration asks for {configuration.rules.depth}"
        yield Finding(arm=name, flaw=flaw)


def _manifests(
    handed: Sequence[ReadRun], configuration: Configuration, material: Material
) -> dict[str, Mapping[str, Plain]]:
    """Give the manifests handed over; where one is missing, what is known of both: the rest is taken on trust."""
    if all(one.kept is not None for one in handed):
        return {one.name: {**one.kept.manifest, "k": configuration.rules.k} for one in handed if one.kept is not None}
    known: dict[str, Plain] = {
        "corpus": {"fingerprint": material.corpus.fingerprint, "canonical": CANONICAL_VERSION},
        "queries": of_queries(material.queries),
        "k": configuration.rules.k,
        "depth": configuration.rules.depth,
    }
    versions = {one.name: one.run.transformation for one in handed}
    said = all(versions.values())
    return {name: {**known, "transformation": one} if said else known for name, one in versions.items()}


def _costs(handed: Sequence[ReadRun]) -> dict[str, Cost]:
    """Give the latencies that runs bring, where any does; what else an arm costs is not known of it."""
    if not any(one.run.latency for one in handed):
        return {}
    return {
        one.name: Cost(
            chunks=None if one.chunks is None else len(one.chunks),
            embedded_tokens=None,
            vector_bytes=None,
            times=given(list(one.run.latency.values())),
        )
        for one in handed
    }


def _unknown(handed: Sequence[ReadRun]) -> tuple[str, ...]:
    """Say which arms came without a manifest, and what that leaves open."""
    return tuple(
        f"{one.name} came without a manifest: that nothing but the factor differs is taken on trust"
        for one in handed
        if one.kept is None
    )


def _without_chunks(handed: Sequence[ReadRun]) -> tuple[str, ...]:
    """Say which arms came without their chunks, and what is not known of them then."""
    return tuple(
        f"{one.name} came without its chunks ({CHUNKS} beside the run): their number, the overlap realised, "
        "precision_omega and intact are not available"
        for one in handed
        if one.chunks is None
    )


def _notes(handed: Sequence[ReadRun]) -> tuple[str, ...]:
    """Say what was assumed in reading the runs, and which of them did not name a version that the other names."""
    silent = [one for one in handed if not one.run.transformation and one.kept is None]
    named = len(silent) < len(handed)
    told = [f"{one.name} names no version of its transformation, the other does" for one in silent if named]
    return (*(f"{one.name}: {note}" for one in handed for note in one.notes), *told)


def _shallow(handed: Sequence[ReadRun], configuration: Configuration) -> Iterator[str]:
    """Say whose lists all end before the depth that is looked at, though there were more chunks to find."""
    k, depth = configuration.rules.k, configuration.rules.depth
    for one in handed:
        deepest = max(map(len, one.run.hits.values()), default=0)
        if deepest < min(depth, depth if one.chunks is None else len(one.chunks)):
            less = f", less than the {k} that are judged" if deepest < k else ""
            yield f"{one.name}: its longest list has {deepest} hits{less}; the configuration looks {depth} deep"


def _unavailable(configuration: Configuration) -> tuple[str, ...]:
    """Name the configured measures that run files cannot answer; the standard ones are null in silence."""
    asked = [name for name in configuration.rules.measures if reads_vectors(parse_measure(name))]
    return tuple(f"{name} is not available: run files hold no vectors" for name in asked)


def _evaluated(one: ReadRun, manifest: Mapping[str, Plain], material: Material, shared: Ruler) -> Evaluated:
    whole = one.chunks is not None
    run = replace(one.run, fingerprint=one.run.fingerprint or one.digest)
    return Evaluated(
        name=one.name,
        manifest=manifest,
        fingerprint=run.fingerprint,
        whole=whole,
        real=evaluate(one.name, one.places, run, material.queries, shared, treated=one.treated, whole=whole),
    )
