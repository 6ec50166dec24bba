"""A dialog that stays mounted shows each time what a new one would have shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App
from textual.pilot import Pilot

from reviewer.tui.asking import AskDialog, PickDialog
from reviewer.tui.dialogs import Dialog, NoticeDialog, kept

Answers = list[object]


def text(app: App[None]) -> str:
    """Give what is on the screen."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


@asynccontextmanager
async def running(size: tuple[int, int] = (80, 24)) -> AsyncIterator[tuple[App[None], Pilot[None]]]:
    """Run an app that has nothing but dialogs."""
    app: App[None] = App()
    async with app.run_test(size=size) as pilot:
        yield app, pilot


async def ask(app: App[None], pilot: Pilot[None], dialog: Dialog[Any], *keys: str) -> Answers:
    """Open a dialog, press keys, and give its answers."""
    answers: Answers = []
    app.push_screen(kept(app, dialog), answers.append)
    await pilot.pause()
    await pilot.press(*keys)
    await pilot.pause()
    return answers


async def test_a_dialog_opened_again_shows_its_new_heading_and_lines() -> None:
    """Nothing of the first time is left, longer or shorter."""
    async with running() as (app, pilot):
        await ask(app, pilot, NoticeDialog("First", ["one line"]), "escape")
        await ask(app, pilot, NoticeDialog("Second", [f"line {at}" for at in range(5)]))
        shown = text(app)
        assert "Second" in shown
        assert "line 4" in shown
        assert "First" not in shown
        await pilot.press("escape")
        await ask(app, pilot, NoticeDialog("Third", ["alone"]))
        shown = text(app)
        assert "alone" in shown
        assert "line 1" not in shown


async def test_a_long_dialog_opened_again_begins_at_its_first_line() -> None:
    """It does not stand where the last one was scrolled to."""
    async with running() as (app, pilot):
        await ask(app, pilot, NoticeDialog("Long", [f"old {at}" for at in range(100)]), "end", "escape")
        await ask(app, pilot, NoticeDialog("Long", [f"new {at}" for at in range(100)]))
        assert "new 0" in text(app)


async def test_names_opened_again_are_all_there_and_nothing_is_typed() -> None:
    """What was typed the last time filters no other names, and the first is chosen."""
    async with running() as (app, pilot):
        assert await ask(app, pilot, PickDialog("Go to", ["alpha", "beta", "gamma"]), "g", "a", "m", "enter") == [2]
        assert await ask(app, pilot, PickDialog("Go to", ["delta", "eps"]), "down", "enter") == [1]
        assert await ask(app, pilot, PickDialog("Go to", ["delta", "eps"]), "enter") == [0]


async def test_a_question_asked_again_has_its_own_words_and_an_empty_line() -> None:
    """The reason given for one label is not offered for the next."""
    async with running() as (app, pilot):
        assert await ask(app, pilot, AskDialog("Why one?"), "s", "o", "enter") == ["so"]
        await ask(app, pilot, AskDialog("Why two?"))
        shown = text(app)
        assert "Why two?" in shown
        assert "so" not in shown.replace("Esc", "")


async def test_a_dialog_over_one_of_its_kind_is_another() -> None:
    """Closing the upper one shows the lower one as it was."""
    async with running() as (app, pilot):
        await ask(app, pilot, NoticeDialog("Below", ["lower"]))
        await ask(app, pilot, NoticeDialog("Above", ["upper"]))
        assert "upper" in text(app)
        await pilot.press("escape")
        await pilot.pause()
        assert "lower" in text(app)


async def test_a_kept_dialog_fits_a_terminal_that_was_resized_meanwhile() -> None:
    """Its lines are wrapped at the new width."""
    long = "word " * 60
    async with running() as (app, pilot):
        await ask(app, pilot, NoticeDialog("Wide", [long + "end"]), "escape")
        await pilot.resize_terminal(40, 30)
        await pilot.pause()
        await ask(app, pilot, NoticeDialog("Narrow", [long + "last"]))
        await pilot.pause()
        shown = text(app)
        assert "last" in shown
        assert shown.count("word") == 60


async def test_what_stands_behind_is_drawn_as_it_is_now() -> None:
    """A dialog opened again does not stand over the picture of the first time."""
    async with running() as (app, pilot):
        await ask(app, pilot, NoticeDialog("One", ["first"]), "escape")
        await ask(app, pilot, PickDialog("stands behind", [str(at) for at in range(12)]))
        await ask(app, pilot, NoticeDialog("One", ["x"]))
        assert "stands behind" in text(app)


async def test_no_letter_is_lost_where_a_blank_hangs_over_the_edge() -> None:
    """A row that is full to its last cell ends in its letter, not in an ellipsis."""
    words = ["ab" * (at % 5 + 1) for at in range(200)]
    async with running(size=(60, 60)) as (app, pilot):
        await ask(app, pilot, NoticeDialog("Words", [" ".join(words)]))
        shown = text(app).replace("│", " ").split()
        assert "…" not in text(app)
        assert [one for one in shown if set(one) <= set("ab")] == words
