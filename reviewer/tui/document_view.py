"""A text in a scrolling pane, drawn row by row: letter for letter where that is safe, by stand-ins where it is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip

from reviewer.spans import Span
from reviewer.tui.drawing import Layer, Names, runs
from reviewer.tui.line_view import LineView
from reviewer.tui.styles import part_style
from reviewer.tui.wrapping import Mark, Rows

GUTTER = 2
"""Cells at the left that tell which rows hold evidence."""
_PREFIX = "document-view--"


class DocumentView(LineView, can_focus=True):
    """Shows a text with named spans and marks; offsets are code points of the text."""

    ALLOW_SELECT = False  # the terminal's own selection would know nothing of offsets
    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"{_PREFIX}{name}"
        for name in (
            "outside", "evidence", "place", "removed", "added", "hit", "found", "stand-in",
            "mark", "mark-moving", "mark-removed", "mark-added", "gutter",
        )
    }  # fmt: skip
    DEFAULT_CSS = """
    DocumentView {
        background: $surface;
        color: $foreground;
        scrollbar-size-vertical: 1;
        overflow-x: hidden;
        overflow-y: scroll;
        & > .document-view--outside { color: $text-muted; }
        & > .document-view--evidence { color: $text; }
        & > .document-view--place { color: $text; }
        & > .document-view--removed { background: $error 30%; text-style: strike; }
        & > .document-view--added { background: $success 30%; text-style: underline; }
        & > .document-view--hit { background: $warning 40%; text-style: underline; }
        & > .document-view--found { text-style: reverse; }
        & > .document-view--stand-in { color: $warning; text-style: reverse; }
        & > .document-view--mark { color: $accent; text-style: bold; }
        & > .document-view--mark-moving { color: $accent; text-style: bold reverse; }
        & > .document-view--mark-removed { color: $error; text-style: bold; }
        & > .document-view--mark-added { color: $success; text-style: bold; }
        & > .document-view--gutter { color: $accent; }
    }
    DocumentView:nocolor {
        & > .document-view--outside { text-style: dim; }
        & > .document-view--evidence { text-style: bold; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "rows(-1)", show=False),
        Binding("down", "rows(1)", show=False),
        Binding("pageup", "pages(-1)", show=False),
        Binding("pagedown", "pages(1)", show=False),
        Binding("home", "edge(False)", show=False),
        Binding("end", "edge(True)", show=False),
    ]

    @dataclass
    class Swept(Message):
        """The mouse was pressed at the character `anchor` and drawn to the character `head`."""

        view: DocumentView
        anchor: int
        head: int

        @property
        def control(self) -> DocumentView:
            """The view, for `@on`."""
            return self.view

    @dataclass
    class Picked(Message):
        """The character at `offset` was clicked, `times` in a row."""

        view: DocumentView
        offset: int
        times: int

        @property
        def control(self) -> DocumentView:
            """The view, for `@on`."""
            return self.view

    def __init__(self, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        """Begin with an empty text."""
        super().__init__(id=id)
        self.rows = Rows("", 2)
        self._width = 0
        self._fitted = Size(0, 0)
        self._layers: tuple[Layer, ...] = ()
        self._marks: tuple[Mark, ...] = ()
        self._evidence = Layer("evidence", ())
        self._anchor: int | None = None
        self._revealed: tuple[int, int, int] | None = None
        self._strip = lru_cache(maxsize=512)(self._draw_row)
        self._style = lru_cache(maxsize=256)(self._mix_style)

    @property
    def text(self) -> str:
        """The text that is shown."""
        return self.rows.text

    @property
    def top_row(self) -> int:
        """The first row in sight."""
        return min(max(round(self.scroll_y), 0), len(self.rows) - 1)

    def show(
        self, text: str, layers: Sequence[Layer] = (), marks: Sequence[Mark] = (), reveal: Span | None = None
    ) -> None:
        """Show a text; the layer named `evidence` gives the gutter.

        Without a span to reveal, the same text stays where it is scrolled to; only lines that change are drawn again.
        """
        is_same, top = text is self.text, self.top_row
        if not is_same or (tuple(layers), tuple(marks)) != (self._layers, self._marks):
            before = self._in_sight() if is_same else []
            self._layers, self._marks = tuple(layers), tuple(marks)
            self._evidence = next((layer for layer in layers if layer.name == "evidence"), Layer("evidence", ()))
            self._revealed = self._revealed if is_same else None
            self._wrap(text, keep=is_same)
            if reveal is not None:
                self.reveal(reveal.start, reveal.end)
            self._refresh_changed(before if is_same and self.top_row == top else [])
        elif reveal is not None:
            self.reveal(reveal.start, reveal.end)

    def reveal(self, start: int, end: int, *, centre: bool = True) -> None:
        """Scroll so that a span is seen, its beginning rather than its end; at once, without animation.

        Until somebody scrolls, the span stays in sight when the pane's size changes.
        """
        first, last = self.rows.row_of(start), self.rows.row_of(max(end - 1, start))
        height = max(self.size.height, 1)
        top = round(self.scroll_y)
        if centre:
            room = max(height - (last - first + 1), 0)
            top = first - min(room // 2, height // 3)
        elif first < top:
            top = first
        elif last >= top + height:
            top = min(last - height + 1, first)
        self.jump(top)
        self._revealed = (start, end, self.top_row)

    def jump(self, row: int) -> None:
        """Scroll to a row at once."""
        self.scroll_to(y=row, animate=False, force=True)

    def offset_under(self, x: int, y: int) -> int:
        """Give the offset of the character at a cell of the pane."""
        row = min(max(y + round(self.scroll_y), 0), len(self.rows) - 1)
        return self.rows.offset_at(row, max(x - GUTTER, 0))

    def render_line(self, y: int) -> Strip:
        """Give a line of the pane."""
        row = y + self.scroll_offset.y
        if row >= len(self.rows):
            return Strip.blank(self._width, self._style(()))
        return self._strip(row)

    def notify_style_update(self) -> None:
        """Draw anew in other colours."""
        super().notify_style_update()
        self._strip.cache_clear()
        self._style.cache_clear()

    def _size_updated(self, size: Size, virtual_size: Size, container_size: Size, layout: bool = True) -> bool:  # noqa: FBT001, FBT002  # Textual's own
        """Wrap anew before anything is drawn at another size; the first character in sight stays the first."""
        revealed, top = self._revealed, self.top_row
        changed = super()._size_updated(size, virtual_size, container_size, layout)
        region = self.scrollable_content_region.size
        if region != self._fitted or region.width != self._width:
            self._fitted = region
            self._wrap(self.text, keep=True)
            if revealed is not None and revealed[2] == top:
                self.reveal(revealed[0], revealed[1])
        return changed

    def _wrap(self, text: str, *, keep: bool) -> None:
        top = self.rows.span(self.top_row)[0] if keep else 0
        keeps_width = keep and self._width == self.scrollable_content_region.width
        self._width = self.scrollable_content_region.width
        self.rows = Rows(text, self._width - GUTTER, self._marks)
        self.virtual_size = Size(self._width, len(self.rows))
        self._strip.cache_clear()
        if not keeps_width:
            self.jump(self.rows.row_of(top) if keep else 0)

    def _in_sight(self) -> list[Strip]:
        """Give the lines as they are drawn."""
        return [self.render_line(y) for y in range(self.size.height)]

    def _refresh_changed(self, before: list[Strip]) -> None:
        """Draw again only the lines that changed; all, where the lines before are another place's."""
        if not before:
            self.refresh()
            return
        changed = [y for y, (old, new) in enumerate(zip(before, self._in_sight(), strict=True)) if old != new]
        if changed:
            self.refresh(Region(0, changed[0], self.size.width, changed[-1] - changed[0] + 1))

    def _draw_row(self, row: int) -> Strip:
        start, end = self.rows.span(row)
        holds_evidence = bool(self._evidence.within(start, end))
        segments = [Segment("┃ " if holds_evidence else "  ", self._style(("gutter",)))]
        segments += [Segment(sign, self._named(names)) for sign, names in runs(self.rows, row, self._layers)]
        return Strip(segments).adjust_cell_length(self._width, self._style(("gutter",)))

    def _named(self, names: Names) -> Style:
        """Give a run's style; beside a passage, all other text steps back."""
        return self._style(("outside", *names) if self._evidence.spans and "evidence" not in names else names)

    def _mix_style(self, names: Names) -> Style:
        return part_style(self, *(f"{_PREFIX}{name}" for name in names))

    def action_rows(self, count: int) -> None:
        """Scroll by rows."""
        self.jump(round(self.scroll_y) + count)

    def action_pages(self, count: int) -> None:
        """Scroll by pages, a row of which stays in sight."""
        self.jump(round(self.scroll_y) + count * max(self.size.height - 1, 1))

    def action_edge(self, to_end: bool) -> None:  # noqa: FBT001  # bindings pass arguments by position
        """Scroll to the beginning or the end."""
        self.jump(len(self.rows) if to_end else 0)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Begin to sweep."""
        if event.button == 1 and event.x < self.scrollable_content_region.width:
            self._anchor = self.offset_under(event.x, event.y)
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Sweep on, scrolling when the mouse leaves the pane."""
        if self._anchor is None:
            return
        if event.y < 0 or event.y >= self.size.height:
            self.action_rows(-1 if event.y < 0 else 1)
        head = self.offset_under(event.x, event.y)
        if head != self._anchor:
            self.post_message(self.Swept(self, self._anchor, head))

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """End the sweep."""
        del event
        self._anchor = None
        self.release_mouse()

    def on_click(self, event: events.Click) -> None:
        """Say which character was clicked."""
        if event.x < self.scrollable_content_region.width:
            self.post_message(self.Picked(self, self.offset_under(event.x, event.y), event.chain))
