"""What draws its own lines: how far it can be scrolled changes often, and lays out the screen only where it must."""

from __future__ import annotations

from textual.geometry import Size
from textual.reactive import Reactive
from textual.scroll_view import ScrollView


class LineView(ScrollView):
    """Takes its lines' number without a layout, unless that gives or takes the scrollbar or the widget's height."""

    virtual_size: Reactive[Size] = Reactive(Size(0, 0), repaint=False)

    def watch_virtual_size(self, size: Size) -> None:
        """Tell the scrollbar, or ask for a layout where another width or height follows."""
        height, overflow = self.styles.height, self.styles.overflow_y
        has_bar = overflow == "scroll" or (overflow == "auto" and size.height > self.container_size.height)
        if has_bar != self.show_vertical_scrollbar or (height is not None and height.is_auto):
            self.refresh(layout=True)
            return
        if has_bar:
            self.vertical_scrollbar.window_virtual_size = size.height
        self.scroll_y = self.validate_scroll_y(self.scroll_y)
