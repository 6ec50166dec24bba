"""Questions that stand before the review: each is closed by its own keys, and Esc decides nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Self, TypeVar

from rich.console import Console, ConsoleDimensions, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen

from reviewer.tui import glyphs
from reviewer.tui.key_bar import Hint, KeyRows
from reviewer.tui.line_list import Line, LineList, OneLine, Part
from reviewer.tui.still import StillColumn
from reviewer.tui.wrapping import Rows

Answer = TypeVar("Answer")
AnyDialog = TypeVar("AnyDialog", bound="Dialog[Any]")

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
        title = OneLine(classes="title")
        title.say(self._title())
        with StillColumn(classes="box"):
            yield title
            yield from self.body()
            yield KeyRows(self.HINTS)

    def render(self) -> RenderableType:
        """Draw what stands behind once, not with every line that changes here."""
        behind = super().render()
        if self._still is None:
            self._still = Still(behind)
        return self._still

    def body(self) -> ComposeResult:
        """Give what stands between title and keys."""
        yield from ()

    def take(self, other: Self) -> None:
        """Show what another dialog of this kind would show."""
        self.HEADING, self._still = other.HEADING, None
        self.query_one(".title", OneLine).say(self._title())

    def _title(self) -> Line:
        return Line(((self.HEADING, "heading"),))

    def action_back(self) -> None:
        """Close it; nothing was decided."""
        self.dismiss(None)


def kept(app: App[Any], dialog: AnyDialog) -> AnyDialog:
    """Give the dialog of this kind that stays mounted, with the content of this one: mounting takes longest."""
    name = type(dialog).__name__
    if not app.is_screen_installed(name):
        app.install_screen(dialog, name)
        return dialog
    mounted = app.get_screen(name)
    if not isinstance(mounted, type(dialog)) or not mounted.is_mounted or mounted in app.screen_stack:
        return dialog
    mounted.take(dialog)
    return mounted


class TextDialog(Dialog[str]):
    """Shows lines, long ones wrapped, and gives the name of the key's answer."""

    def __init__(self, lines: Sequence[str | Line]) -> None:
        """Take the lines to show; a `Line` stands on one row."""
        super().__init__()
        self._lines = lines
        self._wrapped_at = 0

    def body(self) -> ComposeResult:
        """Give the lines, wrapped at the width that they will have, so that they are laid out once."""
        view = LineList(id="lines")
        width, height = self.app.size
        reckoned = min(width * 9 // 10, WIDEST) - FRAME
        if self._wrap(view, reckoned) > height * 7 // 10:
            self._wrap(view, reckoned - 1)  # beside its scrollbar
        yield view

    def take(self, other: Self) -> None:
        """Show other lines, from the first."""
        super().take(other)
        self._lines, self._wrapped_at = other._lines, 0
        view = self.query_one("#lines", LineList)
        self._wrap(view, view.scrollable_content_region.width)
        view.scroll_to(y=0, animate=False, force=True)

    def on_mount(self) -> None:
        """Let keys scroll the lines."""
        self.query_one("#lines").focus()

    def on_resize(self) -> None:
        """Wrap anew."""
        self.call_after_refresh(self._wrap_again)

    def _wrap_again(self) -> None:
        view = self.query_one("#lines", LineList)
        self._wrap(view, view.scrollable_content_region.width)

    def _wrap(self, view: LineList, width: int) -> int:
        """Show the lines wrapped, and give how many rows they are."""
        width = max(width, NARROWEST)
        if width != self._wrapped_at:
            self._wrapped_at = width
            shown = [row for line in self._lines for row in _rows(line, width)]
            view.show(len(shown), shown.__getitem__, None)
        return view.virtual_size.height

    def action_answer(self, answer: str) -> None:
        """Close it with an answer."""
        self.dismiss(answer)


def _rows(line: str | Line, width: int) -> list[Line]:
    if isinstance(line, Line):
        return [line]
    text = glyphs.one_line(line)
    rows = Rows(text, width)
    # The blank that ends a row hangs over its edge, and would have the last letter shortened away.
    return [Line(((text[slice(*rows.span(at))].rstrip(" "), "plain"),)) for at in range(len(rows))]


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
