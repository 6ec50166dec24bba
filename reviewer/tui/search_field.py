"""The line in which the words of a search are typed; it lies over the keys while it is open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

TYPEABLE = r"[^\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]*"
"""What may be typed or pasted into a line: nothing that drives a terminal or hides."""


class SearchField(Input):
    """Says each change of the words, and how it was closed."""

    DEFAULT_CSS = """
    SearchField { display: none; layer: above; dock: bottom; height: 1; padding: 0 1; background: $boost; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "drop", show=False)]

    @dataclass
    class Sought(Message):
        """Other words are looked for."""

        words: str

    @dataclass
    class Closed(Message):
        """The line went away; its hits stay if they are kept."""

        is_kept: bool

    def __init__(self) -> None:
        """Begin closed."""
        super().__init__(id="search", restrict=TYPEABLE, placeholder="words of this document", compact=True)

    def open(self) -> None:
        """Let words be typed."""
        self.display = True
        self.value = ""
        self.focus()

    def watch_value(self, value: str) -> None:
        """Look for the words while they are typed."""
        if self.display:
            self.post_message(self.Sought(value))

    async def action_submit(self) -> None:
        """Keep the hits."""
        self._close(is_kept=True)

    def action_drop(self) -> None:
        """Forget the hits."""
        self._close(is_kept=False)

    def _close(self, *, is_kept: bool) -> None:
        self.display = False
        self.post_message(self.Closed(is_kept))
