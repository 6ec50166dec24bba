"""Questions that are answered by typing: a line of text, or one of many names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Self

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Input

from reviewer.tui.dialogs import Dialog
from reviewer.tui.key_bar import Hint
from reviewer.tui.line_list import Line, LineList
from reviewer.tui.search_field import TYPEABLE


class AskDialog(Dialog[str]):
    """Asks for a line of text that is not blank."""

    DEFAULT_CSS = """
    AskDialog Input { border: tall $border-blurred; }
    """
    HINTS = (Hint("Enter", "give it", ""), Hint("Esc", "go back", "screen.back"))

    def __init__(self, heading: str, value: str = "") -> None:
        """Take the question, and what stands in the line at first."""
        super().__init__()
        self.HEADING = heading
        self._value = value

    def body(self) -> ComposeResult:
        """Give a line to type in."""
        yield Input(self._value, restrict=TYPEABLE, select_on_focus=False)

    def take(self, other: Self) -> None:
        """Ask something else."""
        super().take(other)
        self.query_one(Input).value = self._value = other._value

    @on(Input.Submitted)
    def _submit(self, message: Input.Submitted) -> None:
        if message.value.strip():
            self.dismiss(message.value.strip())


class PickDialog(Dialog[int]):
    """Lets one of many names be picked by typing parts of it; gives its number."""

    DEFAULT_CSS = """
    PickDialog > .box > #names { min-height: 1; max-height: 12; }
    """
    HINTS = (Hint("Enter", "go there", "screen.pick"), Hint("↑↓", "choose"), Hint("Esc", "stay", "screen.back"))
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("pageup", "move(-10)", show=False, priority=True),
        Binding("pagedown", "move(10)", show=False, priority=True),
    ]

    def __init__(self, heading: str, names: Sequence[str]) -> None:
        """Take the names."""
        super().__init__()
        self.HEADING = heading
        self._name_all(names)

    def _name_all(self, names: Sequence[str]) -> None:
        self._names = names
        self._folded = [name.casefold() for name in names]
        self._at = 0
        self._numbers: Sequence[int] = range(len(names))

    def take(self, other: Self) -> None:
        """Show all of other names, with nothing typed yet."""
        super().take(other)
        self._name_all(other._names)
        field = self.query_one(Input)
        with field.prevent(Input.Changed):
            field.clear()
        self._show(self.query_one("#names", LineList))

    def body(self) -> ComposeResult:
        """Give a line to type in, and all names."""
        yield Input(restrict=TYPEABLE)
        view = LineList(id="names")
        self._show(view)
        yield view

    def _show(self, view: LineList) -> None:
        current = self._at if self._numbers else None
        view.show(len(self._numbers), lambda row: Line(((self._names[self._numbers[row]], "plain"),)), current)

    @on(Input.Changed)
    def _filter(self, message: Input.Changed) -> None:
        words = message.value.casefold().split()
        self._numbers = [at for at, name in enumerate(self._folded) if all(word in name for word in words)]
        self._at = 0
        self._show(self.query_one("#names", LineList))

    @on(Input.Submitted)
    def action_pick(self) -> None:
        """Give the name that is current."""
        if self._numbers:
            self.dismiss(self._numbers[self._at])

    def action_move(self, by: int) -> None:
        """Choose another name."""
        self._at = min(max(self._at + by, 0), max(len(self._numbers) - 1, 0))
        self._show(self.query_one("#names", LineList))

    @on(LineList.Chosen, "#names")
    def _choose(self, message: LineList.Chosen) -> None:
        self.dismiss(self._numbers[message.row])
