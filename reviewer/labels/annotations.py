"""Findings as GitHub workflow commands, which mark them on the lines of a label file in a pull request."""

from __future__ import annotations

from collections.abc import Iterator

from reviewer.labels.check import OUTDATED, Staleness, State

_DATA = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
_PROPERTY = (*_DATA, (":", "%3A"), (",", "%2C"))


def annotation(level: str, message: str, *, file: str, line: int, title: str) -> str:
    """Give one workflow command (`warning`, `notice`, `error`); no text in it can begin another.

    Escaping: https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
    """
    properties = {"file": file, "line": str(line), "title": title}
    written = ",".join(f"{key}={_escaped(value, _PROPERTY)}" for key, value in properties.items())
    return f"::{level} {written}::{_escaped(message, _DATA)}"


def annotate(staleness: Staleness) -> Iterator[str]:
    """Give a warning for each outdated label, and a notice for each to confirm."""
    for one in staleness.of(*OUTDATED, State.TO_CONFIRM):
        level = "warning" if one.state in OUTDATED else "notice"
        message = f"{one.label.id}: {one.reason}"
        yield annotation(level, message, file=one.label.file, line=one.line, title=f"Label {one.state}")


def _escaped(text: str, pairs: tuple[tuple[str, str], ...]) -> str:
    for char, code in pairs:
        text = text.replace(char, code)
    return text
