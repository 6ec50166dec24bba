"""Posting for forks: the server says which pull request, the artefact gives numbers, and nothing else."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from reviewer.action.environment import read_settings
from reviewer.action.git import Git
from reviewer.action.github_api import GitHub
from reviewer.action.log import Log
from reviewer.action.main import World, run
from reviewer.reports import JsonReporter
from tests.action.double import REPOSITORY, Double
from tests.action.runner import commands, read_file_commands, variables, write_event
from tests.action.samples import HEAD, result

RUN = {
    "id": 5,
    "event": "pull_request",
    "head_sha": HEAD,
    "head_branch": "feature",
    "head_repository": {"full_name": "somebody/handbook", "owner": {"login": "somebody"}},
}


def no_git(folder: Path) -> Git:
    """Posting reads no repository."""
    raise AssertionError(folder)


def archive(members: Mapping[str, str] | None = None) -> bytes:
    """Give an artefact's bytes."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as opened:
        for name, content in (members or {"results.json": JsonReporter().render(result())}).items():
            opened.writestr(name, content)
    return target.getvalue()


@pytest.fixture
def post(tmp_path: Path, double: Double, connect: Callable[..., GitHub]) -> Callable[..., tuple[int, str]]:
    """Runs the second workflow's job and gives exit code and log."""

    def job(**changed: object) -> tuple[int, str]:
        given = {
            "GITHUB_EVENT_NAME": "workflow_run",
            "GITHUB_API_URL": double.url,
            "GITHUB_GRAPHQL_URL": f"{double.url}/graphql",
            "INPUT_GITHUB-TOKEN": "token",
        }
        found = variables(tmp_path, given)
        write_event(found, {"workflow_run": {**RUN, **changed}, "repository": {"full_name": REPOSITORY}})
        stream = io.StringIO()
        code = run(read_settings(found), World(github=connect(), open_git=no_git, log=Log(stream)))
        return code, stream.getvalue()

    return job


def test_a_fork_s_report_is_posted_on_its_pull_request(
    double: Double, post: Callable[..., tuple[int, str]], tmp_path: Path
) -> None:
    """With the sentence on who reported it; exit 0 whatever the verdict, and no status is set."""
    double.pull(7, HEAD, owner="somebody")
    double.artifacts[3] = (5, "reviewer-results", archive())
    code, _ = post()
    (body,) = [one["body"] for one in double.comments.values()]
    assert code == 0
    assert "Reported by the fork's own run" in body
    assert "1 critical question can no longer be answered" in body
    assert f"/{REPOSITORY}/actions/runs/5" in body
    assert read_file_commands((tmp_path / "file_commands" / "output").read_bytes())["verdict"] == "failed"
    assert not any("statuses" in one.path or "check-runs" in one.path for one in double.seen)


def test_a_second_report_updates_the_comment(double: Double, post: Callable[..., tuple[int, str]]) -> None:
    """One comment for forks too."""
    double.pull(7, HEAD, owner="somebody")
    double.artifacts[3] = (5, "reviewer-results", archive())
    post()
    double.artifacts[4] = (5, "reviewer-results", archive({"results.json": JsonReporter().render(result(lost=()))}))
    post()
    (body,) = [one["body"] for one in double.comments.values()]
    assert "Passed" in body


@pytest.mark.parametrize(
    ("head", "owner", "branch"),
    [("b" * 40, "somebody", "feature"), (HEAD, "another", "feature"), (HEAD, "somebody", "other")],
)
def test_a_pull_request_that_does_not_match_gets_nothing(
    double: Double, post: Callable[..., tuple[int, str]], head: str, owner: str, branch: str
) -> None:
    """Its head must be the evaluated commit: no artefact says which pull request it is about."""
    double.pull(7, head, owner=owner, branch=branch)
    double.artifacts[3] = (5, "reviewer-results", archive())
    code, printed = post()
    assert (code, double.comments) == (0, {})
    assert "nothing is posted" in printed


def test_two_pull_requests_of_one_head_get_nothing(double: Double, post: Callable[..., tuple[int, str]]) -> None:
    """Which of them was evaluated only the artefact could say."""
    double.pull(7, HEAD, owner="somebody")
    double.pull(8, HEAD, owner="somebody", base="release")
    assert post()[0] == 0
    assert double.comments == {}


def test_a_branch_of_our_own_is_left_to_its_own_run(double: Double, post: Callable[..., tuple[int, str]]) -> None:
    """Its job could write the comment itself."""
    double.pull(7, HEAD, owner="octo")
    repository = {"full_name": REPOSITORY, "owner": {"login": "octo"}}
    assert post(head_repository=repository)[0] == 0
    assert double.comments == {}


@pytest.mark.parametrize(
    "members",
    [{}, {"other.json": "{}"}, {"results.json": "{}"}, {"../results.json": "{}"}, {"results.json": "[" * 10_000}],
    ids=str,
)
def test_a_hostile_artefact_is_one_clear_error_and_no_comment(
    double: Double, post: Callable[..., tuple[int, str]], members: dict[str, str]
) -> None:
    """Exit 2 in a job that nobody's merge waits for."""
    double.pull(7, HEAD, owner="somebody")
    double.artifacts[3] = (5, "reviewer-results", archive(members or {"x": "y"}))
    code, printed = post()
    assert (code, double.comments) == (2, {})
    assert [name for name, _ in commands(printed)] == ["add-mask", "error"]


def test_a_missing_artefact_names_what_to_upload(double: Double, post: Callable[..., tuple[int, str]]) -> None:
    """The folder of `artifacts`, under its own name."""
    double.pull(7, HEAD, owner="somebody")
    code, printed = post()
    assert code == 2
    assert "no artefact called reviewer-results" in printed
