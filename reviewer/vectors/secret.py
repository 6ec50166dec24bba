"""What an environment variable holds: its name stands in files and messages, what it holds never does."""

from __future__ import annotations

import os
import re

from reviewer.errors import ReviewerError

VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
TELLING = re.compile(r"[A-Z][A-Z0-9]{0,14}|[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")
"""A name that may be shown: a long one without `_` may be a key that stands where its variable's name belongs."""


def check_name(whose: str, setting: str, variable: object, error: type[ReviewerError]) -> str:
    """Refuse what is no name of a variable, such as most keys; it is not shown.

    Args:
        whose: What it is a setting of, for the message.
        setting: Its name.
        variable: What stands there.
        error: What is raised.

    """
    if not isinstance(variable, str) or not VARIABLE.fullmatch(variable):
        raise error(
            f"{whose}: {setting} is not the name of an environment variable",
            "Write the variable's name, such as OPENAI_API_KEY, never what it holds.",
        )
    return variable


def read(whose: str, setting: str, variable: object, error: type[ReviewerError]) -> str:
    """Give what a variable holds; one that is not set is refused, likewise."""
    name = check_name(whose, setting, variable, error)
    value = os.environ.get(name, "").strip()
    if not value:
        shown = name if TELLING.fullmatch(name) else f"that `{setting}` names"
        raise error(f"{whose}: the variable {shown} is not set", f"Set it; `{setting}` is its name, never its value.")
    return value
