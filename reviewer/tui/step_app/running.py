"""Starting the stepper where there is a terminal, and naming `reviewer show` where there is none."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.errors import ReportError, ReviewerError

if TYPE_CHECKING:
    from reviewer.experiment.closer import Closer
    from reviewer.experiment.configuration import Configuration
    from reviewer.tui.step_app.app import StepApp

_LOGICAL_ORDER, _ORDER_AS_BEFORE = "\x1b[8l", "\x1b[8h"
"""ECMA-48, BDSM: a terminal that reorders right-to-left text is asked not to, since it would mix up the gutters."""


def run_step_app(place: Path, configuration: Configuration | None, *, candidate: str | None, by: str | None) -> None:
    """Step through a result folder, or the zip of one, in the terminal.

    Args:
        place: The folder or the zip.
        configuration: Says where documents and labels are; None shows offsets alone.
        candidate: The arm beside the baseline, where there are several.
        by: Who marks losses as reviewed; without it, git's `user.name` does.

    Raises:
        ReportError: There is no terminal, or it is no result.

    """
    _require_terminal()
    from reviewer.experiment.archive import result_folder
    from reviewer.experiment.hashing import hash_key
    from reviewer.experiment.opening import look_closer
    from reviewer.tui.step_app.app import StepApp

    key = hash_key()
    with result_folder(place) as folder:

        def load(chosen: str | None) -> Closer:
            return look_closer(folder, configuration, chosen or candidate, key=key)

        _run(StepApp(place, load, by))


def _require_terminal() -> None:
    streams = (sys.__stdin__, sys.__stdout__, sys.__stderr__)
    if os.environ.get("TERM", "") in {"", "dumb"} or not all(one is not None and one.isatty() for one in streams):
        raise ReportError(
            "`reviewer step` needs a terminal for its screen",
            "Without one, `reviewer show QUERY` prints the same neighbourhood, and `report.md` lists what was lost.",
        )


def _run(app: StepApp) -> None:
    stream = sys.__stderr__
    assert stream is not None  # noqa: S101  # checked before
    stream.write(_LOGICAL_ORDER)
    try:
        left = app.run()
    finally:
        stream.write(_ORDER_AS_BEFORE)
        stream.flush()
    if isinstance(left, ReviewerError):
        raise left
