"""A key as people write it, with all that is told of it; each app has a table of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from textual.binding import Binding, BindingType

from reviewer.tui.key_bar import Hint
from reviewer.tui.line_list import Part


@dataclass(frozen=True, slots=True)
class KeyUse:
    """A key as people write it, as Textual binds it, its action, a word for the bar and a sentence for the help."""

    shown: str
    binding: str
    action: str
    does: str
    explained: str


Groups = Sequence[tuple[str, Sequence[KeyUse]]]
"""Keys by what they are for, as the help lists them."""


def bindings(uses: Iterable[KeyUse]) -> list[BindingType]:
    """Give keys as a screen binds them; some are told of only, and bound by what they move."""
    return [Binding(use.binding, use.action, use.does, show=False) for use in uses if use.binding]


def explained(groups: Groups) -> list[tuple[str, Sequence[Part]]]:
    """Give keys for the help, each with its sentence."""
    return [(heading, [(use.shown, use.explained) for use in uses]) for heading, uses in groups]


def hints(uses: Iterable[KeyUse]) -> list[Hint]:
    """Give keys for the bar, each with the action of a click."""
    return [Hint(use.shown, use.does, _click(use)) for use in uses]


def _click(use: KeyUse) -> str:
    if not use.action:
        return ""
    return use.action if use.action.startswith("screen.") else f"screen.{use.action}"
