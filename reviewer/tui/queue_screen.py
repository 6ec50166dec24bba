"""A queue at the left, and what stands in it at the right: how both reviews of labels are looked through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, TypeVar

from textual import events, on
from textual.app import ComposeResult
from textual.screen import Screen

from reviewer.errors import ReviewerError
from reviewer.tui import glyphs
from reviewer.tui.asking import PickDialog
from reviewer.tui.dialogs import HelpDialog, NoticeDialog, kept
from reviewer.tui.key_bar import KeyBar
from reviewer.tui.key_use import Groups, KeyUse, explained, hints
from reviewer.tui.line_list import Line, LineList, OneLine
from reviewer.tui.place_pane import PlacePane
from reviewer.tui.queue_keys import ADJUSTING
from reviewer.tui.search_field import SearchField
from reviewer.tui.still import StillRow

Outcome = TypeVar("Outcome")


class QueueScreen(Screen[Outcome]):
    """Searches, goes wide, helps and tells; what a key decides is up to its kinds."""

    DEFAULT_CSS = """
    QueueScreen {
        layers: base above;
        & > #top { background: $primary 30%; text-style: bold; }
        & > #body { height: 1fr; }
        & #queue { border-right: solid $panel-lighten-2; }
    }
    QueueScreen:nocolor > #top { text-style: reverse bold; }
    """
    AUTO_FOCUS = "#now"
    WIDTHS: ClassVar[Sequence[tuple[int, int]]]
    """The queue's cells from so many cells of the screen on."""
    GROUPS: ClassVar[Groups]
    """All keys, for the help."""
    WHILE_ADJUSTING: ClassVar[frozenset[str]]
    """The actions that go on while a place is drawn."""
    ADJUSTING_ALWAYS: ClassVar[Sequence[KeyUse]]
    """The keys that end the drawing."""
    TAKING: ClassVar[str]
    """The action that takes the place that is drawn; there is nothing to take otherwise."""

    def compose(self) -> ComposeResult:
        """Lay out the first line, the queue, its pane, the search and the keys."""
        yield OneLine(id="top")
        with StillRow(id="body"):
            yield from self.sides()
        yield SearchField()
        yield KeyBar()

    def sides(self) -> Iterable[LineList | PlacePane]:
        """Give the queue, with the id `queue`, and the pane."""
        raise NotImplementedError

    @property
    def uses(self) -> tuple[Sequence[KeyUse], Sequence[KeyUse]]:
        """The keys that do most for what is shown, and those that are always shown."""
        raise NotImplementedError

    @property
    def queue(self) -> LineList:
        """The queue's side."""
        return self.query_one("#queue", LineList)

    @property
    def pane(self) -> PlacePane:
        """The pane's side."""
        return self.query_one(PlacePane)

    def on_resize(self, event: events.Resize) -> None:
        """Give the queue its share of the width."""
        self.queue.styles.width = next(width for least, width in self.WIDTHS if event.size.width >= least)

    def show_top(self, left: str, right: str) -> None:
        """Say in the first line what is reviewed, and how far."""
        self.query_one("#top", OneLine).say(Line(((f" {left}", "plain"),), ((f"{right} ", "plain"),)))

    @on(PlacePane.AdjustingChanged)
    def show_keys(self) -> None:
        """Show the keys that do most now."""
        review, always = (ADJUSTING, self.ADJUSTING_ALWAYS) if self.pane.is_adjusting else self.uses
        self.query_one(KeyBar).show(hints(review), hints(always))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a place is drawn, nothing else is decided."""
        if self.is_mounted and self.query(PlacePane) and self.pane.is_adjusting:
            return action in self.WHILE_ADJUSTING
        return False if action == self.TAKING else super().check_action(action, parameters)

    def action_context(self) -> None:
        """Give the document all the width, or take it back."""
        self.queue.display = not self.queue.display

    def action_search(self) -> None:
        """Ask for words to find in the document."""
        self.query_one(SearchField).open()

    @on(SearchField.Sought)
    def _find(self, message: SearchField.Sought) -> None:
        self.pane.find(message.words)

    @on(SearchField.Closed)
    def _end_search(self, message: SearchField.Closed) -> None:
        self.pane.now.focus()
        if not message.is_kept:
            self.pane.find("")

    def action_find_next(self, by: int) -> None:
        """Go to another place of the words."""
        self.pane.find_next(by)

    def action_back(self) -> None:
        """Leave the search, the drawing or the wide view; nothing is decided."""
        if self.pane.is_adjusting:
            self.leave_adjusting()
        elif self.pane.search.hits:
            self.pane.find("")
        else:
            self.queue.display = True

    def leave_adjusting(self) -> None:
        """Drop what was drawn."""
        self.pane.leave_adjusting()
        self.show_keys()

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(kept(self.app, HelpDialog(explained(self.GROUPS))))

    async def pick(self, heading: str, names: Sequence[str]) -> int | None:
        """Let one of some names be picked; give its number."""
        picked: int | None = await self.app.push_screen_wait(kept(self.app, PickDialog(heading, names)))
        return picked

    def notice(self, heading: str, error: ReviewerError) -> None:
        """Say why something was not done, until it is closed."""
        lines = [*error.message.split("\n"), *error.hint.split("\n")]
        self.app.push_screen(kept(self.app, NoticeDialog(heading, lines)))

    def tell(self, message: str) -> None:
        """Say something for a moment; never as markup."""
        self.notify(glyphs.one_line(message), markup=False, timeout=4)
