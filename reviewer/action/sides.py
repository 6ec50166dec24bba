"""Git and an activity in, both sides of a comparison out: each commit's configuration, read as data."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from reviewer.action.events import Evaluate
from reviewer.action.export import export, write
from reviewer.action.git import Git
from reviewer.action.inputs import Baseline
from reviewer.errors import ActionError, ReviewerError
from reviewer.experiment.configuration import Configuration, read_configuration


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """A commit and its configuration, written below `folder`; None where the commit has none."""

    commit: str
    folder: Path
    configuration: Configuration | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The head, what it is compared with, and whose rules judge; one commit may be several of them."""

    head: Side
    before: Side | None
    rules: Side | None
    passed_over: tuple[str, ...] = ()

    @property
    def baseline(self) -> Configuration | None:
        """What the head is compared with, where there is something."""
        return self.before.configuration if self.before else None

    @property
    def judge(self) -> Configuration | None:
        """Whose rules and gates judge."""
        return self.rules.configuration if self.rules else None


def read_sides(git: Git, asked: Evaluate, baseline: Baseline, config: str, scratch: Path) -> Sides:
    """Find the commits, fetch what is missing, and read the configuration of each."""
    git.fetch(asked.head)
    before, rules = _commits(git, asked, baseline)
    commits = {one for one in (asked.head, before, rules) if one is not None}
    read = {one: read_side(git, one, config, scratch / "sides" / one) for one in commits}
    head = read[asked.head]
    if head.configuration is None:
        raise ActionError(
            f"{config} does not exist at {asked.head[:12]}",
            "Name the file in the input `config`, or write one with `reviewer init`.",
        )
    return Sides(head=head, before=read[before] if before else None, rules=read[rules] if rules else None)


def _commits(git: Git, asked: Evaluate, baseline: Baseline) -> tuple[str | None, str | None]:
    """Give the commit to compare with and the commit whose rules judge."""
    if baseline.kind == "ref":
        named = git.resolve(baseline.value)
        return named, _tip(git, asked) if asked.branch else named
    if asked.branch is not None:
        tip = _tip(git, asked)
        before = git.merge_base(tip, asked.head)
        if before is None:
            raise ActionError(
                f"{asked.head[:12]} and {asked.branch} have no history in common", "Name a commit in `baseline`."
            )
        return before, tip
    if asked.base is not None:
        git.fetch(asked.base)
    return asked.base, asked.base


def _tip(git: Git, asked: Evaluate) -> str:
    """Give the base branch's tip, or, where the remote cannot be asked, its tip as the event has it."""
    try:
        return git.tip(asked.branch or "")
    except ActionError:
        if asked.base is None or not git.has(asked.base):
            raise
        return asked.base


def read_side(git: Git, commit: str, config: str, folder: Path) -> Side:
    """Read the configuration of a commit, written below `folder`."""
    content = git.read(commit, config)
    if content is None:
        return Side(commit=commit, folder=folder, configuration=None)
    path = write(folder, config, content)
    try:
        configuration = read_configuration(path)
    except ReviewerError as error:
        raise _named(error, folder, commit) from error
    return Side(commit=commit, folder=folder, configuration=configuration)


def export_inputs(git: Git, side: Side, *, corpus: bool) -> tuple[str, ...]:
    """Write a side's labels, and its corpus where asked, below its folder; give what was passed over."""
    if side.configuration is None:
        return ()
    roots = [*side.configuration.label_sets, *([side.configuration.corpus_root] if corpus else [])]
    return export(git, side.commit, sorted({_inside(side, root) for root in roots}), side.folder)


def path_in_repository(side: Side, path: Path) -> str:
    """Give the path that a file written below a side has in its repository."""
    return path.resolve().relative_to(side.folder.resolve()).as_posix()


def _inside(side: Side, root: Path) -> str:
    try:
        return path_in_repository(side, root)
    except ValueError as error:
        raise ActionError(
            f"the configuration at {side.commit[:12]} names a folder outside of the repository",
            "Name `corpus.root` and `labels` relative to the configuration, inside the repository.",
        ) from error


def _named(error: ReviewerError, folder: Path, commit: str) -> ReviewerError:
    """Name a file as the repository does, and the commit it was read at."""
    return error.told(error.message.replace(f"{folder}/", f"{commit[:12]}:"), error.hint)
