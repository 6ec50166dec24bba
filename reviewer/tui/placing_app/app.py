"""The app around placing: one screen, and the lines to print when it is left."""

from __future__ import annotations

from reviewer.review.placing import Placing
from reviewer.tui.patient_app import PatientApp
from reviewer.tui.placing_app import wording
from reviewer.tui.placing_app.screen import PlacingScreen


class PlacingApp(PatientApp[list[str]]):
    """Gives evidence to questions, and questions to sites."""

    TITLE = "reviewer labels"

    def __init__(self, placing: Placing) -> None:
        """Take what there is to do."""
        super().__init__()
        self._placing = placing

    def on_mount(self) -> None:
        """Open the screen; all that was decided is written when it is left."""
        self.keep()
        self.push_screen(PlacingScreen(self._placing), lambda _: self.exit(wording.report(self._placing)))

    async def action_quit(self) -> None:
        """Leave; nothing is left to write."""
        self.exit(wording.report(self._placing))
