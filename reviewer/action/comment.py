"""One comment a configuration on a pull request: found by marker and author, converging when jobs race."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from reviewer.action.answers import at, number, text
from reviewer.action.github_api import GitHub, NotFoundError
from reviewer.decoding import Field
from reviewer.errors import ActionError
from reviewer.fingerprint import Plain
from reviewer.reports.escaping import hidden, read_hidden

ROUNDS = 6
BETWEEN_WRITES = 1.0
"""GitHub asks for a second between two writes."""

_MARKER = re.compile(r"<!-- reviewer:comment v[0-9]+ id=([A-Za-z0-9._-]{1,64}) -->(?:\r?\n|$)")


class Stamp(NamedTuple):
    """What a comment was written for, hidden in it: the head, and the run with its attempt."""

    head: str
    run: int
    attempt: int

    def older_than(self, other: Stamp) -> bool:
        """Tell whether `other` comes from a later run."""
        return (self.run, self.attempt) < (other.run, other.attempt)


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment as it stands on the pull request."""

    id: int
    body: str
    url: str
    author: str
    bot: bool


@dataclass(frozen=True, slots=True)
class Posted:
    """Where the comment stands, and what became of it: created, updated, unchanged or stale."""

    url: str
    outcome: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """The comments of one pull request, and who we are on it."""

    github: GitHub
    repository: str
    number: int
    me: str
    identity: str

    @property
    def _path(self) -> str:
        return f"/repos/{self.repository}/issues/{self.number}/comments"

    def mine(self) -> list[Comment]:
        """Give our comments with this identity, oldest first, from all pages."""
        found = map(_comment, self.github.pages(self._path, "read the pull request's comments"))
        return sorted((one for one in found if is_mine(one, self.me, self.identity)), key=lambda one: one.id)

    def create(self, body: str) -> Comment:
        """Write a new comment."""
        return _comment(self.github.post(self._path, {"body": body}, "write a comment on the pull request"))

    def update(self, comment: Comment, body: str) -> Comment:
        """Write over a comment of ours."""
        path = f"/repos/{self.repository}/issues/comments/{comment.id}"
        return _comment(self.github.patch(path, {"body": body}, "update the comment on the pull request"))

    def delete(self, comment: Comment) -> None:
        """Delete a comment of ours."""
        path = f"/repos/{self.repository}/issues/comments/{comment.id}"
        self.github.delete(path, "delete a second comment on the pull request")


def marker(identity: str) -> str:
    """Give the constant line that every comment of this identity begins with."""
    return f"<!-- reviewer:comment v1 id={identity} -->"


def stamped(identity: str, stamp: Stamp, body: str) -> str:
    """Give a body its marker, before it, and its stamp, after it."""
    return f"{marker(identity)}\n{body}\n\n{hidden(_plain(stamp))}"


def room(identity: str, stamp: Stamp, most: int) -> int:
    """Give the bytes that are left for a body beside marker and stamp."""
    return most - len(stamped(identity, stamp, "").encode("utf-8"))


def stamp_of(body: str) -> Stamp | None:
    """Read a comment's stamp; one that was edited away is none."""
    found = read_hidden(body)
    if not isinstance(found, dict):
        return None
    head, run, attempt = found.get("head"), found.get("run"), found.get("attempt")
    if isinstance(head, str) and isinstance(run, int) and isinstance(attempt, int):
        return Stamp(head, run, attempt)
    return None


def is_mine(comment: Comment, me: str, identity: str) -> bool:
    """Tell whether we wrote a comment under this identity: the marker begins the body, and the author is ours."""
    found = _MARKER.match(comment.body)
    if found is None or found.group(1) != identity:
        return False
    # An app's login comes with or without its suffix; no person can bear the suffixed one.
    bare = comment.author.removesuffix("[bot]")
    return comment.author == me or (comment.bot and bare == me.removesuffix("[bot]"))


def upsert(thread: Thread, body: str, stamp: Stamp, moved: Callable[[], bool], *, create: bool = True) -> Posted:
    """Have exactly one comment with this body, the oldest; a run that is out of date changes nothing.

    Jobs that race may both create one: each looks again after writing, brings the oldest up to date and then deletes
    the others, until a look finds one comment that is right. `moved` tells whether the pull request has a newer head.
    With `create` false only a comment that exists is brought up to date.
    """
    outcome = "unchanged"
    for _ in range(ROUNDS):
        mine = thread.mine()
        if moved() or (mine and _newer(mine[0], stamp)):
            return Posted(mine[0].url if mine else "", "stale")
        if not mine and not create:
            return Posted("", "unchanged")
        if not mine:
            thread.create(body)
            outcome = "created"
        elif not _holds(mine[0], body, stamp, written=outcome != "unchanged"):
            outcome = _overwrite(thread, mine[0], body, outcome)
        elif len(mine) > 1:
            for extra in mine[1:]:
                thread.delete(extra)
        else:
            return Posted(mine[0].url, outcome)
        thread.github.sleep(BETWEEN_WRITES)
    mine = thread.mine()
    if not mine:
        raise ActionError("the comment does not stay on the pull request", "Look for a job that deletes comments.")
    return Posted(mine[0].url, outcome)


def _overwrite(thread: Thread, comment: Comment, body: str, outcome: str) -> str:
    """Bring a comment up to date; one that another job just deleted is looked for again."""
    try:
        thread.update(comment, body)
    except NotFoundError:
        return outcome
    return outcome if outcome == "created" else "updated"


def _holds(comment: Comment, body: str, stamp: Stamp, *, written: bool) -> bool:
    """Tell whether a comment is right: our body, or, once we wrote, what another job of this run wrote after us."""
    found = stamp_of(comment.body)
    return comment.body == body or (written and found is not None and not found.older_than(stamp))


def _newer(comment: Comment, stamp: Stamp) -> bool:
    """Tell whether a comment comes from a later run for the same head, which an earlier run must not undo."""
    found = stamp_of(comment.body)
    return found is not None and found.head == stamp.head and stamp.older_than(found)


def _comment(field: Field) -> Comment:
    """Read a comment; one whose author is gone was written by nobody."""
    user = at(field, "user")
    return Comment(
        id=number(field, "id"),
        body=text(field, "body"),
        url=text(field, "html_url"),
        author="" if user.is_null else text(user, "login"),
        bot=not user.is_null and text(user, "type") == "Bot",
    )


def _plain(stamp: Stamp) -> Plain:
    return {"head": stamp.head, "run": stamp.run, "attempt": stamp.attempt}
