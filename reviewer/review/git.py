"""Git asked by plumbing: no checkout, hook, filter, monitor or fetch, and no other repository than the folder's."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

_SECONDS = 60.0
_OPTIONS = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "--literal-pathspecs", "--no-pager")
_ENVIRONMENT = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "LC_ALL": "C",
}


def ask(folder: Path, *arguments: str) -> bytes | None:
    """Give the output of a git command in a folder, or nothing if it fails, lasts too long, or git is not there."""
    try:
        done = subprocess.run(  # noqa: S603  # our own arguments, no shell
            _command(folder, arguments),
            capture_output=True,
            check=True,
            timeout=_SECONDS,
            env=_environment(),
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def converse(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a git command that is asked through its pipes."""
    return subprocess.Popen(  # noqa: S603  # our own arguments, no shell
        _command(folder, arguments),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(),
    )


def _command(folder: Path, arguments: Sequence[str]) -> Sequence[str]:
    return ("git", *_OPTIONS, "-C", str(folder), *arguments)


def _environment() -> dict[str, str]:
    """Give our environment without what could point git at another repository."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith("GIT_") or "CONFIG" in key}
    return {**kept, **_ENVIRONMENT}
