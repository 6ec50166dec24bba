"""A message in, one command to GitHub's runner out: no text in it can begin another, or act unseen in the log.

Escaping: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
"""

from __future__ import annotations

from reviewer.visible import visible_lines


def workflow_command(name: str, message: str, **properties: str) -> str:
    """Give a command such as `warning` or `notice`, its properties (`file`, `line`, `title`) in their order."""
    given = ",".join(f"{key}={_property(visible_lines(value))}" for key, value in properties.items())
    return f"::{name}{' ' if given else ''}{given}::{escape_message(visible_lines(message))}"


def escape_message(text: str) -> str:
    """Escape the message of a command, and change nothing else of it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return escape_message(text).replace(":", "%3A").replace(",", "%2C")
