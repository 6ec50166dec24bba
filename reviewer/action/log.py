"""What the Action says in the job's log: commands to the runner are escaped, foreign text can be none."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import TextIO

from reviewer.errors import ReviewerError
from reviewer.reports.escaping import visible

MOST_ANNOTATIONS = 10
"""The runner shows ten of a kind for a step and drops the rest."""

_COMMAND = re.compile(r"^\s*::|##\[", re.MULTILINE)


def escape_data(text: str) -> str:
    """Escape the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Escape a property of a workflow command."""
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file that an annotation points at."""

    file: str
    line: int


@dataclass(slots=True)
class Log:
    """Writes lines and commands for the runner to `stream`."""

    stream: TextIO
    annotated: int = field(default=0, init=False)

    def say(self, text: str) -> None:
        """Print text as it is; where a line could be a command, commands are stopped around it."""
        text = _shown(text)
        if _COMMAND.search(text) is None:
            print(text, file=self.stream, flush=True)
            return
        token = secrets.token_hex(16)
        print(f"::stop-commands::{token}\n{text}\n::{token}::", file=self.stream, flush=True)

    def mask(self, secret: str) -> None:
        """Have the runner hide a secret from here on; call it before anything else is printed."""
        for line in filter(None, secret.splitlines()):
            # As it is: with a sign replaced it would be another secret.
            print(f"::add-mask::{escape_data(line)}", file=self.stream, flush=True)

    def note(self, text: str) -> None:
        """Show a notice on the run's page."""
        self._command("notice", "", text)

    def caution(self, text: str) -> None:
        """Show a warning on the run's page."""
        self._command("warning", "", text)

    def failure(self, error: ReviewerError) -> None:
        """Show what went wrong and the remedy, as one error."""
        self._command("error", "", " ".join(filter(None, (error.message, error.hint))))

    def annotate(self, place: Place, title: str, text: str) -> None:
        """Mark a line of a file in the pull request; after ten of them nothing more is marked."""
        if self.annotated < MOST_ANNOTATIONS:
            self.annotated += 1
            given = {"file": place.file, "line": str(max(place.line, 1)), "title": title}
            properties = ",".join(f"{name}={escape_property(_shown(value))}" for name, value in given.items())
            self._command("warning", f" {properties}", text)

    def _command(self, name: str, properties: str, data: str) -> None:
        print(f"::{name}{properties}::{escape_data(_shown(data))}", file=self.stream, flush=True)


def _shown(text: str) -> str:
    """Give text with every line end as one kind, and with what could act unseen in a terminal or on a page escaped."""
    return visible(text.replace("\r\n", "\n").replace("\r", "\n"))
