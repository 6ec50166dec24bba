"""Stepping through a result as somebody does: keys in, the screen's text out."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from reviewer.errors import ReportError, ReviewerError
from reviewer.experiment.archive import MOST_MEMBERS, result_folder
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.opening import look_closer
from reviewer.experiment.progress import Silent
from reviewer.experiment.run import Asked, run
from reviewer.experiment.store import Store
from reviewer.labels.reviewed import read_reviewed
from reviewer.reports import read_result
from reviewer.reports.hashed_ids import QUERY, HashKey
from reviewer.tui.step_app.app import StepApp
from reviewer.tui.step_app.screen import StepScreen
from reviewer.tui.step_app.stepping import GAINED, LOST, UNCHANGED
from tests.experiment.conftest import APPEALS, make_project

os.environ.pop("NO_COLOR", None)  # each test says itself whether colours are off


@pytest.fixture(scope="module")
def _ran(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Run three overlaps once."""
    root = make_project(tmp_path_factory.mktemp("step") / "project")
    asked = Asked(overlaps=(30, 0, 15))
    run(read_configuration(root / "reviewer.yaml"), asked, Store(root / ".reviewer"), Silent())
    return root


@pytest.fixture
def root(_ran: Path, tmp_path: Path) -> Path:
    """Give a copy of the project with its result."""
    return Path(shutil.copytree(_ran, tmp_path / "project"))


class Driver:
    """The app without a terminal."""

    def __init__(self, app: StepApp, pilot: Pilot[ReviewerError | None]) -> None:
        """Take the app and its pilot."""
        self.app, self.pilot = app, pilot

    @property
    def step(self) -> StepScreen:
        """The stepper, though a dialog may stand before it."""
        return next(one for one in reversed(self.app.screen_stack) if isinstance(one, StepScreen))

    async def press(self, *keys: str) -> None:
        """Press keys one after another, and wait until all is drawn."""
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something that happens beside the keys."""
        for _ in range(1000):
            if holds():
                return
            await self.pilot.pause(0.01)
        raise AssertionError("it never happened")

    def text(self) -> str:
        """Give the screen's text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)

    @property
    def told(self) -> str:
        """What was said for a moment."""
        return " ".join(notice.message for notice in self.app._notifications)


@asynccontextmanager
async def stepping(root: Path, *, bare: bool = False, size: tuple[int, int] = (120, 40)) -> AsyncIterator[Driver]:
    """Open the stepper on a project's latest result."""
    folder = Store(root / ".reviewer").latest()
    configuration = None if bare else read_configuration(root / "reviewer.yaml")
    app = StepApp(folder, lambda candidate: look_closer(folder, configuration, candidate), "Ada")
    async with app.run_test(size=size) as pilot:
        driver = Driver(app, pilot)
        await driver.until(lambda: any(isinstance(one, StepScreen) for one in app.screen_stack))
        await driver.until(lambda: "k = 2" in driver.text())
        yield driver


def walk(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a scenario to its end."""

    async def whole() -> None:
        await scenario()

    asyncio.run(whole())


def test_lost_come_first_then_gained_then_all_others(root: Path) -> None:
    """N goes through every query once and round the end, p goes back."""

    async def scenario() -> None:
        async with stepping(root) as driver:
            kinds = [one.kind for one in driver.step.shown]
            assert kinds == sorted(kinds, key=(LOST, GAINED, UNCHANGED).index)
            assert LOST in kinds
            seen = []
            for _ in kinds:
                seen.append(driver.step.stop.query)
                assert driver.step.stop.query in driver.text()
                await driver.press("n")
            assert len(set(seen)) == len(kinds) == len(read_result(Store(root / ".reviewer").latest()).queries)
            assert driver.step.at == 0
            await driver.press("p")
            assert driver.step.at == len(kinds) - 1

    walk(scenario)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 60)])
def test_question_cause_evidence_gutters_and_lists_are_seen(root: Path, size: tuple[int, int]) -> None:
    """All parts stand on the screen at once, the first character of the evidence among them."""

    async def scenario() -> None:
        async with stepping(root, size=size) as driver:
            text = driver.text()
            for part in ("LOST", "▶", "┌", "B1", "C1", "k = 2", "baseline", "candidate", "? help", "lost 1/"):
                assert part in text, part
            assert all(len(line) <= size[0] for line in text.split("\n"))

    walk(scenario)


def test_what_found_no_room_can_be_read_in_full(root: Path) -> None:
    """On a small screen the key stands first, and its dialog holds every word; signs are explained where they stand."""

    async def scenario() -> None:
        async with stepping(root, size=(80, 24)) as driver:
            assert "in full" in driver.text().splitlines()[-1]
            assert "in two chunks" in driver.text()
            assert "● holds the evidence" in driver.text()
            await driver.press("i")
            told = " ".join(driver.text().replace("│", " ").split())
            change = driver.step.closer.changes(driver.step.stop.query)[0]
            assert "Usually helps" in told
            assert "best share" in told
            assert change.remedy.split()[-1].strip("`().") in told

    walk(scenario)


def test_t_shows_offsets_in_the_place_of_text(root: Path) -> None:
    """No word of the question or the document stays, and t brings them back."""

    async def scenario() -> None:
        async with stepping(root) as driver:
            question = driver.step.closer.query(driver.step.stop.query).text
            assert question in driver.text()
            await driver.press("t")
            assert question not in driver.text()
            assert "characters" in driver.text()
            await driver.press("t")
            assert question in driver.text()

    walk(scenario)


def test_without_documents_only_offsets_are_shown_and_the_way_to_the_text_is_said(root: Path) -> None:
    """From a folder alone: no stand-in is drawn as text, t and m say what is missing."""

    async def scenario() -> None:
        async with stepping(root, bare=True) as driver:
            assert "xxx" not in driver.text()
            assert "Without the documents" in driver.text()
            await driver.press("t")
            assert "reviewer.yaml" in driver.told
            await driver.press("m")
            assert "labels are not at hand" in driver.told

    walk(scenario)


def test_o_reads_both_hits_of_a_rank(root: Path) -> None:
    """All that the chosen rank's hits would send is shown, and Esc goes back."""

    async def scenario() -> None:
        async with stepping(root) as driver:
            await driver.press("tab", "down", "o")
            assert "Rank 2 of" in driver.text()
            hit = driver.step.found.candidate.passages[1].places[-1]
            first = driver.step.closer.two.text(hit).strip().split("\n")[0][:30]
            assert first in driver.text()
            await driver.press("escape")
            assert driver.app.screen is driver.step

    walk(scenario)


def test_m_writes_a_reviewed_loss_that_gates_read(root: Path) -> None:
    """Name, reason and both arms' fingerprints stand in the set's reviewed.yaml, once."""

    async def scenario() -> None:
        async with stepping(root) as driver:
            query = driver.step.stop.query
            await driver.press("m", *"fine", "enter")
            await driver.until(lambda: "Written" in driver.told)
            (loss,) = read_reviewed(root / "labels" / "main")
            arms = {one.name: one.fingerprint for one in driver.step.closer.result.arms}
            assert (loss.query, loss.name, loss.reason) == (query, "Ada", "fine")
            assert (loss.baseline, loss.candidate) == (arms["overlap-30"], arms["overlap-0"])
            assert "reviewed by Ada: fine" in driver.text()

    walk(scenario)


def test_filter_search_and_the_other_arm(root: Path) -> None:
    """The key f narrows, g jumps, c compares the other arm with the baseline."""

    async def scenario() -> None:
        async with stepping(root) as driver:
            await driver.press("f", *"control", "enter")
            await driver.until(lambda: "filter: control" in driver.text())
            assert {one.query for one in driver.step.shown} == {"appeal-cost", "refund-days"}
            await driver.press("g", *"refund", "enter")
            await driver.until(lambda: driver.step.stop.query == "refund-days")
            first = driver.step
            await driver.press("c")
            await driver.until(lambda: driver.step is not first and "overlap-30 → overlap-15" in driver.text())

    walk(scenario)


def test_y_copies_a_command_that_the_shell_takes_as_one(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blanks and quotes of a path are quoted; the command names query, result and arm."""
    copied: list[str] = []
    monkeypatch.setattr(StepApp, "copy_to_clipboard", lambda _, text: copied.append(text))
    odd = root.parent / "it's a $(place)"
    shutil.move(root, odd)

    async def scenario() -> None:
        async with stepping(odd) as driver:
            await driver.press("y")
            query = driver.step.stop.query
            parts = shlex.split(copied[0])
            assert parts[:4] == ["reviewer", "show", query, "--run"]
            assert parts[4] == str(Store(odd / ".reviewer").latest())

    walk(scenario)


def test_y_names_a_query_as_its_result_does(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where ids were hashed, what is copied for others holds the hashed one; the screen shows the query's own."""
    copied: list[str] = []
    monkeypatch.setattr(StepApp, "copy_to_clipboard", lambda _, text: copied.append(text))
    key = HashKey(b"0123456789abcdef")
    configuration, store = read_configuration(root / "reviewer.yaml"), Store(root / ".reviewer")
    run(configuration, Asked(key=key), store, Silent())
    app = StepApp(store.latest(), lambda name: look_closer(store.latest(), configuration, name, key=key), "Ada")

    async def scenario() -> None:
        async with app.run_test(size=(120, 40)) as pilot:
            driver = Driver(app, pilot)
            await driver.until(lambda: "k = 2" in driver.text())
            query = driver.step.stop.query
            await driver.press("y")
            assert query in driver.text()
            assert query not in copied[0]
            assert shlex.split(copied[0])[2] == key.alias(QUERY, query)

    walk(scenario)


def test_a_hostile_document_drives_nothing(root: Path) -> None:
    """Escapes, markup and direction marks of a document are drawn as signs."""
    from reviewer import fingerprint

    path, labels = root / "docs/policies/appeals.md", root / "labels/main/labels.yaml"
    path.write_text(APPEALS + "\n[red]markup[/red] \x1b]0;PWNED\x07 \u202eabc\n", "utf-8")
    old, new = (fingerprint.short(fingerprint.of_text(text)) for text in (APPEALS, path.read_text("utf-8")))
    labels.write_text(labels.read_text("utf-8").replace(old, new), "utf-8")
    run(read_configuration(root / "reviewer.yaml"), Asked(), Store(root / ".reviewer"), Silent())

    async def scenario() -> None:
        async with stepping(root, size=(160, 60)) as driver:
            driver.step.go([one.query for one in driver.step.shown].index("appeal-cost"))
            await driver.pilot.pause()
            text = driver.text()
            assert "PWNED" in text
            assert "red]" in text
            assert not set("\x1b\x07\u202e") & set(text)

    walk(scenario)


def test_without_a_terminal_it_refuses_and_names_show(root: Path) -> None:
    """In a pipe nothing is drawn."""
    done = subprocess.run(
        [sys.executable, "-c", "from reviewer.cli.main import main; main(['step'])"],
        cwd=root, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "reviewer show QUERY" in done.stderr


def packed(root: Path, target: Path, **extra: bytes) -> Path:
    """Zip the latest result, with files besides."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(Store(root / ".reviewer").latest().iterdir()):
            archive.write(path, path.name)
        for name, content in extra.items():
            archive.writestr(name, content)
    return target


def test_a_zip_is_read_and_nothing_of_it_lies_about(root: Path, tmp_path: Path) -> None:
    """What a zip leads to is read under known names alone; what leads out stays packed."""
    archive = packed(root, tmp_path / "a.zip", **{"../out.json": b"x", "/abs.json": b"x", "evil.sh": b"x"})
    with result_folder(archive) as folder:
        closer = look_closer(folder, None)
        assert closer.comparison.changes
        assert {path.suffix for path in folder.iterdir()} == {".json", ".jsonl"}
        assert not (folder.parent / "out.json").exists()
    assert not folder.exists()


def test_hostile_archives_are_refused_in_one_message(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No zip, no result, too many files, more bytes than a result has, a link, a doubled name."""
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"PK\x03\x04 nothing")
    empty, many, link = (tmp_path / f"{name}.zip" for name in ("empty", "many", "link"))
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("a.txt", "x")
    packed(root, many, **{f"{at}.txt": b"" for at in range(MOST_MEMBERS)})
    with zipfile.ZipFile(link, "w") as archive:
        entry = zipfile.ZipInfo("results.json")
        entry.external_attr = 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    for path in (broken, empty, many, link, tmp_path / "none.zip"):
        with pytest.raises(ReportError), result_folder(path):
            pass
    monkeypatch.setattr("reviewer.experiment.archive.MOST_BYTES", 1000)
    with pytest.raises(ReportError, match="unpacks to over"), result_folder(packed(root, tmp_path / "big.zip")):
        pass
