"""`reviewer freeze`: everything that an evaluation stands on, written to `reviewer.lock` and held to later."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from pathlib import Path

from reviewer import fingerprint
from reviewer.decoding import from_plain, parse_json
from reviewer.errors import ConfigurationError, EmbeddingError
from reviewer.experiment.arms import arms_to_run
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.manifest import Difference, differences, documents_of, manifest_of
from reviewer.experiment.material import Material
from reviewer.experiment.produce import Producer
from reviewer.fingerprint import Plain
from reviewer.labels import LabelSet
from reviewer.reports.plain import plain, to_plain
from reviewer.vectors import EmbedderIdentity
from reviewer.vectors.probe import TEXTS, Probe, hold, read_probe

LOCK = "reviewer.lock"
VERSION = 1
OF_AN_ARM = ("splitter", "embedder", "index", "treatments")
NAMED = 12
PROBES = "probes"
DOCUMENTS, LABELS = "documents", "labels"


@dataclass(frozen=True, slots=True)
class Frozen:
    """Where a lock was written, and how many documents, labels and gates it holds."""

    path: Path
    documents: int
    labels: int
    gates: int


def lock_path(configuration: Configuration) -> Path:
    """Give the place of the lock: beside the configuration."""
    return configuration.file.resolve().with_name(LOCK)


def frozen(configuration: Configuration, material: Material, producer: Producer) -> dict[str, Plain]:
    """Give what is frozen: the manifest, what each arm is made of, the labels, the measuring rules and the gates."""
    arms = {one.name: one for one in (configuration.base, *arms_to_run(configuration))}
    manifests = {
        name: manifest_of(producer.identify(one), material.corpus, material.queries, configuration.rules)
        for name, one in arms.items()
    }
    probes = producer.probes(tuple(arms.values()))
    shared = {key: value for key, value in manifests[configuration.base.name].items() if key not in OF_AN_ARM}
    return {
        "version": VERSION,
        **shared,
        "arms": {name: {key: one[key] for key in OF_AN_ARM} for name, one in manifests.items()},
        "factor": list(configuration.factor),
        "documents": documents_of(material.corpus),
        "labels": {one.name: _labels(one) for one in material.sets},
        "rules": configuration.rules.to_plain(),
        "gates": {f"{at}. {gate.title}": _said(gate) for at, gate in enumerate(configuration.gates, start=1)},
        **({PROBES: {name: probe.to_plain() for name, (_, probe) in probes.items()}} if probes else {}),
    }


def floating(probes: Mapping[str, tuple[EmbedderIdentity, Probe]]) -> tuple[str, ...]:
    """Say whose weights nothing pins, where no lock holds their answers."""
    return tuple(
        f"{identity.name}: no weights are pinned; `reviewer freeze` keeps its answers to {len(TEXTS)} probe texts"
        for identity, _ in probes.values()
    )


def _without_probes(content: Mapping[str, Plain]) -> dict[str, Plain]:
    """Leave out what is compared with a tolerance."""
    return {key: value for key, value in content.items() if key != PROBES}


def _causes_first(moved: Sequence[Difference]) -> list[Difference]:
    """Put documents and labels first, and leave out what merely follows from them: fingerprints over all of them."""
    parts = {one.path.partition(".")[0] for one in moved}
    follows = {"corpus.fingerprint", "corpus.metadata"} if DOCUMENTS in parts else set()
    if parts & {DOCUMENTS, LABELS}:
        follows |= {"queries.texts", "queries.filters"}  # a label that went stale is not asked
    kept = [one for one in moved if one.path not in follows]
    return sorted(kept, key=lambda one: not one.path.startswith((f"{DOCUMENTS}.", f"{LABELS}.")))


def _labels(one: LabelSet) -> Plain:
    """Give a fingerprint of each label, so that the one that moved is named."""
    return {label.id: fingerprint.short(LabelSet(one.name, (label,)).fingerprint) for label in one.in_use}


def _said(value: object) -> Plain:
    """Give a gate as plain data, without what it does not say."""
    if is_dataclass(value):
        every = {one.name: _said(getattr(value, one.name)) for one in fields(value)}
        return {key: inner for key, inner in every.items() if inner not in (None, "", [])}
    if isinstance(value, tuple):
        return [_said(one) for one in value]
    return value.isoformat() if isinstance(value, date) else to_plain(value)


def write_lock(path: Path, content: Mapping[str, Plain]) -> None:
    """Write the lock as JSON with sorted keys, so that a diff shows what moved."""
    text = json.dumps(content, ensure_ascii=False, sort_keys=True, indent=1, allow_nan=False) + "\n"
    aside = path.with_name(f".{path.name}.aside")
    aside.write_text(text, encoding="utf-8")
    aside.replace(path)


@dataclass(frozen=True, slots=True)
class Lock:
    """What was frozen, where it stands, and the fingerprint of that file."""

    path: Path
    content: Mapping[str, Plain]
    fingerprint: str

    def hold(self, content: Mapping[str, Plain]) -> None:
        """Refuse to go on where anything differs from the lock, and say what moved."""
        every = differences(_without_probes(self.content), json.loads(json.dumps(_without_probes(content))))
        moved = _causes_first(every)
        if moved:
            told = [f"{one}" for one in moved[:NAMED]]
            more = [f"and {len(moved) - NAMED} more"] if len(moved) > NAMED else []
            things = "1 thing" if len(moved) == 1 else f"{len(moved)} things"
            raise ConfigurationError(
                "\n".join([f"{self.path}: {things} moved since it was frozen:", *told, *more]),
                "Undo the change, or run `reviewer freeze` and commit the new lock.",
            )

    def hold_probes(self, probes: Mapping[str, tuple[EmbedderIdentity, Probe]]) -> tuple[str, ...]:
        """Refuse models that answer otherwise than when they were frozen; say how alike the others answer."""
        kept = self.content.get(PROBES)
        told = []
        for name, (identity, now) in probes.items():
            before = kept.get(name) if isinstance(kept, Mapping) else None
            if before is None:
                said = f"{self.path}: holds no answers of {identity.name}"
                raise ConfigurationError(said, "Run `reviewer freeze` and commit the new lock.")
            try:
                least = hold(identity.name, now, read_probe(before, str(self.path)), str(self.path))
            except EmbeddingError as error:
                raise ConfigurationError(error.message, error.hint) from error
            told.append(
                f"{identity.name}: no weights are pinned, but it answers as when it was frozen "
                f"(least cosine {least:.5f} over {len(TEXTS)} probe texts)"
            )
        return tuple(told)

    def knows(self, arms: Iterable[str]) -> None:
        """Refuse arms that were not frozen: nothing says what they were made of."""
        frozen_arms = self.content.get("arms")
        unknown = [name for name in arms if not isinstance(frozen_arms, Mapping) or name not in frozen_arms]
        if unknown:
            raise ConfigurationError(
                f"{self.path}: {', '.join(unknown)} {'is' if len(unknown) == 1 else 'are'} not in the lock",
                "List them in the configuration, run `reviewer freeze` and commit the new lock.",
            )


def read_lock(path: Path) -> Lock:
    """Read a lock; what is none is a ConfigurationError."""
    try:
        text = path.read_text(encoding="utf-8")
        value = parse_json(text)
    except FileNotFoundError as error:
        raise ConfigurationError(f"{path}: there is no lock", "Run `reviewer freeze` first.") from error
    except (OSError, ValueError) as error:
        raise ConfigurationError(f"{path}: not a lock ({error})", "Run `reviewer freeze` again.") from error
    root = plain(from_plain(value, str(path)))
    if not isinstance(root, Mapping) or root.get("version") != VERSION:
        raise ConfigurationError(f"{path}: not a lock of version {VERSION}", "Run `reviewer freeze` again.")
    return Lock(path, root, fingerprint.of_text(text))
