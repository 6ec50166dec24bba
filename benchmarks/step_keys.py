"""How fast `reviewer step` answers: key event to last rendered line, and the time until the first query is shown.

    python benchmarks/step_keys.py [--keys 200] [--run RUN]

Everything is measured inside the app: on a result of a document of 5 MB whose queries have 200 hits in both arms, the
same in ideographs, and on a result of your own where `--run` names its folder (in the folder of its `reviewer.yaml`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import tempfile
import time
from pathlib import Path

from key_clock import SIZE, Answered, KeyClock, cycled, summary

from reviewer import fingerprint
from reviewer.experiment.configuration import read_configuration
from reviewer.experiment.foreign import Handed, compare_runs
from reviewer.experiment.hashing import hash_key
from reviewer.experiment.opening import look_closer
from reviewer.experiment.store import Store
from reviewer.tui.step_app.app import StepApp
from reviewer.tui.step_app.screen import StepScreen

BYTES = 5_000_000
QUERIES, DEPTH = 40, 200
CHUNK, STRIDES = 1000, (600, 950)
WORDS = (
    "the notice appeal window closes decision account final within working days refund follows section desk firm late"
    " delay reported case file review panel month ledger entry statement of in and for to a by or is"
).split()
PATTERN = (
    "n", "n", "n", "p", "down", "down", "pagedown", "pageup", "end", "home", "t", "t", "tab", "down", "down", "enter",
    "enter", "enter", "pagedown", "end", "o", "escape", "home", "tab", "n", "slash", "d", "e", "l", "a", "y", "enter",
    "N", "N", "escape", "n", "n", "f", "down", "escape", "g", "d", "escape", "question_mark", "escape", "n", "y", "n",
)  # fmt: skip


def prose() -> str:
    """Give paragraphs of made-up prose, each under a number of its own."""
    chance = random.Random(1)  # noqa: S311  # not for secrets
    parts: list[str] = []
    length = 0
    while length < BYTES:
        part = f"## Section {len(parts)}\n\n" + " ".join(chance.choices(WORDS, k=120)) + "."
        parts.append(part)
        length += len(part) + 2
    return "\n\n".join(parts) + "\n"


def ideographs(text: str) -> str:
    """Give the same text in letters that take two cells."""
    signs = "漢字仮名文章言葉意味判断決定期限申請"
    return "".join(signs[ord(char) % len(signs)] if char.isalpha() else char for char in text)


def make_result(root: Path, text: str) -> Path:
    """Write a project of one long document, score two made-up runs over it, and give the result's folder."""
    (root / "docs").mkdir()
    (root / "docs" / "long.md").write_text(text, encoding="utf-8")
    of = fingerprint.short(fingerprint.of_text(text))
    chance = random.Random(2)  # noqa: S311  # not for secrets
    starts = sorted(chance.sample(range(10_000, len(text) - 10_000), QUERIES))
    lines = ["version: 1", "queries:"]
    for at, start in enumerate(starts):
        end = start + 400
        quote = json.dumps(text[start:end], ensure_ascii=False)
        lines += [f"  - id: query-{at:02}", f"    query: What about {at}?", "    boundary: control", "    evidence:"]
        lines += [f"      - {{document: long.md, fingerprint: {of}, start: {start}, end: {end}, quote: {quote}}}"]
    (root / "labels" / "main").mkdir(parents=True)
    (root / "labels" / "main" / "all.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    configuration = root / "reviewer.yaml"
    rules = f"splitter: {{name: tokens, size: 240, overlap: 120}}\nk: 5\ndepth: {DEPTH}\n"
    configuration.write_text(f"version: 1\ncorpus: {{root: docs}}\nlabels: labels/main\n{rules}", encoding="utf-8")
    handed = [
        _handed(root, name, stride, starts, len(text)) for name, stride in zip(("wide", "narrow"), STRIDES, strict=True)
    ]
    return compare_runs(read_configuration(configuration), handed[0], handed[1], Store(root / ".reviewer"))[1]


def _handed(root: Path, name: str, stride: int, starts: list[int], length: int) -> Handed:
    """Write chunks on a grid, and for each query those around its evidence among others, 200 in all."""
    chance = random.Random(3)  # noqa: S311  # not for secrets
    places = [(at, min(at + CHUNK, length)) for at in range(0, length - 1, stride)]
    chunks, hits = root / f"chunks-{name}.jsonl", root / f"run-{name}.jsonl"
    with chunks.open("w", encoding="utf-8") as file:
        for start, end in places:
            file.write(json.dumps({"document": "long.md", "start": start, "end": end}) + "\n")
    with hits.open("w", encoding="utf-8") as file:
        for at, evidence in enumerate(starts):
            near = evidence // stride
            found = list(dict.fromkeys([*chance.sample(range(len(places)), 3), near, near - 1, near + 1]))
            found += [one for one in chance.sample(range(len(places)), DEPTH + 10) if one not in found]
            for rank, number in enumerate(found[:DEPTH], start=1):
                start, end = places[number]
                row = {"query_id": f"query-{at:02}", "rank": rank, "document": "long.md", "start": start, "end": end}
                file.write(json.dumps({**row, "score": round(1 - rank / 1000, 6)}) + "\n")
    return Handed(hits)


async def latencies(clock: KeyClock, folder: Path, root: Path, count: int) -> tuple[float, list[Answered]]:
    """Give the seconds until the first query is shown, and how fast each key was answered."""
    configuration = read_configuration(root / "reviewer.yaml")
    key = hash_key()
    app = StepApp(folder, lambda candidate: look_closer(folder, configuration, candidate, key=key), "Ada")
    begin = time.perf_counter()
    async with app.run_test(size=SIZE) as pilot:
        while not (isinstance(app.screen, StepScreen) and app.screen.is_shown):
            await pilot.pause(0.01)
        opened = time.perf_counter() - begin
        await pilot.pause(0.5)
        found = await clock.answers(pilot, cycled(PATTERN, count))
        app.workers.cancel_all()
    return opened, found


def report(name: str, opened: float, found: list[Answered]) -> None:
    """Print how long a result took to open, and how fast keys were answered."""
    print(f"{name:12} shown after {opened:.1f} s, {summary(found)}")


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--keys", type=int, default=200)
    arguments.add_argument("--run", type=Path)
    given = arguments.parse_args()
    clock = KeyClock()
    if given.run is not None:
        report("yours", *asyncio.run(latencies(clock, given.run, Path(), given.keys)))
    text = prose()
    for name, one in (("prose", text), ("ideographs", ideographs(text))):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            result = make_result(root, one)
            report(name, *asyncio.run(latencies(clock, result, root, given.keys)))


if __name__ == "__main__":
    main()
