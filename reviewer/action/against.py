"""A git ref and a working tree in, a judged result out: on a person's own machine what the Action does on a change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from reviewer.action.evaluation import Evaluation, Request, judge_sides, named_as_in_repository
from reviewer.action.git import commit_of, open_repository, working_tree
from reviewer.action.notices import notices
from reviewer.action.sides import Side, Sides, export_inputs, path_in_repository, read_side
from reviewer.errors import ConfigurationError
from reviewer.experiment.configuration import Configuration
from reviewer.experiment.progress import Progress
from reviewer.experiment.store import Store
from reviewer.git import isolated
from reviewer.reports.hashed_ids import HashKey

HERE = "working tree"
"""Stands for the head's commit, which there is none of yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person asked of a comparison with a ref."""

    ref: str
    overlaps: tuple[int, ...] = ()
    phases: int = 1
    key: HashKey | None = None


def run_against(
    configuration: Configuration, wanted: Wanted, store: Store, progress: Progress
) -> tuple[Evaluation, tuple[str, ...]]:
    """Compare the working tree with a ref; give what was found, and the sentences that a reader must know besides.

    The pipeline at the ref is the baseline, that of the working tree the candidate, both on the documents that are
    here; rules and gates are the ref's, and so are labels, by the rules for labels that a change edits or removes.
    """
    with _sides(configuration, wanted.ref) as (sides, scratch):
        request = Request(
            sides=sides,
            overlaps=wanted.overlaps,
            handed=None,
            scratch=scratch,
            key=wanted.key,
            phases=wanted.phases,
            progress=progress,
        )
        found = judge_sides(request, store)
        return found, notices(sides, found, ())


@contextmanager
def _sides(configuration: Configuration, ref: str) -> Iterator[tuple[Sides, Path]]:
    """Write what the ref holds aside; it lives as long as the block."""
    environment = isolated(trusted_path=True)
    root = working_tree(configuration.file.absolute().parent, environment).resolve()
    commit = commit_of(root, ref, environment)
    here = Side(commit=HERE, folder=root, configuration=configuration)
    config = _inside(here, configuration.file)
    for folder in configuration.label_sets:
        _inside(here, folder)
    with TemporaryDirectory(prefix="reviewer-") as made:
        scratch = Path(made)
        git = open_repository(root, scratch / "repository", str(root), environment=environment)
        before = read_side(git, commit, config, scratch / "sides" / commit)
        if before.configuration is None:
            raise ConfigurationError(f"{config} does not exist at {ref}", "Name a later commit, or run without a ref.")
        with named_as_in_repository(Sides(head=before, before=None, rules=None)):
            export_inputs(git, before, corpus=False)
            yield Sides(head=here, before=before, rules=before), scratch


def _inside(side: Side, path: Path) -> str:
    try:
        return path_in_repository(side, path)
    except ValueError as error:
        raise ConfigurationError(
            f"{path} lies outside of the repository {side.folder}", "A ref knows only what the repository holds."
        ) from error
