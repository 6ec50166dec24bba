"""Decisions are signed by a name that somebody gave."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path

import pytest

from reviewer.errors import LabelError
from reviewer.review import Signer, signer
from tests.review.making import git

TODAY = date(2026, 11, 30)


def test_the_name_is_the_one_given_or_that_of_git(tmp_path: Path) -> None:
    """A name that is given goes before git's."""
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "user.name", "Grace [b] Hopper")
    assert signer(tmp_path, None, TODAY) == Signer("Grace [b] Hopper", "2026-11-30")
    assert signer(tmp_path, "Ada", TODAY).by == "Ada"


@pytest.mark.parametrize("given", [None, "", "  ", "A\x1b[31mda"])
def test_nobody_is_made_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str | None) -> None:
    """Without a name, or with one that no line can hold, it is refused with a remedy."""
    for name in ("HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setitem(os.environ, name, str(tmp_path))
    monkeypatch.setitem(os.environ, "GIT_CONFIG_NOSYSTEM", "1")
    with pytest.raises(LabelError, match="nobody's name") as caught:
        signer(tmp_path, given, TODAY)
    assert "--by" in caught.value.hint
