"""How the command line tells what went wrong, and with which exit code."""

from __future__ import annotations

import io
import os
import sys
import traceback

from reviewer.errors import ReviewerError
from reviewer.visible import visible

CANNOT_JUDGE = 2
LONGEST = 500
_REMEDY = "Check paths and rights; if they are right, the fault is ours: report it with REVIEWER_TRACEBACK=1."
INTERRUPTED = 130


def tell(error: ReviewerError) -> None:
    """Print message and hint to standard error, as text and never as markup."""
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, soft_wrap=True, highlight=False)
    console.print(Text.assemble(("error: ", "bold red"), visible(error.message)))
    if error.hint:
        console.print(Text.assemble(("  try: ", "bold"), visible(error.hint)))


def show_anything() -> None:
    """Let characters that the terminal's encoding lacks be shown by their code instead of ending the command."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def unforeseen(error: Exception) -> int:
    """Tell an error that nobody foresaw in one message; REVIEWER_TRACEBACK=1 shows where it came from."""
    if os.environ.get("REVIEWER_TRACEBACK"):
        traceback.print_exception(error)
    what = error.strerror if isinstance(error, OSError) and error.strerror else f"{type(error).__name__}: {error}"
    name = f"{error.filename}: " if isinstance(error, OSError) and error.filename else ""
    try:
        tell(ReviewerError(f"{name}{what}"[:LONGEST], _REMEDY))
    except OSError:  # standard error is gone too
        return CANNOT_JUDGE
    return CANNOT_JUDGE


def closed_pipe() -> int:
    """Leave quietly when the reader of our output has gone, as `head` does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
