"""A result in, text for people out: terminal, markdown, HTML, JSON."""

from reviewer.reports.json import JsonReporter, read_result
from reviewer.reports.markdown import MarkdownReporter
from reviewer.reports.result import Result

__all__ = ["JsonReporter", "MarkdownReporter", "Result", "read_result"]
