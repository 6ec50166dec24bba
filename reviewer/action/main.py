"""The Action from an event to an exit code, in the order of its steps; clients are passed in."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import mkdtemp

from reviewer.action.environment import Settings
from reviewer.action.evaluation import Evaluation, Request, evaluate
from reviewer.action.events import Activity, Evaluate, Nothing, Post, activity, read_event
from reviewer.action.files import write_outputs, write_summary
from reviewer.action.fork import post_reported
from reviewer.action.git import Git
from reviewer.action.github_api import GitHub
from reviewer.action.lines import overlap_line
from reviewer.action.log import Log
from reviewer.action.notices import WORKFLOWS, changed_settings, notices
from reviewer.action.outputs import outputs
from reviewer.action.posting import Poster, Target
from reviewer.action.publishing import annotate, finish, give_back_cache, leave_artifacts, summarise
from reviewer.action.sides import Sides, read_sides
from reviewer.action.telling import told
from reviewer.action.unsafe import secrets_in_play
from reviewer.errors import ReviewerError
from reviewer.experiment.store import Store
from reviewer.reports import words
from reviewer.reports.comment import Occasion, render_failure
from reviewer.reports.headline import detail, headline

CANNOT_JUDGE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What the Action works with: GitHub, a way to open the repository in a folder, and the log."""

    github: GitHub
    open_git: Callable[[Path], Git]
    log: Log


def run(settings: Settings, world: World, only: type[Activity] | None = None) -> int:
    """Do what the event asks for and give the exit code; every ReviewerError is one message and 2.

    With `only` the event must ask for that kind of activity.
    """
    world.log.mask(settings.token)
    try:
        asked = activity(settings, read_event(settings.event_path))
        if isinstance(asked, Nothing) or (only is not None and not isinstance(asked, only)):
            world.log.note(f"Nothing to do: {_reason(asked)}.")
            write_outputs(settings.output, {"verdict": "not judged"})
            return 0
        with _scratch(settings.temporary) as scratch:
            if isinstance(asked, Post):
                return post_reported(settings, world.github, asked, scratch, world.log)
            return _evaluate_or_say_why(settings, world, asked, scratch)
    except ReviewerError as error:
        world.log.failure(error)
        return CANNOT_JUDGE


def _evaluate_or_say_why(settings: Settings, world: World, asked: Evaluate, scratch: Path) -> int:
    """Evaluate; where that is not possible, say so also where an older verdict would stay standing."""
    try:
        return _evaluate(settings, world, asked, scratch)
    except ReviewerError as raised:
        error = told(raised, hidden=settings.key is not None)
        body = render_failure(error.message, error.hint, _bare_occasion(settings, asked.head))
        write_summary(settings.summary, body)
        url = Poster(settings, world.github, world.log).post_failure(target, body) if (target := _target(asked)) else ""
        write_outputs(settings.output, {"verdict": "not judged", "comment-url": url})
        raise error from raised


def _evaluate(settings: Settings, world: World, asked: Evaluate, scratch: Path) -> int:
    git = world.open_git(scratch / "repository")
    inputs = settings.inputs
    sides = read_sides(git, asked, inputs.baseline, inputs.config, scratch)
    store = Store(settings.cache)
    found = evaluate(git, _request(settings, asked, sides, scratch), store)
    if found.dropped:
        world.log.caution("The restored cache held wrong vectors and was dropped; everything was embedded anew.")
    occasion = _occasion(settings, asked, sides, found, git)
    leave_artifacts(settings, found)
    give_back_cache(settings, store)
    summarise(settings, found.result, occasion, world.log)
    annotate(settings, found, occasion, overlap_line(sides.head), world.log)
    target = _target(asked)
    url = Poster(settings, world.github, world.log).post(target, found.result, occasion) if target else ""
    write_outputs(settings.output, outputs(settings, found.result, url))
    world.log.say(f"{words.verdict_words(found.result)}: {headline(found.result)} {detail(found.result)}")
    return finish(settings, found.result)


def _target(asked: Evaluate) -> Target | None:
    if asked.pull is None:
        return None
    return Target(number=asked.pull.number, head=asked.head, fork=asked.pull.fork)


def _request(settings: Settings, asked: Evaluate, sides: Sides, scratch: Path) -> Request:
    baseline = settings.inputs.baseline
    read = [side.configuration for side in (sides.head, sides.before, sides.rules) if side and side.configuration]
    return Request(
        sides=sides,
        overlaps=settings.inputs.overlaps,
        handed=settings.workspace / baseline.value if baseline.kind == "folder" else None,
        scratch=scratch,
        secrets=secrets_in_play(settings.token, settings.held, read),
        proposed=asked.proposed,
        key=settings.key,
    )


def _occasion(settings: Settings, asked: Evaluate, sides: Sides, found: Evaluation, git: Git) -> Occasion:
    paths = git.changed(sides.before.commit, sides.head.commit, [WORKFLOWS]) if sides.before else ()
    name = settings.inputs.artifacts.rpartition("/")[2]
    return replace(
        _bare_occasion(settings, asked.head),
        base=sides.before.commit if sides.before else None,
        rules=sides.rules.commit if sides.rules and sides.rules.configuration else None,
        branch=asked.branch or "",
        closer=f"gh run download {settings.run_id} -n {name} -D {name} && reviewer step {name}",
        notices=notices(sides, found, paths),
        changed=changed_settings(sides),
        labels={} if settings.key else found.places,
    )


def _bare_occasion(settings: Settings, head: str) -> Occasion:
    server = f"{settings.server_url}/{settings.repository}"
    return Occasion(head=head, base=None, rules=None, repository_url=server, run_url=settings.run_url)


def _reason(asked: Activity) -> str:
    if isinstance(asked, Nothing):
        return asked.reason
    return "this event asks for another command"


@contextmanager
def _scratch(temporary: Path) -> Iterator[Path]:
    """Give a folder of our own that is removed at the end."""
    temporary.mkdir(parents=True, exist_ok=True)
    folder = Path(mkdtemp(prefix="reviewer-", dir=temporary))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
