"""Hostile configurations and labels: one clear message and exit 2, or a judged result; never a traceback or a token.

Two hundred in all: 24 whole jobs, and 76 configurations, 60 label files and 40 events that are read as a job reads
them, each by a seed of its own. Hostile artefacts are in test_reported.py.
"""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.action.environment import read_settings
from reviewer.action.events import activity, read_event
from reviewer.action.github_api import GitHub
from reviewer.action.log import Log
from reviewer.action.unsafe import refuse_code, refuse_local_files
from reviewer.chunks import make_splitter
from reviewer.corpus import read_corpus
from reviewer.errors import ReviewerError
from reviewer.experiment.configuration import read_configuration
from reviewer.labels import check, read_set
from tests.action.double import Double
from tests.action.handbook import configuration, files, labels
from tests.action.histories import new_repository
from tests.action.job import Desk, Job
from tests.action.runner import commands, pull_request, variables, write_event

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


def assert_told_well(job: Job) -> None:
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
    assert_told_well(desk.pull(desk.repository.commit({}), github_token=SECRET))


@pytest.mark.parametrize("seed", range(12))
def test_hostile_labels(desk: Desk, seed: int) -> None:
    """The same for labels."""
    text = mutated(labels(), random.Random(1000 + seed))  # noqa: S311  # a test's choice
    assert_told_well(desk.pull(desk.repository.commit({"labels/main/all.yaml": text}), github_token=SECRET))


def told_in_one_message(read: Callable[[], object]) -> bool:
    """Do something; tell whether it was refused, and hold the refusal to one clear command that tells no secret."""
    try:
        read()
    except ReviewerError as error:
        stream = io.StringIO()
        Log(stream).failure(error)
        found = commands(stream.getvalue())
        assert [name for name, _ in found] == ["error"], stream.getvalue()
        assert stream.getvalue().count("\n") == 1
        assert SECRET not in stream.getvalue()
        return True
    return False


def test_hostile_configurations_are_read_or_refused(tmp_path: Path) -> None:
    """As a job reads them: the file, what runs code, paths of weights, the splitter's settings."""
    path = tmp_path / "reviewer.yaml"

    def read() -> None:
        found = read_configuration(path)
        refuse_code(found, "head")
        refuse_local_files(found, "head")
        make_splitter(found.base.splitter)

    refused = 0
    for seed in range(2000, 2076):
        text = mutated(configuration(40), random.Random(seed))  # noqa: S311  # a test's choice
        path.write_text(text, encoding="utf-8")
        refused += told_in_one_message(read)
    assert 40 < refused < 76, "most are broken, and some are still sound"


def test_hostile_labels_are_read_or_refused(tmp_path: Path) -> None:
    """As a job reads them: the set, and each label's state on the documents."""
    for name, text in files().items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    corpus, path = read_corpus(tmp_path / "docs"), tmp_path / "labels" / "main" / "all.yaml"
    refused = 0
    for seed in range(3000, 3060):
        path.write_text(mutated(labels(), random.Random(seed)), encoding="utf-8")  # noqa: S311  # a test's choice
        refused += told_in_one_message(lambda: check(read_set(path.parent), corpus))
    assert 20 < refused < 60, "most are broken, and some are still sound"


FOREIGN: tuple[object, ...] = (
    None,
    True,
    -1,
    10**30,
    "",
    "\x00",
    "..",
    "--upload-pack=x",
    "a" * 5000,
    [],
    [[]],
    {},
    {"ref": {}},
    SECRET,
    1.5,
)


def disturbed(value: object, chance: random.Random) -> object:
    """Put something else in the place of one value of a payload, anywhere in it."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        name = chance.choice(sorted(value))
        return {**value, name: disturbed(value[name], chance)}
    return chance.choice(FOREIGN)


def test_hostile_events_are_read_or_refused(tmp_path: Path) -> None:
    """A value of another kind anywhere in the payload, an event of another name: an activity, or one message."""
    names = (
        "pull_request",
        "push",
        "merge_group",
        "workflow_run",
        "workflow_dispatch",
        "schedule",
        "pull_request_target",
    )
    refused = 0
    for seed in range(4000, 4040):
        chance = random.Random(seed)  # noqa: S311  # a test's choice
        folder = tmp_path / str(seed)
        folder.mkdir()
        found = variables(folder, {"GITHUB_EVENT_NAME": chance.choice(names), "INPUT_GITHUB-TOKEN": SECRET})
        payload = disturbed(pull_request(), chance)
        write_event(found, payload if isinstance(payload, dict) else {"payload": payload})
        settings = read_settings(found)
        refused += told_in_one_message(lambda: activity(settings, read_event(settings.event_path)))  # noqa: B023  # at once
        assert SECRET not in repr(settings)
    assert refused > 10
