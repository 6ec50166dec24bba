"""`reviewer run`: the stages in their order, from a configuration to a folder of results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from reviewer import fingerprint
from reviewer.chunks import write_chunks
from reviewer.errors import ConfigurationError
from reviewer.experiment.assemble import manifest_of, refuse_truncation
from reviewer.experiment.compare import Evaluated
from reviewer.experiment.conclude import Arms, conclude
from reviewer.experiment.configuration import ArmSettings, Configuration, arms_to_run
from reviewer.experiment.evaluate import Ruler, evaluate, ruler
from reviewer.experiment.material import Material, read_material
from reviewer.experiment.produce import Produced, Producer, with_fingerprint
from reviewer.experiment.progress import Progress
from reviewer.experiment.store import Store, write_json
from reviewer.reports import JsonReporter, MarkdownReporter, Result
from reviewer.runs import write_run
from reviewer.scores import write_matches


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a person asked of `reviewer run` besides the configuration."""

    overlaps: tuple[int, ...] = ()
    candidate: str | None = None


def run(configuration: Configuration, asked: Asked, store: Store, progress: Progress) -> tuple[Result, Path]:
    """Produce, evaluate, compare and judge; write the folder; give the result and where it stands."""
    settings = _arms(configuration, asked)
    material = read_material(configuration)
    producer = Producer(material.corpus, material.queries, configuration.rules, store, progress)
    produced = [producer.produce(arm) for arm in settings]
    findings = refuse_truncation(produced, configuration.rules)
    shared = ruler(material.corpus, configuration.rules)
    evaluated = tuple(_evaluated(one, configuration, material, shared) for one in produced)
    arms = Arms(evaluated=evaluated, produced={one.settings.name: one for one in produced}, findings=findings)
    now = datetime.now(UTC)
    result = conclude(configuration, material, shared, arms, candidate=asked.candidate, today=now.date())
    return result, write_folder(store, result, evaluated, now)


def _arms(configuration: Configuration, asked: Asked) -> tuple[ArmSettings, ...]:
    arms = arms_to_run(configuration, asked.overlaps)
    names = [arm.name for arm in arms[1:]]
    if asked.candidate is not None and asked.candidate not in names:
        raise ConfigurationError(f"no candidate is called {asked.candidate!r}", f"Known: {', '.join(names) or 'none'}.")
    return arms


def _evaluated(produced: Produced, configuration: Configuration, material: Material, shared: Ruler) -> Evaluated:
    """Score an arm, and give it its manifest and the fingerprint of that."""
    manifest = manifest_of(produced, material.corpus, material.queries, configuration.rules)
    named = with_fingerprint(produced, fingerprint.of_plain(manifest))
    name = produced.settings.name
    scored, passages = evaluate(name, named.chunks, named.run, material.queries, shared)
    return Evaluated(
        name=name,
        manifest=manifest,
        fingerprint=named.run.fingerprint,
        chunks=named.chunks,
        run=named.run,
        scored=scored,
        passages=passages,
    )


def write_folder(store: Store, result: Result, evaluated: tuple[Evaluated, ...], now: datetime) -> Path:
    """Write the result folder whole: ids, offsets, fingerprints and numbers, never a text."""
    name = f"{now:%Y%m%d-%H%M%S}-{result.arms[-1].fingerprint[7:13]}"
    with store.new_run(name) as folder:
        (folder / "results.json").write_text(JsonReporter().render(result), encoding="utf-8")
        (folder / "report.md").write_text(MarkdownReporter().render(result), encoding="utf-8")
        write_json(folder / "manifest.json", {arm.name: arm.manifest for arm in evaluated})
        write_matches(folder / "matches.jsonl", [row for arm in evaluated for row in arm.scored.matches])
        for arm in evaluated:
            write_chunks(folder / f"chunks-{arm.name}.jsonl", arm.chunks)
            write_run(folder / f"run-{arm.name}.jsonl", arm.run)
    return store.folder / "runs" / name
