"""A result in, text for people out: terminal, markdown, HTML, JSON, or what an installed reporter writes."""

from reviewer.reports.json import JsonReporter, read_result
from reviewer.reports.markdown import MarkdownReporter
from reviewer.reports.reporter import Reporter, make_reporter
from reviewer.reports.result import Result

__all__ = ["JsonReporter", "MarkdownReporter", "Reporter", "Result", "make_reporter", "read_result"]
