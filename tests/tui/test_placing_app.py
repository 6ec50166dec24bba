"""Candidates and sites become labels by keyboard; every decision is on disk before the next key."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from reviewer.errors import LabelError
from reviewer.labels import read_set
from reviewer.labels.candidates import Candidate, queue, waiting
from reviewer.labels.sites import find_sites
from reviewer.review.placing import Placing, Task
from reviewer.review.session import Signer
from reviewer.tui.placing_app import run_placing_app
from reviewer.tui.placing_app.app import PlacingApp
from reviewer.tui.placing_app.screen import PlacingScreen
from tests.labels.making import corpus

FEES = (
    "# Fees\n\nThis is what the firm has to know of it. If the fee is late, we send a letter to the owner. "
    "Otherwise nothing happens to the firm.\n"
)
WHERE = corpus(fees=FEES, moon="# Moon\n\nRockets fly there.\n")
LATE, ROCKETS = Candidate.of("What if I pay late?", "fees.md"), Candidate.of("Which rockets fly?")


class Driver:
    """An app that runs without a terminal."""

    def __init__(self, app: PlacingApp, pilot: Pilot[list[str]]) -> None:
        """Take the app and what presses its keys."""
        self.app, self.pilot = app, pilot

    @property
    def screen(self) -> PlacingScreen:
        """The screen, though a dialog may stand before it."""
        return next(one for one in self.app.screen_stack if isinstance(one, PlacingScreen))

    async def press(self, *keys: str) -> None:
        """Press keys one after another, and wait until all is drawn."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type a text."""
        await self.press(*("space" if char == " " else char for char in text))

    def text(self) -> str:
        """Give the screen's text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)


@asynccontextmanager
async def placing(tmp_path: Path, *, sites: bool = False) -> AsyncIterator[Driver]:
    """Open two candidates, or the sites of the documents."""
    (tmp_path / "set").mkdir(exist_ok=True)
    queue(tmp_path / "q.jsonl", [LATE, ROCKETS], ())
    tasks = [Task.of_candidate(one) for one in (LATE, ROCKETS)]
    if sites:
        found = find_sites(WHERE, patterns=["condition-consequence"])
        tasks = [Task.of_site(one, WHERE[one.document].text, separate=False) for one in found]
    app = PlacingApp(Placing(tmp_path / "set", WHERE, Signer("Ada", "2026-11-30"), tmp_path / "q.jsonl", tasks))
    async with app.run_test(size=(110, 30)) as pilot:
        await pilot.pause()
        yield Driver(app, pilot)


def test_a_candidate_is_placed_by_search_and_selection(tmp_path: Path) -> None:
    """Find words, widen to the sentence, take, write; z takes it out of its file again."""

    async def session() -> None:
        async with placing(tmp_path) as driver:
            await driver.press("slash")
            await driver.type("fee is late")
            await driver.press("enter", "p", "right_parenthesis", "enter", "a")
            (made,) = read_set(tmp_path / "set").labels
            assert made.spans[0].quote == "fee is late, we send a letter to the owner."
            assert made.approved is not None
            assert waiting(tmp_path / "q.jsonl") == (ROCKETS,)
            assert driver.screen.current_task.candidate == ROCKETS
            await driver.press("z")
            assert not list((tmp_path / "set").glob("*.yaml"))
            assert driver.screen.sketch.places

    asyncio.run(session())


def test_a_candidate_of_no_known_document_opens_where_its_words_stand(tmp_path: Path) -> None:
    """And may have no answer."""

    async def session() -> None:
        async with placing(tmp_path) as driver:
            await driver.press("j")
            assert driver.screen.sketch.document == "moon.md"
            assert "place to look 1" in driver.text()
            await driver.press("u")
            (made,) = read_set(tmp_path / "set").labels
            assert not made.query.answerable

    asyncio.run(session())


def test_a_site_asks_for_its_question(tmp_path: Path) -> None:
    """Esc decides nothing; Enter writes, with the pattern of the site."""

    async def session() -> None:
        async with placing(tmp_path, sites=True) as driver:
            assert "a condition (“If”)" in driver.text()
            await driver.press("a")
            assert "What would somebody ask" in driver.text()
            await driver.press("escape")
            assert not list((tmp_path / "set").glob("*.yaml"))
            await driver.press("a")
            await driver.type("Late?")
            await driver.press("enter")
            (made,) = read_set(tmp_path / "set").labels
            assert (made.query.text, made.query.boundary, made.approved) == ("Late?", "condition-consequence", None)
            assert made.spans[0].quote.endswith("Otherwise nothing happens to the firm.")

    asyncio.run(session())


def test_places_are_adjusted_added_and_taken_out(tmp_path: Path) -> None:
    """Esc drops what is drawn; places that meet become one; nothing is decided meanwhile."""

    async def session() -> None:
        async with placing(tmp_path, sites=True) as driver:
            (before,) = driver.screen.sketch.places
            await driver.press("e", "b", "a")
            assert driver.screen.pane.is_adjusting
            assert not list((tmp_path / "set").glob("*.yaml"))
            await driver.press("escape")
            assert driver.screen.sketch.places == (before,)
            await driver.press("e", "b", "enter")
            (after,) = driver.screen.sketch.places
            assert (after.start, after.end < before.end) == (before.start, True)
            await driver.press("home", "p", "enter")
            assert len(driver.screen.sketch.places) == 2
            await driver.press("1", "d")
            assert driver.screen.sketch.places == (after,)
            await driver.press("d", "a")
            assert not list((tmp_path / "set").glob("*.yaml"))

    asyncio.run(session())


def test_a_candidate_is_dropped_with_a_reason(tmp_path: Path) -> None:
    """And is remembered."""

    async def session() -> None:
        async with placing(tmp_path) as driver:
            await driver.press("x", "escape")
            assert len(waiting(tmp_path / "q.jsonl")) == 2
            await driver.press("x")
            await driver.type("no")
            await driver.press("enter", "q")
            assert waiting(tmp_path / "q.jsonl") == (ROCKETS,)
        assert driver.app.return_value == ["1 dropped", "1 still wait"]

    asyncio.run(session())


def test_the_pattern_can_be_chosen_and_all_keys_are_listed(tmp_path: Path) -> None:
    """Each key stands once on the screen's list."""

    async def session() -> None:
        async with placing(tmp_path) as driver:
            await driver.press("b")
            await driver.type("table")
            await driver.press("enter")
            assert driver.screen.sketch.task.boundary == "table-row"
            await driver.press("question_mark")
            assert "say that the documents hold no answer" in driver.text()

    asyncio.run(session())


def test_without_a_terminal_the_other_commands_are_named(tmp_path: Path) -> None:
    """Before anything is read."""

    def make() -> Placing:
        raise AssertionError(tmp_path)

    with pytest.raises(LabelError) as caught:
        run_placing_app(make)
    assert "reviewer labels add" in caught.value.hint
