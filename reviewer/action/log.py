"""What the Action says in the job's log: commands to the runner are escaped, foreign text can be none."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field
from typing import TextIO

from reviewer.errors import ReviewerError
from reviewer.visible import visible_lines
from reviewer.workflow_commands import escape_message, workflow_command

MOST_ANNOTATIONS = 10
"""The runner shows ten of a kind for a step and drops the rest."""

_COMMAND = re.compile(r"^\s*::|##\[", re.MULTILINE)


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
        text = visible_lines(text)
        if _COMMAND.search(text) is None:
            print(text, file=self.stream, flush=True)
            return
        token = secrets.token_hex(16)
        print(f"::stop-commands::{token}\n{text}\n::{token}::", file=self.stream, flush=True)

    def mask(self, secret: str) -> None:
        """Have the runner hide a secret from here on; call it before anything else is printed."""
        for line in filter(None, secret.splitlines()):
            # As it is: with a sign replaced it would be another secret.
            print(f"::add-mask::{escape_message(line)}", file=self.stream, flush=True)

    def note(self, text: str) -> None:
        """Show a notice on the run's page."""
        self._command("notice", text)

    def caution(self, text: str) -> None:
        """Show a warning on the run's page."""
        self._command("warning", text)

    def failure(self, error: ReviewerError) -> None:
        """Show what went wrong and the remedy, as one error."""
        self._command("error", " ".join(filter(None, (error.message, error.hint))))

    def annotate(self, place: Place, title: str, text: str) -> None:
        """Mark a line of a file in the pull request; after ten of them nothing more is marked."""
        if self.annotated < MOST_ANNOTATIONS:
            self.annotated += 1
            self._command("warning", text, file=place.file, line=str(max(place.line, 1)), title=title)

    def _command(self, name: str, message: str, **properties: str) -> None:
        print(workflow_command(name, message, **properties), file=self.stream, flush=True)
