"""The app around the review: it reads, compares beside, and begins anew where a file could not be written."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

from textual.app import ComposeResult

from reviewer.errors import ReviewerError
from reviewer.review import History, Proposer, Session
from reviewer.tui.labels_app import wording
from reviewer.tui.labels_app.comparing import Comparing
from reviewer.tui.labels_app.screen import ReviewScreen
from reviewer.tui.line_list import Line, OneLine
from reviewer.tui.patient_app import PatientApp
from reviewer.tui.phrases import counted


class LabelsApp(PatientApp[list[str] | ReviewerError]):
    """Reviews one label set; ends with the lines to print, or with the error that ended it."""

    TITLE = "reviewer labels"
    CSS = """
    #reading { margin: 1 2; }
    """

    def __init__(self, set_name: str, corpus_root: Path, load: Callable[[], Session]) -> None:
        """Take what reads labels and documents; it runs beside the screen."""
        super().__init__()
        self._set_name = set_name
        self._corpus_root = corpus_root
        self._load = load

    def compose(self) -> ComposeResult:
        """Say that something happens."""
        yield OneLine(id="reading")

    def on_mount(self) -> None:
        """Begin to read."""
        self.query_one("#reading", OneLine).say(Line(((f"reading the labels of {self._set_name} …", "muted"),)))
        self.run_worker(self._review(), exit_on_error=True)

    async def action_quit(self) -> None:
        """Ask before leaving, whatever key was used."""
        if isinstance(self.screen, ReviewScreen):
            self.screen.action_leave()
        elif not any(isinstance(screen, ReviewScreen) for screen in self.screen_stack):
            self.exit([])

    async def _review(self) -> None:
        try:
            session = await asyncio.to_thread(self._load)
        except ReviewerError as error:
            self.exit(error)
            return
        self.keep()
        if not session.queue.entries:
            self.exit([*_overtaken(session), f"{self._set_name}: nothing is stale"])
            return
        self.exit(await self._rounds(session))

    async def _rounds(self, session: Session) -> list[str]:
        """Review until the decisions are written, or are left for another time."""
        opening = _restored(session)
        while True:
            written = await self.push_screen_wait(self._screen(session, opening))
            if written is None:
                kept = counted(len(session.decisions), "decision")
                return [f"nothing written; {kept} kept for the next time"]
            if written.refused is None:
                return wording.report(written, len(session.queue.entries))
            opening = [*wording.refused(written, written.refused), *_overtaken(session)]
            if not session.queue.entries:
                return opening

    def _screen(self, session: Session, opening: list[str]) -> ReviewScreen:
        comparing = Comparing(Proposer(session.corpus, History(self._corpus_root)), dict(session.queue.groups))
        return ReviewScreen(session, comparing, self._set_name, opening)


def _restored(session: Session) -> list[str]:
    """Say what stands from an earlier time."""
    lines = _overtaken(session)
    if session.decisions:
        lines.append(f"{counted(len(session.decisions), 'decision')} from before stand: q writes them.")
    again = [key for key in session.earlier if key not in session.decisions]
    if again:
        lines.append("The label or its document changed after these were decided; r decides as before:")
        lines += [f"  {key.label}: {wording.decided(session.earlier[key])}" for key in again]
    return lines


def _overtaken(session: Session) -> list[str]:
    return [f"{key.label} was settled elsewhere: the decision kept about it is dropped." for key in session.overtaken]
