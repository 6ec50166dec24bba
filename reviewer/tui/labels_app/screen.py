"""The review itself: the queue at the left, an entry at the right, and the keys that decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import get_current_worker

from reviewer.errors import LabelError
from reviewer.review.decision import Key
from reviewer.review.entry import Doubt, Entry, Offer
from reviewer.review.journal import Step
from reviewer.review.session import Session, Written
from reviewer.tui import glyphs
from reviewer.tui.key_bar import KeyBar
from reviewer.tui.labels_app import keys, wording
from reviewer.tui.labels_app.bulk_dialog import BulkDialog, listing
from reviewer.tui.labels_app.comparing import Compared, Comparing
from reviewer.tui.labels_app.dialogs import (
    TYPEABLE,
    AskDialog,
    HelpDialog,
    LeaveDialog,
    NoticeDialog,
    PickDialog,
)
from reviewer.tui.labels_app.review_pane import ReviewPane
from reviewer.tui.line_list import Line, LineList, OneLine

WIDTHS = ((120, 36), (100, 30), (0, 26))
"""The queue's cells from so many cells of the screen on."""


class ReviewScreen(Screen[Written | None]):
    """Steps through what is stale; each key's action is in `keys`."""

    DEFAULT_CSS = """
    ReviewScreen {
        layers: base above;
        & > #top { background: $primary 30%; text-style: bold; }
        & > #body { height: 1fr; }
        & #queue { width: 26; border-right: solid $panel-lighten-2; }
        & #review { width: 1fr; }
        & > #search { display: none; layer: above; dock: bottom; height: 1; padding: 0 1; background: $boost; }
    }
    ReviewScreen:nocolor > #top { text-style: reverse bold; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(key.binding, key.action, key.does, show=False) for key in keys.ALL if key.binding
    ]
    AUTO_FOCUS = "#now"

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
        self._rows: list[Entry | str] = []
        self._row_of: dict[Key, int] = {}
        self._is_touched = False

    def compose(self) -> ComposeResult:
        """Lay out the first line, the queue, the entry, the search and the keys."""
        yield OneLine(id="top")
        with Horizontal(id="body"):
            yield LineList(id="queue")
            yield ReviewPane(self.session.corpus)
        yield Input(id="search", restrict=TYPEABLE, placeholder="words of this document", compact=True)
        yield KeyBar()

    @property
    def pane(self) -> ReviewPane:
        """The entry's side."""
        return self.query_one(ReviewPane)

    @property
    def entry(self) -> Entry | None:
        """The entry on the screen."""
        return self.pane.entry

    def on_mount(self) -> None:
        """Show the first entry that is not decided, and what is offered again."""
        self._list_queue()
        self._go_to_first()
        self._compare()
        if self._opening:
            self.app.push_screen(NoticeDialog("Before you go on", self._opening))

    def _go_to_first(self) -> None:
        first = self.session.after(None, 1, undecided=True) or self.session.after(None, 1, undecided=False)
        if first is not None:
            self.go(first)

    @work(thread=True, exclusive=True, group="compare")
    def _compare(self) -> None:
        worker = get_current_worker()
        self.comparing.run(lambda found: self.post_message(self.Offered(found)), lambda: worker.is_cancelled)

    def on_resize(self, event: events.Resize) -> None:
        """Give the queue its share of the width."""
        width = next(width for least, width in WIDTHS if event.size.width >= least)
        self.query_one("#queue").styles.width = width

    def on_key(self, event: events.Key) -> None:
        """Let the comparing wait while somebody types."""
        self._is_touched = True
        self.comparing.last_key = event.time

    # Showing

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
        known = {key: offer for key, offer in compared.offers.items() if key in self._row_of}
        if compared.is_whole and compared.document in queue.groups:
            queue.settle(compared.document, known)
            self._list_queue()
            if not self._is_touched:
                self._go_to_first()
        else:
            queue.offers.update(known)
        entry = self.entry
        if entry is not None and entry.key in known and self.pane.offer is not known[entry.key]:
            self.go(entry)
        else:
            self._refresh()

    def _list_queue(self) -> None:
        self._rows = []
        for document, entries in self.session.queue.groups.items():
            self._rows += [document, *entries]
        self._row_of = {row.key: at for at, row in enumerate(self._rows) if isinstance(row, Entry)}

    def _refresh(self) -> None:
        entry, session = self.entry, self.session
        current = self._row_of.get(entry.key) if entry is not None else None
        self.query_one("#queue", LineList).show(len(self._rows), self._line, current)
        at = sum(isinstance(row, Entry) for row in self._rows[: (current or 0) + 1])
        left, right = wording.top(session, self._set_name, at)
        self.query_one("#top", OneLine).say(Line(((f" {left}", "plain"),), ((f"{right} ", "plain"),)))
        self._show_keys()

    def _line(self, row: int) -> Line:
        found = self._rows[row]
        if isinstance(found, str):
            decisions = self.session.decisions
            return wording.group_line(found, sum(one.key not in decisions for one in self.session.queue.groups[found]))
        is_current = self.entry is not None and found.key == self.entry.key
        return wording.entry_line(
            found, self.session.queue.offer(found), self.session.decisions.get(found.key), is_current=is_current
        )

    def _show_keys(self) -> None:
        bar = self.query_one(KeyBar)
        if self.pane.is_adjusting:
            bar.show(keys.hints(keys.ADJUSTING), keys.hints(keys.ADJUSTING_ALWAYS))
            return
        entry = self.entry
        again = [keys.REPEAT] if entry is not None and self.session.can_repeat(entry) else []
        review = keys.REVIEW if entry is None or entry.evidence is not None else (keys.CONFIRM, *keys.REVIEW[1:])
        bar.show(keys.hints([*again, *review]), keys.hints(keys.ALWAYS))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While a span is adjusted, nothing else is decided."""
        if self.is_mounted and self.query(ReviewPane) and self.pane.is_adjusting:
            return action in keys.WHILE_ADJUSTING
        if action == "accept_adjusted":
            return False
        return super().check_action(action, parameters)

    # Going

    def action_next(self, by: int, undecided: bool) -> None:  # noqa: FBT001  # bindings pass arguments by position
        """Go to another entry, of the undecided alone if asked."""
        found = self.session.after(self.entry.key if self.entry else None, by, undecided=undecided)
        if found is None:
            self.tell("Everything is decided. J and K go through all; q leaves.")
        else:
            self.go(found)

    @on(LineList.Chosen, "#queue")
    def _go_to_row(self, message: LineList.Chosen) -> None:
        found = self._rows[message.row]
        if isinstance(found, Entry) and not self.pane.is_adjusting:
            self.go(found)

    @work
    async def action_go(self) -> None:
        """Go to an entry by a part of its name."""
        entries = self.session.queue.entries
        names = [f"{wording.name(one)} · {one.document or wording.NOT_ANSWERABLE}" for one in entries]
        picked = await self.app.push_screen_wait(PickDialog("Go to", names))
        if picked is not None:
            self.go(entries[picked])

    @work
    async def action_open(self) -> None:
        """Open another document, to draw a place in it."""
        documents = list(self.session.corpus.documents)
        picked = await self.app.push_screen_wait(PickDialog("Open a document beside this label", documents))
        if picked is not None:
            self.pane.open(documents[picked])
            self._refresh()

    def action_context(self) -> None:
        """Give the texts all the width, or take it back."""
        queue = self.query_one("#queue")
        queue.display = not queue.display

    # Choosing and deciding

    def action_choose(self, number: int) -> None:
        """Choose a place by its number."""
        if number <= len(self.pane.offer.options):
            self.pane.choose(number)
        else:
            self.tell(f"There is no place {number}.")

    @on(ReviewPane.OptionPicked)
    def _pick_option(self, message: ReviewPane.OptionPicked) -> None:
        if not self.pane.is_adjusting:
            self.action_choose(message.number)

    def action_accept(self) -> None:
        """Accept the place on the screen: the adjusted one, the chosen one, or that there is no answer."""
        pane, entry = self.pane, self.entry
        if entry is None:
            return
        if pane.is_adjusting:
            place = pane.place
            if place is None or not self.session.corpus[place.document].text[place.start : place.end].strip():
                self.tell("There are no words in this span.")
                return
            pane.leave_adjusting()
            self._decide(lambda: self.session.adjust(entry, place))
        elif entry.evidence is None:
            self._decide(lambda: self.session.confirm(entry))
        elif pane.choice:
            self._decide(lambda: self.session.accept(entry, pane.choice))
        else:
            self.tell(_why_not(pane.offer))

    def action_accept_adjusted(self) -> None:
        """Accept the span as it is drawn."""
        self.action_accept()

    def action_adjust(self) -> None:
        """Begin to move the ends of the place."""
        self.pane.begin_adjusting()

    @on(ReviewPane.AdjustingChanged)
    def _show_adjusting(self) -> None:
        self._show_keys()

    def action_skip(self) -> None:
        """Leave the entry for another day."""
        if self.entry is not None:
            entry = self.entry
            self._decide(lambda: self.session.skip(entry))

    def action_repeat(self) -> None:
        """Decide as it was decided before the label or its document changed."""
        entry = self.entry
        if entry is not None and self.session.can_repeat(entry):
            self._decide(lambda: self.session.repeat(entry))

    @work
    async def action_retire(self) -> None:
        """Take the label out of use, with a reason."""
        entry = self.entry
        if entry is None:
            return
        reason = await self.app.push_screen_wait(AskDialog(f"Retire {entry.label.id}: why is it no longer asked?"))
        if reason:
            self._decide(lambda: self.session.retire(entry, reason))

    @work
    async def action_accept_all(self) -> None:
        """Accept places of the same words together, after they were shown."""
        document = self.entry.document if self.entry is not None else ""
        session = self.session
        open_ones = [
            (one, offer)
            for one in session.queue.entries
            if one.key not in session.decisions
            and (offer := session.queue.offer(one)).doubt.may_be_accepted_in_bulk
            and offer.options
        ]
        if not open_ones:
            self.tell("Nothing that is open is unmoved or moved.")
            return
        here = listing([pair for pair in open_ones if pair[0].document == document], session.corpus)
        chosen = await self.app.push_screen_wait(BulkDialog(here, listing(open_ones, session.corpus), document))
        if chosen:
            self._decide(lambda: session.accept_all(chosen))

    def action_undo(self) -> None:
        """Take back the last decision and show its entry."""
        self._swap(self.session.undo, "There is nothing to take back.")

    def action_redo(self) -> None:
        """Do again what was taken back."""
        self._swap(self.session.redo, "There is nothing to do again.")

    def _decide(self, act: keys.Act) -> None:
        """Decide, tell it, and go on to the next undecided entry."""
        if not self._run(act):
            return
        current = self.entry
        if current is None:
            return
        self.go(current)
        following = self.session.after(current.key, 1, undecided=True)
        if following is not None:
            self.go(following)
        else:
            self.tell("Everything is decided. q shows what will be written.")

    def _swap(self, act: keys.Act, otherwise: str) -> None:
        step = self._run(act)
        if not step:
            self.tell(otherwise)
            return
        entries = {one.key: one for one in self.session.queue.entries}
        shown = next((entries[key] for key in step if key in entries), None)
        if shown is not None:
            self.go(shown)

    def _run(self, act: keys.Act) -> Step:
        """Run an act that goes to disk; what cannot be kept is not decided, and said."""
        try:
            return act()
        except LabelError as error:
            self.app.push_screen(NoticeDialog("Not decided", [error.message, error.hint]))
            return {}

    # Searching

    def action_search(self) -> None:
        """Ask for words to find in the document."""
        field = self.query_one("#search", Input)
        field.display = True
        field.value = ""
        field.focus()

    @on(Input.Changed, "#search")
    def _find(self, message: Input.Changed) -> None:
        if message.input.display:
            self.pane.find(message.value)

    @on(Input.Submitted, "#search")
    def _keep_search(self) -> None:
        self._close_search()

    def action_find_next(self, by: int) -> None:
        """Go to another place of the words."""
        self.pane.find_next(by)

    def _close_search(self) -> None:
        self.query_one("#search", Input).display = False
        self.pane.now.focus()

    def action_back(self) -> None:
        """Leave the search, the adjusting or the wide view; nothing is decided."""
        if self.query_one("#search", Input).display:
            self._close_search()
            self.pane.find("")
        elif self.pane.is_adjusting:
            self.pane.leave_adjusting()
            self._show_keys()
        elif self.pane.search.hits:
            self.pane.find("")
        else:
            self.query_one("#queue").display = True

    # Help and leaving

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(HelpDialog(keys.help_groups()))

    @work
    async def action_leave(self) -> None:
        """Say what would be written, and ask."""
        answer = await self.app.push_screen_wait(LeaveDialog(wording.sums(self.session.summary())))
        if answer == LeaveDialog.LEAVE:
            self.dismiss(None)
        elif answer == LeaveDialog.WRITE:
            self._write()

    def _write(self) -> None:
        try:
            self.dismiss(self.session.commit())
        except LabelError as error:
            self.app.push_screen(NoticeDialog("Not written", [*error.message.split("\n"), *error.hint.split("\n")]))

    def tell(self, message: str) -> None:
        """Say something for a moment; never as markup."""
        self.notify(glyphs.one_line(message), markup=False, timeout=4)


def _why_not(offer: Offer) -> str:
    if offer.doubt is Doubt.UNREAD:
        return "The documents are still being compared."
    if offer.options:
        return "Nothing says which place is meant: choose one with its digit first."
    return "There is no place to accept: e draws one, o opens another document, x retires the label."
