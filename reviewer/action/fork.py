"""Posting for forks: the pull request is found on the server, and of what the fork reported only numbers are shown."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from reviewer.action.answers import at, number, text
from reviewer.action.environment import Settings
from reviewer.action.events import Post
from reviewer.action.files import write_outputs
from reviewer.action.github_api import GitHub
from reviewer.action.log import Log
from reviewer.action.posting import Poster, Target
from reviewer.action.reported import MOST_ARTIFACT_BYTES, read_reported
from reviewer.errors import ActionError
from reviewer.reports.comment import Occasion


def post_reported(settings: Settings, github: GitHub, asked: Post, scratch: Path, log: Log) -> int:
    """Post what an evaluation reported; it sets no status, so that the exit code is that of posting alone."""
    target = find_pull(settings, github, asked)
    if target is None:
        log.note("No single open pull request has the commit that was evaluated as its head; nothing is posted.")
        return 0
    if not target.fork:
        log.note("The evaluation of a branch of this repository writes its comment itself; nothing is posted.")
        return 0
    archive = scratch / "artifact.zip"
    number = _artifact(settings, github, asked)
    path = f"/repos/{settings.repository}/actions/artifacts/{number}/zip"
    github.download(path, archive, MOST_ARTIFACT_BYTES, "fetch the evaluation's artefact")
    result = read_reported(archive)
    url = Poster(settings, github, log).post(target, result, _occasion(settings, asked))
    write_outputs(settings.output, {"verdict": result.verdict.status, "comment-url": url})
    return 0


def find_pull(settings: Settings, github: GitHub, asked: Post) -> Target | None:
    """Ask the server for the open pull request of the fork's branch whose head is the evaluated commit."""
    head = quote(f"{asked.owner}:{asked.branch}", safe="")
    found = []
    for pull in github.pages(f"/repos/{settings.repository}/pulls?state=open&head={head}", "find the pull request"):
        if text(pull, "head", "sha") == asked.head:
            repository = at(pull, "head", "repo")
            fork = repository.is_null or text(repository, "full_name") != settings.repository
            found.append(Target(number=number(pull, "number"), head=asked.head, fork=fork))
    return found[0] if len(found) == 1 else None


def _artifact(settings: Settings, github: GitHub, asked: Post) -> int:
    """Give the newest artefact of the run that bears the name of the artefact folder."""
    name = settings.inputs.artifacts.rpartition("/")[2]
    path = f"/repos/{settings.repository}/actions/runs/{asked.run}/artifacts?name={quote(name, safe='')}&per_page=100"
    listed = at(github.get(path, "list the evaluation's artefacts"), "artifacts").items()
    named = [one for one in listed if text(one, "name") == name and not at(one, "expired").flag()]
    found = [number(one, "id") for one in named if at(one, "size_in_bytes").integer() <= MOST_ARTIFACT_BYTES]
    if not found:
        raise ActionError(
            f"the run {asked.run} left no artefact called {name} of at most {MOST_ARTIFACT_BYTES:,} bytes",
            "Upload the folder of the input `artifacts` under its own name.",
        )
    return max(found)


def _occasion(settings: Settings, asked: Post) -> Occasion:
    server = f"{settings.server_url}/{settings.repository}"
    return Occasion(
        head=asked.head,
        base=None,
        rules=None,
        repository_url=server,
        run_url=f"{server}/actions/runs/{asked.run}",
        reported=True,
    )
