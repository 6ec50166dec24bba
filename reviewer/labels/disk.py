"""Files that are replaced whole or not at all, under a lock, through links, with their mode kept."""

from __future__ import annotations

import contextlib
import glob
import os
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from reviewer.errors import LabelError

LOCK_SECONDS = 10.0
_LOCK = ".labels.lock"
_UNFINISHED = ".unfinished"
_ANY_WRITE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


@contextlib.contextmanager
def locked(folder: Path, seconds: float = LOCK_SECONDS) -> Iterator[None]:
    """Hold the label folder's lock; another process that edits is waited for, `seconds` at most."""
    path = folder.resolve() / _LOCK
    lock = FileLock(path, timeout=seconds)
    try:
        lock.acquire()
    except Timeout as error:
        raise LabelError(
            f"{folder}: another process is editing these labels", "Wait for it; then try again."
        ) from error
    except OSError as error:
        raise LabelError(f"{folder}: cannot be locked: {error.strerror}", "Make the folder writable.") from error
    try:
        yield
    finally:
        # Taken away while it is held: who waits for it sees that its file is gone and opens a new one.
        with contextlib.suppress(OSError):
            path.unlink()
        lock.release()


def replace_file(path: Path, text: str) -> None:
    """Replace or create a file at one instant; its folder's lock must be held.

    A link is followed, the mode is kept, and a file that may not be written is refused although its folder may.
    """
    real = path.resolve()
    try:
        mode = _mode(real)
        real.parent.mkdir(parents=True, exist_ok=True)
        _clear_unfinished(real)
        _write_aside(real, text.encode("utf-8"), mode)
    except OSError as error:
        raise LabelError(f"{path}: cannot be written: {error.strerror}", "Make file and folder writable.") from error


def _mode(real: Path) -> int:
    """Give the mode that the file has, or that a new one gets."""
    if not real.exists():
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
    mode = stat.S_IMODE(real.stat().st_mode)
    if not mode & _ANY_WRITE or not os.access(real, os.W_OK):
        raise PermissionError(0, "the file is read-only")
    return mode


def _write_aside(real: Path, data: bytes, mode: int) -> None:
    """Write into the same folder, force it to the disk, and move it into place."""
    handle, name = tempfile.mkstemp(prefix=f".{real.name}.", suffix=_UNFINISHED, dir=real.parent)
    aside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.chmod(mode)
        aside.replace(real)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    _sync_folder(real.parent)


def _sync_folder(folder: Path) -> None:
    """Force the move itself to the disk, where folders can be opened."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _clear_unfinished(real: Path) -> None:
    """Remove what a killed process left; nobody else writes while the lock is held."""
    for left in real.parent.glob(f".{glob.escape(real.name)}.*{_UNFINISHED}"):
        left.unlink(missing_ok=True)
