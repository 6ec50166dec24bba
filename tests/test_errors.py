"""Errors keep their kind and parts when they are said in other words, copied, or sent between processes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import copy, deepcopy

import pytest

from reviewer.action.github_api import NotFoundError, PermissionMissingError
from reviewer.errors import ReviewerError, SplitError
from reviewer.vectors.endpoint import RefusedError

ERRORS = (
    ReviewerError("a", "b"),
    SplitError("a", "b", setting="formats.markdown.size"),
    RefusedError(401, "a", "b"),
    PermissionMissingError("read", ("issues=write",)),
    NotFoundError("a", "b"),
)


@pytest.mark.parametrize("error", ERRORS, ids=lambda one: type(one).__name__)
def test_other_words_leave_everything_else(error: ReviewerError) -> None:
    """Also where a kind takes more than words to be made, such as the status of a server's refusal."""
    told = error.told("c", "d")
    assert type(told) is type(error)
    assert (told.message, told.hint, str(told), told.args) == ("c", "d", "c\nd", ("c",))
    was = {"message": error.message, "hint": error.hint}
    assert {**vars(told), **was} == vars(error)
    assert error.args == (error.message,)


@pytest.mark.parametrize("again", [copy, deepcopy, lambda one: pickle.loads(pickle.dumps(one))])  # noqa: S301  # ours
@pytest.mark.parametrize("error", ERRORS, ids=lambda one: type(one).__name__)
def test_errors_come_home_whole(error: ReviewerError, again: Callable[[ReviewerError], ReviewerError]) -> None:
    """A worker's error is raised where the work was given out."""
    came = again(error)
    assert (type(came), vars(came), str(came), came.args) == (type(error), vars(error), str(error), error.args)
