"""The stages in their order: which arms each runs, given the configuration and what the stages before chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from reviewer import registry
from reviewer.chunks import Setting
from reviewer.errors import ConfigurationError
from reviewer.experiment.configuration import ArmSettings, Configuration, Settings

WINDOWS = ("tokens", "words", "characters")
STRUCTURAL = ("recursive", "sections", "by-format")
"""The splitters that cut where the text does, from what they know least to most of it."""

TREATMENTS = ("expand", "mmr", "collapse")
HALF = 0.5
SHARES = (0.1, 0.2, HALF)
"""Overlaps that are tried, as shares of the size, beside none and the configured ones."""

SHARED = ("unit", "tokenizer", "revision")
"""Settings of the windows that a structural splitter takes over."""

LAMBDA = 0.7


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One stage: its folder's name, what it asks, its arms with the baseline first, and what differs between them.

    With `overlaps` the arms are crossed with them.
    """

    key: str
    asks: str
    arms: tuple[ArmSettings, ...]
    factor: tuple[str, ...]
    overlaps: tuple[int, ...] = ()


def windows(configuration: Configuration) -> ArmSettings:
    """Give the windows that everything is measured against: those of the configuration, without treatments.

    Raises:
        ConfigurationError: The configuration does not cut windows.

    """
    splitter = configuration.base.splitter
    if splitter.get("name") not in WINDOWS or not isinstance(splitter.get("size"), int):
        raise ConfigurationError(
            f"{configuration.file}: a study starts from windows, and the splitter is {splitter.get('name')!r}",
            "Write `splitter: {name: tokens, size: …, overlap: …}`; what follows structure is compared to it.",
        )
    return replace(configuration.base, name=str(splitter["name"]), treatments=())


def overlaps_of(configuration: Configuration) -> tuple[int, ...]:
    """Give the overlaps to try, rising: none, the shares, and every one that the configuration names."""
    splitter = windows(configuration).splitter
    size = int(str(splitter["size"]))
    named = (*configuration.overlaps, int(str(splitter.get("overlap", 0))))
    return tuple(sorted({0, *(round(share * size) for share in SHARES), *named}))


def high_overlap(configuration: Configuration) -> int:
    """Give the high overlap of the proof: the configured one, or half the size where that is none."""
    configured = int(str(configuration.base.splitter.get("overlap", 0)))
    return configured or round(HALF * int(str(configuration.base.splitter["size"])))


def with_overlap(arm: ArmSettings, overlap: int) -> ArmSettings:
    """Give an arm another overlap, and the name `<splitter>.overlap-<n>`."""
    bare = arm.name.partition(".overlap-")[0]
    return replace(arm, name=f"{bare}.overlap-{overlap}", splitter={**arm.splitter, "overlap": overlap})


def boundary(configuration: Configuration) -> Planned:
    """Plan the proof: a high overlap against none."""
    base = windows(configuration)
    return Planned(
        key="1-boundary",
        asks="Is there a boundary failure?",
        arms=(with_overlap(base, high_overlap(configuration)), with_overlap(base, 0)),
        factor=("overlap",),
    )


def overlap(configuration: Configuration) -> Planned:
    """Plan overlap alone."""
    base = windows(configuration)
    return Planned(
        key="2-overlap",
        asks="What does overlap alone buy?",
        arms=tuple(with_overlap(base, one) for one in overlaps_of(configuration)),
        factor=("overlap",),
    )


def structure(configuration: Configuration) -> Planned:
    """Plan structure alone: the windows against every splitter that follows the text, all of one size, no overlap."""
    base = with_overlap(windows(configuration), 0)
    known = registry.names("splitters")
    others = (_structural(base, name) for name in STRUCTURAL if name in known)
    return Planned(key="3-structure", asks="What does structure alone buy?", arms=(base, *others), factor=("splitter",))


def interaction(configuration: Configuration, chosen: str, more: int) -> Planned:
    """Plan both together: windows and the chosen splitter, each with no overlap and with `more`."""
    base = windows(configuration)
    other = _structural(base, chosen.partition(".overlap-")[0])
    plain = replace(base, splitter={**base.splitter, "overlap": 0})
    return Planned(
        key="4-interaction",
        asks="Does one make the other needless?",
        arms=(plain, replace(other, name=other.name.partition(".overlap-")[0])),
        factor=("overlap", "splitter"),
        overlaps=(0, more),
    )


def treatments(configuration: Configuration, best: ArmSettings, k: int) -> Planned:
    """Plan the treatments, on what runs today and on the best arm so far."""
    base = windows(configuration)
    today = with_overlap(base, int(str(base.splitter.get("overlap", 0))))
    bases = [today] if today.name == best.name else [today, best]
    settings = treatment_settings(k)
    arms = [
        one if name is None else replace(one, name=f"{one.name}.{name}", treatments=(settings[name],))
        for one in bases
        for name in (None, *TREATMENTS)
    ]
    factor = ("treatment",) if len(bases) == 1 else ("splitter", "treatment")
    return Planned(key="5-treatments", asks="What do treatments buy on top?", arms=tuple(arms), factor=factor)


def treatment_settings(k: int) -> Mapping[str, Settings]:
    """Give the settings of each treatment: as many hits are grown as fill k regions when some fall together."""
    return {
        "expand": {"name": "expand", "hits": 2 * k},
        "mmr": {"name": "mmr", "lambda": LAMBDA},
        "collapse": {"name": "collapse"},
    }


def settings_of(planned: Sequence[Planned]) -> dict[str, ArmSettings]:
    """Give the settings of every arm of some stages by its name, crossed ones under the names they get."""
    found: dict[str, ArmSettings] = {}
    for stage in planned:
        crossed = [with_overlap(arm, one) for arm in stage.arms for one in stage.overlaps]
        found.update({arm.name: arm for arm in (crossed or stage.arms)})
    return found


def _structural(base: ArmSettings, name: str) -> ArmSettings:
    size: Setting = base.splitter["size"]
    unit = {"words": "words", "characters": "characters"}.get(str(base.splitter["name"]))
    shared = {key: base.splitter[key] for key in SHARED if key in base.splitter}
    told = {"unit": unit} if unit else {}
    splitter: Settings = {"name": name, "size": size, "overlap": 0, **told, **shared}
    return replace(base, name=f"{name}.overlap-0", splitter=splitter, treatments=())
