"""The Action put together from the process it runs in."""

from __future__ import annotations

import sys
from functools import partial
from typing import Literal

from reviewer.action.environment import from_process
from reviewer.action.events import Evaluate, Post
from reviewer.action.git import open_repository
from reviewer.action.github_api import connected
from reviewer.action.log import Log
from reviewer.action.main import CANNOT_JUDGE, World, run
from reviewer.errors import ReviewerError

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
        return run(settings, world, KINDS[kind])
