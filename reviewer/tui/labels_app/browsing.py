"""The review as far as it decides nothing: the queue at the left, an entry at the right, going and searching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on, work
from textual.binding import BindingType
from textual.message import Message
from textual.worker import get_current_worker

from reviewer.review.entry import Doubt, Entry
from reviewer.review.session import Session, Written
from reviewer.tui.dialogs import NoticeDialog, kept
from reviewer.tui.key_use import KeyUse, bindings
from reviewer.tui.labels_app import keys, wording
from reviewer.tui.labels_app.comparing import Compared, Comparing
from reviewer.tui.labels_app.queue_list import QueueList
from reviewer.tui.labels_app.review_pane import ReviewPane
from reviewer.tui.line_list import LineList
from reviewer.tui.queue_screen import QueueScreen


class BrowsingScreen(QueueScreen[Written | None]):
    """Steps through what is stale; each key's action is in `keys`."""

    BINDINGS: ClassVar[list[BindingType]] = bindings(keys.ALL)
    WIDTHS = ((120, 36), (100, 30), (0, 26))
    GROUPS = keys.GROUPS
    WHILE_ADJUSTING, ADJUSTING_ALWAYS = keys.WHILE_ADJUSTING, keys.ADJUSTING_ALWAYS
    TAKING = "accept_adjusted"

    @dataclass
    class Offered(Message):
        """Some documents were compared."""

        compared: Compared

    def __init__(self, session: Session, comparing: Comparing, set_name: str, opening: Sequence[str]) -> None:
        """Take a session, what compares its documents, and what is to be said first."""
        super().__init__()
        self.session = session
        self.comparing = comparing
        self._set_name = set_name
        self._opening = opening
        self._is_touched = False

    def sides(self) -> tuple[QueueList, ReviewPane]:
        """Give the entries, and one of them."""
        return QueueList(self.session), ReviewPane(self.session.corpus)

    @property
    def pane(self) -> ReviewPane:
        """The entry's side."""
        return self.query_one(ReviewPane)

    @property
    def queue(self) -> QueueList:
        """The queue's side."""
        return self.query_one(QueueList)

    @property
    def entry(self) -> Entry | None:
        """The entry on the screen."""
        return self.pane.entry

    def on_mount(self) -> None:
        """Show the first entry that is not decided, and what is offered again."""
        self.queue.list_anew()
        self._go_to_first()
        self.comparing.wanted = None  # the first document is compared whole, so that the surest entry comes first
        self._compare()
        if self._opening:
            self.app.push_screen(kept(self.app, NoticeDialog("Before you go on", self._opening)))

    def _go_to_first(self) -> None:
        first = self.session.after(None, 1, undecided=True) or self.session.after(None, 1, undecided=False)
        if first is not None:
            self.go(first)

    @work(thread=True, exclusive=True, group="compare")
    def _compare(self) -> None:
        worker = get_current_worker()
        self.comparing.run(lambda found: self.post_message(self.Offered(found)), lambda: worker.is_cancelled)

    def on_key(self, event: events.Key) -> None:
        """Let the comparing wait while somebody types."""
        self._is_touched = True
        self.comparing.last_key = event.time

    def go(self, entry: Entry) -> None:
        """Show an entry."""
        offer = self.session.queue.offer(entry)
        if offer.doubt is Doubt.UNREAD:
            self.comparing.wanted = entry
        self.pane.show(entry, offer, self.session.decisions.get(entry.key))
        self._refresh()

    @on(Offered)
    def _take(self, message: Offered) -> None:
        """Take in what was compared meanwhile."""
        queue, compared = self.session.queue, message.compared
        known = {key: offer for key, offer in compared.offers.items() if self.queue.holds(key)}
        if compared.is_whole and compared.document in queue.groups:
            queue.settle(compared.document, known)
            self.queue.list_anew()
            # Once a place was shown, nothing but a key may put another one under the keys that decide.
            if not self._is_touched and self.pane.offer.doubt is Doubt.UNREAD:
                self._go_to_first()
        else:
            queue.offers.update(known)
        entry = self.entry
        is_free = not self.pane.is_adjusting  # what somebody draws is not taken away
        if entry is not None and is_free and entry.key in known and self.pane.offer is not known[entry.key]:
            self.go(entry)
        else:
            self._refresh()

    def _refresh(self) -> None:
        self.queue.show_entry(self.entry)
        left, right = wording.top(self.session, self._set_name, self.queue.place_of(self.entry))
        self.show_top(left, right)
        self.show_keys()

    @property
    def uses(self) -> tuple[Sequence[KeyUse], Sequence[KeyUse]]:
        """The keys that do most for what is shown, and those that are always shown."""
        entry = self.entry
        again = [keys.REPEAT] if entry is not None and self.session.can_repeat(entry) else []
        review = keys.REVIEW if entry is None or entry.evidence is not None else (keys.CONFIRM, *keys.REVIEW[1:])
        return [*again, *review], keys.ALWAYS

    def action_next(self, by: int, undecided: bool) -> None:  # noqa: FBT001  # bindings pass arguments by position
        """Go to another entry, of the undecided alone if asked."""
        found = self.session.after(self.entry.key if self.entry else None, by, undecided=undecided)
        if found is None:
            self.tell("Everything is decided. J and K go through all; q leaves.")
        else:
            self.go(found)

    @on(LineList.Chosen, "#queue")
    def _go_to_row(self, message: LineList.Chosen) -> None:
        found = self.queue.entry_at(message.row)
        if found is not None and not self.pane.is_adjusting:
            self.go(found)

    @work
    async def action_go(self) -> None:
        """Go to an entry by a part of its name."""
        entries = self.session.queue.entries
        names = [f"{wording.name(one)} · {one.document or wording.NOT_ANSWERABLE}" for one in entries]
        picked = await self.pick("Go to", names)
        if picked is not None:
            self.go(entries[picked])

    @work
    async def action_open(self) -> None:
        """Open another document, to draw a place in it."""
        documents = list(self.session.corpus.documents)
        picked = await self.pick("Open a document beside this label", documents)
        if picked is not None:
            self.pane.open(documents[picked])
            self._refresh()

    def leave_adjusting(self) -> None:
        """Show the entry as it was."""
        self.pane.leave_adjusting()
        if self.entry is not None:
            self.go(self.entry)
