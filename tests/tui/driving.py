"""Driving the review as somebody does: keys in, the screen's text out."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from textual.pilot import Pilot

from reviewer.corpus import read_corpus
from reviewer.errors import ReviewerError
from reviewer.review import Session, opened
from reviewer.tui.labels_app.app import LabelsApp
from reviewer.tui.labels_app.review_pane import ReviewPane
from reviewer.tui.labels_app.screen import ReviewScreen
from tests.review.making import ADA, Project, entry

os.environ.pop("NO_COLOR", None)  # each test says itself whether colours are off


@dataclass(slots=True)
class Driver:
    """An app that runs without a terminal."""

    app: LabelsApp
    pilot: Pilot[list[str] | ReviewerError]

    @property
    def review(self) -> ReviewScreen:
        """The review, though a dialog may stand before it."""
        return next(screen for screen in self.app.screen_stack if isinstance(screen, ReviewScreen))

    @property
    def session(self) -> Session:
        """What is decided."""
        return self.review.session

    @property
    def pane(self) -> ReviewPane:
        """The entry's side."""
        return self.review.pane

    @property
    def label(self) -> str:
        """The label that is shown."""
        assert self.pane.entry is not None
        return self.pane.entry.label.id

    async def press(self, *keys: str) -> None:
        """Press keys one after another, and wait until all is drawn."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.press(*("space" if char == " " else char for char in text))

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something that happens beside the keys; a test that waits in vain fails."""
        for _ in range(1000):
            if holds():
                return
            await self.pilot.pause(0.01)
        raise AssertionError("it never happened")

    @property
    def told(self) -> str:
        """What was said for a moment."""
        return " ".join(notice.message for notice in self.app._notifications)

    def lines(self) -> list[str]:
        """Give the screen's lines as they would be sent."""
        strips = self.app.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip) for strip in strips]

    def text(self) -> str:
        """Give the screen's text."""
        return "\n".join(self.lines())

    async def go(self, label: str, span: int = 0) -> None:
        """Go to a label's span at once."""
        self.review.go(entry(self.session, label, span))
        await self.pilot.pause()


@contextmanager
def app_of(project: Project) -> Iterator[LabelsApp]:
    """Give the app on a project, its journal open as the command opens it."""
    with opened(project.set) as journal:
        corpus = project.set / "corpus"
        yield LabelsApp("handbook", corpus, lambda: Session(project.set, read_corpus(corpus), journal, ADA))


@asynccontextmanager
async def reviewing(project: Project, size: tuple[int, int] = (110, 36)) -> AsyncIterator[Driver]:
    """Open the review of a project, and wait until everything is compared."""
    with app_of(project) as app:
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await driver.until(lambda: any(isinstance(screen, ReviewScreen) for screen in app.screen_stack))
            await driver.until(lambda: len(driver.session.queue.offers) == len(driver.session.queue.entries))
            await pilot.pause()
            yield driver
