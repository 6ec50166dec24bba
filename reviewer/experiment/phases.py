"""Where a window grid starts: the settings of an arm's phases."""

from __future__ import annotations

from reviewer.chunks import make_splitter
from reviewer.experiment.configuration import Settings

PHASE = "phase"


def shifted(settings: Settings, phases: int) -> tuple[Settings, ...]:
    """Give the splitter's settings with its grid shifted in even steps of the stride, the configured grid first.

    A splitter without a grid, and a stride shorter than the number of phases, give fewer.
    """
    identity = make_splitter(settings).identity
    start = (identity.settings or {}).get(PHASE)
    if phases == 1 or not isinstance(start, int) or identity.size is None:
        return (settings,)
    stride = identity.size - (identity.overlap or 0)
    offsets = dict.fromkeys((start + number * stride // phases) % stride for number in range(phases))
    return tuple({**settings, PHASE: offset} for offset in offsets)
