"""The stepper: going through what changed, by slice, cause, or arm, and handing on what was seen."""

from __future__ import annotations

import shlex
from pathlib import Path

from textual import work

from reviewer.errors import ReviewerError
from reviewer.experiment.closer import Closer
from reviewer.tui.asking import AskDialog, PickDialog
from reviewer.tui.dialogs import HelpDialog, kept
from reviewer.tui.key_bar import Hint
from reviewer.tui.key_use import explained
from reviewer.tui.step_app import keys
from reviewer.tui.step_app.looking import LookingScreen
from reviewer.tui.step_app.reviewing import accept_loss, reviewed
from reviewer.tui.step_app.stepping import GLYPHS, LOST, Stop, filtered, filters

FEW = 2


class ReasonDialog(AskDialog):
    """Asks why a loss is accepted."""

    HINTS = (Hint("Enter", "accept the loss", ""), Hint("Esc", "leave it", "screen.back"))


class StepScreen(LookingScreen):
    """Steps through queries; ends with the name of another arm to compare, or with nothing."""

    def __init__(self, closer: Closer, place: Path, by: str | None) -> None:
        """Take an opened result, where it was opened from, and who marks losses."""
        super().__init__(closer)
        self._place, self._by = place, by

    # Going

    def action_step(self, by: int) -> None:
        """Go to the next query, or the one before, round the end."""
        self.go(self.at + by)

    def go(self, at: int) -> None:
        """Go to a query by its number among those that are shown."""
        self.at = at % len(self.shown)
        self.forget()
        self.show_stop()

    @work
    async def action_filter(self) -> None:
        """Step only through some queries."""
        known = filters(self.every)
        names = [f"all ({len(self.every)})", *(f"{mark} ({count})" for mark, count in known)]
        picked = await self.app.push_screen_wait(kept(self.app, PickDialog("Step only through", names)))
        if picked is not None:
            self.mark = known[picked - 1][0] if picked else None
            self.shown = filtered(self.every, self.mark)
            self.go(0)

    @work
    async def action_query(self) -> None:
        """Go to a query by parts of what is known of it."""
        names = [self._known(one) for one in self.shown]
        picked = await self.app.push_screen_wait(kept(self.app, PickDialog("Go to a query", names)))
        if picked is not None:
            self.go(picked)

    def _known(self, one: Stop) -> str:
        text = self.closer.query(one.query).text if self.with_text else ""
        return "  ".join(filter(None, (f"{GLYPHS[one.kind]} {one.query}", ", ".join(one.causes), text)))

    @work
    async def action_arm(self) -> None:
        """Compare another arm with the baseline."""
        comparison = self.closer.comparison
        names = [one.candidate for one in self.closer.result.comparisons]
        others = [one for one in names if one != comparison.candidate]
        if not others:
            self.tell("This result compares no other arm.")
        elif len(names) == FEW:
            self.dismiss(others[0])
        else:
            pairs = [f"{comparison.baseline} → {one}" for one in others]
            picked = await self.app.push_screen_wait(kept(self.app, PickDialog("Compare", pairs)))
            if picked is not None:
                self.dismiss(others[picked])

    # Handing on

    def action_copy(self) -> None:
        """Copy the command that shows this query."""
        arm = ["--candidate", self.closer.comparison.candidate] if len(self.closer.result.comparisons) > 1 else []
        query = self.closer.name_for_others(self.stop.query)
        command = shlex.join(["reviewer", "show", query, "--run", str(self._place), *arm])
        self.app.copy_to_clipboard(command)
        self.tell(f"Copied: {command}")

    @work
    async def action_mark(self) -> None:
        """Accept a loss, with a reason."""
        name = self.stop.query
        if self.stop.kind != LOST:
            self.tell("Only a loss is marked as reviewed.")
            return
        if not self.closer.sets:
            self.tell("The labels are not at hand: start where reviewer.yaml and its labels are.")
            return
        reason = await self.app.push_screen_wait(kept(self.app, ReasonDialog(f"Accept the loss of {name}: why?")))
        if reason:
            try:
                folder = accept_loss(self.closer, name, reason, self._by)
            except ReviewerError as error:
                self.tell(f"{error.message}. {error.hint}")
                return
            self.accepted = reviewed(self.closer)
            self.show_head()
            self.tell(f"Written to {folder / 'reviewed.yaml'}.")

    # Leaving

    def action_help(self) -> None:
        """List the keys."""
        self.app.push_screen(kept(self.app, HelpDialog(explained(keys.GROUPS))))

    def action_leave(self) -> None:
        """Leave; nothing is pending."""
        self.dismiss(None)
