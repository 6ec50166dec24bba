"""Who decides: the name that git knows, or one that was given; none is ever made up."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from reviewer.errors import LabelError
from reviewer.review.repository import ask
from reviewer.review.session import Signer


def signer(folder: Path, by: str | None, today: date) -> Signer:
    """Give who signs decisions: `by`, else git's `user.name` in this folder; without either it is refused."""
    name = (by if by is not None else _name_from_git(folder)).strip()
    if not name or not name.isprintable():
        hint = 'Give --by "Your Name", or run `git config --global user.name "Your Name"`.'
        raise LabelError("decisions are signed, and nobody's name is known", hint)
    return Signer(name, today.isoformat())


def _name_from_git(folder: Path) -> str:
    return (ask(folder, "config", "--get", "user.name") or b"").decode("utf-8", "replace")
