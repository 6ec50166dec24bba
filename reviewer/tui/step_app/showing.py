"""What the stepper shows: a query at the top, the document between two gutters, both ranked lists below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.screen import Screen
from textual.worker import get_current_worker

from reviewer.diagnosis import Neighbourhood
from reviewer.experiment.closer import Closer
from reviewer.tui import glyphs, ranked
from reviewer.tui.headline import change_lines, wrapped
from reviewer.tui.key_bar import KeyBar
from reviewer.tui.key_use import KeyUse, bindings, hints
from reviewer.tui.line_list import Line, LineList, OneLine
from reviewer.tui.step_app import keys
from reviewer.tui.step_app.panes import NeighbourPane, RankPane
from reviewer.tui.step_app.pictures import Pictures
from reviewer.tui.step_app.reviewing import reviewed
from reviewer.tui.step_app.stepping import GLYPHS, Stop, stops
from reviewer.tui.step_app.visiting import Visit

TALL = 32
"""From so many rows on there is room for all that is said of a query."""


class ShowingScreen(Screen[str | None]):
    """Shows one query of a result at a time: its evidence, or a place that is visited instead."""

    DEFAULT_CSS = """
    ShowingScreen {
        layers: base above;
        & > #top { background: $primary 30%; text-style: bold; }
        & > #head { height: 5; padding: 0 1; }
        & > #around { height: 1fr; border-top: solid $panel-lighten-2; }
        & > #ranks { height: 9; border-top: solid $panel-lighten-2; }
        &.tall > #head { height: 7; }
        &.tall > #ranks { height: 14; }
    }
    ShowingScreen:nocolor > #top { text-style: reverse bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.ALL)
    AUTO_FOCUS = "#around"

    def __init__(self, closer: Closer) -> None:
        """Take an opened result."""
        super().__init__()
        self.closer = closer
        self.every = stops(closer)
        self.shown: tuple[Stop, ...] = self.every
        self.mark: str | None = None
        self.at = 0
        self.with_text = closer.has_text
        self.untreated = False
        self.visit: Visit | None = None
        self.is_shown = False
        self.pictures = Pictures(closer)
        self.accepted = reviewed(closer)
        self.ranks: tuple[ranked.RankRow, ...] = ()
        self.row = 0

    @property
    def stop(self) -> Stop:
        """The query that is looked at."""
        return self.shown[self.at]

    @property
    def found(self) -> Neighbourhood:
        """Its neighbourhood."""
        found: Neighbourhood = self.pictures.found(self.stop.query)
        return found

    @property
    def rank(self) -> int:
        """The chosen rank, or 0."""
        return self.ranks[self.row].rank if self.row < len(self.ranks) else 0

    @property
    def said(self) -> str:
        """What is said of the place that is looked at, where it is not the evidence."""
        return self.visit.said if self.visit is not None else ""

    @property
    def uses(self) -> Sequence[KeyUse]:
        """The keys that do most now."""
        return keys.BAR if self.visit is None else keys.VISITING

    def compose(self) -> ComposeResult:
        """Lay out the five parts."""
        yield OneLine(id="top")
        yield OneLine(id="head")
        yield NeighbourPane(id="around")
        yield RankPane(id="ranks")
        yield KeyBar()

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew where the width changed."""
        self.set_class(event.size.height >= TALL, "tall")
        self.call_after_refresh(self.show_stop)

    def show_stop(self) -> None:
        """Show the query that is looked at, its evidence in sight."""
        self.is_shown = True
        self.show_head()
        self.show_around()
        self.show_lists()
        ahead = [self.shown[(self.at + by) % len(self.shown)].query for by in (1, 2, -1)]
        self._read_ahead(list(dict.fromkeys(ahead)))

    @work(thread=True, exclusive=True, group="ahead", description="read ahead")
    def _read_ahead(self, queries: list[str]) -> None:
        """Gather the neighbourhoods that the next keys ask for, beside the screen."""
        worker = get_current_worker()
        widths = self._width("#around"), self._width("#ranks")
        for one in queries:
            if not worker.is_cancelled:
                self.pictures.around(one, widths[0], self.with_text)
                self.pictures.ranks(one, widths[1], self.untreated)

    def show_top(self) -> None:
        """Say what is compared, and where among the queries we are."""
        closer, stop = self.closer, self.stop
        same = [one for one in self.shown if one.kind == stop.kind]
        left = f" reviewer step · {closer.result.title} · {closer.comparison.baseline} → {closer.comparison.candidate}"
        filtered_by = f" · filter: {self.mark}" if self.mark else ""
        right = f"{GLYPHS[stop.kind]} {stop.kind} {same.index(stop) + 1}/{len(same)}{filtered_by} "
        said = f" {self.said} · " if self.said else ""
        self.query_one("#top", OneLine).say(Line(((left, "plain"),), ((said, "plain"), (right, "plain"))))

    def show_head(self) -> None:
        """Say what became of the query, and why."""
        stop, closer = self.stop, self.closer
        query = closer.query(stop.query)
        lines = [Line(((stop.query, "heading"), (f"  {' · '.join(stop.slices)}", "muted")))]
        if self.with_text and query.text:
            lines.append(Line(((query.text, "plain"),)))
        told = self.accepted.get(stop.query, "")
        lines += [Line((("✓ " + told, "good"),))] if told else []
        width, items = max(self._width("#head"), 20), closer.items(self.found)
        for parts in change_lines(items, closer.result.min_coverage, is_answerable=closer.is_answerable(stop.query)):
            lines += [Line(row) for row in wrapped(parts, width)]
        lines += [Line((("! " + note, "doubtful"),)) for note in closer.notes_on(stop.query)]
        self.query_one("#head", OneLine).say_lines(lines)

    def show_around(self) -> None:
        """Show the document around the evidence, or around what is visited, and say which."""
        self.show_top()
        pane, width = self.query_one("#around", NeighbourPane), self._width("#around")
        if self.visit is None:
            picture = self.pictures.around(self.stop.query, width, self.with_text)
        else:
            picture = self.pictures.visited(self.stop.query, self.visit, width, with_text=self.with_text)
        pane.show(len(picture.rows), picture.rows.__getitem__, None)
        pane.scroll_to(y=max(picture.first - max(pane.size.height // 4, 1), 0), animate=False, force=True)
        pane.refresh()
        self.query_one(KeyBar).show(hints(self.uses), hints(keys.ALWAYS))

    def show_lists(self) -> None:
        """Show both ranked lists from the first rank on."""
        self.ranks = self.pictures.ranks(self.stop.query, self._width("#ranks"), self.untreated)
        self.row = next((at for at, row in enumerate(self.ranks) if row.rank), 0)
        self.show_ranks()
        self.query_one("#ranks").scroll_to(y=0, animate=False, force=True)

    def show_ranks(self) -> None:
        """Show both ranked lists, the chosen rank in sight."""
        rows = [Line(row.parts, is_choice=row.rank > 0) for row in self.ranks]
        rows.append(Line(((ranked.LEGEND, "muted"),), is_choice=False))
        self.query_one("#ranks", RankPane).show(len(rows), rows.__getitem__, self.row)

    def tell(self, text: str) -> None:
        """Say something for a moment."""
        self.notify(glyphs.several_lines(text), markup=False)

    def _width(self, pane: str) -> int:
        return self.query_one(pane, LineList).scrollable_content_region.width
