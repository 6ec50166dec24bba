"""The keys that do something now, in one line; each can be clicked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
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
    """Shows hints from the left as far as they fit; the last ones given to `show` stay at the right edge."""

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
        left = Strip(chain.from_iterable(map(self._segments, shown))).adjust_cell_length(max(room, 0), part_style(self))
        right = chain.from_iterable(map(self._segments, self._always))
        return Strip([*left, *right]).adjust_cell_length(self.size.width, part_style(self))

    def _segments(self, hint: Hint) -> Sequence[Segment]:
        click = Style(meta={"@click": hint.action}) if hint.action else Style.null()
        base = part_style(self)
        return (
            Segment(" ", base),
            Segment(hint.key, part_style(self, "key-bar--key") + click),
            Segment(f" {hint.does} ", base + click),
        )


def _width(hint: Hint) -> int:
    return glyphs.cells(hint.key) + glyphs.cells(hint.does) + len("   ")
