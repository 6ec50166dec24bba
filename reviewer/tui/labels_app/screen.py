"""The review itself: the keys that decide, take back, and leave."""

from __future__ import annotations

from textual import on, work

from reviewer.errors import LabelError
from reviewer.review.entry import Doubt, Offer
from reviewer.review.journal import Step
from reviewer.tui.asking import AskDialog
from reviewer.tui.dialogs import LeaveDialog, kept
from reviewer.tui.key_bar import Hint
from reviewer.tui.labels_app import keys, wording
from reviewer.tui.labels_app.browsing import BrowsingScreen
from reviewer.tui.labels_app.bulk_dialog import BulkDialog, listing
from reviewer.tui.labels_app.review_pane import ReviewPane


class RetireDialog(AskDialog):
    """Asks why a label is retired."""

    HINTS = (Hint("Enter", "retire the label", ""), Hint("Esc", "keep it", "screen.back"))


class ReviewScreen(BrowsingScreen):
    """Decides about the entry on the screen, never about another one."""

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
        if self.pane.now.text:
            self.pane.begin_adjusting()
        else:
            self.tell("There is no text to draw in: o opens another document.")

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
        reason = await self.app.push_screen_wait(
            kept(self.app, RetireDialog(f"Retire {entry.label.id}: why is it no longer asked?"))
        )
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
        current = self.entry
        if self._run(act) is None or current is None:
            return
        self.go(current)
        following = self.session.after(current.key, 1, undecided=True)
        if following is not None:
            self.go(following)
        else:
            self.tell("Everything is decided. q shows what will be written.")

    def _swap(self, act: keys.Act, otherwise: str) -> None:
        step = self._run(act)
        if step is None:
            return
        if not step:
            self.tell(otherwise)
        entries = {one.key: one for one in self.session.queue.entries}
        shown = next((entries[key] for key in step if key in entries), None)
        if shown is not None:
            self.go(shown)

    def _run(self, act: keys.Act) -> Step | None:
        """Run an act that goes to disk; what cannot be kept is not decided, and said, and gives nothing."""
        try:
            return act()
        except LabelError as error:
            self.notice("Not decided", error)
            return None

    @work
    async def action_leave(self) -> None:
        """Say what would be written, and ask."""
        answer = await self.app.push_screen_wait(kept(self.app, LeaveDialog(wording.sums(self.session.summary()))))
        if answer == LeaveDialog.LEAVE:
            self.dismiss(None)
        elif answer == LeaveDialog.WRITE:
            self._write()

    def _write(self) -> None:
        try:
            self.dismiss(self.session.commit())
        except LabelError as error:
            self.notice("Not written", error)


def _why_not(offer: Offer) -> str:
    if offer.doubt is Doubt.UNREAD:
        return "The documents are still being compared."
    if offer.options:
        return "Nothing says which place is meant: choose one with its digit first."
    return "There is no place to accept: e draws one, o opens another document, x retires the label."
