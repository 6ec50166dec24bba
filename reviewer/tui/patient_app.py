"""What the apps share: how they are left, which themes they take, and that neither garbage nor threads delay a key."""

from __future__ import annotations

import gc
import sys
import time
from typing import ClassVar, TypeVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

from reviewer.tui.terminal import end_without_terminal

Left = TypeVar("Left")

SECONDS_OF_REST = 1.5
"""After so long without a key, garbage is collected."""
SECONDS_A_TURN = 0.0005
"""So long other threads run on once the screen has something to do; it waits for its turn several times a key."""
FALLBACK_THEME = "textual-dark"


class PatientApp(App[Left]):
    """An app in which keys go before garbage and other threads, and that every key for quitting leaves alike."""

    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False, priority=True)]

    def __init__(self) -> None:
        """Begin without having collected."""
        super().__init__()
        self._was_collecting = False
        self._turn = sys.getswitchinterval()
        self._last_key = 0.0

    def on_mount(self) -> None:
        """Collect garbage between keys from now on, since it would make one of them wait, and let threads give way."""
        sys.setswitchinterval(SECONDS_A_TURN)
        self._was_collecting = gc.isenabled()
        gc.disable()
        self.set_interval(SECONDS_OF_REST, self._tidy)

    def on_unmount(self) -> None:
        """Leave collecting and threads as they were."""
        sys.setswitchinterval(self._turn)
        gc.unfreeze()
        if self._was_collecting:
            gc.enable()

    def on_key(self, event: events.Key) -> None:
        """Note when somebody typed."""
        self._last_key = event.time

    def keep(self) -> None:
        """Look no more for garbage in what is there now: documents and labels stay until the app is left."""
        gc.freeze()

    def _tidy(self) -> None:
        """Collect garbage while nobody types, and end where nobody can."""
        if not self.is_headless:
            end_without_terminal()
        if time.monotonic() - self._last_key > SECONDS_OF_REST:
            gc.collect()

    def watch_theme(self, theme: str) -> None:
        """Refuse themes of the terminal's own colours where colours are off: they would be black on black."""
        if self.no_color and "ansi" in theme:
            self.theme = FALLBACK_THEME
