"""Looking closer at a query: hits opened where they stand, words searched in the document, text or offsets."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from textual import on, work
from textual.app import ComposeResult, SuspendNotSupported
from textual.worker import get_current_worker

from reviewer.errors import ReviewerError
from reviewer.spans import Place
from reviewer.tui.dialogs import NoticeDialog, kept
from reviewer.tui.key_use import KeyUse
from reviewer.tui.line_list import Line, LineList
from reviewer.tui.search_field import SearchField
from reviewer.tui.searching import Search, seek
from reviewer.tui.step_app import keys
from reviewer.tui.step_app.opening import editor_at, hit_lines
from reviewer.tui.step_app.showing import ShowingScreen
from reviewer.tui.step_app.visiting import opened, visit_of


class LookingScreen(ShowingScreen):
    """Shows what a query's neighbourhood holds besides its evidence."""

    search = Search()
    _document = ""
    _open: tuple[int, int] = (0, 0)

    @property
    def said(self) -> str:
        """What is said of the hit that is looked at, or that words are not there."""
        return self.search.told or super().said

    @property
    def uses(self) -> Sequence[KeyUse]:
        """The keys that do most now, those of a search where words were found."""
        return keys.SEARCHED if self.search.hits else super().uses

    def compose(self) -> ComposeResult:
        """Lay a line for searched words over the keys."""
        yield from super().compose()
        yield SearchField()

    def forget(self) -> None:
        """Show the evidence again, once something is drawn."""
        self.visit, self.search, self._open = None, Search(), (0, 0)

    def action_back(self) -> None:
        """Go back to the evidence."""
        if self.visit is not None:
            self.forget()
            self.show_around()

    # Hits

    @on(LineList.Chosen)
    def _choose_rank(self, message: LineList.Chosen) -> None:
        message.stop()
        if message.list.id == "ranks" and self.ranks[message.row].rank:
            self.row = message.row
            self.show_ranks()
        if message.is_final:
            self.action_open()

    def action_open(self) -> None:
        """Show the chosen rank's hits where they stand: the candidate's, the baseline's, and the evidence again."""
        hits = opened(self.pictures.lists(self.stop.query, untreated=self.untreated), self.rank)
        at = self._open[1] + 1 if self._open[0] == self.rank else 0
        if not hits or at >= len(hits):
            self.action_back()
            return
        self.forget()
        self._open, self.visit = (self.rank, at), hits[at].visit
        self.show_around()

    def action_both(self) -> None:
        """Show both hits of a rank with all that they would send."""
        lines: list[str | Line] = []
        for one in reversed(opened(self.pictures.lists(self.stop.query, untreated=self.untreated), self.rank)):
            lines += hit_lines(self.closer, f"{one.side} {one.arm}", one.passage, with_text=self.with_text)
        if lines:
            self.app.push_screen(kept(self.app, NoticeDialog(f"Rank {self.rank} of {self.stop.query}", lines)))

    def action_full(self) -> None:
        """Show all that is said of the query."""
        lines: list[str | Line] = [line for one in self.all_said() for line in (one.text.strip(), "")]
        self.app.push_screen(NoticeDialog("In full", lines[:-1]))

    # Words

    def action_search(self) -> None:
        """Let words be typed that are looked for in the document that is shown."""
        place = self._shown_place()
        if not self.with_text or place is None:
            self.tell("There is no text to search: t shows it where the documents are at hand.")
            return
        self._document = place.document
        self.query_one(SearchField).open()

    @on(SearchField.Sought)
    def _look_for(self, message: SearchField.Sought) -> None:
        place = self._shown_place()
        near = place.start if place is not None and place.document == self._document else 0
        self._seek(message.words, self.closer.two.corpus[self._document].text, near)

    @work(thread=True, exclusive=True, group="search", description="search")  # else the whole text is described
    def _seek(self, words: str, text: str, near: int) -> None:
        """Search beside the screen; other words drop it."""
        worker = get_current_worker()
        found = seek(text, words, near, lambda: worker.is_cancelled)
        if found is not None and not worker.is_cancelled:
            self.app.call_from_thread(self._show_search, found)

    def _show_search(self, found: Search) -> None:
        self.search, self._open = found, (0, 0)
        self.visit = visit_of(found, self._document)
        self.show_around()

    @on(SearchField.Closed)
    def _close_search(self, message: SearchField.Closed) -> None:
        self.query_one("#around").focus()
        if not message.is_kept:
            self.forget()
            self.show_around()
        elif self.search.words and not self.search.hits:
            self.tell(self.search.told)

    def action_hit(self, by: int) -> None:
        """Go to another place of the words."""
        if self.search.hits:
            self._show_search(self.search.step(by))

    def _shown_place(self) -> Place | None:
        """Give what is in sight: what is visited, the evidence, or the best hit where there is none."""
        if self.visit is not None:
            return self.visit.place
        for around in self.found.surroundings[:1]:
            start = around.evidence[0].start if around.evidence else around.start
            return Place(around.document, start, start + 1)
        hits = opened(self.found, 1)
        return hits[0].passage.places[-1] if hits else None

    # Text

    def action_toggle_text(self) -> None:
        """Show offsets in the place of the text, or the text again."""
        if not self.closer.has_text:
            self.tell("The documents are not at hand: start where reviewer.yaml and its documents are.")
            return
        self.with_text = not self.with_text
        self.show_head()
        self.show_around()

    def action_treatment(self) -> None:
        """Show an arm's list before and after its treatment, or both arms' again."""
        if self.closer.before_treatment(self.stop.query) is None:
            self.tell("Neither arm has a treatment. c compares another arm with the baseline.")
            return
        self.untreated = not self.untreated
        self.show_lists()

    def action_edit(self) -> None:
        """Open the document at the line of what is shown, in the reader's own editor."""
        try:
            command = editor_at(self.closer, self._shown_place())
            with self.app.suspend():
                subprocess.run(command, check=False)  # noqa: S603  # the reader's own
        except ReviewerError as error:
            self.tell(error.message)
        except (SuspendNotSupported, OSError) as error:
            self.tell(f"The editor cannot be started: {error}")
