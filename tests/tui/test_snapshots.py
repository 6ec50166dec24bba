"""How the review looks; pictures hold for one version of Textual, which draws them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
import textual
from textual.pilot import Pilot

from reviewer.errors import ReviewerError
from reviewer.tui.labels_app.app import LabelsApp
from reviewer.tui.labels_app.screen import ReviewScreen
from tests.review.making import Project
from tests.tui.driving import Driver, app_of

DRAWN_BY = "8.2.8"
pytestmark = pytest.mark.skipif(textual.__version__ != DRAWN_BY, reason=f"the pictures were drawn by {DRAWN_BY}")

Compare = Callable[..., bool]
Before = Callable[[Pilot[list[str] | ReviewerError]], Awaitable[None]]


def at(label: str, *keys: str) -> Before:
    """Go to a label once all is compared, and press keys."""

    async def prepare(pilot: Pilot[list[str] | ReviewerError]) -> None:
        app = pilot.app
        assert isinstance(app, LabelsApp)
        driver = Driver(app, pilot)
        await driver.until(lambda: any(isinstance(screen, ReviewScreen) for screen in app.screen_stack))
        await driver.until(lambda: len(driver.session.queue.offers) == len(driver.session.queue.entries))
        await driver.go(label)
        await driver.press(*keys)

    return prepare


def test_a_small_terminal(project: Project, snap_compare: Compare) -> None:
    """80 by 24: the texts below each other, nothing cut that is needed."""
    with app_of(project) as app:
        assert snap_compare(app, terminal_size=(80, 24), run_before=at("late"))


def test_a_wide_light_terminal_while_adjusting(
    project: Project, snap_compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Side by side, in light colours, with an end that moves."""
    with app_of(project) as app:
        app.theme = "textual-light"
        assert snap_compare(app, terminal_size=(120, 30), run_before=at("late", "e", "b", "b"))


def test_without_colours(project: Project, snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    """States, the passage and its changes are told by words, signs, weight and reverse video."""
    monkeypatch.setenv("NO_COLOR", "1")
    with app_of(project) as app:
        assert snap_compare(app, terminal_size=(100, 28), run_before=at("late", "s", "K"))
