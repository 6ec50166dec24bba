"""A run that is killed at any moment leaves nothing half-written behind; the next run is right."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

COMMAND = [sys.executable, "-m", "reviewer", "run", "--json"]


def results(text: str) -> dict[str, Any]:
    """Give a result without the times of its run."""
    found: dict[str, Any] = json.loads(text)
    for cost in found["costs"].values():
        del cost["times"]
    return found


def finished(project: Path, store: str) -> tuple[dict[str, Any], float]:
    """Run to the end; give the result and the seconds it took."""
    began = time.perf_counter()
    done = subprocess.run([*COMMAND, "--store", store], cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode in {0, 1}, done.stderr
    return results(done.stdout), time.perf_counter() - began


@pytest.mark.parametrize("seed", range(4))
def test_a_killed_run_leaves_the_next_one_right(project: Path, seed: int) -> None:
    """Killed twice at random moments, then run to the end: the same result as an undisturbed run's."""
    undisturbed, took = finished(project, "calm")
    moment = random.Random(seed)  # noqa: S311  # not for secrets
    for _ in range(2):
        process = subprocess.Popen(
            [*COMMAND, "--store", "killed"], cwd=project, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(moment.uniform(0.2, took))
        process.kill()
        process.wait()
    assert finished(project, "killed")[0] == undisturbed
    for result in (project / "killed" / "runs").glob("2*"):
        json.loads((result / "results.json").read_text(encoding="utf-8"))
        assert (result / "report.md").is_file()


def test_two_runs_at_once_share_one_cache(project: Path) -> None:
    """Two processes that fill the same cache at the same time both give the right result."""
    undisturbed, _ = finished(project, "calm")
    both = [
        subprocess.Popen(
            [*COMMAND, "--store", "shared"], cwd=project, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    outputs = [process.communicate() for process in both]
    assert [process.returncode in {0, 1} for process in both] == [True, True], outputs
    assert [results(out) for out, _ in outputs] == [undisturbed, undisturbed]
