"""Events: what each asks for, and which are refused by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reviewer.action.environment import Settings, read_settings
from reviewer.action.events import SUPPORTED, Activity, Evaluate, Nothing, Post, activity, read_event
from reviewer.decoding import from_plain
from reviewer.errors import ActionError, ReviewerError
from tests.action.runner import BASE, HEAD, pull_request, variables

ZERO = "0" * 40
REPOSITORY = {"full_name": "octo/handbook", "default_branch": "main"}
PUSH = {"after": HEAD, "before": BASE, "repository": REPOSITORY}
RUN = {
    "id": 5,
    "event": "pull_request",
    "head_sha": HEAD,
    "head_branch": "feature",
    "head_repository": {"full_name": "somebody/handbook", "owner": {"login": "somebody"}},
}


def asked(folder: Path, event: str, payload: object, **given: str) -> Activity:
    """Give what an event asks for."""
    return activity(job(folder, event, **given), from_plain(payload, "event", ActionError))


def job(folder: Path, event: str, **given: str) -> Settings:
    """Give the settings of a job on an event."""
    return read_settings(variables(folder, {"GITHUB_EVENT_NAME": event, **given}))


def test_a_pull_request_is_its_head_against_where_it_left_the_base_branch(tmp_path: Path) -> None:
    """Never GITHUB_SHA, the merge commit: cml#352."""
    found = asked(tmp_path, "pull_request", pull_request())
    assert isinstance(found, Evaluate)
    assert (found.head, found.branch) == (HEAD, "main")
    assert found.pull is not None
    assert (found.pull.number, found.pull.fork) == (7, False)


def test_a_fork_is_told_by_the_repositories(tmp_path: Path) -> None:
    """Also one that was deleted."""
    deleted = pull_request()
    deleted["pull_request"]["head"]["repo"] = None  # type: ignore[index]  # a nested payload
    for payload in (pull_request(fork=True), deleted):
        found = asked(tmp_path, "pull_request", payload)
        assert isinstance(found, Evaluate)
        assert found.pull is not None
        assert found.pull.fork


@pytest.mark.parametrize(
    ("event", "payload", "given", "expected"),
    [
        ("pull_request", pull_request(action="closed"), {}, Nothing("the pull request was closed")),
        ("merge_group", {"merge_group": {"head_sha": HEAD, "base_sha": BASE}}, {}, Evaluate(head=HEAD, base=BASE)),
        ("push", PUSH, {"GITHUB_REF": "refs/heads/main"}, Evaluate(head=HEAD, base=BASE, proposed=False)),
        ("push", PUSH, {"GITHUB_REF": "refs/heads/x"}, Evaluate(head=HEAD, base=BASE)),
        ("push", PUSH | {"before": ZERO}, {"GITHUB_REF": "refs/heads/main"}, Evaluate(head=HEAD, proposed=False)),
        ("push", PUSH | {"before": ZERO}, {"GITHUB_REF": "refs/heads/x"}, Evaluate(head=HEAD, branch="main")),
        ("push", PUSH, {"GITHUB_REF": "refs/tags/v1"}, Evaluate(head=HEAD, proposed=False)),
        ("push", PUSH | {"after": ZERO}, {"GITHUB_REF": "refs/heads/x"}, Nothing("a branch or tag was deleted")),
        ("workflow_dispatch", {}, {"GITHUB_SHA": HEAD}, Evaluate(head=HEAD, proposed=False)),
        ("schedule", {}, {"GITHUB_SHA": HEAD}, Evaluate(head=HEAD, proposed=False)),
        ("workflow_run", {"workflow_run": RUN}, {}, Post(run=5, head=HEAD, owner="somebody", branch="feature")),
    ],
)
def test_each_event_has_its_row(
    tmp_path: Path, event: str, payload: object, given: dict[str, str], expected: Activity
) -> None:
    """merge_group is evaluated too, so that no queue is blocked: python-coverage-comment-action#546."""
    assert asked(tmp_path, event, payload, **given) == expected


def test_a_run_for_another_event_posts_nothing(tmp_path: Path) -> None:
    """The evaluation also runs on pushes."""
    assert isinstance(asked(tmp_path, "workflow_run", {"workflow_run": RUN | {"event": "push"}}), Nothing)


def test_a_run_of_a_deleted_fork_posts_nothing(tmp_path: Path) -> None:
    """There is no branch to find the pull request by."""
    assert isinstance(asked(tmp_path, "workflow_run", {"workflow_run": RUN | {"head_repository": None}}), Nothing)


def test_pull_request_target_is_refused_with_the_reason(tmp_path: Path) -> None:
    """And with what to do instead."""
    with pytest.raises(ActionError, match="stranger's files") as caught:
        asked(tmp_path, "pull_request_target", pull_request())
    assert "workflow_run" in caught.value.hint


@pytest.mark.parametrize("event", ["issue_comment", "release", "", "::error::x"])
def test_an_unsupported_event_is_named(tmp_path: Path, event: str) -> None:
    """Not taken for a missing permission: python-coverage-comment-action#285."""
    with pytest.raises(ActionError, match="not supported") as caught:
        asked(tmp_path, event, {})
    assert all(name in caught.value.hint for name in SUPPORTED)
    assert "ermission" not in str(caught.value)


@pytest.mark.parametrize("head", ["--output=x", "HEAD", "a" * 39, "A" * 40, 7, None, f"{HEAD}\n", {"a": 1}])
def test_only_full_commit_names_are_taken(tmp_path: Path, head: object) -> None:
    """What reaches git can be no option."""
    payload = pull_request()
    payload["pull_request"]["head"]["sha"] = head  # type: ignore[index]  # a nested payload
    with pytest.raises(ActionError, match="event: pull_request"):
        asked(tmp_path, "pull_request", payload)


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b"\xff\xfe", b'{"a": NaN}', b"null", b"[]", b'"x"'])
def test_a_payload_that_is_none_is_one_clear_error(tmp_path: Path, content: bytes) -> None:
    """Exit 2 and a message, never a traceback."""
    path = tmp_path / "event.json"
    path.write_bytes(content)
    with pytest.raises(ReviewerError):
        activity(job(tmp_path, "pull_request"), read_event(path))


def test_a_payload_that_is_not_there_is_one_clear_error(tmp_path: Path) -> None:
    """The path is named."""
    with pytest.raises(ActionError, match=r"event\.json"):
        read_event(tmp_path / "event.json")


plain = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=8), st.just(HEAD)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=2),
        st.dictionaries(
            st.sampled_from(
                ["pull_request", "head", "base", "sha", "ref", "repo", "number", "after", "workflow_run", "id"]
            ),
            inner,
            max_size=5,
        ),
    ),
    max_leaves=12,
)


@settings(max_examples=120, deadline=None)
@given(st.sampled_from([*SUPPORTED, "pull_request_target"]), plain)
def test_hostile_payloads_end_in_our_errors_alone(
    tmp_path_factory: pytest.TempPathFactory, event: str, payload: object
) -> None:
    """Whatever is in them."""
    found = job(tmp_path_factory.getbasetemp(), event)
    try:
        activity(found, from_plain(json.loads(json.dumps(payload)), "event", ActionError))
    except ReviewerError as error:
        assert error.message  # noqa: PT017  # any error of ours is right, no other may come
