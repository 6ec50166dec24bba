"""The workflows that `reviewer init` writes: one evaluates, one posts for forks; both pass zizmor and actionlint."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from reviewer.action.release import COMMIT, REPOSITORY

EVALUATE, COMMENT = ".github/workflows/reviewer.yml", ".github/workflows/reviewer-comment.yml"
DEFAULT_BRANCH = "main"
_TO_PIN = """\
# Before the first run: put the full commit of a release in place of the zeros, and your OWNER/REPO if you run
      # a copy. Until then this step is not found.
      """


def workflows(config: str = "reviewer.yaml", branch: str = DEFAULT_BRANCH) -> Mapping[str, str]:
    """Give the text of each workflow by its path in the repository."""
    given = {
        "@TO_PIN@": "" if is_pinned() else _TO_PIN,
        "@ACTION@": f"{REPOSITORY}@{COMMIT}",
        "@CONFIG@": config,
        "@BRANCH@": branch,
    }
    return {EVALUATE: _filled("evaluate.yml", given), COMMENT: _filled("comment.yml", given)}


def is_pinned() -> bool:
    """Tell whether this package knows the commit of its own release; one from a development tree does not."""
    return set(COMMIT) != {"0"}


def steps() -> tuple[str, ...]:
    """Give what a person has to do before the workflows run."""
    pin = (
        f"in both workflows, put the full commit of a release of {REPOSITORY} in place of @{COMMIT[:7]}…, "
        "and your own OWNER/REPO if you run a copy"
    )
    branch = f"if your default branch is not `{DEFAULT_BRANCH}`, name it under `push:` in {EVALUATE}"
    commit = "commit both files to the default branch: GitHub takes the one that comments from there alone"
    return (*(() if is_pinned() else (pin,)), branch, commit)


def _filled(name: str, given: Mapping[str, str]) -> str:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    for mark, value in given.items():
        text = text.replace(mark, value)
    return text
