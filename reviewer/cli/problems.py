"""How the command line tells what went wrong, and with which exit code."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from reviewer.errors import ReviewerError

CANNOT_JUDGE = 2
INTERRUPTED = 130


def tell(error: ReviewerError) -> None:
    """Print message and hint to standard error, as text and never as markup."""
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=True, soft_wrap=True, highlight=False)
    console.print(Text.assemble(("error: ", "bold red"), visible(error.message)))
    if error.hint:
        console.print(Text.assemble(("  try: ", "bold"), visible(error.hint)))


def visible(text: str) -> str:
    """Replace control characters, which could drive a terminal, by visible stand-ins."""
    return "".join(
        char if char in "\n\t" or char.isprintable() or char == " " else f"\\u{ord(char):04x}" for char in text
    )


def closed_pipe() -> int:
    """Leave quietly when the reader of our output has gone, as `head` does."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
