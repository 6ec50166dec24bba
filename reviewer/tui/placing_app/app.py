"""The app around placing: one screen, and the lines to print when it is left."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from reviewer.review.placing import Placing
from reviewer.tui.placing_app import wording
from reviewer.tui.placing_app.screen import PlacingScreen

FALLBACK_THEME = "textual-dark"


class PlacingApp(App[list[str]]):
    """Gives evidence to questions, and questions to sites."""

    TITLE = "reviewer labels"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False, priority=True)]

    def __init__(self, placing: Placing) -> None:
        """Take what there is to do."""
        super().__init__()
        self._placing = placing

    def on_mount(self) -> None:
        """Open the screen; all that was decided is written when it is left."""
        self.push_screen(PlacingScreen(self._placing), lambda _: self.exit(wording.report(self._placing)))

    def watch_theme(self, theme: str) -> None:
        """Refuse themes of the terminal's own colours where colours are off: they would be black on black."""
        if self.no_color and "ansi" in theme:
            self.theme = FALLBACK_THEME

    async def action_quit(self) -> None:
        """Leave; nothing is left to write."""
        self.exit(wording.report(self._placing))
