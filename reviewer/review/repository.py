"""The repository that a folder lies in, asked as its owner: what git cannot tell is nothing, never an error."""

from __future__ import annotations

import subprocess
from pathlib import Path

from reviewer import git

_SECONDS = 60.0
_MOST_BYTES = 2**31


def ask(folder: Path, *arguments: str) -> bytes | None:
    """Give the output of a git command in a folder, or nothing if it fails, lasts too long, or git is not there."""
    try:
        done = git.ask(("-C", str(folder), *arguments), git.own(), most=_MOST_BYTES, seconds=_SECONDS)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.output if done.code == 0 else None


def converse(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    """Start a git command in a folder that is asked through its pipes."""
    return git.converse(("-C", str(folder), *arguments), git.own())
