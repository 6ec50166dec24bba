"""The workflows that `reviewer init` writes: one evaluates, one posts for forks; both pass zizmor and actionlint."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from reviewer.action.release import COMMIT, REPOSITORY

EVALUATE, COMMENT = ".github/workflows/reviewer.yml", ".github/workflows/reviewer-comment.yml"


def workflows(config: str = "reviewer.yaml", branch: str = "main") -> Mapping[str, str]:
    """Give the text of each workflow by its path in the repository."""
    given = {
        "@ACTION@": f"{REPOSITORY}@{COMMIT}",
        "@CONFIG@": config,
        "@BRANCH@": branch,
    }
    return {EVALUATE: _filled("evaluate.yml", given), COMMENT: _filled("comment.yml", given)}


def _filled(name: str, given: Mapping[str, str]) -> str:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    for mark, value in given.items():
        text = text.replace(mark, value)
    return text
