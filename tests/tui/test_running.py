"""The command in a real terminal, killed and started again; and where there is none."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.review.making import EDITED, Project

COMMAND = (sys.executable, "-c", "from reviewer.cli.main import main; main(['labels', '--by', 'Ada'])")
SIZE = struct.pack("HHHH", 30, 100, 0, 0)
PATIENCE = 60.0


class Terminal:
    """A process that believes to have a terminal; what it sends is kept."""

    def __init__(self, folder: Path) -> None:
        """Start the command."""
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, SIZE)
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
        self.process = subprocess.Popen(
            COMMAND, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, start_new_session=True
        )
        os.close(theirs)
        self.sent = b""
        self._is_open = True
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        while self._is_open:
            try:
                if not select.select([self._ours], [], [], 0.1)[0]:
                    continue
                data = os.read(self._ours, 65536)
            except OSError:
                return
            if not data:
                return
            self.sent += data

    def type(self, text: str) -> None:
        """Press keys."""
        os.write(self._ours, text.encode())

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something."""
        end = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < end, self.sent[-2000:]
            time.sleep(0.05)

    def close(self) -> None:
        """End the process, however it stands."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.hang_up()

    def hang_up(self) -> None:
        """Close the terminal; the process, which has no controlling one, is sent nothing."""
        if self._is_open:
            self._is_open = False
            self._reader.join()
            os.close(self._ours)


@pytest.fixture
def start(project: Project) -> Iterator[Callable[[], Terminal]]:
    """Give what starts the command; what was started is ended, however the test goes."""
    started: list[Terminal] = []

    def one_more() -> Terminal:
        started.append(Terminal(project.root))
        return started[-1]

    yield one_more
    for terminal in started:
        terminal.close()


def decided(project: Project, start: Callable[[], Terminal]) -> Terminal:
    """Start the command, decide once, and wait until that is kept."""
    terminal = start()
    terminal.until(lambda: b"moved" in terminal.sent)
    terminal.type("a")
    terminal.until(lambda: kept(project) == 1)
    return terminal


def kept(project: Project) -> int:
    """Count the decisions in the journal."""
    journal = project.set / ".review.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


def test_a_killed_terminal_loses_nothing_and_the_next_one_writes(
    project: Project, start: Callable[[], Terminal]
) -> None:
    """Kill -9 after a decision: it stands in the journal, is said at the next start, and is written then."""
    first = decided(project, start)
    os.kill(first.process.pid, signal.SIGKILL)
    first.close()
    assert not project.changed_lines()
    second = start()
    second.until(lambda: b"Before you go on" in second.sent)
    second.type("\r")
    time.sleep(0.5)
    second.type("q")
    second.until(lambda: b"would change" in second.sent)
    second.type("w")
    second.until(lambda: second.process.poll() is not None)
    second.until(lambda: b"label written" in second.sent)
    assert second.process.returncode == 0
    assert len([line for line in project.changed_lines() if "reviewed" in line]) == 1
    assert not (project.set / ".review.jsonl").exists()
    assert not (project.set / ".review.lock").exists()


def test_a_terminal_that_vanishes_without_a_signal_ends_the_app(
    project: Project, start: Callable[[], Terminal]
) -> None:
    """Its end would be read for ever, and the lock be held: it ends as at a hang-up, and the decision stands."""
    terminal = decided(project, start)
    terminal.hang_up()
    terminal.until(lambda: terminal.process.poll() is not None)
    assert terminal.process.returncode == -signal.SIGHUP
    assert kept(project) == 1


def test_the_terminal_is_driven_by_us_alone(project: Project, start: Callable[[], Terminal]) -> None:
    """Escapes of a document do not come out, order of letters is asked to be left alone, and given back."""
    project.write(rules="\x1b]0;PWNED\x07" + EDITED)
    terminal = start()
    terminal.until(lambda: b"PWNED" in terminal.sent)
    terminal.type("q")
    terminal.until(lambda: b"nothing was decided" in terminal.sent)
    terminal.type("l")
    terminal.until(lambda: terminal.process.poll() is not None)
    terminal.until(lambda: b"nothing written" in terminal.sent)
    assert b"\x1b]0;PWNED" not in terminal.sent
    assert terminal.sent.index(b"\x1b[8l") < terminal.sent.index(b"PWNED") < terminal.sent.index(b"\x1b[8h")


@pytest.mark.parametrize("term", ["xterm-256color", "dumb"])
def test_without_a_terminal_it_refuses_and_names_the_other_ways(project: Project, term: str) -> None:
    """In a pipe nothing is drawn; the commands that do the same are named and exist."""
    done = subprocess.run(
        COMMAND,
        cwd=project.root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        env={**os.environ, "TERM": term},
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert "\x1b[?" not in done.stderr
    assert "needs a terminal" in done.stderr
    helped = subprocess.run(
        (*COMMAND[:2], "from reviewer.cli.main import main; main(['labels', '--help'])"),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    for name in ("list", "show", "accept", "retire"):
        assert f"reviewer labels {name}" in done.stderr
        assert f"\n  {name} " in helped.stdout
