"""Decisions that could not be written because the label file changed meanwhile, kept beside it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from pathlib import Path

from reviewer.decoding import read_yaml
from reviewer.errors import LabelError
from reviewer.labels import disk
from reviewer.labels.label_set import Change
from reviewer.labels.schema import VERSION, check_version, decode_queries
from reviewer.labels.writing import Plain, Tree, block, tree

SUFFIX = ".pending"


@dataclass(frozen=True, slots=True)
class Pending:
    """The changes meant for a label file that had the fingerprint `read` when they were decided."""

    file: str
    read: str
    changes: tuple[Change, ...]

    @property
    def path(self) -> Path:
        """Where they are kept."""
        return Path(self.file + SUFFIX)


def read_pending(folder: Path) -> tuple[Pending, ...]:
    """Give all decisions of a set that wait to be made again."""
    return tuple(_read(path) for path in sorted(folder.rglob(f"*.yaml{SUFFIX}")))


def keep_pending(pending: Pending) -> Path:
    """Write decisions beside their file, together with those already waiting there; the later one on a label holds.

    The folder's lock must be held.
    """
    changes = {change.id: change for change in pending.changes}
    if pending.path.exists():
        changes = {change.id: change for change in _read(pending.path).changes} | changes
    disk.replace_file(pending.path, _text(replace(pending, changes=tuple(changes.values()))))
    return pending.path


def forget_pending(folder: Path, ids: Collection[str]) -> None:
    """Drop what was kept about these labels, now that they were decided anew; the folder's lock must be held."""
    for pending in read_pending(folder):
        changes = tuple(change for change in pending.changes if change.id not in ids)
        if not changes:
            pending.path.unlink(missing_ok=True)
        elif len(changes) < len(pending.changes):
            disk.replace_file(pending.path, _text(replace(pending, changes=changes)))


def _read(path: Path) -> Pending:
    entries = read_yaml(path, LabelError).entries(("version", "read", "removed", "queries"))
    check_version(entries["version"])
    file = str(path).removesuffix(SUFFIX)
    labels = (replace(label, file=file) for label in decode_queries(entries["queries"]))
    changes = [Change(label.id, label) for label in labels]
    changes += [Change(removed.text(), None) for removed in entries["removed"].items()]
    return Pending(file, entries["read"].text(), tuple(changes))


def _text(pending: Pending) -> str:
    removed: list[Tree] = [change.id for change in pending.changes if change.label is None]
    queries: list[Tree] = [tree(change.label) for change in pending.changes if change.label is not None]
    entries: dict[str, Tree] = {"version": Plain(VERSION), "read": pending.read, "removed": removed, "queries": queries}
    return "\n".join(block(entries)) + "\n"
