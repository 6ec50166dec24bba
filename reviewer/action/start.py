"""The Action put together from the process it runs in."""

from __future__ import annotations

import sys
from functools import partial
from traceback import format_exception
from typing import Literal

from reviewer.action.environment import from_process
from reviewer.action.events import Evaluate, Post
from reviewer.action.git import open_repository
from reviewer.action.github_api import connected
from reviewer.action.log import Log
from reviewer.action.main import CANNOT_JUDGE, World, run
from reviewer.errors import ActionError, ReviewerError

KINDS = {"evaluate": Evaluate, "comment": Post, "any": None}


def start(kind: Literal["evaluate", "comment", "any"] = "any") -> int:
    """Read the environment, connect, run, and give the exit code."""
    log = Log(sys.stdout)
    try:
        settings = from_process()
    except ReviewerError as error:
        log.failure(error)
        return CANNOT_JUDGE
    remote = f"{settings.server_url}/{settings.repository}"
    with connected(settings.api_url, settings.graphql_url, settings.token) as github:
        open_git = partial(open_repository, settings.workspace, remote=remote, token=settings.token)
        world = World(github=github, open_git=lambda folder: open_git(scratch=folder), log=log)
        try:
            return run(settings, world, KINDS[kind])
        except Exception as error:  # noqa: BLE001  # the last resort: a fault of ours is one message too
            hint = "Please report it with what the job prints when it is run again with debug logging."
            log.failure(ActionError(f"unexpected {type(error).__name__}", hint))
            if settings.debug:
                log.say("".join(format_exception(error)))
            return CANNOT_JUDGE
