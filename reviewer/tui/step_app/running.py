"""Starting the stepper where there is a terminal, and naming `reviewer show` where there is none."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from reviewer.errors import ReportError, ReviewerError
from reviewer.tui.terminal import has_terminal, run_in_terminal

if TYPE_CHECKING:
    from reviewer.experiment.closer import Closer
    from reviewer.experiment.configuration import Configuration
    from reviewer.tui.step_app.app import StepApp


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
    if not has_terminal():
        raise ReportError(
            "`reviewer step` needs a terminal for its screen",
            "Without one, `reviewer show QUERY` prints the same neighbourhood, and `report.md` lists what was lost.",
        )


def _run(app: StepApp) -> None:
    left = run_in_terminal(app)
    if isinstance(left, ReviewerError):
        raise left
