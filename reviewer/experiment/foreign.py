"""Runs that any program wrote, scored on our corpus and labels by our evaluator."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from reviewer import fingerprint
from reviewer.chunks import Chunk, read_chunks
from reviewer.corpus import CANONICAL_VERSION
from reviewer.errors import RunError
from reviewer.experiment.compare import Evaluated
from reviewer.experiment.conclude import Arms, conclude
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.evaluate import Ruler, evaluate, ruler
from reviewer.experiment.manifest import of_queries
from reviewer.experiment.material import Material, read_material
from reviewer.experiment.run import write_folder
from reviewer.experiment.store import Store
from reviewer.fingerprint import Plain
from reviewer.ids import is_id
from reviewer.reports import Result
from reviewer.runs import Run, read_run


@dataclass(frozen=True, slots=True)
class Handed:
    """A run file, and the chunks it was searched in where they are not beside it."""

    run: Path
    chunks: Path | None = None

    @property
    def name(self) -> str:
        """The arm's name: the file's, without `run-` and its ending."""
        name = self.run.name.removesuffix(".jsonl").removeprefix("run-")
        return name if is_id(name) else "arm"

    @property
    def chunk_file(self) -> Path | None:
        """The chunk file given, or the one that stands beside the run."""
        beside = self.run.with_name(f"chunks-{self.name}.jsonl")
        return self.chunks or (beside if beside.is_file() else None)


def compare_runs(
    configuration: Configuration, baseline: Handed, candidate: Handed, store: Store
) -> tuple[Result, Path]:
    """Score both runs, compare and judge them; write the folder; give the result and where it stands."""
    material = read_material(configuration)
    shared = ruler(material.corpus, configuration.rules)
    names = _names(baseline, candidate)
    evaluated = tuple(
        _evaluated(name, one, configuration, material, shared)
        for name, one in zip(names, (baseline, candidate), strict=True)
    )
    now = datetime.now(UTC)
    arms = Arms(evaluated=evaluated, produced={})
    result = conclude(configuration, material, shared, arms, candidate=None, today=now.date())
    return result, write_folder(store, result, evaluated, now)


def _names(baseline: Handed, candidate: Handed) -> tuple[str, str]:
    if baseline.name != candidate.name:
        return baseline.name, candidate.name
    return f"{baseline.name}-baseline", f"{candidate.name}-candidate"


def _evaluated(name: str, handed: Handed, configuration: Configuration, material: Material, shared: Ruler) -> Evaluated:
    run = read_run(handed.run, arm=name, depth=configuration.rules.depth)
    _check(handed.run, run, material)
    chunks = read_chunks(handed.chunk_file) if handed.chunk_file else _chunks_of(run)
    manifest = _manifest(run, configuration, material)
    scored, passages = evaluate(name, chunks, run, material.queries, shared)
    return Evaluated(
        name=name,
        manifest=manifest,
        fingerprint=run.fingerprint or fingerprint.of_plain(manifest),
        chunks=chunks,
        run=run,
        scored=scored,
        passages=passages,
    )


def _check(path: Path, run: Run, material: Material) -> None:
    """Refuse a run that does not answer exactly our queries, or names places outside our corpus."""
    asked = {query.id for query in material.queries}
    known = {label.id for one in material.sets for label in one.labels}
    missing, extra = sorted(asked - run.hits.keys()), sorted(run.hits.keys() - known)
    for what, ids in (("lacks", missing), ("has unknown", extra)):
        if ids:
            raise RunError(
                f"{path}: the run {what} {len(ids)} queries: {', '.join(ids[:5])}",
                "Run exactly the labelled queries; one that found nothing has a line of rank 0.",
            )
    for query, hits in run.hits.items():
        for hit in hits:
            document = material.corpus.documents.get(hit.document)
            if document is None or hit.end > len(document.text):
                place = f"{hit.document} [{hit.start}, {hit.end})"
                raise RunError(
                    f"{path}: query {query!r}, rank {hit.rank}: {place} is not in the corpus",
                    "Offsets are code points of the canonical text; see docs/formats.md.",
                )


def _chunks_of(run: Run) -> tuple[Chunk, ...]:
    """Take the chunks that were hit for all chunks, where the run came without its chunk file."""
    places = sorted({hit.place for hits in run.hits.values() for hit in hits})
    return tuple(
        Chunk(
            id=f"{place.document}:{place.start}-{place.end}", document=place.document, start=place.start, end=place.end
        )
        for place in places
    )


def _manifest(run: Run, configuration: Configuration, material: Material) -> dict[str, Plain]:
    """Give what we know of a foreign arm; the rest is its own, and its fingerprint stands for it."""
    return {
        "corpus": {"fingerprint": material.corpus.fingerprint, "canonical": CANONICAL_VERSION},
        "splitter": {"foreign": run.fingerprint},
        "queries": of_queries(material.queries),
        "k": configuration.rules.k,
        "depth": configuration.rules.depth,
        "treatments": [],
    }
