"""A configuration in, the settings of the arms to run out, baseline first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reviewer.errors import ConfigurationError
from reviewer.experiment.configuration import ArmSettings, Configuration

OVERLAP = "overlap"
TWO = 2


def arms_to_run(configuration: Configuration, overlaps: Sequence[int] = ()) -> tuple[ArmSettings, ...]:
    """Give the arms of a run, baseline first: those of `overlaps`, of the file's `overlaps:`, or its `arms:`.

    With two factors of which one is the overlap, every arm of the file is crossed with every overlap.
    """
    if len(configuration.factor) == TWO and OVERLAP in configuration.factor:
        return _crossed(configuration, tuple(overlaps) or configuration.overlaps)
    chosen = tuple(overlaps) or (() if configuration.arms else configuration.overlaps)
    if chosen:
        return overlap_arms(configuration, chosen)
    return (configuration.base, *configuration.arms)


def overlap_arms(configuration: Configuration, overlaps: Sequence[int]) -> tuple[ArmSettings, ...]:
    """Give one arm an overlap; the configured overlap comes first and is the baseline, else the first given."""
    base = configuration.base
    if "size" not in base.splitter:
        raise ConfigurationError(
            f"{configuration.file}: the splitter {base.splitter.get('name')!r} has no size and overlap",
            "Compare it through `arms:` instead of `--overlaps`.",
        )
    ordered = _baseline_first(base, overlaps)
    return tuple(_with_overlap(base, one, f"overlap-{one}") for one in ordered)


def _crossed(configuration: Configuration, overlaps: Sequence[int]) -> tuple[ArmSettings, ...]:
    """Give every arm of the file every overlap, named `<arm>.overlap-<n>`."""
    every = (configuration.base, *configuration.arms)
    if len(overlaps) < TWO or len(every) < TWO:
        raise ConfigurationError(
            f"{configuration.file}: factor {list(configuration.factor)} needs two overlaps and two arms at least",
            "List `overlaps:`, and under `arms:` what the other factor changes.",
        )
    ordered = _baseline_first(configuration.base, overlaps)
    return tuple(_with_overlap(arm, one, f"{arm.name}.overlap-{one}") for arm in every for one in ordered)


def _baseline_first(base: ArmSettings, overlaps: Sequence[int]) -> list[int]:
    configured = base.splitter.get(OVERLAP)
    first = [one for one in overlaps if one == configured] or list(overlaps[:1])
    return [*first, *(one for one in overlaps if one not in first)]


def _with_overlap(arm: ArmSettings, overlap: int, name: str) -> ArmSettings:
    return replace(arm, name=name, splitter={**arm.splitter, OVERLAP: overlap})
