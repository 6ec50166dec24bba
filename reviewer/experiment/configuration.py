"""`reviewer.yaml` in, a checked configuration out; nothing but the file itself is read here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from reviewer import fingerprint
from reviewer.chunks import Setting
from reviewer.decoding import Field, Style, read_yaml
from reviewer.errors import ConfigurationError, ReviewerError
from reviewer.gates import Gate, decode_gates
from reviewer.ids import is_id

DEFAULT_MODEL = "sentence-transformers/all-MiniLM-L6-v2"
DEFAULT_REVISION = "c9745ed1d9f207416be6d2e6f8de32d1f16199bf"
FACTORS = ("overlap", "size", "splitter", "embedder", "index")
VERSION = 1

Settings = Mapping[str, Setting]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmSettings:
    """What one arm is made of: the settings of its splitter, embedder and index."""

    name: str
    splitter: Settings
    embedder: Settings
    index: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How arms are measured; the same for both sides of a comparison."""

    k: int = 5
    depth: int = 50
    min_coverage: float = 0.8
    budget: int = 800
    measures: tuple[str, ...] = ()
    prompt_tokenizer: str = DEFAULT_MODEL
    prompt_revision: str | None = DEFAULT_REVISION
    truncation: str = "refuse"
    lengths: tuple[int, ...] = (66, 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """A configuration file, decoded; paths are absolute."""

    file: Path
    corpus_root: Path
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    label_sets: tuple[Path, ...]
    base: ArmSettings
    arms: tuple[ArmSettings, ...]
    overlaps: tuple[int, ...]
    factor: str
    rules: Rules
    gates: tuple[Gate, ...]
    fingerprint: str


def read_configuration(path: Path) -> Configuration:
    """Read `reviewer.yaml`; every mistake is a ConfigurationError with file, line and path."""
    if not path.is_file():
        raise ConfigurationError(
            f"{path}: no such configuration", "Run `reviewer init`, or name one with `--config FILE`."
        )
    return decode(read_yaml(path), path)


def decode(root: Field, path: Path) -> Configuration:
    """Decode the root of a configuration file that stands at `path`."""
    entries = root.entries(
        required=("version", "corpus", "labels", "splitter"),
        optional=("embedder", "index", "overlaps", "arms", "factor", "gates", *_RULES),
    )
    if entries["version"].integer() != VERSION:
        raise entries["version"].fail(f"expected version {VERSION}", "Update overlap-reviewer, or this file.")
    corpus = entries["corpus"].entries(required=("root",), optional=("include", "exclude"))
    base = ArmSettings(
        name="baseline",
        splitter=_settings(entries["splitter"], needs_name=True),
        embedder=_settings(entries.get("embedder")) or {"model": DEFAULT_MODEL, "revision": DEFAULT_REVISION},
        index=_settings(entries.get("index")) or {"name": "exact"},
    )
    folder = path.resolve().parent
    labels = entries["labels"]
    return Configuration(
        file=path,
        corpus_root=folder / corpus["root"].text(),
        include=_texts(corpus.get("include")) or ("**/*",),
        exclude=_texts(corpus.get("exclude")),
        label_sets=tuple(folder / name for name in (_texts(labels) if labels.is_list else (labels.text(),))),
        base=base,
        arms=_arms(entries.get("arms"), base),
        overlaps=_overlaps(entries.get("overlaps")),
        factor=entries["factor"].choice(FACTORS) if "factor" in entries else "overlap",
        rules=_rules(entries),
        gates=decode_gates(entries["gates"]) if "gates" in entries else (),
        fingerprint=fingerprint.of_bytes(path.read_bytes()) if path.is_file() else "",
    )


_RULES = ("k", "depth", "min_coverage", "budget", "measures", "prompt_tokenizer", "truncation", "lengths")


def _rules(entries: Mapping[str, Field]) -> Rules:
    rules = Rules()
    if "k" in entries:
        rules = replace(rules, k=entries["k"].integer(least=1))
    if "depth" in entries:
        rules = replace(rules, depth=entries["depth"].integer(least=1))
    if "min_coverage" in entries:
        rules = replace(rules, min_coverage=entries["min_coverage"].number(least=0.501, most=1))
    if "budget" in entries:
        rules = replace(rules, budget=entries["budget"].integer(least=1))
    if "lengths" in entries:
        rules = replace(rules, lengths=tuple(sorted(one.integer(least=1) for one in entries["lengths"].items())))
    if "truncation" in entries:
        rules = replace(rules, truncation=entries["truncation"].choice(("refuse", "report")))
    if "prompt_tokenizer" in entries:
        named = entries["prompt_tokenizer"].entries(required=("name",), optional=("revision",))
        revision = named["revision"].text() if "revision" in named else None
        rules = replace(rules, prompt_tokenizer=named["name"].text(), prompt_revision=revision)
    rules = replace(rules, measures=_texts(entries.get("measures")))
    if rules.depth < rules.k:
        raise entries["depth" if "depth" in entries else "k"].fail(
            f"depth {rules.depth} is less than k {rules.k}", "Look at least k deep."
        )
    return rules


def _texts(field: Field | None) -> tuple[str, ...]:
    return () if field is None else tuple(one.text() for one in field.items())


def _overlaps(field: Field | None) -> tuple[int, ...]:
    if field is None:
        return ()
    overlaps = tuple(one.integer(least=0) for one in field.items())
    if len(set(overlaps)) < len(overlaps):
        raise field.fail("an overlap is listed twice", "List each overlap once.")
    return overlaps


def _settings(field: Field | None, *, needs_name: bool = False) -> Settings:
    """Decode a plugin's settings; whole numbers, numbers, flags, texts and lists of texts are told apart."""
    if field is None:
        return {}
    settings = {key: _setting(value) for key, value in field.mapping().items()}
    if needs_name and not isinstance(settings.get("name"), str):
        raise field.fail("expected a `name`", "Name a splitter, such as `name: tokens`.")
    return settings


def _setting(field: Field) -> Setting:
    if field.is_list:
        return tuple(one.text() for one in field.items())
    if field.style is Style.PLAIN:
        for read in (field.integer, field.number, field.flag):
            with suppress(ReviewerError):
                return read()
    return field.text()


def _arms(field: Field | None, base: ArmSettings) -> tuple[ArmSettings, ...]:
    """Decode `arms:`, each a change of the configuration's own splitter, embedder or index."""
    if field is None:
        return ()
    arms = []
    for name, change in field.mapping().items():
        if not is_id(name) or name == base.name:
            raise change.fail(f"{name!r} cannot name an arm", "Use letters, digits, `.`, `_` and `-`.")
        parts = change.entries(optional=("splitter", "embedder", "index"))
        arms.append(
            ArmSettings(
                name=name,
                splitter=_changed(base.splitter, parts.get("splitter")),
                embedder=_changed(base.embedder, parts.get("embedder")),
                index=_changed(base.index, parts.get("index")),
            )
        )
    return tuple(arms)


def _changed(settings: Settings, field: Field | None) -> Settings:
    """Overlay settings; another `name` starts anew, since its settings are another's."""
    change = _settings(field)
    keeps = change.get("name") in {None, settings.get("name")}
    return {**settings, **change} if keeps else change


def overlap_arms(configuration: Configuration, overlaps: Sequence[int]) -> tuple[ArmSettings, ...]:
    """Give one arm an overlap; the configured overlap comes first and is the baseline, else the first given."""
    base = configuration.base
    if "size" not in base.splitter:
        raise ConfigurationError(
            f"{configuration.file}: the splitter {base.splitter.get('name')!r} has no size and overlap",
            "Compare it through `arms:` instead of `--overlaps`.",
        )
    configured = base.splitter.get("overlap")
    first = [one for one in overlaps if one == configured] or list(overlaps[:1])
    ordered = [*first, *(one for one in overlaps if one not in first)]
    return tuple(replace(base, name=f"overlap-{one}", splitter={**base.splitter, "overlap": one}) for one in ordered)


def arms_to_run(configuration: Configuration, overlaps: Sequence[int] = ()) -> tuple[ArmSettings, ...]:
    """Give the arms of a run, baseline first: those of `overlaps`, of the file's `overlaps:`, or its `arms:`."""
    chosen = tuple(overlaps) or (() if configuration.arms else configuration.overlaps)
    if chosen:
        return overlap_arms(configuration, chosen)
    return (configuration.base, *configuration.arms)
