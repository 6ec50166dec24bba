"""A configuration in, the settings of the arms to run out, baseline first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from reviewer.errors import ConfigurationError
from reviewer.experiment.configuration import ArmSettings, Configuration
from reviewer.fingerprint import Plain

OVERLAP = "overlap"


def arms_to_run(configuration: Configuration, overlaps: Sequence[int] = ()) -> tuple[ArmSettings, ...]:
    """Give the arms of a run, baseline first: those of `overlaps`, of the file's `overlaps:`, or its `arms:`.

    With two factors of which one is the overlap, every arm of the file is crossed with every overlap.
    """
    if configuration.crossed and OVERLAP in configuration.factor:
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
            "Write both under `splitter:`, where it knows them, or compare it through `arms:` instead of `--overlaps`.",
        )
    ordered = _baseline_first(base, overlaps)
    return tuple(_with_overlap(base, one, f"overlap-{one}") for one in ordered)


def baseline_words(configured: Plain, baseline: str, candidates: Sequence[str]) -> str:
    """Say which overlap is the baseline and why, and what a smaller one judges; nothing where no overlaps are compared.

    Args:
        configured: The overlap under `splitter:`.
        baseline: The name of the arm that comes first.
        candidates: The names of the others.

    """
    overlap, others = _overlap_of(baseline), [_overlap_of(name) for name in candidates]
    if overlap is None or not others or None in others:
        return ""
    why = (
        "the configured one"
        if overlap == configured
        else f"the first given (the configured {configured} is not among them)"
    )
    told = f"Baseline: overlap {overlap}, {why}."
    if any(other is not None and other < overlap for other in others):
        return told
    return (
        f"{told} It is the smaller one, so that an increase is judged; where you have just lowered the overlap, "
        "judge that with `reviewer run --against REF`, by a commit that has the former one."
    )


def _overlap_of(name: str) -> int | None:
    """Give the overlap of an arm that `overlap_arms` named."""
    kind, _, written = name.partition("-")
    return int(written) if kind == OVERLAP and written.isascii() and written.isdigit() else None


def _crossed(configuration: Configuration, overlaps: Sequence[int]) -> tuple[ArmSettings, ...]:
    """Give every arm of the file every overlap, named `<arm>.overlap-<n>`."""
    every = (configuration.base, *configuration.arms)
    if min(len(overlaps), len(every)) <= 1:
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
    places = {path: at for path, at in arm.places.items() if path != f"splitter.{OVERLAP}"}  # it is another's
    return replace(arm, name=name, splitter={**arm.splitter, OVERLAP: overlap}, places=places)
