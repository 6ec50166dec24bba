"""The client: limits are waited for, permissions are named, the token goes nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from reviewer.action.github_api import GitHub, NotFoundError, PermissionMissingError
from reviewer.errors import ActionError
from tests.action.double import REPOSITORY, Double, Reply, Seen

PULL = f"/repos/{REPOSITORY}/pulls/7"
HEAD = "a" * 40


def times(count: int, reply: Reply) -> Callable[[Seen], Reply | None]:
    """Give an answer so many times, then none."""
    left = [count]

    def fault(_: Seen) -> Reply | None:
        left[0] -= 1
        return reply if left[0] >= 0 else None

    return fault


@pytest.mark.parametrize(
    ("reply", "seconds"),
    [
        (Reply(429, {}, {"retry-after": "7"}), 7.0),
        (Reply(403, {}, {"retry-after": "9"}), 9.0),
        (Reply(403, {}, {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1000030"}), 30.0),
        (Reply(403, {"message": "You have exceeded a secondary rate limit."}, {"x-ratelimit-remaining": "10"}), 60.0),
        (Reply(429, {}), 60.0),
    ],
)
def test_a_rate_limit_is_waited_for_as_github_says(
    double: Double, github: GitHub, waits: list[float], reply: Reply, seconds: float
) -> None:
    """Also the secondary limit without a header: publish-unit-test-result-action#170."""
    double.pull(7, HEAD)
    double.faults.append(times(1, reply))
    assert github.get(PULL, "read").mapping()["number"].integer() == 7
    assert waits == [seconds]


def test_waiting_without_a_header_doubles_and_ends(double: Double, github: GitHub, waits: list[float]) -> None:
    """A job does not hang for an hour."""
    double.faults.append(times(99, Reply(429, {})))
    with pytest.raises(ActionError, match="rate limit"):
        github.get(PULL, "read the pull request")
    assert waits == [60.0, 120.0]


def test_a_reset_in_an_hour_is_not_waited_for(double: Double, github: GitHub, waits: list[float]) -> None:
    """The verdict does not depend on it."""
    far = {"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1003600"}
    double.faults.append(times(99, Reply(403, {}, far)))
    with pytest.raises(ActionError, match="rate limit"):
        github.get(PULL, "read the pull request")
    assert waits == []


@pytest.mark.parametrize("status", [401, 404, 410, 422, 500, 502])
def test_other_answers_are_not_tried_again(double: Double, github: GitHub, waits: list[float], status: int) -> None:
    """One request, one error that says what could not be done."""
    double.faults.append(times(99, Reply(status, {"message": "no"})))
    with pytest.raises(ActionError, match="cannot read the pull request"):
        github.get(PULL, "read the pull request")
    assert (len(double.seen), waits) == (1, [])


def test_a_missing_permission_names_scope_and_yaml(double: Double, github: GitHub) -> None:
    """From the header that GitHub sends."""
    scopes = {"x-accepted-github-permissions": "pull_requests=write", "x-ratelimit-remaining": "4000"}
    double.faults.append(times(1, Reply(403, {"message": "Resource not accessible by integration"}, scopes)))
    with pytest.raises(PermissionMissingError, match="`pull-requests: write`") as caught:
        github.get(PULL, "write a comment")
    assert "`pull-requests: write` below `permissions:`" in caught.value.hint


def test_only_refusals_speak_of_permissions(double: Double, github: GitHub) -> None:
    """A server's fault is called one: python-coverage-comment-action#285."""
    double.faults.append(times(1, Reply(500, {"message": "boom"})))
    with pytest.raises(ActionError) as caught:
        github.get(PULL, "read")
    assert not isinstance(caught.value, (PermissionMissingError, NotFoundError))
    assert "ermission" not in str(caught.value)


def test_a_renamed_repository_is_followed_with_the_same_method(double: Double, github: GitHub) -> None:
    """A write stays a write."""

    def moved(seen: Seen) -> Reply | None:
        if seen.path.startswith("/repos/old/name"):
            return Reply(301, {}, {"location": seen.path.replace("old/name", REPOSITORY)})
        return None

    double.faults.append(moved)
    made = github.post("/repos/old/name/issues/7/comments", {"body": "x"}, "write")
    assert made.mapping()["body"].text() == "x"
    assert [one.method for one in double.seen] == ["POST", "POST"]


def test_another_host_gets_no_token(double: Double, github: GitHub, tmp_path: Path) -> None:
    """The artefact's store is reached by a signed address alone."""
    double.artifacts[5] = (1, "reviewer-results", b"zip")
    github.download(f"/repos/{REPOSITORY}/actions/artifacts/5/zip", tmp_path / "z", 100, "fetch")
    assert (tmp_path / "z").read_bytes() == b"zip"
    assert "authorization" in double.seen[0].headers
    assert "authorization" not in double.seen[1].headers


def test_a_next_page_on_another_host_gets_no_token(double: Double, github: GitHub) -> None:
    """Links of an answer are data too."""
    away = double.url.replace("127.0.0.1", "localhost")
    following = {"link": f'<{away}/repos/{REPOSITORY}/pulls?page=2>; rel="next"'}
    double.faults.append(times(1, Reply(200, [], following)))
    with pytest.raises(ActionError):
        list(github.pages(f"/repos/{REPOSITORY}/pulls", "list pull requests"))
    assert "authorization" in double.seen[0].headers
    assert "authorization" not in double.seen[1].headers


def test_a_write_is_never_sent_to_another_host(double: Double, github: GitHub) -> None:
    """Nor is its body."""
    away = double.url.replace("127.0.0.1", "localhost")
    double.faults.append(times(1, Reply(307, {}, {"location": f"{away}/steal"})))
    with pytest.raises(ActionError, match="redirections"):
        github.post(f"/repos/{REPOSITORY}/issues/7/comments", {"body": "x"}, "write")
    assert len(double.seen) == 1


def test_a_download_is_cut_off_at_its_limit(double: Double, github: GitHub, tmp_path: Path) -> None:
    """Whatever size the listing claimed."""
    double.artifacts[5] = (1, "reviewer-results", b"z" * 5000)
    with pytest.raises(ActionError, match="longer than 1,000 bytes"):
        github.download(f"/repos/{REPOSITORY}/actions/artifacts/5/zip", tmp_path / "z", 1000, "fetch")


def test_no_server_is_one_clear_error(connect: Callable[..., GitHub]) -> None:
    """Not a traceback of a socket."""
    nowhere = connect(url="http://127.0.0.1:9")
    with pytest.raises(ActionError, match="cannot read: Connect"):
        nowhere.get(PULL, "read")


@pytest.mark.parametrize("answer", [b"<html>", b"", b"[" * 100_000, b"\xff"])
def test_an_answer_that_is_no_json_is_one_clear_error(double: Double, github: GitHub, answer: bytes) -> None:
    """A proxy's page, or nothing."""
    double.faults.append(times(1, Reply(200, answer)))
    with pytest.raises(ActionError):
        github.get(PULL, "read").mapping()


def test_a_server_that_does_not_know_the_viewer_asks_for_the_input(double: Double, github: GitHub) -> None:
    """The remedy is named."""
    double.viewer_login = ""
    with pytest.raises(ActionError) as caught:
        github.viewer()
    assert "github-login" in caught.value.hint


def test_the_token_is_in_no_repr(github: GitHub) -> None:
    """Nor in the text of an error."""
    assert "token=" not in repr(github)
