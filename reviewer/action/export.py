"""Files of a commit written below a folder of our own: regular files alone, never through git's checkout."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from reviewer.action.git import Entry, Git
from reviewer.errors import ActionError

MOST_FILES = 200_000
MOST_BYTES = 2_000_000_000
FILES_AT_ONCE = 500
BYTES_AT_ONCE = 64_000_000


def export(git: Git, commit: str, paths: Sequence[str], folder: Path) -> tuple[str, ...]:
    """Write the files at or below `paths` of a commit; give the paths that were passed over (links, submodules).

    How much there is to read is known, and refused, before any of it is.
    """
    tree = git.tree(commit, [path for path in paths if path != "."] if "." not in paths else [])
    if len(tree.entries) > MOST_FILES:
        raise ActionError(f"{len(tree.entries):,} files to read, at most {MOST_FILES:,}", "Name a smaller corpus.")
    total = sum(entry.size or 0 for entry in tree.entries)
    if total > MOST_BYTES:
        raise ActionError(f"{total:,} bytes to read, at most {MOST_BYTES:,}", "Name a smaller corpus.")
    unreadable = [entry.path for entry in tree.entries if not _is_plain(entry.path)]
    for part in _batches([entry for entry in tree.entries if _is_plain(entry.path)]):
        for entry, content in git.contents(part):
            write(folder, entry.path, content)
    return (*tree.passed_over, *unreadable)


def write(folder: Path, path: str, content: bytes) -> Path:
    """Write a file of a tree below a folder; a path that no file can have, which anybody can forge, is refused."""
    target = folder / path
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "no name of a file"
        raise ActionError(f"{path[:200]}: cannot be written: {why}", "Give the file another name.") from error
    return target


def _is_plain(path: str) -> bool:
    """Tell whether a path of a tree, which anybody can forge, stays below the folder and is UTF-8."""
    parts = PurePosixPath(path).parts
    encodable = not any("\ud800" <= char <= "\udfff" for char in path)
    return encodable and not path.startswith("/") and ".." not in parts and ".git" not in parts and path != ""


def _batches(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """Give entries in parts that memory has room for; a file larger than that is a part of its own."""
    batch: list[Entry] = []
    total = 0
    for entry in entries:
        size = entry.size or 0
        if batch and (len(batch) == FILES_AT_ONCE or total + size > BYTES_AT_ONCE):
            yield batch
            batch, total = [], 0
        batch.append(entry)
        total += size
    if batch:
        yield batch
