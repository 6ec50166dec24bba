"""A result and its pull request in, one comment out; that none can be written never hides the verdict."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from reviewer.action.answers import text
from reviewer.action.comment import Posted, Stamp, Thread, room, stamped, upsert
from reviewer.action.environment import Settings
from reviewer.action.github_api import GitHub, PermissionMissingError
from reviewer.action.inputs import CommentMode
from reviewer.action.log import Log
from reviewer.errors import ReviewerError
from reviewer.reports import Result, words
from reviewer.reports.budget import COMMENT_BYTES, clip
from reviewer.reports.comment import Occasion, render_comment

FORK_ADVICE = "a fork's token may only read. A second workflow on `workflow_run` posts the comment; see docs/action.md."


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """The pull request that is commented on, and the head that the comment is about."""

    number: int
    head: str
    fork: bool


@dataclass(frozen=True, slots=True)
class Poster:
    """Writes comments for one job."""

    settings: Settings
    github: GitHub
    log: Log

    def post(self, target: Target, result: Result, occasion: Occasion) -> str:
        """Write a result's comment as the mode asks; give its address, or nothing with a warning."""
        create = is_wanted(self.settings.inputs.comment, result, occasion)
        return self.write(target, partial(render_comment, result, occasion), create=create)

    def post_failure(self, target: Target, body: str) -> str:
        """Say that nothing could be judged, so that no older verdict stays standing for this head."""
        return self.write(target, partial(clip, body), create=self.settings.inputs.comment is CommentMode.ALWAYS)

    def write(self, target: Target, render: Callable[[int], str], *, create: bool) -> str:
        """Write a text, given the bytes there is room for; what goes wrong is a warning."""
        if self.settings.inputs.comment is CommentMode.NEVER:
            return ""
        if not self.settings.token:
            self.log.note("No token was given, so that no comment is written; the report is in the job's summary.")
            return ""
        try:
            posted = self._write(target, render, create=create)
        except PermissionMissingError as error:
            advice = FORK_ADVICE if target.fork else f"{error.message}. {error.hint}"
            self.log.caution(f"No comment was written: {advice}")
            return ""
        except ReviewerError as error:
            self.log.caution(f"No comment was written: {error.message}. {error.hint}")
            return ""
        if posted.outcome == "stale":
            self.log.note("The pull request has moved on since this run began; its comment is left to the newer run.")
        return posted.url

    def _write(self, target: Target, render: Callable[[int], str], *, create: bool) -> Posted:
        inputs = self.settings.inputs
        stamp = Stamp(target.head, self.settings.run_id, self.settings.run_attempt)
        thread = Thread(
            github=self.github,
            repository=self.settings.repository,
            number=target.number,
            me=inputs.login or self.github.viewer(),
            identity=inputs.comment_id,
        )
        body = stamped(inputs.comment_id, stamp, render(room(inputs.comment_id, stamp, COMMENT_BYTES)))
        return upsert(thread, body, stamp, lambda: self._moved(target), create=create)

    def _moved(self, target: Target) -> bool:
        """Ask the server whether the pull request has another head by now."""
        pull = self.github.get(f"/repos/{self.settings.repository}/pulls/{target.number}", "read the pull request")
        return text(pull, "head", "sha") != target.head


def is_wanted(mode: CommentMode, result: Result, occasion: Occasion) -> bool:
    """Tell whether a mode asks for a new comment on this result."""
    if mode is CommentMode.ALWAYS:
        return True
    comparison = words.judged_comparison(result)
    lost = any(one.change == "lost" for one in comparison.changes) if comparison else False
    regressed = lost or result.verdict.status == "failed"
    if mode is CommentMode.REGRESSIONS:
        return regressed
    changed = bool(comparison and comparison.changes) or bool(occasion.changed) or bool(result.integrity.left_out)
    return regressed or changed
