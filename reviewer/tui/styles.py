"""Styles of a widget's named parts, blended over what lies below them."""

from __future__ import annotations

from rich.style import Style
from textual.widget import Widget


def part_style(widget: Widget, *parts: str) -> Style:
    """Give the style of a part of a widget (its component classes, the later over the earlier), or of the whole."""
    style = widget.get_visual_style(*parts).rich_style
    # Textual's blended style forgets reverse video.
    styles = (widget.styles, *map(widget.get_component_styles, parts))
    return style + Style(reverse=any(one.text_style.reverse for one in styles) or None)
