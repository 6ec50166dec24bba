"""Files of a commit written below a folder of our own: regular files alone, never through git's checkout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path, PurePosixPath

from reviewer.action.git import Entry, Git
from reviewer.errors import ActionError

MOST_FILES = 200_000
MOST_BYTES = 2_000_000_000
AT_ONCE = 500


def export(git: Git, commit: str, paths: Sequence[str], folder: Path) -> tuple[str, ...]:
    """Write the files at or below `paths` of a commit; give the paths that were passed over (links, submodules)."""
    tree = git.tree(commit, [path for path in paths if path != "."] if "." not in paths else [])
    if len(tree.entries) > MOST_FILES:
        raise ActionError(f"{len(tree.entries):,} files to read, at most {MOST_FILES:,}", "Name a smaller corpus.")
    written = 0
    unreadable = [entry.path for entry in tree.entries if not _is_plain(entry.path)]
    for part in _batches([entry for entry in tree.entries if _is_plain(entry.path)]):
        for entry, content in git.contents(part):
            written += len(content)
            if written > MOST_BYTES:
                raise ActionError(f"over {MOST_BYTES:,} bytes to read", "Name a smaller corpus.")
            target = folder / entry.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content)
    return (*tree.passed_over, *unreadable)


def _is_plain(path: str) -> bool:
    """Tell whether a path of a tree, which anybody can forge, stays below the folder and is UTF-8."""
    parts = PurePosixPath(path).parts
    encodable = not any("\ud800" <= char <= "\udfff" for char in path)
    return encodable and not path.startswith("/") and ".." not in parts and ".git" not in parts and path != ""


def _batches(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    rest = iter(entries)
    while batch := list(islice(rest, AT_ONCE)):
        yield batch
