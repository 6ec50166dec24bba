"""A whole job on a pull request: repository, runner's files and the stand-in for GitHub, put together."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from reviewer.action.comment import stamp_of
from reviewer.action.environment import read_settings
from reviewer.action.git import open_repository
from reviewer.action.github_api import GitHub
from reviewer.action.log import Log
from reviewer.action.main import World, run
from tests.action.double import Double
from tests.action.handbook import write_runs
from tests.action.histories import Repository, clone
from tests.action.runner import pull_request, read_file_commands, variables, write_event


@dataclass
class Job:
    """What one job left behind."""

    code: int
    printed: str
    outputs: Mapping[str, str]
    summary: str
    workspace: Path


@dataclass
class Desk:
    """Runs jobs on a repository; each has a folder of its own."""

    folder: Path
    repository: Repository
    double: Double
    connect: Callable[..., GitHub]
    jobs: int = 0
    given: dict[str, str] = field(default_factory=dict)

    def pull(self, head: str, *, missed: tuple[str, ...] = (), fork: bool = False, **inputs: str) -> Job:
        """Run the job of a pull request whose head is `head`; `missed` are queries that the candidate misses."""
        owner = "somebody" if fork else "octo"
        self.double.pull(7, head, owner=owner)
        base = self.repository.git("rev-parse", "main")
        return self.event(head, pull_request(head, base, fork=fork), missed, {"GITHUB_SHA": "f" * 40}, inputs)

    def event(
        self,
        commit: str,
        payload: Mapping[str, object],
        missed: tuple[str, ...] = (),
        given: Mapping[str, str] | None = None,
        inputs: Mapping[str, str] | None = None,
    ) -> Job:
        """Run the job of any event, in a fresh clone of one commit without history."""
        self.jobs += 1
        folder = self.folder / f"job-{self.jobs}"
        folder.mkdir()
        usual = {"baseline": "./handed", "github-token": "token"}
        asked = {
            f"INPUT_{name.replace('_', '-').upper()}": value for name, value in {**usual, **(inputs or {})}.items()
        }
        urls = {"GITHUB_API_URL": self.double.url, "GITHUB_GRAPHQL_URL": f"{self.double.url}/graphql"}
        found = variables(
            folder, {"GITHUB_RUN_ID": str(100 + self.jobs), **urls, **self.given, **(given or {}), **asked}
        )
        write_event(found, payload)
        shutil.rmtree(folder / "workspace")
        workspace = clone(self.repository, folder / "workspace", commit, 1).folder
        if found["INPUT_BASELINE"] == "./handed":
            write_runs(workspace / "handed", missed)
        stream = io.StringIO()
        settings = read_settings(found)
        world = World(
            github=self.connect(settings.token or "none"),
            open_git=lambda scratch: open_repository(settings.workspace, scratch, self.repository.url),
            log=Log(stream),
        )
        code = run(settings, world)
        outputs = read_file_commands((folder / "file_commands" / "output").read_bytes() or b"")
        summary = (folder / "file_commands" / "summary").read_text(encoding="utf-8")
        return Job(code, stream.getvalue(), outputs, summary, workspace)

    @property
    def bodies(self) -> list[str]:
        """The bodies of all comments on the pull request."""
        return [one["body"] for one in self.double.comments.values()]


def results(job: Job) -> dict[str, object]:
    """Read the results that a job left."""
    found: dict[str, object] = json.loads((job.workspace / job.outputs["results"]).read_text(encoding="utf-8"))
    return found


def head_of(body: str) -> str:
    """Give the commit that a comment is about."""
    stamp = stamp_of(body)
    assert stamp is not None
    return stamp.head
