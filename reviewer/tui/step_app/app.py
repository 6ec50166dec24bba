"""The app around the stepper: it reads the result beside the screen, and again for another arm."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult

from reviewer.errors import ReviewerError
from reviewer.experiment.closer import Closer
from reviewer.tui.line_list import Line, OneLine
from reviewer.tui.patient_app import PatientApp
from reviewer.tui.step_app.screen import StepScreen


class StepApp(PatientApp[ReviewerError | None]):
    """Steps through one result; ends with nothing, or with the error that ended it."""

    TITLE = "reviewer step"
    CSS = """
    #reading { margin: 1 2; }
    """

    def __init__(self, place: Path, load: Callable[[str | None], Closer], by: str | None = None) -> None:
        """Take what reads the result (for a candidate, or the first), and who marks losses."""
        super().__init__()
        self._place, self._load, self._by = place, load, by

    def compose(self) -> ComposeResult:
        """Say that something happens."""
        yield OneLine(id="reading")

    def on_mount(self) -> None:
        """Begin to read."""
        self.query_one("#reading", OneLine).say(Line((("reading the result and its documents …", "muted"),)))
        self.run_worker(self._rounds(), exit_on_error=True)

    async def action_quit(self) -> None:
        """Leave, whatever key was used; everything is written already."""
        self.exit(None)

    async def _rounds(self) -> None:
        candidate: str | None = None
        while True:
            try:
                closer = await asyncio.to_thread(self._load, candidate)
            except ReviewerError as error:
                self.exit(error)
                return
            self.keep()
            candidate = await self.push_screen_wait(StepScreen(closer, self._place, self._by))
            if candidate is None:
                self.exit(None)
                return
