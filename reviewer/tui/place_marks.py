"""The marks at both ends of a place in a text. Pure."""

from __future__ import annotations

from reviewer.spans import Span
from reviewer.tui.moving import End
from reviewer.tui.wrapping import Mark


def around(span: Span, moving: End | None = None) -> tuple[Mark, Mark]:
    """Give the marks of both ends of a passage; the one that the keys move is told by its name."""
    names = {end: "mark-moving" if end is moving else "mark" for end in End}
    return Mark(span.start, "▶", names[End.START]), Mark(span.end - 1, "◀", names[End.END], after=True)
