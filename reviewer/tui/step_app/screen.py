"""The stepper: what changed at the top, the document between two gutters, both ranked lists below."""

from __future__ import annotations

import os
import shlex
import subprocess
from functools import lru_cache
from pathlib import Path
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult, SuspendNotSupported
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import get_current_worker

from reviewer.corpus import LineIndex
from reviewer.diagnosis import Neighbourhood, RankedPassage
from reviewer.errors import ReviewerError
from reviewer.experiment.closer import Closer
from reviewer.tui import glyphs, gutters, ranked
from reviewer.tui.headline import change_lines, wrapped
from reviewer.tui.key_bar import Hint, KeyBar
from reviewer.tui.labels_app.dialogs import AskDialog, HelpDialog, NoticeDialog, PickDialog
from reviewer.tui.line_list import Line, LineList, OneLine
from reviewer.tui.neighbours import drawn_windows
from reviewer.tui.step_app import keys
from reviewer.tui.step_app.panes import NeighbourPane, RankPane
from reviewer.tui.step_app.reviewing import accept_loss, reviewed
from reviewer.tui.step_app.stepping import GLYPHS, LOST, Stop, filtered, filters, stops

WINDOW = 1200
TALL = 32
"""From so many rows on there is room for all that is said of a query."""


class ReasonDialog(AskDialog):
    """Asks why a loss is accepted."""

    HINTS = (Hint("Enter", "accept the loss", ""), Hint("Esc", "leave it", "screen.back"))


class StepScreen(Screen[str | None]):
    """Steps through queries; ends with the name of another arm to compare, or with nothing."""

    DEFAULT_CSS = """
    StepScreen {
        & > #top { background: $primary 30%; text-style: bold; }
        & > #head { height: 5; padding: 0 1; }
        & > #around { height: 1fr; border-top: solid $panel-lighten-2; }
        & > #ranks { height: 9; border-top: solid $panel-lighten-2; }
        &.tall > #head { height: 7; }
        &.tall > #ranks { height: 14; }
    }
    StepScreen:nocolor > #top { text-style: reverse bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.binding, key.action, key.does, show=False) for key in keys.ALL if key.binding
    ]
    AUTO_FOCUS = "#around"

    def __init__(self, closer: Closer, place: Path, by: str | None) -> None:
        """Take an opened result, where it was opened from, and who marks losses."""
        super().__init__()
        self.closer = closer
        self._place, self._by = place, by
        self._every = stops(closer)
        self._reviewed = reviewed(closer)
        self._mark: str | None = None
        self.shown: tuple[Stop, ...] = self._every
        self.at = 0
        self.with_text = closer.has_text
        self._found = lru_cache(maxsize=64)(lambda name: closer.around(name, WINDOW))
        self._drawn = lru_cache(maxsize=64)(self._draw)
        self._ranked = lru_cache(maxsize=64)(self._rank_rows)
        self._ranks: tuple[ranked.RankRow, ...] = ()
        self._rank = 0

    @property
    def stop(self) -> Stop:
        """The query that is looked at."""
        return self.shown[self.at]

    @property
    def found(self) -> Neighbourhood:
        """Its neighbourhood."""
        found: Neighbourhood = self._found(self.stop.query)
        return found

    def compose(self) -> ComposeResult:
        """Lay out the five parts."""
        yield OneLine(id="top")
        yield OneLine(id="head")
        yield NeighbourPane(id="around")
        yield RankPane(id="ranks")
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first query that was lost."""
        self.query_one(KeyBar).show(keys.hints(keys.BAR), keys.hints(keys.ALWAYS))

    def on_resize(self, event: events.Resize) -> None:
        """Draw anew where the width changed."""
        self.set_class(event.size.height >= TALL, "tall")
        self.call_after_refresh(self._show)

    # Showing

    def _show(self) -> None:
        """Show the query that is looked at, its evidence in sight."""
        self._show_top()
        self._show_head()
        self._show_around()
        self._ranks = self._ranked(self.stop.query, self._width("#ranks"))
        self._rank = next((at for at, row in enumerate(self._ranks) if row.rank), 0)
        self._show_ranks()
        self.query_one("#ranks").scroll_to(y=0, animate=False, force=True)
        self._read_ahead([self.shown[(self.at + by) % len(self.shown)].query for by in (1, 2, -1)])

    @work(thread=True, exclusive=True, group="ahead")
    def _read_ahead(self, queries: list[str]) -> None:
        """Gather the neighbourhoods that the next keys ask for, beside the screen."""
        worker = get_current_worker()
        widths = self._width("#around"), self._width("#ranks")
        for one in queries:
            if not worker.is_cancelled:
                self._drawn(one, widths[0], self.with_text)
                self._ranked(one, widths[1])

    def _show_top(self) -> None:
        closer, stop = self.closer, self.stop
        same = [one for one in self.shown if one.kind == stop.kind]
        left = f" reviewer step · {closer.result.title} · {closer.comparison.baseline} → {closer.comparison.candidate}"
        filtered_by = f" · filter: {self._mark}" if self._mark else ""
        right = f"{GLYPHS[stop.kind]} {stop.kind} {same.index(stop) + 1}/{len(same)}{filtered_by} "
        self.query_one("#top", OneLine).say(Line(((left, "plain"),), ((right, "plain"),)))

    def _show_head(self) -> None:
        stop, closer, head = self.stop, self.closer, self.query_one("#head", OneLine)
        query = closer.query(stop.query)
        lines = [Line(((stop.query, "heading"), (f"  {' · '.join(stop.slices)}", "muted")))]
        if self.with_text and query.text:
            lines.append(Line(((query.text, "plain"),)))
        told = self._reviewed.get(stop.query, "")
        lines += [Line((("✓ " + told, "good"),))] if told else []
        width = max(self._width("#head"), 20)
        for parts in change_lines(closer.changes(stop.query), self.found):
            lines += [Line(row) for row in wrapped(parts, width)]
        lines += [Line((("! " + note, "doubtful"),)) for note in closer.notes]
        head.say_lines(lines)

    def _show_around(self) -> None:
        pane = self.query_one("#around", NeighbourPane)
        rows, evidence = self._drawn(self.stop.query, self._width("#around"), self.with_text)
        pane.show(len(rows), rows.__getitem__, None)
        pane.scroll_to(y=max(evidence - max(pane.size.height // 4, 1), 0), animate=False, force=True)
        pane.refresh()

    def _draw(self, query: str, width: int, with_text: bool) -> tuple[tuple[Line, ...], int]:  # noqa: FBT001  # a key
        """Give the rows around a query's evidence, and the first of them that holds any."""
        rows: list[Line] = []
        evidence = None
        for title, drawn in drawn_windows(self.closer, self._found(query), max(width, 60), with_text=with_text):
            rows.append(Line(((title, "heading"),)))
            for row in drawn:
                evidence = len(rows) if evidence is None and row.is_evidence else evidence
                rows.append(Line((*row.left, *row.middle, *row.right)))
        if rows:
            rows.append(Line(((gutters.legend(*self._names()), "muted"),)))
        return tuple(rows), evidence or 0

    def _rank_rows(self, query: str, width: int) -> tuple[ranked.RankRow, ...]:
        return ranked.rank_rows(self._found(query), max(width, 40))

    def _show_ranks(self) -> None:
        rows = [Line(row.parts, is_choice=row.rank > 0) for row in self._ranks]
        rows.append(Line(((ranked.LEGEND, "muted"),), is_choice=False))
        self.query_one("#ranks", RankPane).show(len(rows), rows.__getitem__, self._rank)

    def _names(self) -> tuple[str, str]:
        return self.closer.comparison.baseline, self.closer.comparison.candidate

    def _width(self, pane: str) -> int:
        return self.query_one(pane, LineList).scrollable_content_region.width

    # Going

    def action_step(self, by: int) -> None:
        """Go to the next query, or the one before, round the end."""
        self.go(self.at + by)

    def go(self, at: int) -> None:
        """Go to a query by its number among those that are shown."""
        self.at = at % len(self.shown)
        self._show()

    @work
    async def action_filter(self) -> None:
        """Step only through some queries."""
        known = filters(self._every)
        names = [f"all ({len(self._every)})", *(f"{mark} ({count})" for mark, count in known)]
        picked = await self.app.push_screen_wait(PickDialog("Step only through", names))
        if picked is not None:
            self._mark = known[picked - 1][0] if picked else None
            self.shown = filtered(self._every, self._mark)
            self.go(0)

    @work
    async def action_search(self) -> None:
        """Go to a query by parts of what is known of it."""
        names = [self._searched(one) for one in self.shown]
        picked = await self.app.push_screen_wait(PickDialog("Go to a query", names))
        if picked is not None:
            self.go(picked)

    def _searched(self, one: Stop) -> str:
        text = self.closer.query(one.query).text if self.with_text else ""
        return "  ".join(filter(None, (f"{GLYPHS[one.kind]} {one.query}", ", ".join(one.causes), text)))

    def action_arm(self) -> None:
        """Compare the next arm with the baseline."""
        names = [one.candidate for one in self.closer.result.comparisons]
        if len(names) == 1:
            self._tell("This result compares no other arm.")
            return
        self.dismiss(names[(names.index(self.closer.comparison.candidate) + 1) % len(names)])

    # Looking

    def action_toggle_text(self) -> None:
        """Show offsets in the place of the text, or the text again."""
        if not self.closer.has_text:
            self._tell("The documents are not at hand: start where reviewer.yaml and its documents are.")
            return
        self.with_text = not self.with_text
        self._show()

    @on(LineList.Chosen, "#ranks")
    def _choose_rank(self, message: LineList.Chosen) -> None:
        message.stop()
        if self._ranks[message.row].rank:
            self._rank = message.row
            self._show_ranks()
            if message.is_final:
                self._open(self._ranks[message.row].rank)

    def _open(self, rank: int) -> None:
        """Show both hits of a rank with all that they would send."""
        lines: list[str | Line] = []
        for side, listed in (("baseline", self.found.baseline), ("candidate", self.found.candidate)):
            if rank <= len(listed.passages):
                lines += self._hit(f"{side} {listed.arm}", listed.passages[rank - 1])
        self.app.push_screen(NoticeDialog(f"Rank {rank} of {self.stop.query}", lines))

    def _hit(self, arm: str, one: RankedPassage) -> list[str | Line]:
        places = ", ".join(f"{place.document} {place.start}–{place.end}" for place in one.places)
        tokens = f" · {one.tokens} tokens" if self.closer.has_text else ""
        facts = f"score {one.score:.3f}{tokens} · {ranked.share_words(one) or 'nothing of the evidence'}"
        lines: list[str | Line] = [Line(((arm, "heading"), (f"  {places} · {facts}", "plain")))]
        if self.with_text:
            for place in one.places:
                lines += glyphs.several_lines(self.closer.two.text(place)).split("\n")
        return [*lines, ""]

    def action_edit(self) -> None:
        """Open the document at the line of the evidence, in the reader's own editor."""
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        root, windows = self.closer.corpus_root, self.found.surroundings
        if root is None or not windows:
            self._tell("The document is not at hand.")
            return
        if not editor:
            self._tell("No editor is named: set $EDITOR.")
            return
        document = self.closer.two.corpus[windows[0].document]
        at = windows[0].evidence[0].start if windows[0].evidence else 0
        line = LineIndex(document.text).line_of(at) + 1
        try:
            with self.app.suspend():
                subprocess.run([*shlex.split(editor), f"+{line}", str(root / document.id)], check=False)  # noqa: S603  # the reader's own
        except (SuspendNotSupported, OSError, ValueError) as error:
            self._tell(f"The editor cannot be started: {error}")

    # Handing on

    def action_copy(self) -> None:
        """Copy the command that shows this query."""
        arm = ["--candidate", self.closer.comparison.candidate] if len(self.closer.result.comparisons) > 1 else []
        command = shlex.join(["reviewer", "show", self.stop.query, "--run", str(self._place), *arm])
        self.app.copy_to_clipboard(command)
        self._tell(f"Copied: {command}")

    @work
    async def action_mark(self) -> None:
        """Accept a loss, with a reason."""
        name = self.stop.query
        if self.stop.kind != LOST:
            self._tell("Only a loss is marked as reviewed.")
            return
        if not self.closer.sets:
            self._tell("The labels are not at hand: start where reviewer.yaml and its labels are.")
            return
        reason = await self.app.push_screen_wait(ReasonDialog(f"Accept the loss of {name}: why?"))
        if reason:
            try:
                folder = accept_loss(self.closer, name, reason, self._by)
            except ReviewerError as error:
                self._tell(f"{error.message}. {error.hint}")
                return
            self._reviewed = reviewed(self.closer)
            self._show_head()
            self._tell(f"Written to {folder / 'reviewed.yaml'}.")

    # Leaving

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpDialog(keys.help_groups()))

    def action_leave(self) -> None:
        """Leave; nothing is pending."""
        self.dismiss(None)

    def _tell(self, text: str) -> None:
        self.notify(glyphs.several_lines(text), markup=False)
