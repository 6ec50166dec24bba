"""One comment, whatever happened before and whoever else writes at the same time."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from reviewer.action.comment import Comment, Stamp, Thread, is_mine, marker, room, stamp_of, stamped, upsert
from reviewer.action.github_api import GitHub, PermissionMissingError
from reviewer.errors import ActionError
from reviewer.reports.budget import size
from tests.action.double import REPOSITORY, Double, Reply, Seen

ME = "github-actions[bot]"
STAMP = Stamp("a" * 40, 10, 1)


def thread(github: GitHub, identity: str = "default", me: str = ME) -> Thread:
    """Give the thread of pull request 7."""
    return Thread(github=github, repository=REPOSITORY, number=7, me=me, identity=identity)


def still() -> bool:
    """The head has not moved."""
    return False


def body(text: str, stamp: Stamp = STAMP, identity: str = "default") -> str:
    """Give a whole comment."""
    return stamped(identity, stamp, text)


def test_the_first_run_creates_the_comment_and_the_second_updates_it(double: Double, github: GitHub) -> None:
    """One comment, with the second run's text."""
    first = upsert(thread(github), body("one"), STAMP, still)
    second = upsert(thread(github), body("two", Stamp("b" * 40, 11, 1)), Stamp("b" * 40, 11, 1), still)
    assert (first.outcome, second.outcome) == ("created", "updated")
    assert first.url == second.url
    assert [one["body"] for one in double.comments.values()] == [body("two", Stamp("b" * 40, 11, 1))]


def test_the_comment_is_found_behind_a_hundred_others(double: Double, github: GitHub) -> None:
    """All pages are read: litecov#36."""
    for at in range(130):
        double.comment("dev", f"remark {at}")
    double.comment(ME, body("old"))
    for at in range(130):
        double.comment("dev", f"remark {at}")
    assert upsert(thread(github), body("new"), STAMP, still).outcome == "updated"
    assert len(double.comments) == 261


def test_nothing_is_written_where_the_body_is_the_same(double: Double, github: GitHub) -> None:
    """A run again costs no write."""
    double.comment(ME, body("same"))
    assert upsert(thread(github), body("same"), STAMP, still).outcome == "unchanged"
    assert double.wrote() == []


@pytest.mark.parametrize(
    ("token", "author", "viewer"),
    [("ghs", ME, ME), ("app", "my-app[bot]", "my-app"), ("app", "my-app[bot]", "my-app[bot]"), ("pat", "dev", "dev")],
)
def test_each_kind_of_token_knows_its_own_comment(
    double: Double, connect: Callable[..., GitHub], token: str, author: str, viewer: str
) -> None:
    """Job token, App token and personal token: gh-ci-bot#156, claude-code-action#960."""
    double.authors = {token: author}
    double.viewer_login = viewer
    github = connect(token)
    for text in ("one", "two"):
        upsert(thread(github, me=github.viewer()), body(text), STAMP, still)
    assert len(double.comments) == 1
    assert "/user" not in {one.path for one in double.seen}


@pytest.mark.parametrize(
    "foreign",
    [
        ("dev", body("copied")),
        ("my-app[bot]", body("another app's")),
        ("github-actions", body("a person of that name")),
        (ME, f"> {marker('default')}\nquoted"),
        (ME, f"text first\n{marker('default')}"),
        (ME, body("another configuration's", identity="other")),
        (ME, "<!-- another workflow's -->\ntext"),
    ],
)
def test_comments_of_others_are_never_touched(double: Double, github: GitHub, foreign: tuple[str, str]) -> None:
    """Author, marker, its place and the identity must all be ours: beryl#316."""
    other = double.comment(*foreign)
    assert upsert(thread(github), body("ours"), STAMP, still).outcome == "created"
    assert double.comments[other]["body"] == foreign[1]


def test_a_marker_of_another_version_is_still_ours() -> None:
    """An update of the Action does not leave its old comment behind."""
    old = Comment(1, "<!-- reviewer:comment v0 id=default -->\nold", "u", ME, bot=True)
    assert is_mine(old, ME, "default")


def test_two_jobs_at_once_leave_one_comment(double: Double, connect: Callable[..., GitHub]) -> None:
    """Both create one, both look again, one stays: loopover#1816."""
    gate = threading.Barrier(2, timeout=10)
    created = threading.local()

    def meet(seen: Seen) -> Reply | None:
        """Let nobody create before both have looked and found nothing."""
        if seen.method == "POST" and seen.path.endswith("/comments") and not getattr(created, "met", False):
            created.met = True
            double.lock.release()
            try:
                gate.wait()
            finally:
                double.lock.acquire()
        return None

    double.faults.append(meet)
    posted: list[str] = []

    def job(run: int) -> None:
        """Post as one of two jobs."""
        stamp = Stamp("a" * 40, run, 1)
        posted.append(upsert(thread(connect()), body(f"run {run}", stamp), stamp, still).url)

    jobs = [threading.Thread(target=job, args=(run,)) for run in (10, 11)]
    for one in jobs:
        one.start()
    for one in jobs:
        one.join()
    assert len([one for one in double.wrote() if one.method == "POST"]) == 2
    assert [stamp_of(one["body"]) for one in double.comments.values()] == [Stamp("a" * 40, 11, 1)]
    assert len(set(posted)) == 1


def test_duplicates_of_earlier_versions_are_cleared_and_the_oldest_stays(double: Double, github: GitHub) -> None:
    """What raced before is put right."""
    oldest = double.comment(ME, body("a"))
    double.comment("dev", "remark")
    double.comment(ME, body("b"))
    upsert(thread(github), body("new"), STAMP, still)
    assert [one["id"] for one in double.comments.values() if one["user"]["login"] == ME] == [oldest]
    assert double.comments[oldest]["body"] == body("new")


def test_a_run_whose_head_has_moved_on_writes_nothing(double: Double, github: GitHub) -> None:
    """publish-unit-test-result-action#183."""
    double.comment(ME, body("newer head"))
    assert upsert(thread(github), body("older head"), STAMP, lambda: True).outcome == "stale"
    assert double.wrote() == []


def test_an_earlier_run_for_the_same_head_does_not_undo_a_later_one(double: Double, github: GitHub) -> None:
    """Attempts and runs are ordered."""
    double.comment(ME, body("later", Stamp(STAMP.head, 10, 2)))
    assert upsert(thread(github), body("earlier"), STAMP, still).outcome == "stale"


def test_a_comment_that_is_not_wanted_is_not_created_but_kept_true(double: Double, github: GitHub) -> None:
    """Modes `changes` and `regressions` leave no old verdict standing."""
    assert upsert(thread(github), body("new"), STAMP, still, create=False).outcome == "unchanged"
    assert double.comments == {}
    double.comment(ME, body("old"))
    assert upsert(thread(github), body("new"), STAMP, still, create=False).outcome == "updated"


def test_a_read_only_token_is_told_the_scope_it_lacks(double: Double, github: GitHub) -> None:
    """Once, without trying again: sticky-pull-request-comment#227, add-pr-comment's retries."""
    double.read_only = {"token"}
    with pytest.raises(PermissionMissingError, match="issues: write") as caught:
        upsert(thread(github), body("x"), STAMP, still)
    assert "permissions:" in caught.value.hint
    assert len(double.wrote()) == 1


def test_a_comment_that_somebody_deletes_at_once_ends_in_an_error(double: Double, github: GitHub) -> None:
    """No endless loop."""

    def sweep(seen: Seen) -> Reply | None:
        if seen.method == "GET":
            double.comments.clear()
        return None

    double.faults.append(sweep)
    with pytest.raises(ActionError, match="does not stay"):
        upsert(thread(github), body("x"), STAMP, still)


def test_the_stamp_reads_back_and_a_broken_one_counts_as_none() -> None:
    """Somebody may edit a comment by hand."""
    assert stamp_of(body("x")) == STAMP
    assert stamp_of(body("x").replace('"run":10', '"run":"ten"')) is None
    assert stamp_of("anything") is None


def test_room_is_what_marker_and_stamp_leave() -> None:
    """A body of that size makes a comment of exactly the most."""
    left = room("default", STAMP, 1000)
    assert size(body("x" * left)) == 1000
