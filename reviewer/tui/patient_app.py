"""What the apps share: how they are left, which themes they take, and garbage that makes no key wait."""

from __future__ import annotations

import gc
import time
from typing import ClassVar, TypeVar

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType

Left = TypeVar("Left")

SECONDS_OF_REST = 1.5
"""After so long without a key, garbage is collected."""
FALLBACK_THEME = "textual-dark"


class PatientApp(App[Left]):
    """An app that collects garbage between keys, and that every key for quitting leaves in the same way."""

    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", show=False, priority=True)]

    def __init__(self) -> None:
        """Begin without having collected."""
        super().__init__()
        self._was_collecting = False
        self._last_key = 0.0

    def on_mount(self) -> None:
        """Collect garbage between keys from now on, since it would make one of them wait."""
        self._was_collecting = gc.isenabled()
        gc.disable()
        self.set_interval(SECONDS_OF_REST, self._tidy)

    def on_unmount(self) -> None:
        """Leave collecting as it was."""
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
        """Collect garbage while nobody types."""
        if time.monotonic() - self._last_key > SECONDS_OF_REST:
            gc.collect()

    def watch_theme(self, theme: str) -> None:
        """Refuse themes of the terminal's own colours where colours are off: they would be black on black."""
        if self.no_color and "ansi" in theme:
            self.theme = FALLBACK_THEME
