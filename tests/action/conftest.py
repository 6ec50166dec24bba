"""Fixtures of the Action's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from reviewer.action.github_api import GitHub, connected
from tests.action.double import Double, serve


@pytest.fixture
def double() -> Iterator[Double]:
    """A stand-in for GitHub; at the end no request may have been one that GitHub's description does not know."""
    with serve(Double()) as running:
        yield running
    assert running.problems == []


@pytest.fixture
def waits() -> list[float]:
    """The seconds that a client under test waited, without waiting."""
    return []


@pytest.fixture
def connect(double: Double, waits: list[float]) -> Iterator[Callable[..., GitHub]]:
    """Gives clients of the stand-in, each with a token; `url` names another server."""
    with ExitStack() as stack:

        def client(token: str = "token", url: str = "") -> GitHub:  # noqa: S107  # the double's token
            api = url or double.url
            github = stack.enter_context(connected(api, f"{api}/graphql", token))
            return replace(github, sleep=waits.append, clock=lambda: 1_000_000.0)

        yield client


@pytest.fixture
def github(connect: Callable[..., GitHub]) -> GitHub:
    """A client of the stand-in."""
    return connect()
