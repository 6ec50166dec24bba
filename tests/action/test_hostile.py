"""Hostile configurations and labels: one clear message and exit 2, or a judged result; never a traceback or a token.

Hostile events are in test_events.py, hostile artefacts in test_reported.py.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.action.github_api import GitHub
from tests.action.double import Double
from tests.action.handbook import configuration, files, labels
from tests.action.histories import new_repository
from tests.action.job import Desk, Job
from tests.action.runner import commands

SECRET = "ghs_verysecretindeed"  # noqa: S105  # a made-up one
VALUES = (
    "",
    "[",
    "{",
    "&a *a",
    "!!python/object/apply:os.system ['id']",
    "::error::boom",
    "##[error]boom",
    "-1",
    "1e400",
    ".nan",
    "9" * 400,
    "a" * 5000,
    "\u202egnirts",
    "null",
    "[1, [2, [3]]]",
    "{a: {b: {c: 1}}}",
    "../../../../etc/passwd",
    "/github/file_commands",
    "${{ secrets.GITHUB_TOKEN }}",
    "$(id)",
    "python:os:system",
    "command:id",
    "%s%s%n",
    "\t",
    "|\n  ::add-mask::x",
    "'@team #1 <img src=x>'",
    "\x00",
    "\x1b[31m",
)


def mutated(text: str, chance: random.Random) -> str:
    """Change one to three lines of a YAML file: another value, another key, doubled, moved, cut."""
    lines = text.split("\n")
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(lines))
        key, colon, value = lines[at].partition(":")
        lines[at] = chance.choice(
            [
                f"{key}{colon} {chance.choice(VALUES)}",
                f"{chance.choice(VALUES)}{colon}{value}",
                f"{lines[at]}\n{lines[at]}",
                lines[at][: chance.randrange(len(lines[at]) + 1)],
                " " * chance.randrange(5) + lines[at],
                lines[at].replace(" ", chance.choice(VALUES), 1),
            ]
        )
    return "\n".join(lines)


@pytest.fixture
def desk(tmp_path: Path, double: Double, connect: Callable[..., GitHub]) -> Desk:
    """Runs jobs on a repository with a sound base."""
    repository = new_repository(tmp_path / "source")
    repository.commit(files(), "base")
    repository.branch("feature")
    double.authors[SECRET] = "github-actions[bot]"
    return Desk(tmp_path, repository, double, connect)


def told_well(job: Job) -> None:
    """Judged, or refused in one message that tells no secret, starts no command and names no place of ours."""
    errors = [data for name, data in commands(job.printed) if name == "error"]
    assert job.code in (0, 1, 2)
    assert len(errors) == (1 if job.code == 2 and "results" not in job.outputs else 0), job.printed
    assert job.printed.count(SECRET) == 1
    assert {name for name, _ in commands(job.printed)} <= {"add-mask", "error", "warning", "notice"}
    assert "Traceback" not in job.printed
    assert "sides/" not in job.printed


@pytest.mark.parametrize("seed", range(12))
def test_hostile_configurations(desk: Desk, seed: int) -> None:
    """Each seed is another file."""
    text = mutated(configuration(40), random.Random(seed))  # noqa: S311  # a test's choice
    (desk.repository.folder / "reviewer.yaml").write_text(text, encoding="utf-8")
    told_well(desk.pull(desk.repository.commit({}), github_token=SECRET))


@pytest.mark.parametrize("seed", range(12))
def test_hostile_labels(desk: Desk, seed: int) -> None:
    """The same for labels."""
    text = mutated(labels(), random.Random(1000 + seed))  # noqa: S311  # a test's choice
    told_well(desk.pull(desk.repository.commit({"labels/main/all.yaml": text}), github_token=SECRET))
