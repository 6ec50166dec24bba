"""The keys that do something now, in one line; each can be clicked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Size
from textual.strip import Strip
from textual.widget import Widget

from reviewer.tui import glyphs
from reviewer.tui.styles import part_style


@dataclass(frozen=True, slots=True)
class Hint:
    """A key, what it does, and the action that a click runs."""

    key: str
    does: str
    action: str = ""


class KeyBar(Widget):
    """Shows hints from the left as far as they fit; those that must always be seen stand at the right edge."""

    ALLOW_SELECT = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {"key-bar--key"}
    DEFAULT_CSS = """
    KeyBar {
        height: 1;
        background: $panel;
        color: $text-muted;
        & > .key-bar--key { color: $text-accent; text-style: bold; }
    }
    """

    def __init__(self, id: str | None = None) -> None:  # noqa: A002  # Textual's own name
        """Begin without hints."""
        super().__init__(id=id)
        self._hints: tuple[Hint, ...] = ()
        self._always: tuple[Hint, ...] = ()

    def show(self, hints: Iterable[Hint], always: Iterable[Hint] = ()) -> None:
        """Show hints, those that must always be seen at the right."""
        before = (self._hints, self._always)
        self._hints, self._always = tuple(hints), tuple(always)
        if before != (self._hints, self._always):
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Give the line."""
        del y
        room = self.size.width - sum(map(_width, self._always))
        widths = accumulate(map(_width, self._hints))
        shown = [hint for hint, width in zip(self._hints, widths, strict=True) if width <= room]
        left = Strip(self._segments(shown)).adjust_cell_length(max(room, 0), part_style(self))
        return Strip([*left, *self._segments(self._always)]).adjust_cell_length(self.size.width, part_style(self))

    def _segments(self, hints: Iterable[Hint]) -> list[Segment]:
        base, key = part_style(self), part_style(self, "key-bar--key")
        segments: list[Segment] = []
        for hint in hints:
            click = Style(meta={"@click": hint.action}) if hint.action else Style.null()
            segments += [Segment(" ", base), Segment(hint.key, key + click), Segment(f" {hint.does} ", base + click)]
        return segments


class KeyRows(KeyBar):
    """Shows all hints, on as many rows as they need."""

    DEFAULT_CSS = """
    KeyRows { height: auto; }
    """

    def __init__(self, hints: Iterable[Hint] = ()) -> None:
        """Begin with hints."""
        super().__init__()
        self._hints = tuple(hints)

    def show(self, hints: Iterable[Hint], always: Iterable[Hint] = ()) -> None:
        """Show all hints alike."""
        before = len(self._rows(self.size.width))
        super().show((*hints, *always))
        if len(self._rows(self.size.width)) != before:
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Give the rows that the hints take at a width, so that one layout finds them."""
        del container, viewport
        return len(self._rows(width))

    def render_line(self, y: int) -> Strip:
        """Give a row of hints."""
        rows = self._rows(self.size.width)
        return Strip(self._segments(rows[y] if y < len(rows) else ())).adjust_cell_length(
            self.size.width, part_style(self)
        )

    def _rows(self, width: int) -> list[list[Hint]]:
        rows: list[list[Hint]] = [[]]
        for hint in self._hints:
            if rows[-1] and sum(map(_width, rows[-1])) + _width(hint) > max(width, 1):
                rows.append([])
            rows[-1].append(hint)
        return rows


def _width(hint: Hint) -> int:
    return glyphs.cells(hint.key) + glyphs.cells(hint.does) + len("   ")
