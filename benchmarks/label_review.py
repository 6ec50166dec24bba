"""How fast `reviewer labels` answers: key event to last rendered line, and the time until ten thousand labels are open.

    python benchmarks/label_review.py [--keys 200] [--labels 10000]

Everything is measured inside the app, on documents made for it: prose of a megabyte, the same as one endless line, and
the same in ideographs.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import fcntl
import os
import pty
import random
import re
import struct
import subprocess
import sys
import tempfile
import termios
import time
from datetime import date
from pathlib import Path

from key_clock import SIZE, Answered, KeyClock, cycled, summary
from textual.app import App
from textual.pilot import Pilot

from reviewer import fingerprint
from reviewer.corpus import read_corpus
from reviewer.review import Session, opened, signer
from reviewer.tui.labels_app.app import LabelsApp
from reviewer.tui.labels_app.screen import ReviewScreen

WORDS = re.findall(
    r"\S+",
    "the notice appeal window closes decision account final within working days refund follows section desk firm late"
    " delay reported case file review panel month ledger entry month-end statement of in and for to a by or is was",
)
LABELS = 40
LABEL = (
    "j", "J", "K", "down", "pagedown", "pageup", "1", "e", "right", "right", "left", "w", "b", "tab",
    "left_parenthesis", "escape", "a", "z", "Z", "z", "s", "z", "end", "home", "slash", "d", "a", "escape", "k",
    "j", "a", "j", "pagedown", "e", "b", "b", "enter", "j", "a",
)  # fmt: skip
PATTERN = (*LABEL, "c", "c", *LABEL, "x", "n", "o", "escape", "z")
MEGABYTE = 1_000_000


def prose(size: int, seed: int) -> str:
    """Give paragraphs of made-up prose, each with a number of its own."""
    chance = random.Random(seed)  # noqa: S311  # not for secrets
    parts: list[str] = []
    length = 0
    while length < size:
        part = " ".join(chance.choices(WORDS, k=90)) + f" number {len(parts)}."
        parts.append(part)
        length += len(part) + 2
    return "\n\n".join(parts)


def documents(name: str) -> tuple[str, str]:
    """Give a document before and after an edit."""
    old = prose(MEGABYTE, 1)
    if name == "one line":
        old = old.replace("\n\n", " ")
    elif name == "ideographs":
        old = "".join(
            "漢字仮名文章言葉意味判断決定期限申請"[ord(char) % 18] if char.isalpha() else char for char in old
        )
    chance = random.Random(2)  # noqa: S311  # not for secrets
    words = old.split(" ")
    for _ in range(len(words) // 200):
        words[chance.randrange(len(words))] = "revised"
    return old, "An introduction.\n\n" + " ".join(words)


def label_file(document: str, text: str, count: int) -> str:
    """Write labels whose passages lie all over a text."""
    chance = random.Random(3)  # noqa: S311  # not for secrets
    of = fingerprint.short(fingerprint.of_text(text))
    lines = ["version: 1", "queries:"]
    for at in range(count):
        start = chance.randrange(len(text) - 400)
        end = start + chance.randrange(80, 300)
        quote = text[start:end].replace("\n", "\\n")
        lines += [f"  - id: {Path(document).stem}-{at}", f"    query: What about {at}?", "    evidence:"]
        lines += [f"      - document: {document}", f"        fingerprint: {of}", f"        start: {start}"]
        lines += [f"        end: {end}", f'        quote: "{quote}"']
    return "\n".join(lines) + "\n"


def make_set(folder: Path, texts: dict[str, tuple[str, str]], labels: int) -> Path:
    """Write a set in a git repository whose documents were edited after the labels were made."""
    root = folder / "labels" / "measured"
    (root / "corpus").mkdir(parents=True)
    for name, (old, _) in texts.items():
        (root / "corpus" / name).write_text(old, encoding="utf-8")
        (root / f"{Path(name).stem}.yaml").write_text(label_file(name, old, labels), encoding="utf-8")
    git = ("git", "-C", str(folder), "-c", "user.name=Ada", "-c", "user.email=ada@example.org")
    for arguments in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "as labelled")):
        subprocess.run((*git, *arguments), check=True)
    for name, (_, new) in texts.items():
        (root / "corpus" / name).write_text(new, encoding="utf-8")
    return root


def app_of(root: Path, *, keep_open: list[object]) -> LabelsApp:
    """Give the app on a set, as the command makes it."""
    journal = opened(root)
    keep_open.append(journal)
    held = journal.__enter__()
    who = signer(root, "Ada", date(2026, 11, 30))
    return LabelsApp(root.name, root / "corpus", lambda: Session(root, read_corpus(root / "corpus"), held, who))


async def until_open(app: App[object], pilot: Pilot[object]) -> None:
    """Wait for the review, and until everything was compared."""
    while not isinstance(app.screen, ReviewScreen):
        await pilot.pause(0.01)
    screen = app.screen
    while len(screen.session.queue.offers) < len(screen.session.queue.entries):
        await pilot.pause(0.05)
    await pilot.pause(0.2)


async def latencies(clock: KeyClock, root: Path, count: int) -> list[Answered]:
    """Give how fast each key was answered."""
    opens: list[object] = []
    app = app_of(root, keep_open=opens)
    async with app.run_test(size=SIZE) as pilot:
        await until_open(app, pilot)  # type: ignore[arg-type]  # an app of any answer
        found = await clock.answers(pilot, cycled(PATTERN, count))
        app.workers.cancel_all()
    return found


def opening(folder: Path) -> tuple[float, float, float]:
    """Give, of the command in a terminal, the seconds until it shows itself, until its queue is there, and of work."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", SIZE[1], SIZE[0], 0, 0))
    command = (sys.executable, "-c", "from reviewer.cli.main import main; main(['labels', '--by', 'Ada'])")
    environment = {**os.environ, "TERM": "xterm-256color"}
    begin = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdin=theirs, stdout=theirs, stderr=theirs, env=environment)
    os.close(theirs)
    sent, shown = b"", 0.0
    while "▸".encode() not in sent:
        sent += os.read(ours, 65_536)
        shown = shown or (time.perf_counter() - begin if b"reading the labels" in sent else 0.0)
    listed = time.perf_counter() - begin
    with contextlib.suppress(OSError):
        worked = sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    process.kill()
    process.wait()
    os.close(ours)
    return shown, listed, worked / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--keys", type=int, default=200)
    arguments.add_argument("--labels", type=int, default=10_000)
    given = arguments.parse_args()
    clock = KeyClock()
    for name in ("prose", "one line", "ideographs"):
        with tempfile.TemporaryDirectory() as folder:
            root = make_set(Path(folder), {"long.md": documents(name)}, LABELS)
            print(f"{name:12} {summary(asyncio.run(latencies(clock, root, given.keys)))}")
    with tempfile.TemporaryDirectory() as folder:
        files = 200
        texts = {f"d{at:03}.md": (text := prose(8_000, at), f"New.\n\n{text}") for at in range(files)}
        root = make_set(Path(folder), texts, given.labels // files)
        shown, listed, worked = opening(root.parent.parent)
        print(f"{given.labels} labels in {files} files, from the command's start:", end="")
        print(f" shown after {shown:.2f} s, queue after {listed:.2f} s ({worked:.2f} s of work)")


if __name__ == "__main__":
    main()
