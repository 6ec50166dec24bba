"""`reviewer.yaml` in, a checked configuration out; nothing but the file itself is read here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reviewer import fingerprint
from reviewer.chunks import Setting
from reviewer.chunks.foreign.naming import in_our_words, our_word
from reviewer.decoding import Field, read_yaml
from reviewer.errors import ConfigurationError, PassageError
from reviewer.experiment.rules import KEYS as RULES
from reviewer.experiment.rules import Rules, decode_rules, texts
from reviewer.gates import Gate, decode_gates
from reviewer.ids import is_id
from reviewer.passages import make_treatment, refuse_order
from reviewer.vectors import DEFAULT_MODEL, DEFAULT_REVISION

FACTORS = ("overlap", "size", "splitter", "embedder", "index", "treatment")
VERSION = 1
ROUTED = ("formats", "blocks")
"""Settings of a splitter that hold splitters."""
PARTS = "parts"
"""The setting of an index that holds indexes."""
PLACED = ("splitter", "embedder", "index")
"""Parts of an arm whose settings are first judged when they are made."""

Settings = Mapping[str, Setting]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmSettings:
    """What one arm is made of: the settings of its splitter, embedder and index, and its treatments in their order.

    `places` tell where a part and each of its settings stand (`splitter.size` at `reviewer.yaml:31:
    arms.ours.splitter.size`), for errors alone.
    """

    name: str
    splitter: Settings
    embedder: Settings
    index: Settings
    treatments: tuple[Settings, ...] = ()
    places: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Configuration:
    """A configuration file, decoded; paths are absolute. Of one factor effects are told, of two also their interaction.

    `fingerprint` is that of the file as it was declared, before anything was measured. A `pair` was put together of two
    sides: two factors may differ between them, and are not crossed.
    """

    file: Path
    corpus_root: Path
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    label_sets: tuple[Path, ...]
    base: ArmSettings
    arms: tuple[ArmSettings, ...]
    overlaps: tuple[int, ...]
    factor: tuple[str, ...]
    rules: Rules
    gates: tuple[Gate, ...]
    fingerprint: str
    pair: bool = False

    @property
    def crossed(self) -> bool:
        """Whether the arms hold every pair of levels of two factors."""
        return len(self.factor) > 1 and not self.pair


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
        optional=("embedder", "index", "treatments", "overlaps", "arms", "factor", "gates", *RULES),
    )
    if entries["version"].integer() != VERSION:
        raise entries["version"].fail(f"expected version {VERSION}", "Update overlap-reviewer, or this file.")
    corpus = entries["corpus"].entries(required=("root",), optional=("include", "exclude"))
    splitter = in_our_words(_settings(entries["splitter"], needs_name=True))
    base = ArmSettings(
        name="baseline",
        splitter=splitter,
        embedder=_embedder(_settings(entries.get("embedder"))),
        index=_settings(entries.get("index")) or {"name": "exact"},
        treatments=_treatments(entries["treatments"]) if "treatments" in entries else (),
        places=dict.fromkeys(PLACED, root.file) | _places(entries, splitter["name"]),
    )
    folder = path.resolve().parent
    labels = entries["labels"]
    return Configuration(
        file=path,
        corpus_root=folder / corpus["root"].text(),
        include=texts(corpus["include"]) if "include" in corpus else ("**/*",),
        exclude=texts(corpus["exclude"]) if "exclude" in corpus else (),
        label_sets=tuple(folder / name for name in (texts(labels) if labels.is_list else (labels.text(),))),
        base=base,
        arms=_arms(entries.get("arms"), base),
        overlaps=_overlaps(entries.get("overlaps")),
        factor=_factors(entries["factor"]) if "factor" in entries else ("overlap",),
        rules=decode_rules(entries),
        gates=decode_gates(entries["gates"]) if "gates" in entries else (),
        fingerprint=fingerprint.of_bytes(path.read_bytes()) if path.is_file() else "",
    )


def _factors(field: Field) -> tuple[str, ...]:
    """Read one factor, or a list of two."""
    if not field.is_list:
        return (field.choice(FACTORS),)
    factors = tuple(one.choice(FACTORS) for one in field.items())
    if not 1 <= len(factors) <= 2 or len(set(factors)) < len(factors):  # noqa: PLR2004  # three have no plain words
        raise field.fail(f"expected one factor or two, got {', '.join(factors)}", "Write [overlap, splitter].")
    return factors


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
    settings = {key: _nested(key, value) for key, value in field.mapping().items()}
    if needs_name and not isinstance(settings.get("name"), str):
        raise field.fail("expected a `name`", "Name a splitter, such as `name: tokens`.")
    return settings


def _nested(key: str, field: Field) -> Setting:
    """Decode one setting; routes hold splitters, and the parts of a hybrid hold indexes."""
    if key in ROUTED:
        return _routes(field)
    if key == PARTS and field.is_list:
        return tuple(_settings(one, needs_name=True) if one.is_mapping else one.text() for one in field.items())
    return field.value()


def _treatments(field: Field) -> tuple[Settings, ...]:
    """Decode a list of treatments, each a name or a name with settings; what cannot be made is refused where it is."""
    found: list[Settings] = []
    for one in field.items():
        settings = {"name": one.text()} if one.is_text else _settings(one)
        found.append(settings)
        try:
            refuse_order([make_treatment(each) for each in found])
        except PassageError as error:
            raise one.fail(error.message, error.hint) from error
    return tuple(found)


def _routes(field: Field) -> Settings:
    """Decode splitters by format or kind of block, each a name or settings with a name."""
    routes = field.mapping()
    return {
        key: in_our_words(_settings(one, needs_name=True)) if one.is_mapping else one.text()
        for key, one in routes.items()
    }


def _arms(field: Field | None, base: ArmSettings) -> tuple[ArmSettings, ...]:
    """Decode `arms:`, each a change of the configuration's own splitter, embedder, index or treatments."""
    if field is None:
        return ()
    arms = []
    for name, change in field.mapping().items():
        if not is_id(name) or name == base.name:
            raise change.fail(f"{name!r} cannot name an arm", "Use letters, digits, `.`, `_` and `-`.")
        parts = change.entries(optional=("splitter", "embedder", "index", "treatments"))
        splitter = _changed(base.splitter, parts.get("splitter"))
        arms.append(
            ArmSettings(
                name=name,
                splitter=splitter,
                embedder=_changed(base.embedder, parts.get("embedder")),
                index=_changed(base.index, parts.get("index")),
                treatments=_treatments(parts["treatments"]) if "treatments" in parts else base.treatments,
                places={key: at for key, at in base.places.items() if key.partition(".")[0] not in parts}
                | _places(parts, splitter.get("name")),
            )
        )
    return tuple(arms)


def _places(parts: Mapping[str, Field], splitter: Setting) -> dict[str, str]:
    """Give where each part and setting stands; a library's word for a size by ours."""
    found = (node for name in PLACED if name in parts for node in _nodes(name, parts[name]))
    return {_in_our_words(path, splitter): at for path, at in found}


def _in_our_words(path: str, splitter: Setting) -> str:
    part, dot, key = path.partition(".")
    return f"{part}{dot}{our_word(splitter, key)}" if part == "splitter" else path


def _nodes(path: str, field: Field) -> Iterator[tuple[str, str]]:
    """Give where a value stands, and all settings that it holds."""
    yield path, field.place
    if field.is_mapping:
        for key, one in field.mapping().items():
            yield from _nodes(f"{path}.{key}", one)


def _embedder(settings: Settings) -> Settings:
    """Fill in the default model with its pin where no other embedder or model is named."""
    if "model" in settings or settings.get("name", "transformer") != "transformer":
        return settings
    return {"model": DEFAULT_MODEL, "revision": DEFAULT_REVISION, **settings}


def _changed(settings: Settings, field: Field | None) -> Settings:
    """Overlay settings; another `name` or `model` starts anew, since the settings are another's."""
    change = in_our_words(_settings(field), settings.get("name"))
    keeps = all(change.get(key) in {None, settings.get(key)} for key in ("name", "model"))
    return {**settings, **change} if keeps else change
