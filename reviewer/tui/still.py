"""Containers that never scroll: the size of what is in them, noted after a layout, asks for no second one."""

from __future__ import annotations

from textual.containers import Container, Horizontal, Vertical
from textual.geometry import Size
from textual.reactive import Reactive


class StillContainer(Container):
    """A container that never scrolls."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), repaint=False)


class StillRow(Horizontal):
    """Widgets side by side that never scroll."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), repaint=False)


class StillColumn(Vertical):
    """Widgets one below the other that never scroll."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), repaint=False)
