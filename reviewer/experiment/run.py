"""`reviewer run`: the stages in their order, from a configuration to a folder of results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from reviewer.chunks import make_splitter
from reviewer.errors import ConfigurationError
from reviewer.experiment.arms import arms_to_run
from reviewer.experiment.assemble import cost_of
from reviewer.experiment.checking import (
    check_built,
    check_cut,
    check_lengths,
    check_produced,
    notices,
    of_indexes,
    truncation,
    without_grid,
)
from reviewer.experiment.conclude import Arms, conclude
from reviewer.experiment.configuration import ArmSettings, Configuration
from reviewer.experiment.evaluate import Ruler, evaluate, ruler
from reviewer.experiment.evaluated import Evaluated, Graded
from reviewer.experiment.factorial import crossing
from reviewer.experiment.factors import refuse_confounded
from reviewer.experiment.folder import write_folder
from reviewer.experiment.freezing import Frozen, Lock, floating, frozen, lock_path, read_lock, write_lock
from reviewer.experiment.judge import refuse_misspelt
from reviewer.experiment.latency import latencies
from reviewer.experiment.manifest import fingerprint_of, manifest_of
from reviewer.experiment.material import Material, read_material
from reviewer.experiment.placed import settings_of
from reviewer.experiment.produce import Producer
from reviewer.experiment.produced import BuiltArm, Produced, Searched
from reviewer.experiment.progress import Progress, Silent
from reviewer.experiment.scale import Engine
from reviewer.experiment.store import Store
from reviewer.fingerprint import Plain
from reviewer.index import gives_cosines
from reviewer.reports import Result
from reviewer.reports.hashed_ids import HashKey

Manifests = Mapping[str, Mapping[str, Plain]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a person asked of `reviewer run` besides the configuration; a key hashes the ids of all that is written."""

    overlaps: tuple[int, ...] = ()
    candidate: str | None = None
    phases: int = 1
    confounded: bool = False
    locked: bool = False
    key: HashKey | None = None


def run(
    configuration: Configuration, asked: Asked, store: Store, progress: Progress, engine: Engine | None = None
) -> tuple[Result, Path]:
    """Produce, evaluate, compare and judge; write the folder; give the result and where it stands.

    An engine splits and embeds; without one it is done in this process. What can be refused is refused before anything
    is embedded, and what can be checked is checked before any recall is looked at.
    """
    settings = _arms(configuration, asked)
    lock = read_lock(lock_path(configuration)) if asked.locked else None
    material = read_material(configuration)
    refuse_misspelt(configuration, material)
    producer = Producer(material.corpus, material.queries, configuration.rules, store, progress, engine=engine)
    held = _held(lock, settings, configuration, material, producer) if lock else ()
    built, manifests = _built(settings, configuration, asked, material, producer)
    taken = latencies(built, material.queries, configuration.rules.depth)
    produced = {one.name: producer.search(one) for one in built}
    check_produced(tuple(produced.values()), material)
    shared = ruler(material.corpus, configuration.rules)
    evaluated = tuple(_evaluated(one, manifests[name], material, shared) for name, one in produced.items())
    arms = Arms(
        evaluated=evaluated,
        produced=produced,
        costs={name: cost_of(one, taken[name]) for name, one in produced.items()},
        findings=(
            *_found_in(built, configuration, asked),
            *(held if lock else floating(producer.probes(settings))),
        ),
        lock=lock.fingerprint if lock else "",
        embedders={one.name: producer.embedder(one.cut.settings) for one in built if gives_cosines(one.index)},
    )
    now = datetime.now(UTC)
    result = conclude(configuration, material, shared, arms, candidate=asked.candidate, today=now.date())
    return write_folder(store, result, evaluated, material, now, key=asked.key)


def freeze(configuration: Configuration, store: Store) -> Frozen:
    """Write the lock of a configuration beside it; say what it holds."""
    material = read_material(configuration)
    producer = Producer(material.corpus, material.queries, configuration.rules, store, Silent())
    path = lock_path(configuration)
    write_lock(path, frozen(configuration, material, producer))
    return Frozen(path, len(material.corpus), material.in_use, len(configuration.gates))


def _arms(configuration: Configuration, asked: Asked) -> tuple[ArmSettings, ...]:
    with settings_of(configuration.base):
        make_splitter(configuration.base.splitter)  # what is written is refused where it is wrong, run or not
    arms = arms_to_run(configuration, asked.overlaps)
    names = [arm.name for arm in arms[1:]]
    if asked.candidate is not None and asked.candidate not in names:
        raise ConfigurationError(f"no candidate is called {asked.candidate!r}", f"Known: {', '.join(names) or 'none'}.")
    return arms


def _held(
    lock: Lock, settings: tuple[ArmSettings, ...], configuration: Configuration, material: Material, producer: Producer
) -> tuple[str, ...]:
    """Refuse what is not as it was frozen; give what must be said of models whose weights cannot be pinned."""
    lock.hold(frozen(configuration, material, producer))
    lock.knows(arm.name for arm in settings)
    return lock.hold_probes(producer.probes(settings))


def _found_in(built: tuple[BuiltArm, ...], configuration: Configuration, asked: Asked) -> tuple[str, ...]:
    """Give what a reader must know of the arms, whatever they find."""
    return (
        *truncation(built, configuration.rules),
        *without_grid(built, asked.phases),
        *notices(built),
        *of_indexes(built),
    )


def _built(
    settings: tuple[ArmSettings, ...],
    configuration: Configuration,
    asked: Asked,
    material: Material,
    producer: Producer,
) -> tuple[tuple[BuiltArm, ...], Manifests]:
    """Identify, cut and build every arm, refusing between the steps."""
    identified = {arm.name: producer.identify(arm) for arm in settings}
    manifests = {
        name: manifest_of(one, material.corpus, material.queries, configuration.rules)
        for name, one in identified.items()
    }
    if not asked.confounded:
        refuse_confounded(manifests, configuration.factor)
    if configuration.crossed and len(manifests) > 1:
        crossing(tuple(manifests.items()), configuration.factor)
    cut = tuple(producer.cut(arm, identified[arm.name], asked.phases) for arm in settings)
    check_cut(cut, material, configuration.rules)
    check_lengths(cut, producer)
    built = tuple(producer.build(one) for one in cut)
    check_built(built)
    return built, manifests


def _evaluated(produced: Produced, manifest: Mapping[str, Plain], material: Material, shared: Ruler) -> Evaluated:
    """Score an arm in all its phases, and write its fingerprint into its runs."""
    cut, arm = produced.built.cut, fingerprint_of(manifest)

    def graded(one: Searched, phase: int = 0) -> Graded:
        named = replace(one.run, fingerprint=arm)
        chunks, asked = cut.chunks[phase], material.queries
        return evaluate(cut.settings.name, chunks, named, asked, shared, treated=one.treated, vectors=one.vectors)

    return Evaluated(
        name=cut.settings.name,
        manifest=manifest,
        fingerprint=arm,
        real=graded(produced.real),
        shifted=tuple(graded(one, phase) for phase, one in enumerate(produced.built.shifted, start=1)),
        exact=None if produced.exact is None else graded(produced.exact),
    )
