"""Looking around while stepping: hits where they stand, words of the document, lists before a treatment."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.opening import look_closer
from reviewer.experiment.store import Store
from tests.tui import test_step_app
from tests.tui.test_step_app import stepping, walk

_ran, root = test_step_app._ran, test_step_app.root


def test_enter_shows_both_hits_of_a_rank_where_they_stand_and_then_the_evidence(root: Path) -> None:
    """The candidate's first; its offsets are named, its text lies between the gutters; Esc goes back from anywhere."""

    async def scenario() -> None:
        async with stepping(root) as driver:
            evidence = driver.text()
            await driver.press("tab", "down", "enter")
            found = driver.step.found
            for listed, side in ((found.candidate, "candidate"), (found.baseline, "baseline")):
                hit = listed.passages[1].places[-1]
                text = driver.text()
                assert f"{side} {listed.arm}, rank 2 · " in text
                assert driver.step.closer.two.text(hit).strip().split("\n")[0][:20] in text
                assert "k = 2" in text, "the lists stay in sight"
                await driver.press("enter")
            assert "rank 2 ·" not in driver.text()
            await driver.press("enter", "escape", "tab")
            assert driver.text().split("k = ")[0].count("▶") == evidence.split("k = ")[0].count("▶")

    walk(scenario)


def test_slash_finds_words_of_the_document_far_from_the_evidence(root: Path) -> None:
    """Typed words are counted and shown, N and P step, Esc shows the evidence again."""

    async def scenario() -> None:
        async with stepping(root) as driver:
            driver.step.go([one.query for one in driver.step.shown].index("window-closes"))
            await driver.press("slash", *"appeal")
            await driver.until(lambda: "“appeal”: " in driver.text())
            count = driver.step.closer.two.corpus["policies/appeals.md"].text.lower().count("appeal")
            assert f"of {count}" in driver.text()
            at = driver.step.search.at
            await driver.press("enter", "N")
            assert driver.step.search.at == (at + 1) % count
            await driver.press("P", "P")
            assert driver.step.search.at == (at - 1) % count
            await driver.press("escape")
            assert "“appeal”" not in driver.text()
            await driver.press("slash", *"zebra", "enter")
            await driver.until(lambda: "“zebra” is not in this document" in driver.told)
            await driver.press("t", "slash")
            assert "no text to search" in driver.told

    walk(scenario)


def test_d_shows_a_treated_arms_list_before_and_after(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a treatment it says so; with one both lists carry the arm's name, and d goes back to both arms."""

    async def scenario() -> None:
        async with stepping(root) as driver:
            await driver.press("d")
            assert "Neither arm has a treatment" in driver.told
            closer = driver.step.closer
            arm = replace(closer.two.candidate, raw=closer.two.baseline.passages, treatment="cap(3)")
            driver.step.closer = driver.step.pictures._closer = replace(closer, two=replace(closer.two, candidate=arm))
            await driver.press("d")
            assert "overlap-0 before treatment" in driver.text()
            assert "after cap(3)" in driver.text()
            await driver.press("d")
            assert "baseline overlap-30" in driver.text()

    walk(scenario)


def test_the_window_around_any_place_is_cut_at_the_documents_ends(root: Path) -> None:
    """And holds the chunks of both arms there."""
    closer = look_closer(Store(root / ".reviewer").latest(), read_configuration(root / "reviewer.yaml"))
    name = next(iter(closer.queries))
    place = closer.around(name, 10).baseline.passages[0].places[-1]
    around = closer.window(name, place, 10**6)
    assert (around.start, around.end) == (0, len(closer.two.corpus[place.document].text))
    assert len(around.baseline) == len(closer.two.baseline.chunks[place.document])
