"""What renders a result: looked up by name among the entry points `reviewer.reporters`, ours included."""

from __future__ import annotations

from typing import Protocol, cast

from reviewer import registry
from reviewer.errors import ReportError
from reviewer.reports.result import Result


class Reporter(Protocol):
    """Made without arguments; writes a result as text of its format."""

    def render(self, result: Result) -> str:
        """Give the whole report, its last line ended."""


def make_reporter(name: str) -> Reporter:
    """Make the installed reporter of this name; an unknown name lists those there are."""
    return cast("Reporter", registry.make("reporters", {"name": name}, name, ReportError))
