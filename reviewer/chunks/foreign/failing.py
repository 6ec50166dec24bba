"""What is told of a splitter that raised: where in its own code, and the command that tries it alone."""

from __future__ import annotations

import json
import re
import shlex
import sysconfig
import traceback
from collections.abc import Mapping
from pathlib import Path

from reviewer.chunks.chunk import Setting

_PLAIN = re.compile(r"[A-Za-z][\w./:@-]*(?<!:)")
_LIBRARIES = (Path(__file__).parents[2], Path(sysconfig.get_path("stdlib")))
"""Our own package and Python's, which may lie below the folder that we were started in."""
_WORDS = frozenset({"true", "false", "null"})


def raised_at(error: BaseException, own: Path | None = None) -> str:
    """Give ` at file:line` of the deepest of the user's own code that an error went through, or nothing.

    Args:
        error: As it was caught.
        own: The file of the function that was called, where it stands outside the folder that we were started in.

    """
    here = Path.cwd()
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = Path(frame.filename)
        if file == own or (file.is_relative_to(here) and not _is_installed(file)):
            shown = file.relative_to(here) if file.is_relative_to(here) else file
            return f" at {shown}:{frame.lineno}"
    return ""


def _is_installed(file: Path) -> bool:
    return "site-packages" in file.parts or any(map(file.is_relative_to, _LIBRARIES))


def check_command(name: str, settings: Mapping[str, Setting]) -> str:
    """Give the command that holds a splitter of exactly these settings to its promises."""
    typed = (f"--set {shlex.quote(f'{key}={_typed(value)}')}" for key, value in settings.items())
    return " ".join((f"reviewer splitters check {name}", *typed))


def _typed(value: Setting) -> str:
    """Write a value so that it is read as what it is."""
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
