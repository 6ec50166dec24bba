"""An event in, what is to be done about it out: one row a kind of event, no file and no network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from reviewer.action.environment import Settings
from reviewer.decoding import Field, from_plain
from reviewer.errors import ActionError, ReviewerError

MOST_EVENT_BYTES = 25_000_000
"""GitHub's own bound for the payload of a webhook."""

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LOGIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{0,62}")
_BRANCH = re.compile(r"(?!-)[^\x00-\x20\x7f~^:?*\[\\]{1,255}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pull:
    """A pull request as the event describes it."""

    number: int
    head: str
    base: str
    base_branch: str
    fork: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluate:
    """Evaluate the commit `head` against where it left `branch`, or against the commit `base`, or alone.

    Rules and gates come from the tip of `branch`, or from `base`, or from `head` itself. What is not `proposed` is the
    repository's own word already: its default branch, and what somebody who may write asked for by hand.
    """

    head: str
    branch: str | None = None
    base: str | None = None
    pull: Pull | None = None
    proposed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """Post what the evaluation `run` reported on the commit `head`, which is the tip of `branch` of `owner`."""

    run: int
    head: str
    owner: str
    branch: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """There is nothing to evaluate, and that is no mistake."""

    reason: str


Activity = Evaluate | Post | Nothing


def read_event(path: Path) -> Field:
    """Read the event's payload; what cannot be read is an ActionError."""
    try:
        data = path.read_bytes() if path.stat().st_size <= MOST_EVENT_BYTES else None
    except OSError as error:
        raise ActionError(f"{path}: the event cannot be read: {error.strerror}") from error
    if data is None:
        raise ActionError(f"{path}: the event is larger than GitHub sends", "Run this on an event of GitHub Actions.")
    try:
        return from_plain(json.loads(data), "event", ActionError)
    except (ValueError, RecursionError) as error:
        raise ActionError(f"{path}: the event is not JSON") from error


def activity(settings: Settings, payload: Field) -> Activity:
    """Say what an event asks for; events we do not know are refused by name."""
    row = _TABLE.get(settings.event_name)
    if row is None:
        raise ActionError(
            f"the event `{settings.event_name or 'without a name'}` is not supported",
            f"Run this workflow on {', '.join(f'`{one}`' for one in SUPPORTED)}.",
        )
    return row(settings, payload)


def _pull_request(_: Settings, payload: Field) -> Activity:
    if _text(payload, "action", default="synchronize") == "closed":
        return Nothing("the pull request was closed")
    pull = _pull(_at(payload, "pull_request"))
    return Evaluate(head=pull.head, branch=pull.base_branch, base=pull.base, pull=pull)


def _merge_group(_: Settings, payload: Field) -> Activity:
    group = _at(payload, "merge_group")
    return Evaluate(head=_commit(group, "head_sha"), base=_commit(group, "base_sha"))


def _push(settings: Settings, payload: Field) -> Activity:
    after = _commit(payload, "after")
    if not after.strip("0"):
        return Nothing("a branch or tag was deleted")
    before = _commit(payload, "before")
    if not settings.ref.startswith("refs/heads/"):
        return Evaluate(head=after, proposed=False)
    known = "repository" in payload.mapping() or not before.strip("0")
    default = _branch(_at(payload, "repository"), "default_branch") if known else ""
    proposed = settings.ref != f"refs/heads/{default}"
    if before.strip("0"):
        return Evaluate(head=after, base=before, proposed=proposed)
    return Evaluate(head=after, branch=default if proposed else None, proposed=proposed)


def _at_once(settings: Settings, _: Field) -> Activity:
    if _COMMIT.fullmatch(settings.sha) is None:
        raise ActionError("GITHUB_SHA names no commit", "It is set by the runner; do not set it by hand.")
    return Evaluate(head=settings.sha, proposed=False)


def _workflow_run(_: Settings, payload: Field) -> Activity:
    run = _at(payload, "workflow_run")
    event = _text(run, "event")
    if event != "pull_request":
        return Nothing("the evaluation did not run for a pull request")
    repository = _at(run, "head_repository")
    if repository.is_null:
        return Nothing("the fork was deleted")
    return Post(
        run=_at(run, "id").integer(least=1),
        head=_commit(run, "head_sha"),
        owner=_matching(_at(_at(repository, "owner"), "login"), _LOGIN, "a login"),
        branch=_branch(run, "head_branch"),
    )


def _pull_request_target(_: Settings, __: Field) -> Activity:
    raise ActionError(
        "`pull_request_target` is refused: it would read a stranger's files with a token that may write",
        "Evaluate on `pull_request`, and let a second workflow on `workflow_run` post the comment for forks.",
    )


Row = Callable[[Settings, Field], Activity]
_TABLE: Mapping[str, Row] = {
    "pull_request": _pull_request,
    "merge_group": _merge_group,
    "push": _push,
    "workflow_dispatch": _at_once,
    "schedule": _at_once,
    "workflow_run": _workflow_run,
    "pull_request_target": _pull_request_target,
}
SUPPORTED = tuple(name for name in _TABLE if name != "pull_request_target")
"""The events that the Action serves."""


def _pull(field: Field) -> Pull:
    head, base = _at(field, "head"), _at(field, "base")
    return Pull(
        number=_at(field, "number").integer(least=1),
        head=_commit(head, "sha"),
        base=_commit(base, "sha"),
        base_branch=_branch(base, "ref"),
        fork=_repository(head) != _repository(base),
    )


def _repository(side: Field) -> str | None:
    """Name a side's repository; a fork that was deleted has none."""
    repository = side.mapping().get("repo")
    return None if repository is None or repository.is_null else _text(repository, "full_name")


def _at(field: Field, name: str) -> Field:
    found = field.mapping().get(name)
    if found is None:
        raise field.fail(f"{name} missing", "Run this on an event of GitHub Actions.")
    return found


def _text(field: Field, name: str, default: str | None = None) -> str:
    if default is not None and name not in field.mapping():
        return default
    return _at(field, name).text()


def _commit(field: Field, name: str) -> str:
    return _matching(_at(field, name), _COMMIT, "a full commit name")


def _branch(field: Field, name: str) -> str:
    return _matching(_at(field, name), _BRANCH, "a branch")


def _matching(field: Field, pattern: re.Pattern[str], what: str) -> str:
    text = field.text()
    if pattern.fullmatch(text) is None:
        raise _not_a(field, what)
    return text


def _not_a(field: Field, what: str) -> ReviewerError:
    return field.fail(f"expected {what}", "Run this on an event of GitHub Actions.")
