"""A key as people write it, with all that is told of it; each app has a table of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from reviewer.tui.key_bar import Hint


@dataclass(frozen=True, slots=True)
class KeyUse:
    """A key as people write it, as Textual binds it, its action, a word for the bar and a sentence for the help."""

    shown: str
    binding: str
    action: str
    does: str
    explained: str


def hints(uses: Iterable[KeyUse]) -> list[Hint]:
    """Give keys for the bar, each with the action of a click."""
    return [Hint(use.shown, use.does, _click(use)) for use in uses]


def _click(use: KeyUse) -> str:
    if not use.action:
        return ""
    return use.action if use.action.startswith("screen.") else f"screen.{use.action}"
