"""The two lists of the stepper: the document between its gutters, and the ranked lists."""

from __future__ import annotations

from typing import ClassVar

from reviewer.tui.line_list import LineList

_PREFIX = "line-list--"


class NeighbourPane(LineList):
    """Rows of a document around evidence; Enter is for the rank that is chosen below."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"{_PREFIX}{name}" for name in ("evidence", "mark", "bracket", "overlap", "hit", "found", "stand-in")
    }
    DEFAULT_CSS = """
    NeighbourPane {
        overflow-y: scroll;
        & > .line-list--evidence { color: $text; text-style: underline; }
        & > .line-list--mark { color: $accent; text-style: bold; }
        & > .line-list--bracket { color: $text-accent; }
        & > .line-list--overlap { color: $text-warning; }
        & > .line-list--hit { background: $accent 25%; color: $text; }
        & > .line-list--found { text-style: reverse; }
        & > .line-list--stand-in { color: $warning; text-style: reverse; }
    }
    NeighbourPane:nocolor {
        & > .line-list--hit { text-style: bold; }
        & > .line-list--mark { color: $text; }
    }
    """

    def action_choose(self) -> None:
        """Ask for the chosen rank; here is nothing to choose."""
        self.post_message(self.Chosen(self, -1, is_final=True))


class RankPane(LineList):
    """Two ranked lists side by side; a rank can be chosen and opened."""

    DEFAULT_CSS = """
    RankPane { overflow-y: scroll; }
    """
