"""The two lists of the stepper: the document between its gutters, and the ranked lists."""

from __future__ import annotations

from typing import ClassVar

from reviewer.tui.line_list import LineList

_PREFIX = "line-list--"


class NeighbourPane(LineList):
    """Rows of a document around evidence; nothing in it is chosen."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"{_PREFIX}{name}" for name in ("evidence", "mark", "bracket", "overlap", "stand-in")
    }
    DEFAULT_CSS = """
    NeighbourPane {
        overflow-y: scroll;
        & > .line-list--evidence { color: $text; text-style: underline; }
        & > .line-list--mark { color: $accent; text-style: bold; }
        & > .line-list--bracket { color: $text-accent; }
        & > .line-list--overlap { color: $text-warning; }
        & > .line-list--stand-in { color: $warning; text-style: reverse; }
    }
    """


class RankPane(LineList):
    """Two ranked lists side by side; a rank can be chosen and opened."""

    DEFAULT_CSS = """
    RankPane { overflow-y: scroll; }
    """
