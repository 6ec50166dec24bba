"""What the stepper shows: a query at the top, the document between two gutters, both ranked lists below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import events, work
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.screen import Screen
from textual.worker import get_current_worker

from reviewer.diagnosis import Neighbourhood
from reviewer.experiment.closer import Closer
from reviewer.tui import glyphs, gutters, ranked
from reviewer.tui.headline import change_lines
from reviewer.tui.key_bar import KeyBar
from reviewer.tui.key_use import KeyUse, bindings, hints
from reviewer.tui.line_list import Line, LineList, OneLine
from reviewer.tui.step_app import keys
from reviewer.tui.step_app.heading import CAUSE, QUESTION, SLICES, Said, fitted, weighed
from reviewer.tui.step_app.panes import NeighbourPane, RankPane
from reviewer.tui.step_app.pictures import Pictures
from reviewer.tui.step_app.reviewing import reviewed
from reviewer.tui.step_app.stepping import GLYPHS, Stop, judged_first, stops
from reviewer.tui.step_app.visiting import Visit

TALL = 32
"""From so many rows on there is room for all that is said of a query."""


class ShowingScreen(Screen[str | None]):
    """Shows one query of a result at a time: its evidence, or a place that is visited instead."""

    DEFAULT_CSS = """
    ShowingScreen {
        layers: base above;
        & > #top { background: $primary 30%; text-style: bold; }
        & > #head { height: 6; padding: 0 1; }
        & > #around { height: 1fr; border-top: solid $panel-lighten-2; }
        & > #ranks { height: 8; border-top: solid $panel-lighten-2; }
        & > #around, & > #ranks { border-title-color: $text-muted; }
        &.tall > #head { height: 8; }
        &.tall > #ranks { height: 13; }
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
        self.is_cut = False

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
        first = keys.CUT if self.is_cut else ()
        return (*first, *(keys.BAR if self.visit is None else keys.VISITING))

    def compose(self) -> ComposeResult:
        """Lay out the five parts."""
        yield OneLine(id="top")
        yield OneLine(id="head")
        comparison = self.closer.comparison
        around, ranks = NeighbourPane(id="around"), RankPane(id="ranks")
        around.border_title = Content(gutters.legend(comparison.baseline, comparison.candidate))
        ranks.border_title = Content(ranked.LEGEND)
        yield around
        yield ranks
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
        """Say what became of the query, and why; what finds no room can be read in full."""
        pane = self.query_one("#head", OneLine)
        width, height = max(self._width("#head"), 20), max(pane.size.height, 1)
        lines, self.is_cut = fitted(self.all_said(), width, height)
        pane.say_lines(tuple(map(Line, lines)))

    def all_said(self) -> tuple[Said, ...]:
        """Give all that is said of the query, what is judged by gates first among its slices."""
        stop, closer = self.stop, self.closer
        query = closer.query(stop.query)
        slices = f"  {' · '.join(judged_first(stop.slices, closer.result.verdict.gates))}"
        lines = [Said(((stop.query, "heading"), (slices, "muted")), SLICES)]
        if self.with_text and query.text:
            lines.append(Said(((query.text, "plain"),), QUESTION))
        told = self.accepted.get(stop.query, "")
        lines += [Said((("✓ " + told, "good"),), CAUSE)] if told else []
        items = closer.items(self.found)
        is_answerable = closer.is_answerable(stop.query)
        lines += map(weighed, change_lines(items, closer.result.min_coverage, is_answerable=is_answerable))
        lines += [Said((("! " + note, "doubtful"),), CAUSE) for note in closer.notes_on(stop.query)]
        return tuple(lines)

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
        self.query_one("#ranks", RankPane).show(len(rows), rows.__getitem__, self.row)

    def tell(self, text: str) -> None:
        """Say something for a moment."""
        self.notify(glyphs.several_lines(text), markup=False)

    def _width(self, pane: str) -> int:
        return self.query_one(pane, LineList).scrollable_content_region.width
