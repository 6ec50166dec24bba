"""Starting the app where there is a terminal, and naming the other ways where there is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from reviewer.errors import LabelError
from reviewer.tui.terminal import has_terminal, run_in_terminal

if TYPE_CHECKING:
    from reviewer.review.placing import Placing

_OTHER_WAYS = (
    "Without one, `reviewer labels sites` and `reviewer labels candidates` list what waits; `reviewer labels add` "
    "writes a label."
)


def run_placing_app(make: Callable[[], Placing]) -> list[str]:
    """Turn sites or candidates into labels in the terminal; gives the lines to print once it is left."""
    if not has_terminal():
        raise LabelError("placing evidence needs a terminal for its screen", _OTHER_WAYS)
    from reviewer.tui.placing_app.app import PlacingApp

    placing = make()
    if not placing.tasks:
        return ["nothing waits"]
    left = run_in_terminal(PlacingApp(placing))
    if left is None:
        raise LabelError("the app ended unexpectedly", "Every decision is written: start it again to go on.")
    return left
