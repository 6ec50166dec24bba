"""Findings as GitHub workflow commands, which mark them on the lines of a label file in a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.labels.check import OUTDATED, Staleness, State
from reviewer.workflow_commands import workflow_command


def annotate(staleness: Staleness) -> Iterator[str]:
    """Give a warning for each outdated label, and a notice for each to confirm."""
    for one in staleness.of(*OUTDATED, State.TO_CONFIRM):
        level = "warning" if one.state in OUTDATED else "notice"
        message = f"{one.label.id}: {one.reason}"
        yield workflow_command(level, message, file=one.label.file, line=str(one.line), title=f"Label {one.state}")
