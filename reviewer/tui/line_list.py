"""A list of one-line rows, drawn only where it is seen, so that ten thousand cost as much as ten."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from reviewer.tui import glyphs
from reviewer.tui.line_view import LineView
from reviewer.tui.styles import part_style
from reviewer.tui.wrapping import Rows

Part = tuple[str, str]
"""A text, and the name of its style (`plain` for none)."""
_PREFIX = "line-list--"


@dataclass(frozen=True, slots=True)
class Line:
    """A row: parts from the left, of which the last is shortened where space lacks, and parts at the right edge."""

    left: tuple[Part, ...]
    right: tuple[Part, ...] = ()
    is_choice: bool = True


class LineList(LineView, can_focus=True):
    """Shows rows that a function gives by their number; one may be the current one."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"{_PREFIX}{name}" for name in ("current", "heading", "muted", "good", "doubtful", "bad", "decided")
    }
    DEFAULT_CSS = """
    LineList {
        background: $surface;
        color: $foreground;
        scrollbar-size-vertical: 1;
        overflow-x: hidden;
        overflow-y: auto;
        & > .line-list--current { background: $accent 35%; color: $text; text-style: bold; }
        & > .line-list--heading { color: $text-accent; text-style: bold; }
        & > .line-list--muted { color: $text-muted; }
        & > .line-list--good { color: $text-success; }
        & > .line-list--doubtful { color: $text-warning; }
        & > .line-list--bad { color: $text-error; }
        & > .line-list--decided { color: $text-muted; }
    }
    LineList:nocolor {
        & > .line-list--current { text-style: reverse; }
        & > .line-list--decided { text-style: dim; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("home", "edge(-1)", show=False),
        Binding("end", "edge(1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    @dataclass
    class Chosen(Message):
        """A row was clicked, or stepped to with the keyboard while the list has the focus."""

        list: LineList
        row: int
        is_final: bool

        @property
        def control(self) -> LineList:
            """The list, for `@on`."""
            return self.list

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:  # noqa: A002  # Textual's own name
        """Begin without rows."""
        super().__init__(id=id, classes=classes)
        self.current: int | None = None
        self._count = 0
        self._drawn: dict[int, tuple[Line | None, bool]] = {}
        self._line: Callable[[int], Line] = lambda _: Line(())
        self._blended: dict[tuple[str, ...], Style] = {}

    def show(self, count: int, line: Callable[[int], Line], current: int | None) -> None:
        """Show as many rows as `count`, and keep the current one in sight; only rows that changed are drawn again."""
        before, top = self._drawn, round(self.scroll_y)
        self._count, self._line, self.current = count, line, current
        self._reach(Size(1, count))
        if current is not None and self.size:
            self.reveal(current)
        if round(self.scroll_y) == top:
            now = [self._key(top + y) for y in range(self.size.height)]
            changed = [y for y, key in enumerate(now) if before.get(y) != key]
            if changed:
                self.refresh(Region(0, changed[0], self.size.width, changed[-1] - changed[0] + 1))

    def _reach(self, size: Size) -> None:
        """Set what can be scrolled over; before the first layout, which is to come, none is asked for."""
        if not self.is_mounted:
            self.set_reactive(LineView.virtual_size, size)
        elif self.virtual_size != size:
            self.virtual_size = size

    def _key(self, row: int) -> tuple[Line | None, bool]:
        """Give what a row's drawing depends on."""
        return (self._line(row) if row < self._count else None, row == self.current)

    def reveal(self, row: int) -> None:
        """Scroll so that a row is seen with its neighbours; at once."""
        height, top = max(self.size.height, 1), round(self.scroll_y)
        room = min(2, (height - 1) // 2)
        if row < top + room:
            self.scroll_to(y=max(row - room, 0), animate=False, force=True)
        elif row >= top + height - room:
            self.scroll_to(y=row - height + 1 + room, animate=False, force=True)

    def seen(self) -> range:
        """Give the rows that are in sight."""
        top = round(self.scroll_y)
        return range(top, min(top + self.size.height, self._count))

    def on_resize(self, event: events.Resize) -> None:
        """Keep the current row in sight."""
        del event
        self.show(self._count, self._line, self.current)

    def render_line(self, y: int) -> Strip:
        """Give a line of the list."""
        row, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        line, _ = self._drawn[y] = self._key(row)
        if line is None:
            return Strip.blank(width, self._style(()))
        below = ("current",) if row == self.current else ()
        base = self._style(below) + Style(underline=False)
        right = [self._segment(part, below) for part in line.right]
        room = width - sum(glyphs.cells(one.text) for one in right) - bool(right)
        left = Strip(self._fitted(line.left, room, below)).adjust_cell_length(max(room + bool(right), 0), base)
        return Strip([*left, *right]).adjust_cell_length(width, base)

    def _fitted(self, parts: Sequence[Part], room: int, below: tuple[str, ...]) -> list[Segment]:
        fitted = []
        for text, name in parts:
            segment = self._segment((glyphs.shortened(text, max(room, 0)), name), below)
            room -= glyphs.cells(segment.text)
            fitted.append(segment)
        return fitted

    def _segment(self, part: Part, below: tuple[str, ...]) -> Segment:
        text, name = part
        names = below if name == "plain" or below else (name,)
        return Segment(glyphs.one_line(text), self._style(names))

    def _style(self, names: tuple[str, ...]) -> Style:
        """Give the style of named parts; blending it anew for each part of each row would take most of a key's time."""
        if names not in self._blended:
            self._blended[names] = part_style(self, *(f"{_PREFIX}{one}" for one in names))
        return self._blended[names]

    def notify_style_update(self) -> None:
        """Blend styles anew once any of them changed."""
        self._blended.clear()
        super().notify_style_update()

    def action_move(self, by: int) -> None:
        """Step to the next choice, or scroll where nothing is current."""
        if self.current is None:
            self.scroll_to(y=round(self.scroll_y) + by, animate=False, force=True)
            return
        row = self.current + by
        while 0 <= row < self._count and not self._line(row).is_choice:
            row += by
        if 0 <= row < self._count:
            self.post_message(self.Chosen(self, row, is_final=False))

    def action_page(self, by: int) -> None:
        """Step by pages."""
        if self.current is None:
            self.scroll_to(y=round(self.scroll_y) + by * max(self.size.height - 1, 1), animate=False, force=True)
            return
        self._step_near(self.current + by * max(self.size.height - 1, 1), by)

    def action_edge(self, by: int) -> None:
        """Step to the first or the last."""
        if self.current is None:
            self.scroll_to(y=0 if by < 0 else self._count, animate=False, force=True)
            return
        self._step_near(0 if by < 0 else self._count - 1, by)

    def action_choose(self) -> None:
        """Choose the current row for good."""
        if self.current is not None:
            self.post_message(self.Chosen(self, self.current, is_final=True))

    def on_click(self, event: events.Click) -> None:
        """Choose the row under the mouse."""
        row = event.y + round(self.scroll_y)
        if row < self._count and self._line(row).is_choice:
            self.post_message(self.Chosen(self, row, is_final=event.chain > 1))

    def _step_near(self, row: int, by: int) -> None:
        row = min(max(row, 0), self._count - 1)
        for step in (by, -by):
            at = row
            while 0 <= at < self._count:
                if self._line(at).is_choice:
                    self.post_message(self.Chosen(self, at, is_final=False))
                    return
                at += step


class OneLine(LineList, can_focus=False):
    """Shows a single line, or a few of wrapped text, which nobody chooses from."""

    DEFAULT_CSS = """
    OneLine { height: 1; overflow-y: hidden; background: transparent; }
    """

    def _reach(self, size: Size) -> None:
        """Ask for no layout: nothing is scrolled, and its height does not hang on its lines."""
        self.set_reactive(LineView.virtual_size, size)

    def say(self, line: Line) -> None:
        """Show a line."""
        self.say_lines((line,))

    def say_lines(self, lines: Sequence[Line]) -> None:
        """Show a few lines."""
        self.show(len(lines), lines.__getitem__, None)

    def say_wrapped(self, first: Part, text: str) -> None:
        """Show a word of its own style and a text on as many rows as there are, the last one shortened."""
        word, name = glyphs.one_line(first[0]), first[1]
        text = f"{word}  {glyphs.one_line(text)}" if word else glyphs.one_line(text)
        rows = Rows(text, max(self.size.width, 2))
        starts = list(rows.starts[: max(self.size.height, 1)])
        # The last row takes all the rest and is shortened where it is drawn.
        parts: list[tuple[Part, ...]] = [((text[a:b].rstrip(" "), "plain"),) for a, b in pairwise([*starts, len(text)])]
        head = parts[0][0][0]
        parts[0] = ((head[: len(word)], name), (head[len(word) :], "plain"))
        self.say_lines([Line(part) for part in parts])
