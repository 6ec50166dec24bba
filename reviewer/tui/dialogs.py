"""Questions that stand before the review: each is closed by its own keys, and Esc decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from reviewer.tui import glyphs
from reviewer.tui.key_bar import Hint, KeyRows
from reviewer.tui.line_list import Line, LineList, OneLine, Part
from reviewer.tui.search_field import TYPEABLE
from reviewer.tui.wrapping import Rows

Answer = TypeVar("Answer")

WIDEST, NARROWEST, FRAME = 110, 20, 4
"""Cells of a box, of the text in it, and of its border and padding; before it is laid out, its width is reckoned."""


class Still:
    """What stands behind a dialog, drawn once for each size: nothing there moves while the dialog is open."""

    def __init__(self, behind: RenderableType) -> None:
        """Take what is to be drawn."""
        self._behind = behind
        self._drawn: dict[ConsoleDimensions, list[Segment]] = {}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Give its segments."""
        if options.size not in self._drawn:
            self._drawn = {options.size: list(console.render(self._behind, options))}
        return self._drawn[options.size]


class Dialog(ModalScreen[Answer]):
    """A box over the review, with a title and its keys."""

    DEFAULT_CSS = """
    Dialog {
        align: center middle;
        & > .box { width: 90%; max-width: 110; height: auto; max-height: 90%; background: $surface;
            border: round $primary; padding: 0 1; }
        & > .box > .title { text-style: bold; margin: 0 0 1 0; }
        & > .box > KeyRows { background: $surface; margin: 1 0 0 0; }
        & > .box > LineList { height: auto; max-height: 70vh; }
        & > .box > .title { height: 1; max-height: 1; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "back", show=False)]
    HEADING = ""
    _still: Still | None = None
    HINTS: ClassVar[tuple[Hint, ...]] = ()

    def compose(self) -> ComposeResult:
        """Lay out title, body and keys."""
        with Vertical(classes="box"):
            yield OneLine(classes="title")
            yield from self.body()
            yield KeyRows()

    def render(self) -> RenderableType:
        """Draw what stands behind once, not with every line that changes here."""
        behind = super().render()
        if self._still is None:
            self._still = Still(behind)
        return self._still

    def body(self) -> ComposeResult:
        """Give what stands between title and keys."""
        yield from ()

    def on_mount(self) -> None:
        """Write title and keys."""
        self.query_one(".title", OneLine).say(Line(((self.HEADING, "heading"),)))
        self.query_one(KeyRows).show(self.HINTS)

    def action_back(self) -> None:
        """Close it; nothing was decided."""
        self.dismiss(None)


class TextDialog(Dialog[str]):
    """Shows lines, long ones wrapped, and gives the name of the key's answer."""

    def __init__(self, lines: Sequence[str | Line]) -> None:
        """Take the lines to show; a `Line` stands on one row."""
        super().__init__()
        self._lines = lines
        self._wrapped_at = 0

    def body(self) -> ComposeResult:
        """Give the lines in a list that scrolls."""
        yield LineList(id="lines")

    def on_mount(self) -> None:
        """Show the lines."""
        super().on_mount()
        self.query_one("#lines").focus()
        self._show()

    def on_resize(self) -> None:
        """Wrap anew."""
        self.call_after_refresh(self._show)

    def _show(self) -> None:
        view = self.query_one("#lines", LineList)
        reckoned = min(self.app.size.width * 9 // 10, WIDEST) - FRAME
        width = max(view.scrollable_content_region.width or reckoned, NARROWEST)
        if width == self._wrapped_at:
            return
        self._wrapped_at = width
        shown = [row for line in self._lines for row in _rows(line, width)]
        view.styles.height = len(shown)
        view.show(len(shown), shown.__getitem__, None)

    def action_answer(self, answer: str) -> None:
        """Close it with an answer."""
        self.dismiss(answer)


def _rows(line: str | Line, width: int) -> list[Line]:
    if isinstance(line, Line):
        return [line]
    text = glyphs.one_line(line)
    rows = Rows(text, width)
    return [Line(((text[slice(*rows.span(at))], "plain"),)) for at in range(len(rows))]


class LeaveDialog(TextDialog):
    """Says what would be written, and asks for another key than the one that asked."""

    HEADING = "Leave the review?"
    WRITE, LEAVE = "write", "leave"
    HINTS = (
        Hint("w", "write and leave", "screen.answer('write')"),
        Hint("l", "leave, write nothing: all is offered next time", "screen.answer('leave')"),
        Hint("Esc", "go on", "screen.back"),
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("w", "answer('write')", show=False),
        Binding("l", "answer('leave')", show=False),
    ]


class NoticeDialog(TextDialog):
    """Says something that must be read."""

    HINTS = (Hint("Enter", "go on", "screen.back"),)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "back", show=False, priority=True)]

    def __init__(self, heading: str, lines: Sequence[str | Line]) -> None:
        """Take a title and the lines to show."""
        super().__init__(lines)
        self.HEADING = heading


class HelpDialog(NoticeDialog):
    """Lists the keys."""

    HINTS = (Hint("Esc", "close", "screen.back"),)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,q", "back", show=False)]

    def __init__(self, groups: Sequence[tuple[str, Sequence[Part]]]) -> None:
        """Take the keys by group, each with what it does."""
        width = max(len(key) for _, keys in groups for key, _ in keys) + 2
        lines: list[str | Line] = []
        for heading, keys in groups:
            lines += ["", Line(((heading, "heading"),))] if lines else [Line(((heading, "heading"),))]
            lines += [Line(((f"  {key:<{width}}", "good"), (does, "plain"))) for key, does in keys]
        super().__init__("Keys", lines)


class AskDialog(Dialog[str]):
    """Asks for a line of text that is not blank."""

    DEFAULT_CSS = """
    AskDialog Input { border: tall $border-blurred; }
    """
    HINTS = (Hint("Enter", "retire the label", ""), Hint("Esc", "keep it", "screen.back"))

    def __init__(self, heading: str, value: str = "") -> None:
        """Take the question, and what stands in the line at first."""
        super().__init__()
        self.HEADING = heading
        self._value = value

    def body(self) -> ComposeResult:
        """Give a line to type in."""
        yield Input(self._value, restrict=TYPEABLE, select_on_focus=False)

    @on(Input.Submitted)
    def _submit(self, message: Input.Submitted) -> None:
        if message.value.strip():
            self.dismiss(message.value.strip())


class PickDialog(Dialog[int]):
    """Lets one of many names be picked by typing parts of it; gives its number."""

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
        self._names = names
        self._folded = [name.casefold() for name in names]
        self._found = range(len(names)) if names else range(0)
        self._at = 0
        self._numbers: Sequence[int] = list(self._found)

    def body(self) -> ComposeResult:
        """Give a line to type in, and the names that match."""
        yield Input(restrict=TYPEABLE)
        yield LineList(id="names")

    def on_mount(self) -> None:
        """Show all names."""
        super().on_mount()
        self._show()

    def _show(self) -> None:
        view = self.query_one("#names", LineList)
        view.styles.height = max(min(len(self._numbers), 12), 1)
        current = self._at if self._numbers else None
        view.show(len(self._numbers), lambda row: Line(((self._names[self._numbers[row]], "plain"),)), current)

    @on(Input.Changed)
    def _filter(self, message: Input.Changed) -> None:
        words = message.value.casefold().split()
        self._numbers = [at for at, name in enumerate(self._folded) if all(word in name for word in words)]
        self._at = 0
        self._show()

    @on(Input.Submitted)
    def action_pick(self) -> None:
        """Give the name that is current."""
        if self._numbers:
            self.dismiss(self._numbers[self._at])

    def action_move(self, by: int) -> None:
        """Choose another name."""
        self._at = min(max(self._at + by, 0), max(len(self._numbers) - 1, 0))
        self._show()

    @on(LineList.Chosen, "#names")
    def _choose(self, message: LineList.Chosen) -> None:
        self.dismiss(self._numbers[message.row])
